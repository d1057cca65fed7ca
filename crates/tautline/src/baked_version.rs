//! Labels of an earlier version of a dynamic mesh.

use std::sync::Arc;

use tautline_dynamic::DynamicNavMesh;
use tautline_labels::{BakeError, BakeOptions, Labels};
use tautline_navmesh::NavMesh;

/// A version of a dynamic mesh with its labels.
///
/// After obstacles were added or removed, it still answers the queries that the changes do not
/// affect: see [`Ground::with_version`](crate::Ground::with_version). Bake a new one from time to
/// time, in a worker thread with a clone of the mesh, and pass it to [`Self::new`].
///
/// ```
/// use tautline::labels::BakeOptions;
/// use tautline::dynamic::{DynamicNavMesh, Obstacle};
/// use tautline::meshgen::{PolygonOptions, Polygons, Role};
/// use tautline::{BakedVersion, Ground, Path, Query, Scratch, Vec2, path_in};
///
/// let square = |x: f32, y: f32, size: f32| vec![[x, y], [x + size, y], [x + size, y + size], [x, y + size]];
/// let mut outlines = Polygons::default();
/// outlines.push(Role::Ground, [square(0.0, 0.0, 20.0), square(8.0, 8.0, 4.0)]);
/// let mut ground = DynamicNavMesh::from_polygons(&outlines, &PolygonOptions::default())?;
/// let baked = BakedVersion::bake(&ground, &BakeOptions::default())?;
///
/// ground.add_obstacle(&Obstacle::new([square(8.0, 5.0, 3.0)]))?;
/// let ground_now = Ground::of_dynamic(&ground).with_version(&baked);
/// let (mut scratch, mut path) = (Scratch::new(), Path::default());
/// path_in(ground_now, &Query::new(Vec2::new(7.0, 11.0), Vec2::new(13.0, 12.0)), &mut scratch, &mut path)?;
/// assert_eq!((path.points[1], scratch.expanded()), (Vec2::new(8.0, 12.0), 0), "by labels");
/// path_in(ground_now, &Query::new(Vec2::new(7.0, 7.5), Vec2::new(13.0, 7.5)), &mut scratch, &mut path)?;
/// assert_eq!(path.points[1], Vec2::new(8.0, 5.0), "around what has come");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct BakedVersion {
    version: u64,
    mesh: Arc<NavMesh>,
    labels: Labels,
}

impl BakedVersion {
    /// Bakes labels for the current version of a dynamic mesh.
    ///
    /// # Errors
    ///
    /// A [`BakeError`].
    pub fn bake(ground: &DynamicNavMesh, options: &BakeOptions) -> Result<Self, BakeError> {
        let mesh = Arc::new(ground.mesh().clone());
        let labels = Labels::bake(&mesh, options)?;
        Ok(Self::new(ground.version(), mesh, labels))
    }

    /// A version of a dynamic mesh with labels that were baked for a clone of its mesh.
    #[must_use]
    pub fn new(version: u64, mesh: impl Into<Arc<NavMesh>>, labels: Labels) -> Self {
        Self { version, mesh: mesh.into(), labels }
    }

    /// Returns the version of the dynamic mesh.
    #[must_use]
    pub const fn version(&self) -> u64 {
        self.version
    }

    /// Returns the mesh of that version.
    #[must_use]
    pub fn mesh(&self) -> &NavMesh {
        &self.mesh
    }

    /// Returns its labels.
    #[must_use]
    pub const fn labels(&self) -> &Labels {
        &self.labels
    }
}

/// A dynamic mesh and an earlier version of it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Before<'a> {
    pub(crate) ground: &'a DynamicNavMesh,
    pub(crate) baked: &'a BakedVersion,
}
