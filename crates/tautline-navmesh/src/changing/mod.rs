//! Ground on which obstacles come and go.

mod base;
mod error;
mod fans;
mod gates;
mod log;
mod obstacle;
mod patch;
mod path;
mod plan;
mod splice;
mod spread;
#[cfg(test)]
mod tests;
mod vertices;

use std::collections::BTreeMap;

use tautline_geometry::Aabb;

pub use error::ChangeError;
pub use log::Change;
pub use obstacle::{Obstacle, ObstacleId};
pub use path::PathState;

use base::Base;
use log::{Log, Return, around};
use obstacle::Cover;
use plan::{Owner, Plan, Stand};
use splice::{Moves, NewArea, Spare};
use spread::Obstacles;
use vertices::Vertices;

use crate::query::Locator;
use crate::{AreaId, BuildOptions, NavMesh, OutlineOptions, Outlines, Repair};

/// Ground on which obstacles come and go, and its mesh, which is mended where they
/// do.
///
/// [`Self::mesh`] is a valid [`NavMesh`] at any time, and all searches work on it. It
/// is the ground that it was made from without all obstacles that are there now, as
/// if it had been built of both by [`Outlines::build`]: only the areas that an
/// obstacle covers some of are cut, and what it covered is whole again when it has
/// gone. Without obstacles the mesh has the areas that it had first.
///
/// ```
/// use tautline_navmesh::{ChangingGround, Obstacle, Outlines, OutlineOptions, PathState, Role, Vec2};
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut outlines = Outlines::default();
/// outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// let mut ground = ChangingGround::of_outlines(&outlines, &OutlineOptions::default())?;
///
/// // Somebody walks straight on, and crates are put down.
/// let (path, length) = ([Vec2::new(1.0, 10.0), Vec2::new(19.0, 10.0)], 18.0);
/// let found_at = ground.version();
/// ground.add_obstacle(&Obstacle::new([square(5.0, 2.0, 2.0)]))?;
/// assert_eq!(ground.path_state(&path, length, found_at), PathState::Untouched);
/// let (in_the_way, _) = ground.add_obstacle(&Obstacle::new([square(9.0, 9.0, 2.0)]))?;
/// assert_eq!(ground.path_state(&path, length, found_at), PathState::Blocked { leg: 0 });
/// assert_eq!(ground.mesh().locate(Vec2::new(10.0, 10.0)), None);
///
/// let change = ground.remove_obstacle(in_the_way)?;
/// assert_eq!((change.version, ground.version()), (3, 3));
/// assert!(ground.mesh().locate(Vec2::new(10.0, 10.0)).is_some());
/// # Ok::<(), tautline_navmesh::ChangeError>(())
/// ```
///
/// **Doors.** What only opens and closes need not be an obstacle. Draw a door as
/// terrain of its own class, and [`Costs::forbid`](crate::Costs::forbid) closes all
/// doors of the class, [`Costs::forbid_area`](crate::Costs::forbid_area) the areas of
/// a single one: at once, for one query and not for another, and without a change of
/// the mesh. For links [`Costs::forbid_link`](crate::Costs::forbid_link) does. An obstacle is for what comes where nobody had drawn anything, and
/// for exact shortest paths that see it.
///
/// **Exactness.** Which areas change is decided exactly, on the grid of
/// [`Outlines::build`] around the ground. Obstacles on the grid whose sides cross
/// slanting walls, or each other, at points on the grid are cut without any
/// rounding, such as all with upright and level sides. Other crossings move by less
/// than a step of the grid. How they are rounded does not depend on what was there
/// before.
///
/// **Numbers.** An area that does not change keeps its number, unless the mesh gets
/// fewer areas: then the last ones get the numbers of areas that went. Sides and fans
/// are numbered anew. Vertices of the ground keep theirs, and those of obstacles as
/// long as an area uses them. So [`Corridor`](crate::Corridor)s and
/// [`Costs`](crate::Costs) with forbidden areas are of one version.
///
/// **Gates.** Those of [`Side`](crate::Side)s around a change may lead to more areas than
/// those of a mesh that was built: they are found anew when ground is cut in two or
/// joined, and once in 64 changes.
///
/// **Time.** O(k log k) for k corners of the ground and the obstacles in the areas
/// that an obstacle hangs together with (see [`Self::edit`]), and linear passes over
/// the mesh. A small obstacle on a map of 35,000 vertices takes a hundredth of the
/// time of building the mesh; where it cuts the ground in two, or joins two parts,
/// three hundredths.
#[derive(Clone, Debug)]
pub struct ChangingGround {
    base: Base,
    obstacles: Obstacles,
    next_id: u32,
    mesh: NavMesh,
    /// By area of the base: what stands for it.
    stands: Vec<Stand>,
    /// By the first area of the base that each stands for.
    patches: BTreeMap<AreaId, Patched>,
    /// By area of the mesh: what it stands for.
    owners: Vec<Owner>,
    /// By area of the mesh: the box around it.
    boxes: Vec<Aabb>,
    vertices: Vertices,
    /// When the index has so many entries, most of no use, it is built anew.
    most_entries: usize,
    version: u64,
    log: Log,
    spare: Spare,
}

/// What stands for areas of the base that obstacles have cut.
#[derive(Clone, Debug)]
struct Patched {
    bases: Vec<AreaId>,
    areas: Vec<AreaId>,
}

/// Several changes at once.
///
/// ```
/// use tautline_navmesh::{ChangingGround, Edit, Obstacle, Outlines, OutlineOptions, Role};
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut outlines = Outlines::default();
/// outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// let mut ground = ChangingGround::of_outlines(&outlines, &OutlineOptions::default())?;
/// let (cart, _) = ground.add_obstacle(&Obstacle::new([square(5.0, 5.0, 2.0)]))?;
///
/// // The cart moves.
/// let there = Obstacle::new([square(5.5, 5.0, 2.0)]);
/// let edited = ground.edit(&Edit { add: vec![there], remove: vec![cart] })?;
/// assert_eq!((edited.added.len(), edited.change.version), (1, 2));
/// # Ok::<(), tautline_navmesh::ChangeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// What comes.
    pub add: Vec<Obstacle>,
    /// What goes.
    pub remove: Vec<ObstacleId>,
}

/// What an [`Edit`] did.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Edited {
    /// The numbers of the obstacles that came, in their order.
    pub added: Vec<ObstacleId>,
    /// Where the ground has changed.
    pub change: Change,
    /// What was not as it should be in the obstacles; shapes are those that were to
    /// be added, counted from 0.
    pub repairs: Vec<Repair>,
}

impl ChangingGround {
    /// Makes the ground of a mesh changing. O(n log n).
    ///
    /// # Errors
    ///
    /// A [`ChangeError`] for a mesh with elevations, links, floors above each other or
    /// walls that touch within their sides (as walls of no width do), and if vertices
    /// are not on the grid of [`Outlines::build`]: build it of outlines then.
    pub fn new(mesh: NavMesh) -> Result<Self, ChangeError> {
        let base = Base::new(mesh)?;
        let mesh = base.mesh.clone();
        let boxes: Vec<Aabb> =
            mesh.areas().filter_map(|area| Aabb::around(mesh.corners(area))).collect();
        Ok(Self {
            obstacles: Obstacles::default(),
            next_id: 0,
            stands: mesh.areas().map(Stand::Itself).collect(),
            patches: BTreeMap::new(),
            owners: mesh.areas().map(Owner::Base).collect(),
            boxes,
            vertices: Vertices::of(mesh.vertices(), base.grid),
            most_entries: most_entries(&mesh.locator),
            version: 0,
            log: Log::default(),
            spare: Spare::default(),
            base,
            mesh,
        })
    }

    /// Builds changing ground of outlines. Room around walls, by
    /// [`agent_radius`](OutlineOptions::agent_radius), is taken off once; for the same
    /// room around obstacles give each of them the same
    /// [margin](Obstacle::margin). O(n log n).
    ///
    /// # Errors
    ///
    /// A [`ChangeError`], mostly of the outlines.
    pub fn of_outlines(outlines: &Outlines, options: &OutlineOptions) -> Result<Self, ChangeError> {
        let built = outlines.build(options)?;
        Self::new(NavMesh::build(&built.mesh, &BuildOptions::default())?.mesh)
    }

    /// The ground as it is now.
    #[must_use]
    pub const fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// The ground without obstacles.
    #[must_use]
    pub const fn base(&self) -> &NavMesh {
        &self.base.mesh
    }

    /// How often the ground has been edited.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The obstacles on the ground, in order.
    pub fn obstacles(&self) -> impl ExactSizeIterator<Item = ObstacleId> + '_ {
        self.obstacles.ids()
    }

    /// What has changed after a version, in order: the last 256 changes one by one,
    /// and those before them, if they are asked for, as one.
    pub fn changes_since(&self, version: u64) -> impl DoubleEndedIterator<Item = &Change> {
        self.log.since(version)
    }

    const fn log(&self) -> &Log {
        &self.log
    }

    /// Puts one obstacle on the ground: see [`Self::edit`].
    ///
    /// # Errors
    ///
    /// As of [`Self::edit`].
    pub fn add_obstacle(
        &mut self,
        obstacle: &Obstacle,
    ) -> Result<(ObstacleId, Change), ChangeError> {
        let id = ObstacleId(self.next_id);
        let edited = self.edit_with(std::slice::from_ref(obstacle), &[])?;
        Ok((id, edited.change))
    }

    /// Takes one obstacle off the ground: see [`Self::edit`].
    ///
    /// # Errors
    ///
    /// As of [`Self::edit`].
    pub fn remove_obstacle(&mut self, obstacle: ObstacleId) -> Result<Change, ChangeError> {
        self.edit_with(&[], &[obstacle]).map(|edited| edited.change)
    }

    /// Puts obstacles on the ground and takes others off, all at once: they make one
    /// new version.
    ///
    /// Obstacles may overlap, touch, lie in each other, on walls and off the ground.
    /// The margin of each is its own: where two of them overlap, or one overlaps a
    /// wall, their margins overlap just as well.
    ///
    /// Areas of the base hang together, and are cut together, if an obstacle touches
    /// the border between them anywhere but at its ends. So an obstacle among hundreds
    /// of others in one large area takes as long as cutting all of them. Where many
    /// obstacles are to stand on wide open ground, draw it in squares, two terrain
    /// classes in turn: areas are not joined across classes.
    ///
    /// # Errors
    ///
    /// A [`ChangeError`] for coordinates, margins and numbers out of range, for an
    /// obstacle to remove that is not there, and if nothing were left of the ground.
    /// All stays as it was then, the version too.
    pub fn edit(&mut self, edit: &Edit) -> Result<Edited, ChangeError> {
        self.edit_with(&edit.add, &edit.remove)
    }

    fn edit_with(
        &mut self,
        add: &[Obstacle],
        remove: &[ObstacleId],
    ) -> Result<Edited, ChangeError> {
        let mut repairs = Vec::new();
        let mut covers = Vec::with_capacity(add.len());
        for (index, obstacle) in add.iter().enumerate() {
            covers.push(Cover::of(index, obstacle, self.base.grid, &mut repairs)?);
        }
        let mut remove = remove.to_vec();
        remove.sort_unstable();
        let is_twice = |pair: &[ObstacleId]| pair[0] == pair[1];
        let twice = remove.windows(2).find(|pair| is_twice(pair)).map(|pair| pair[0]);
        let missing = remove.iter().copied().find(|&id| !self.obstacles.contains(id));
        if let Some(obstacle) = missing.or(twice) {
            return Err(ChangeError::NoSuchObstacle { obstacle });
        }
        let count = u32::try_from(add.len()).unwrap_or(u32::MAX);
        let Some(next_id) = self.next_id.checked_add(count) else {
            let found = self.next_id as usize + add.len();
            return Err(ChangeError::TooMany {
                things: "obstacles",
                found,
                limit: u32::MAX as usize,
            });
        };
        let added: Vec<ObstacleId> = (self.next_id..next_id).map(ObstacleId).collect();
        let box_of = |cover: Option<&Cover>| cover.and_then(|cover| self.base.bounds_of(cover));
        let ground_went = covers.iter().map(|cover| box_of(cover.as_ref())).fold(None, around);
        let ground_came =
            remove.iter().map(|&id| box_of(self.obstacles.cover(id))).fold(None, around);

        let returns = remove.iter().filter_map(|&id| {
            let bounds = box_of(self.obstacles.cover(id))?;
            Some(Return { covered_since: self.obstacles.version_of(id), bounds })
        });
        let returns = returns.collect();

        let plan = self.plan(&added, covers, &remove)?;
        self.next_id = next_id;
        self.carry_out(plan);
        self.version += 1;
        let bounds = around(ground_went, ground_came);
        let change = Change { version: self.version, bounds, ground_came, ground_went };
        self.log.push(change, returns);
        Ok(Edited { added, change, repairs })
    }

    /// Mends the mesh. Nothing can fail any more.
    fn carry_out(&mut self, plan: Plan) {
        let Plan { removed, bases, patches, .. } = plan;
        if removed.is_empty() && bases.is_empty() && patches.is_empty() {
            return;
        }
        let mut added = Vec::new();
        let mut owners = Vec::new();
        for &area in &bases {
            let corners = self.base.mesh.corner_vertices(area).map(|vertex| vertex.0).collect();
            let (terrain, number) = (self.base.mesh.terrain(area), self.base.mesh.number(area));
            added.push(NewArea { corners, terrain, number: Some(number) });
            owners.push(Owner::Base(area));
        }
        for (bases, patch) in patches {
            let Some(&head) = bases.first() else { continue };
            for &base in &bases {
                self.stands[base.index()] = Stand::Patch(head);
            }
            let positions = &mut self.mesh.ground.vertices;
            // Places of ground that is covered altogether are of no use.
            let mut vertices: BTreeMap<u32, u32> = BTreeMap::new();
            for area in patch.areas {
                let vertex = |&corner: &u32| {
                    *vertices.entry(corner).or_insert_with(|| {
                        self.vertices.at(patch.places[corner as usize], positions)
                    })
                };
                let corners = area.corners.iter().map(vertex).collect();
                added.push(NewArea { corners, terrain: area.terrain, number: area.number });
                owners.push(Owner::Patch(head));
            }
            self.patches.insert(head, Patched { bases, areas: Vec::new() });
        }

        let moves = Moves::plan(self.mesh.area_count(), &removed, added.len());
        let changed =
            splice::splice(&mut self.mesh.ground, &removed, &added, &moves, &mut self.spare);
        let ground = &mut self.mesh.ground;
        self.vertices.sweep(&changed, &ground.fans, &mut ground.vertices);
        if self.base.is_numbered_in_order {
            let moved = moves.moved.iter().map(|&(_, to)| to);
            for area in moves.placed.iter().copied().chain(moved) {
                ground.numbers[area.index()] = area.0;
            }
        }
        self.own(&moves, &owners);
        self.index(&removed, &moves);
    }

    /// Notes what stands for what.
    fn own(&mut self, moves: &Moves, owners: &[Owner]) {
        for &(from, to) in &moves.moved {
            match self.owners[from.index()] {
                Owner::Base(base) => self.stands[base.index()] = Stand::Itself(to),
                Owner::Patch(head) => {
                    let areas = self.patches.get_mut(&head).map(|patch| &mut patch.areas);
                    for area in areas.into_iter().flatten().filter(|area| **area == from) {
                        *area = to;
                    }
                }
            }
        }
        for (&area, &owner) in moves.placed.iter().zip(owners) {
            match owner {
                Owner::Base(base) => self.stands[base.index()] = Stand::Itself(area),
                Owner::Patch(head) => {
                    if let Some(patch) = self.patches.get_mut(&head) {
                        patch.areas.push(area);
                    }
                }
            }
        }
        moves.apply(&mut self.owners, owners.iter().copied());
    }

    /// Mends the index from positions to areas, and the box around all of them.
    fn index(&mut self, removed: &[AreaId], moves: &Moves) {
        let with_box = |boxes: &[Aabb], area: AreaId| (area, boxes[area.index()]);
        let left = removed.iter().copied().chain(moves.moved.iter().map(|&(from, _)| from));
        let left: Vec<_> = left.map(|area| with_box(&self.boxes, area)).collect();
        let mesh = &self.mesh;
        let empty = Aabb { min: crate::Vec2::ZERO, max: crate::Vec2::ZERO };
        let around = |&area: &AreaId| Aabb::around(mesh.corners(area)).unwrap_or(empty);
        moves.apply(&mut self.boxes, moves.placed.iter().map(around));
        let came = moves.placed.iter().copied().chain(moves.moved.iter().map(|&(_, to)| to));
        let came: Vec<_> = came.map(|area| with_box(&self.boxes, area)).collect();
        let bounds = self.boxes.iter().copied().reduce(|all, bounds| all.union(&bounds));
        self.mesh.bounds = bounds.unwrap_or(empty);
        self.mesh.locator.exchange(&left, &came);
        if self.mesh.locator.entry_count() > self.most_entries {
            self.mesh.locator = Locator::build(&self.boxes, &self.base.mesh.bounds());
            self.most_entries = most_entries(&self.mesh.locator);
        }
    }
}

/// An index that has grown to more entries than this is worth building anew.
fn most_entries(locator: &Locator) -> usize {
    1024 + 2 * locator.entry_count()
}
