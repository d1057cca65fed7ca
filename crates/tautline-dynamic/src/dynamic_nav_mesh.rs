//! The dynamic navigation mesh.

use std::collections::BTreeMap;
use std::sync::Arc;

use crate::affected::{Obstacles, Placed};
use crate::applied_patch::AppliedPatch;
use crate::journal::{Journal, Restored, around};
use crate::links::LinkEnds;
use crate::obstacle::Footprint;
use crate::plan::{AreaState, Source};
use crate::static_mesh::StaticMesh;
use crate::{Change, ChangeError, Obstacle, ObstacleId};

use tautline_meshgen::{PolygonOptions, Polygons, Repair};
use tautline_navmesh::{AreaId, NavMesh};

/// A navigation mesh with dynamic obstacles.
///
/// [`Self::mesh`] is a valid [`NavMesh`] at any time, and all searches work on it. It is the
/// *static mesh* minus the footprints of the current obstacles, as if it had been built from
/// both by [`Polygons::build`]. Only areas that an obstacle overlaps are cut, and they are
/// restored when the obstacle is removed. Without obstacles the mesh has exactly the static areas.
///
/// ```text
///   static mesh             + obstacle              mesh
///   ┌─────────┬───┐         ┌─────────┬───┐         ┌──┬──┬───┬───┐
///   │         │   │         │  ┌──┐   │   │         │  ├──┤   │   │    Area 0 is cut along
///   │    0    │ 1 │         │  │▒▒│   │   │         │  │  │   │ 1 │    the footprint. Area 1
///   │         │   │         │  └──┘   │   │         │  ├──┤   │   │    is not affected.
///   └─────────┴───┘         └─────────┴───┘         └──┴──┴───┴───┘
/// ```
///
/// ```
/// use tautline_dynamic::{DynamicNavMesh, Obstacle, PathState};
/// use tautline_meshgen::{Polygons, PolygonOptions, Role};
/// use tautline_navmesh::Vec2;
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut polygons = Polygons::default();
/// polygons.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// let mut dynamic = DynamicNavMesh::from_polygons(&polygons, &PolygonOptions::default())?;
///
/// // A path is found, and crates are put down afterwards.
/// let (path, length) = ([Vec2::new(1.0, 10.0), Vec2::new(19.0, 10.0)], 18.0);
/// let found_at = dynamic.version();
/// dynamic.add_obstacle(&Obstacle::new([square(5.0, 2.0, 2.0)]))?;
/// assert_eq!(dynamic.path_state(&path, length, found_at), PathState::Untouched);
/// let (in_the_way, _) = dynamic.add_obstacle(&Obstacle::new([square(9.0, 9.0, 2.0)]))?;
/// assert_eq!(dynamic.path_state(&path, length, found_at), PathState::Blocked { leg: 0 });
/// assert_eq!(dynamic.mesh().locate(Vec2::new(10.0, 10.0)), None);
///
/// let change = dynamic.remove_obstacle(in_the_way)?;
/// assert_eq!((change.version, dynamic.version()), (3, 3));
/// assert!(dynamic.mesh().locate(Vec2::new(10.0, 10.0)).is_some());
/// # Ok::<(), tautline_dynamic::ChangeError>(())
/// ```
///
/// **Floors.** The mesh may have elevations and overlapping floors. An obstacle covers all
/// floors at its position, or those with one of its [`Obstacle::elevations`]. Vertices that
/// cutting adds have the elevation of the static mesh, up to the rounding of `f32`; areas
/// without obstacles keep all bits. Level areas of the same elevation may be merged where they
/// are cut, but no others. Zero-width walls stay walls.
///
/// **Doors.** An obstacle is not needed for something that only opens and closes. Draw a door as
/// an area of its own terrain class. Then
/// [`QueryFilter::forbid`](tautline_navmesh::QueryFilter::forbid) closes all doors of the class,
/// and [`QueryFilter::forbid_area`](tautline_navmesh::QueryFilter::forbid_area) the areas of a
/// single one, immediately, for one query and not for another. Links are closed by
/// [`QueryFilter::forbid_link`](tautline_navmesh::QueryFilter::forbid_link). Use obstacles
/// for objects at arbitrary positions, and where exact shortest paths must avoid them; and
/// [`Obstacle::with_terrain`] for gates that are built during the game.
///
/// **Exactness.** The affected areas are determined exactly, on the grid of [`Polygons::build`].
/// Intersections on the grid are exact, such as those of obstacles and walls with horizontal
/// and vertical edges. Other intersections move by less than a step of the grid. Their
/// rounding does not depend on earlier obstacles.
///
/// **Ids.** An area that does not change keeps its id, unless the mesh gets fewer areas: then
/// the last areas get the ids of removed ones. Half-edges and fans are renumbered. Vertices of
/// the static mesh keep their ids, and those of obstacles are renumbered. So a
/// [`Corridor`](tautline_navmesh::Corridor), or a
/// [`QueryFilter`](tautline_navmesh::QueryFilter) with forbidden areas, belongs to one version.
///
/// **Links.** A link keeps its id over all changes, so that
/// [`QueryFilter::forbid_link`](tautline_navmesh::QueryFilter::forbid_link) stays valid. While
/// an obstacle covers one of its ends, it is not
/// [enabled](tautline_navmesh::Link::is_enabled).
///
/// **Time.** O(k log k) for k corners of the affected areas (see [`Self::edit`]) and their
/// obstacles, plus linear passes over the mesh. The mesh is finished as by
/// [`NavMesh::build`]: it equals the one that is built from its own
/// [`to_raw`](NavMesh::to_raw).
///
/// **Clones.** A clone shares the static mesh and the current mesh, and copies a few bytes for each
/// static area. Use it as a snapshot for queries on other threads, or edit it there while this one
/// answers queries.
#[derive(Clone, Debug)]
pub struct DynamicNavMesh {
    pub(crate) static_mesh: Arc<StaticMesh>,
    pub(crate) obstacles: Obstacles,
    pub(crate) next_id: u32,
    pub(crate) mesh: Arc<NavMesh>,
    /// For each static area: whether it is intact or cut.
    pub(crate) states: Vec<AreaState>,
    /// The areas in place of cut static areas, by the first of these.
    pub(crate) patches: BTreeMap<AreaId, Arc<AppliedPatch>>,
    /// For each area of the mesh: the static area or patch that it comes from.
    pub(crate) sources: Vec<Source>,
    pub(crate) link_ends: Arc<LinkEnds>,
    pub(crate) version: u64,
    pub(crate) journal: Journal,
}

/// Several changes that are made together.
///
/// ```
/// use tautline_dynamic::{DynamicNavMesh, Edit, Obstacle};
/// use tautline_meshgen::{Polygons, PolygonOptions, Role};
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut polygons = Polygons::default();
/// polygons.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// let mut dynamic = DynamicNavMesh::from_polygons(&polygons, &PolygonOptions::default())?;
/// let (cart, _) = dynamic.add_obstacle(&Obstacle::new([square(5.0, 5.0, 2.0)]))?;
///
/// // The cart moves.
/// let there = Obstacle::new([square(5.5, 5.0, 2.0)]);
/// let edited = dynamic.edit(&Edit { add: vec![there], remove: vec![cart] })?;
/// assert_eq!((edited.added.len(), edited.change.version), (1, 2));
/// # Ok::<(), tautline_dynamic::ChangeError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// The obstacles to add.
    pub add: Vec<Obstacle>,
    /// The obstacles to remove.
    pub remove: Vec<ObstacleId>,
}

/// The result of an [`Edit`].
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Edited {
    /// The ids of the added obstacles, in their order.
    pub added: Vec<ObstacleId>,
    /// The change of the mesh.
    pub change: Change,
    /// The defects of the added obstacles that were repaired. Shapes are indices into
    /// [`Edit::add`].
    pub repairs: Vec<Repair>,
}

impl DynamicNavMesh {
    /// Makes a mesh dynamic. O(n log n).
    ///
    /// # Errors
    ///
    /// [`ChangeError::OffGrid`] if vertices are not on the grid of [`Polygons::build`]. Then
    /// build the mesh from polygons instead.
    pub fn new(mesh: NavMesh) -> Result<Self, ChangeError> {
        let static_mesh = Arc::new(StaticMesh::new(mesh)?);
        let mesh = Arc::clone(&static_mesh.mesh);
        Ok(Self {
            obstacles: Obstacles::default(),
            next_id: 0,
            states: mesh.areas().map(AreaState::Intact).collect(),
            patches: BTreeMap::new(),
            sources: mesh.areas().map(Source::Static).collect(),
            link_ends: Arc::new(LinkEnds::new(&mesh)),
            version: 0,
            journal: Journal::default(),
            static_mesh,
            mesh,
        })
    }

    /// Builds a dynamic mesh from polygons. An [`agent_radius`](PolygonOptions::agent_radius)
    /// insets the polygons once; for the same clearance around obstacles, give each of them
    /// the same [margin](Obstacle::margin). O(n log n).
    ///
    /// # Errors
    ///
    /// A [`ChangeError`], mostly about the polygons.
    pub fn from_polygons(
        polygons: &Polygons,
        options: &PolygonOptions,
    ) -> Result<Self, ChangeError> {
        let built = polygons.build(options)?;
        Self::new(built.mesh.build()?)
    }

    /// The current mesh.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// The current mesh, shared. Edits replace it, so that it never changes.
    #[must_use]
    pub fn shared_mesh(&self) -> Arc<NavMesh> {
        Arc::clone(&self.mesh)
    }

    /// The mesh without obstacles.
    #[must_use]
    pub fn static_mesh(&self) -> &NavMesh {
        &self.static_mesh.mesh
    }

    /// The static area that an area of the mesh is; `None` if it is an area in place of cut ones. O(1).
    ///
    /// # Panics
    ///
    /// If the mesh has no such area.
    ///
    /// ```
    /// use tautline_dynamic::{DynamicNavMesh, Obstacle};
    /// use tautline_navmesh::{Terrain, Vec2, rectangles_from_cells};
    ///
    /// // A room on each side of a door.
    /// let raw = rectangles_from_cells(9, 3, |x, y| (x != 4 || y == 1).then_some(Terrain(0)));
    /// let mut ground = DynamicNavMesh::new(raw.build()?)?;
    /// ground.add_obstacle(&Obstacle::rect([1.0, 1.0], [2.0, 2.0]))?;
    ///
    /// let static_area = |x, y| ground.static_area(ground.mesh().locate(Vec2::new(x, y))?);
    /// assert_eq!(static_area(3.5, 0.5), None);
    /// assert_eq!(static_area(7.5, 1.5), ground.static_mesh().locate(Vec2::new(7.5, 1.5)));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn static_area(&self, area: AreaId) -> Option<AreaId> {
        match self.sources[area.index()] {
            Source::Static(area) => Some(area),
            Source::Patch { .. } => None,
        }
    }

    /// The version of the mesh: the number of edits.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// The current obstacles, in order.
    pub fn obstacles(&self) -> impl ExactSizeIterator<Item = ObstacleId> + '_ {
        self.obstacles.ids()
    }

    /// A current obstacle, as it was added; `None` if none has this id. For saving a game, and for pictures.
    ///
    /// A mesh to which the same obstacles are added has the same ground, but may number its areas
    /// differently: numbers of areas depend on the order of the edits.
    ///
    /// ```
    /// use tautline_dynamic::{DynamicNavMesh, Edit, Obstacle};
    /// use tautline_navmesh::{Terrain, Vec2, rectangles_from_cells};
    ///
    /// let mesh = rectangles_from_cells(8, 8, |_, _| Some(Terrain(0))).build()?;
    /// let mut ground = DynamicNavMesh::new(mesh.clone())?;
    /// ground.add_obstacle(&Obstacle::rect([2.0, 2.0], [4.0, 4.0]))?;
    ///
    /// let saved = ground.obstacles().filter_map(|id| ground.obstacle(id)).cloned().collect();
    /// let mut loaded = DynamicNavMesh::new(mesh)?;
    /// loaded.edit(&Edit { add: saved, remove: Vec::new() })?;
    /// assert_eq!(loaded.obstacles().len(), 1);
    /// assert_eq!(loaded.mesh().locate(Vec2::new(3.0, 3.0)), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn obstacle(&self, id: ObstacleId) -> Option<&Obstacle> {
        self.obstacles.get(id).map(|placed| &*placed.obstacle)
    }

    /// The changes after a version, in order: the last 256 one by one, and all earlier ones
    /// combined into one.
    pub fn changes_since(&self, version: u64) -> impl DoubleEndedIterator<Item = &Change> {
        self.journal.since(version)
    }

    /// Adds one obstacle: see [`Self::edit`], which reports repairs of its rings, too.
    ///
    /// An obstacle that covers nothing, because it lies off the mesh or its rings enclose no
    /// ground, is no error: [`Change::covered`] is then `None`.
    ///
    /// # Errors
    ///
    /// The errors of [`Self::edit`].
    pub fn add_obstacle(
        &mut self,
        obstacle: &Obstacle,
    ) -> Result<(ObstacleId, Change), ChangeError> {
        let id = ObstacleId(self.next_id);
        let edited = self.edit_with(std::slice::from_ref(obstacle), &[])?;
        Ok((id, edited.change))
    }

    /// Removes one obstacle: see [`Self::edit`].
    ///
    /// # Errors
    ///
    /// The errors of [`Self::edit`].
    pub fn remove_obstacle(&mut self, obstacle: ObstacleId) -> Result<Change, ChangeError> {
        self.edit_with(&[], &[obstacle]).map(|edited| edited.change)
    }

    /// Adds and removes obstacles together, as one new version.
    ///
    /// Obstacles may overlap, touch, contain each other, and lie on walls or off the mesh. Each
    /// margin belongs to its obstacle: where two obstacles overlap, or one overlaps a
    /// wall, their margins overlap as well.
    ///
    /// The *affected set* is cut together: the static areas that a changed obstacle overlaps, and
    /// all that are connected with them across borders which an obstacle touches anywhere but at
    /// the ends. So an obstacle among hundreds of others in one large area takes as long as
    /// cutting all of them. If many obstacles lie on wide open ground, draw this ground as squares of two
    /// alternating terrain classes: areas are not merged across classes, and so stay small.
    ///
    /// # Errors
    ///
    /// A [`ChangeError`] if coordinates, margins, elevations or numbers are out of range, if an
    /// obstacle to remove does not exist, if no area would remain, and in rare cases if
    /// intersections cannot be rounded. Nothing changes then, including the version.
    pub fn edit(&mut self, edit: &Edit) -> Result<Edited, ChangeError> {
        self.edit_with(&edit.add, &edit.remove)
    }

    fn edit_with(
        &mut self,
        add: &[Obstacle],
        remove: &[ObstacleId],
    ) -> Result<Edited, ChangeError> {
        let mut repairs = Vec::new();
        let mut placed = Vec::with_capacity(add.len());
        for (index, obstacle) in add.iter().enumerate() {
            let footprint = Footprint::of(index, obstacle, self.static_mesh.grid, &mut repairs)?;
            placed.push(Placed {
                since: self.version + 1,
                obstacle: Arc::new(obstacle.clone()),
                footprint: footprint.map(Arc::new),
            });
        }
        let mut remove = remove.to_vec();
        remove.sort_unstable();
        let twice = remove.windows(2).find(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        let missing = remove.iter().copied().find(|&id| self.obstacles.get(id).is_none());
        if let Some(obstacle) = missing.or(twice) {
            return Err(ChangeError::NoSuchObstacle { obstacle });
        }
        let count = u32::try_from(add.len()).ok();
        let Some(next_id) = count.and_then(|count| self.next_id.checked_add(count)) else {
            let found = self.next_id as usize + add.len();
            return Err(ChangeError::TooMany {
                things: "obstacles",
                found,
                limit: u32::MAX as usize,
            });
        };
        let added: Vec<ObstacleId> = (self.next_id..next_id).map(ObstacleId).collect();
        let box_of = |footprint: Option<&Footprint>| {
            footprint.and_then(|footprint| self.static_mesh.bounds_of(footprint))
        };
        let (mut covered, mut uncovered, mut restored) = (None, None, Vec::new());
        for placed in &placed {
            let bounds = box_of(placed.footprint.as_deref());
            covered = around(covered, bounds);
            // New terrain may make paths longer or shorter.
            if placed.obstacle.terrain.is_some() {
                uncovered = around(uncovered, bounds);
                restored.extend(bounds.map(|bounds| Restored { covered_since: 0, bounds }));
            }
        }
        for placed in remove.iter().filter_map(|&id| self.obstacles.get(id)) {
            let bounds = box_of(placed.footprint.as_deref());
            uncovered = around(uncovered, bounds);
            if placed.obstacle.terrain.is_some() {
                covered = around(covered, bounds);
            }
            // Only paths that were found while it was there can become shorter.
            restored.extend(bounds.map(|bounds| Restored { covered_since: placed.since, bounds }));
        }

        // Everything that can fail comes before this line; nothing has changed so far.
        let plan = self.plan(&added, placed, &remove)?;
        self.next_id = next_id;
        self.apply(plan);
        self.version += 1;
        let bounds = around(covered, uncovered);
        let change = Change { version: self.version, bounds, uncovered, covered };
        self.journal.push(change, restored);
        Ok(Edited { added, change, repairs })
    }
}
