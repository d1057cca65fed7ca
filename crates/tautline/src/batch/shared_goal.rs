//! Very many agents with one goal.

use tautline_anyangle::{LabelScratch, Labels, NextCorner, SharedGoal};
use tautline_geometry::Vec2;
use tautline_navmesh::{Location, NavMesh, QueryFilter};

use super::order::by_place;
use crate::workers::{answer_each, answer_in_order};
use crate::{Ground, Path, PathError, Query, Scratch, Tier, path_in};

/// From so many agents on, one search from the goal over all corners pays.
const MANY: usize = 1000;

/// Finds the shortest path from every start to one goal, on all cores, as
/// [`paths`](crate::paths) does for goals of their own. All ground costs the same, and
/// links are taken. Where there are none, the goal's part of the work is done once with
/// [labels](Ground::with_labels).
///
/// From a thousand starts on it is done in another way. So of several ways that are
/// equally short, an agent may be given another one when it asks among many than when it
/// asks among few.
///
/// ```
/// use tautline::navmesh::{BuildOptions, NavMesh, rectangles_from_cells, Terrain};
/// use tautline::{Vec2, paths_to};
///
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let starts = [[1.0, 1.0], [8.0, 2.0]].map(|start| Vec2::from(start).into());
/// let found = paths_to(&mesh, &starts, Vec2::new(8.0, 1.0).into());
/// assert!(found[0].as_ref().is_ok_and(|path| path.length > 14.0));
/// assert!(found[1].as_ref().is_ok_and(|path| path.length == 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn paths_to<'g>(
    ground: impl Into<Ground<'g>>,
    starts: &[Location],
    goal: Location,
) -> Vec<Result<Path, PathError>> {
    let ground = ground.into();
    let Some(shared) = Shared::new(ground, starts.len(), goal) else {
        return answer_each(starts, |&start, scratch: &mut Scratch| {
            search(ground, [start, goal], scratch)
        });
    };
    answer_in_order(
        starts,
        shared.order(starts),
        |&start, memory: &mut (LabelScratch, Vec<Vec2>)| {
            let Shared { mesh, labels, goal, .. } = &shared;
            let (scratch, points) = memory;
            let length = labels.shortest_path_to(mesh, start, goal, scratch, points)?;
            let points = points.clone();
            Ok(Path { points, length, cost: length, tier: Tier::Exact, ..Path::default() })
        },
    )
}

/// Finds for every start the next point to walk to on a shortest path to one
/// goal, and how long the path is: all that a crowd needs that asks again before
/// it is there. As [`paths_to`], and faster.
///
/// Of a start where a link begins, the next point may be its far end; it does not say so.
/// Where there are links, ask [`paths_to`], whose paths name them.
///
/// ```
/// use tautline::anyangle::{BakeOptions, Labels};
/// use tautline::navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
/// use tautline::{Ground, Vec2, next_corners_to};
///
/// // A wall, around whose upper end the crowd has to go.
/// let raw = rectangles_from_cells(9, 9, |x, y| (x != 4 || y == 8).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
///
/// let crowd = [[1.0, 1.0], [8.0, 2.0]].map(|start| Vec2::from(start).into());
/// let exit = Vec2::new(8.0, 1.0);
/// let next = next_corners_to(Ground::of(&mesh).with_labels(&labels), &crowd, exit.into());
/// assert_eq!(next[0]?.point, Vec2::new(4.0, 8.0));
/// assert_eq!((next[1]?.point, next[1]?.distance), (exit, 1.0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[must_use]
pub fn next_corners_to<'g>(
    ground: impl Into<Ground<'g>>,
    starts: &[Location],
    goal: Location,
) -> Vec<Result<NextCorner, PathError>> {
    let ground = ground.into();
    let Some(shared) = Shared::new(ground, starts.len(), goal) else {
        return answer_each(starts, |&start, scratch: &mut Scratch| {
            let path = search(ground, [start, goal], scratch)?;
            let point = path.points.get(1).copied().unwrap_or(goal.point);
            Ok(NextCorner { point, distance: path.length })
        });
    };
    answer_in_order(starts, shared.order(starts), |&start, scratch: &mut LabelScratch| {
        let Shared { mesh, labels, goal, .. } = &shared;
        Ok(labels.next_corner_to(mesh, start, goal, scratch)?)
    })
}

/// A path of its own.
fn search(
    ground: Ground<'_>,
    [start, goal]: [Location; 2],
    scratch: &mut Scratch,
) -> Result<Path, PathError> {
    let mut path = Path::default();
    let query = Query { start, goal, ..Query::new(Vec2::ZERO, Vec2::ZERO) };
    path_in(ground, &query, scratch, &mut path)?;
    Ok(path)
}

/// A goal that was prepared for many.
struct Shared<'a> {
    mesh: &'a NavMesh,
    labels: &'a Labels,
    goal: SharedGoal,
    end: Vec2,
}

impl<'a> Shared<'a> {
    /// Prepares a goal; nothing without labels, on a mesh with links, which labels do not
    /// know, and for a goal that no way can lead to: what is wrong with it is told after
    /// what is wrong with each start, as ever.
    fn new(ground: Ground<'a>, agents: usize, goal: Location) -> Option<Self> {
        let mesh = ground.mesh;
        let is_exact = Tier::best_for(mesh, &QueryFilter::uniform()) == Tier::Exact;
        let labels = ground.labels().filter(|_| is_exact)?;
        let mut shared = SharedGoal::new();
        labels.share_goal(mesh, goal, &mut shared).ok()?;
        if agents >= MANY {
            labels.spread_goal(&mut shared);
        }
        Some(Self { mesh, labels, goal: shared, end: goal.point })
    }

    fn order(&self, starts: &[Location]) -> Option<Vec<u32>> {
        by_place(self.mesh, starts.iter().map(|start| [start.point, self.end]))
    }
}
