//! Very many agents with one goal.

use tautline_anyangle::{ExactError, LabelScratch, Labels, NextCorner, PreparedGoal};
use tautline_geometry::Vec2;
use tautline_navmesh::{Location, NavMesh, QueryFilter};

use super::order::morton_order;
use crate::error::EndAreas;
use crate::workers::{answer_each, answer_in_order};
use crate::{Ground, Path, PathError, PathOptions, Query, Scratch, Tier, path_in};

/// The number of agents from which one search from the goal over all corners pays.
const MANY: usize = 1000;

/// Finds the shortest path from every start to one goal, on all cores, as
/// [`paths`](crate::paths) does for goals of their own, with the same options.
///
/// With [labels](Ground::with_labels) and the default options, the goal's part of the work
/// is done once. From a thousand starts on, it is done by a search from the goal: of several
/// paths that are equally short, an agent may then be given another one than it is among
/// few.
///
/// ```
/// use tautline::navmesh::{BuildOptions, NavMesh, rectangles_from_cells, Terrain};
/// use tautline::{PathOptions, Vec2, paths_to};
///
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let starts = [Vec2::new(1.0, 1.0), Vec2::new(8.0, 2.0)];
/// let found = paths_to(&mesh, &starts, Vec2::new(8.0, 1.0), &PathOptions::default());
/// assert!(found[0].as_ref().is_ok_and(|path| path.length > 14.0));
/// assert!(found[1].as_ref().is_ok_and(|path| path.length == 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn paths_to<'g, L: Copy + Into<Location> + Sync>(
    ground: impl Into<Ground<'g>>,
    starts: &[L],
    goal: impl Into<Location>,
    options: &PathOptions<'_>,
) -> Vec<Result<Path, PathError>> {
    let (ground, goal) = (ground.into(), goal.into());
    let Some(shared) = Shared::new(ground, starts.len(), goal, options) else {
        return answer_each(starts, |&start, scratch: &mut Scratch| {
            find(ground, Query::new(start, goal).with_options(*options), scratch)
        });
    };
    answer_in_order(
        starts,
        shared.order(starts),
        |&start, memory: &mut (LabelScratch, Vec<Vec2>)| {
            let Shared { mesh, labels, goal, .. } = &shared;
            let (scratch, points) = memory;
            let found = labels.shortest_path_to(mesh, start.into(), goal, scratch, points);
            let length = found.map_err(|error| shared.explained(error, start.into()))?;
            let points = points.clone();
            Ok(Path { points, length, cost: length, tier: Tier::Exact, ..Path::default() })
        },
    )
}

/// Finds for every start the next point to walk to on a shortest path to one
/// goal, and how long the path is: all that a crowd needs that asks again before
/// it is there. As [`paths_to`], and faster.
///
/// If a start is where a link begins, the next point can be the far end of that link, and the
/// answer does not say so. On ground with links call [`paths_to`], whose paths name them.
///
/// ```
/// use tautline::anyangle::{BakeOptions, Labels};
/// use tautline::navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
/// use tautline::{Ground, PathOptions, Vec2, next_corners_to};
///
/// // A wall, around whose upper end the crowd has to go.
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
///
/// let crowd = [Vec2::new(1.0, 1.0), Vec2::new(8.0, 2.0)];
/// let exit = Vec2::new(8.0, 1.0);
/// let ground = Ground::of(&mesh).with_labels(&labels);
/// let next = next_corners_to(ground, &crowd, exit, &PathOptions::default());
/// assert_eq!(next[0]?.point, Vec2::new(4.0, 8.0));
/// assert_eq!((next[1]?.point, next[1]?.distance), (exit, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn next_corners_to<'g, L: Copy + Into<Location> + Sync>(
    ground: impl Into<Ground<'g>>,
    starts: &[L],
    goal: impl Into<Location>,
    options: &PathOptions<'_>,
) -> Vec<Result<NextCorner, PathError>> {
    let (ground, goal) = (ground.into(), goal.into());
    let Some(shared) = Shared::new(ground, starts.len(), goal, options) else {
        return answer_each(starts, |&start, scratch: &mut Scratch| {
            let path = find(ground, Query::new(start, goal).with_options(*options), scratch)?;
            let point = path.points.get(1).copied().unwrap_or(goal.point);
            Ok(NextCorner { point, distance: path.length })
        });
    };
    answer_in_order(starts, shared.order(starts), |&start, scratch: &mut LabelScratch| {
        let Shared { mesh, labels, goal, .. } = &shared;
        let found = labels.next_corner_to(mesh, start.into(), goal, scratch);
        found.map_err(|error| shared.explained(error, start.into()))
    })
}

/// Finds the path of one start.
fn find(ground: Ground<'_>, query: Query<'_>, scratch: &mut Scratch) -> Result<Path, PathError> {
    let mut path = Path::default();
    path_in(ground, &query, scratch, &mut path)?;
    Ok(path)
}

/// A goal that was prepared for many.
struct Shared<'a> {
    mesh: &'a NavMesh,
    labels: &'a Labels,
    goal: PreparedGoal,
    end: Location,
}

impl<'a> Shared<'a> {
    /// Prepares a goal. `None` without labels, with other options than the default ones, on
    /// a mesh with links, which prepared goals do not know, and for a goal that no path can lead to:
    /// errors of the goal are reported after those of each start, as by `path_in`.
    fn new(
        ground: Ground<'a>,
        agents: usize,
        goal: Location,
        options: &PathOptions<'_>,
    ) -> Option<Self> {
        let mesh = ground.mesh;
        let uniform = QueryFilter::uniform();
        let is_plain = *options.filter_or_default() == uniform
            && PathOptions { filter: None, ..*options } == PathOptions::default()
            && Tier::best_for(mesh, &uniform) == Tier::Exact
            && !mesh.takes_links(&uniform);
        let labels = ground.labels().filter(|_| is_plain)?;
        let mut shared = PreparedGoal::new();
        labels.prepare_goal(mesh, goal, &mut shared).ok()?;
        if agents >= MANY {
            labels.one_to_all(&mut shared);
        }
        Some(Self { mesh, labels, goal: shared, end: goal })
    }

    fn explained(&self, error: ExactError, start: Location) -> PathError {
        PathError::explained(error, self.mesh, [start, self.end], &mut EndAreas::default())
    }

    fn order<L: Copy + Into<Location>>(&self, starts: &[L]) -> Option<Vec<u32>> {
        morton_order(self.mesh, starts.iter().map(|&start| [start.into().point, self.end.point]))
    }
}
