//! Ground on which obstacles come and go.

use std::collections::BTreeMap;

use crate::static_mesh::StaticMesh;
use crate::links::LinkEnds;
use crate::journal::{Journal, Restored, around};
use crate::obstacle::Footprint;
use crate::plan::{Source, AreaState};
use crate::affected::Obstacles;
use crate::update::Patched;
use crate::{Change, ChangeError, Obstacle, ObstacleId};

use tautline_meshgen::{PolygonOptions, Polygons, Repair};
use tautline_navmesh::{AreaId, BuildOptions, NavMesh};

/// Ground on which obstacles come and go, and its mesh, which is cut where they do.
///
/// [`Self::mesh`] is a valid [`NavMesh`] at any time, and all searches work on it. It
/// is the ground that it was made from without all obstacles that are there now, as
/// if it had been built of both by [`Polygons::build`]: only the areas that an
/// obstacle covers some of are cut, and what it covered is whole again when it has
/// gone. Without obstacles the mesh has the areas that it had first.
///
/// ```
/// use tautline_dynamic::{DynamicNavMesh, Obstacle, PathState};
/// use tautline_meshgen::{Polygons, PolygonOptions, Role};
/// use tautline_navmesh::Vec2;
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut outlines = Polygons::default();
/// outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// let mut ground = DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default())?;
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
/// # Ok::<(), tautline_dynamic::ChangeError>(())
/// ```
///
/// **Floors.** The ground may have elevations and floors above each other. An obstacle
/// stands on all floors below or above each other that it meets, or on those that
/// [`Obstacle::elevations`] says. Vertices that cutting makes have the elevation of
/// the ground that they lie on, up to the rounding of `f32`; ground without obstacles is bit for
/// bit what it was. Level areas of the same elevation may be united where they are
/// cut, and no others. Walls of no width stay walls.
///
/// **Doors.** What only opens and closes need not be an obstacle. Draw a door as
/// terrain of its own region, and [`QueryFilter::forbid`](tautline_navmesh::QueryFilter::forbid) closes all
/// doors of the region, [`QueryFilter::forbid_area`](tautline_navmesh::QueryFilter::forbid_area) the areas of
/// a single one: at once, for one query and not for another, and without a change of
/// the mesh. For links [`QueryFilter::forbid_link`](tautline_navmesh::QueryFilter::forbid_link) does. An obstacle is for what comes where nobody had drawn anything, and
/// for exact shortest paths that see it.
///
/// **Exactness.** Which areas change is decided exactly, on the grid of
/// [`Polygons::build`] around the ground. Obstacles on the grid whose sides cross
/// slanting walls, or each other, at points on the grid are cut without any
/// rounding, such as all with upright and level sides. Other crossings move by less
/// than a step of the grid. How they are rounded does not depend on what was there
/// before.
///
/// **Numbers.** An area that does not change keeps its number, unless the mesh gets
/// fewer areas: then the last ones get the numbers of areas that went. Sides and fans
/// are numbered anew. Vertices of the ground keep theirs, and those of obstacles are
/// numbered anew. So [`Corridor`](tautline_navmesh::Corridor)s and
/// [`QueryFilter`](tautline_navmesh::QueryFilter) with forbidden areas are of one version.
///
/// **Links.** A link keeps its number, whatever happens, so that
/// [`QueryFilter::forbid_link`](tautline_navmesh::QueryFilter::forbid_link) holds over all changes. While an
/// obstacle covers one of its ends it does not [stand](tautline_navmesh::Link::is_enabled) and
/// cannot be taken.
///
/// **Time.** O(k log k) for k corners of the ground and the obstacles in the areas
/// that an obstacle hangs together with (see [`Self::edit`]), and linear passes over
/// the mesh, which is finished as by [`NavMesh::build`]: it equals the one that is
/// built of its own [`to_raw`](NavMesh::to_raw).
#[derive(Clone, Debug)]
pub struct DynamicNavMesh {
    pub(crate) static_mesh: StaticMesh,
    pub(crate) obstacles: Obstacles,
    pub(crate) next_id: u32,
    pub(crate) mesh: NavMesh,
    /// By area of the base: what stands for it.
    pub(crate) states: Vec<AreaState>,
    /// By the first area of the base that each stands for.
    pub(crate) patches: BTreeMap<AreaId, Patched>,
    /// By area of the mesh: what it stands for.
    pub(crate) sources: Vec<Source>,
    pub(crate) link_ends: LinkEnds,
    pub(crate) version: u64,
    pub(crate) journal: Journal,
}

/// Several changes at once.
///
/// ```
/// use tautline_dynamic::{DynamicNavMesh, Edit, Obstacle};
/// use tautline_meshgen::{Polygons, PolygonOptions, Role};
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut outlines = Polygons::default();
/// outlines.push(Role::Ground, [square(0.0, 0.0, 20.0)]);
/// let mut ground = DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default())?;
/// let (cart, _) = ground.add_obstacle(&Obstacle::new([square(5.0, 5.0, 2.0)]))?;
///
/// // The cart moves.
/// let there = Obstacle::new([square(5.5, 5.0, 2.0)]);
/// let edited = ground.edit(&Edit { add: vec![there], remove: vec![cart] })?;
/// assert_eq!((edited.added.len(), edited.change.version), (1, 2));
/// # Ok::<(), tautline_dynamic::ChangeError>(())
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

impl DynamicNavMesh {
    /// Makes the ground of a mesh changing. O(n log n).
    ///
    /// # Errors
    ///
    /// [`ChangeError::OffGrid`] if vertices are not on the grid of
    /// [`Polygons::build`]: build the mesh of outlines then.
    pub fn new(mesh: NavMesh) -> Result<Self, ChangeError> {
        let static_mesh = StaticMesh::new(mesh)?;
        let mesh = static_mesh.mesh.clone();
        Ok(Self {
            obstacles: Obstacles::default(),
            next_id: 0,
            states: mesh.areas().map(AreaState::Intact).collect(),
            patches: BTreeMap::new(),
            sources: mesh.areas().map(Source::Static).collect(),
            link_ends: LinkEnds::new(&mesh),
            version: 0,
            journal: Journal::default(),
            static_mesh,
            mesh,
        })
    }

    /// Builds changing ground of outlines. Room around walls, by
    /// [`agent_radius`](PolygonOptions::agent_radius), is taken off once; for the same
    /// room around obstacles give each of them the same
    /// [margin](Obstacle::margin). O(n log n).
    ///
    /// # Errors
    ///
    /// A [`ChangeError`], mostly of the outlines.
    pub fn from_polygons(outlines: &Polygons, options: &PolygonOptions) -> Result<Self, ChangeError> {
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
    pub const fn static_mesh(&self) -> &NavMesh {
        &self.static_mesh.mesh
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
        self.journal.since(version)
    }

    pub(crate) const fn journal(&self) -> &Journal {
        &self.journal
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
    /// regions in turn: areas are not joined across regions.
    ///
    /// # Errors
    ///
    /// A [`ChangeError`] for coordinates, margins, elevations and numbers out of range,
    /// for an obstacle to remove that is not there, if nothing were left of the
    /// ground, and in rare cases if crossings could not be rounded. All stays as it
    /// was then, the version too.
    pub fn edit(&mut self, edit: &Edit) -> Result<Edited, ChangeError> {
        self.edit_with(&edit.add, &edit.remove)
    }

    fn edit_with(
        &mut self,
        add: &[Obstacle],
        remove: &[ObstacleId],
    ) -> Result<Edited, ChangeError> {
        let mut repairs = Vec::new();
        let mut footprints = Vec::with_capacity(add.len());
        for (index, obstacle) in add.iter().enumerate() {
            footprints.push(Footprint::of(index, obstacle, self.static_mesh.grid, &mut repairs)?);
        }
        let mut remove = remove.to_vec();
        remove.sort_unstable();
        let is_twice = |pair: &[ObstacleId]| pair[0] == pair[1];
        let twice = remove.windows(2).find(|pair| is_twice(pair)).map(|pair| pair[0]);
        let missing = remove.iter().copied().find(|&id| !self.obstacles.contains(id));
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
        let box_of = |footprint: Option<&Footprint>| footprint.and_then(|footprint| self.static_mesh.bounds_of(footprint));
        let covered = footprints.iter().map(|footprint| box_of(footprint.as_ref())).fold(None, around);
        let uncovered =
            remove.iter().map(|&id| box_of(self.obstacles.cover(id))).fold(None, around);

        let restored = remove.iter().filter_map(|&id| {
            let bounds = box_of(self.obstacles.cover(id))?;
            Some(Restored { covered_since: self.obstacles.version_of(id), bounds })
        });
        let restored = restored.collect();

        let plan = self.plan(&added, footprints, &remove)?;
        self.next_id = next_id;
        self.apply(plan);
        self.version += 1;
        let bounds = around(covered, uncovered);
        let change = Change { version: self.version, bounds, uncovered, covered };
        self.journal.push(change, restored);
        Ok(Edited { added, change, repairs })
    }
}
