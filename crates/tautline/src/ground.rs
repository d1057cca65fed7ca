//! What paths are found on.

use tautline_anyangle::Labels;
use tautline_navmesh::NavMesh;

/// Ground to find paths on: a mesh, and its baked [`Labels`] if there are any.
///
/// Every call that finds paths takes it in any of these forms: a `&NavMesh`, a
/// mesh [`with_labels`](Self::with_labels), or what a baked map holds.
///
/// ```
/// use tautline::anyangle::{BakeOptions, Labels};
/// use tautline::navmesh::{BuildOptions, NavMesh, Terrain, rectangles_from_cells};
/// use tautline::{Ground, Vec2, path};
///
/// let raw = rectangles_from_cells(20, 20, |x, y| (x != 10 || y == 3).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
/// let (start, goal) = (Vec2::new(1.0, 9.0), Vec2::new(19.0, 9.5));
/// let searched = path(&mesh, start, goal)?;
/// let looked_up = path(Ground::of(&mesh).with_labels(&labels), start, goal)?;
/// assert_eq!(looked_up.points, searched.points);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Ground<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) labels: Option<&'a Labels>,
}

impl<'a> Ground<'a> {
    /// A mesh without labels.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self { mesh, labels: None }
    }

    /// The same ground with the labels that were baked for its mesh. The answers
    /// stay the same; exact ones on ground that costs the same everywhere come
    /// many times faster.
    #[must_use]
    pub const fn with_labels(self, labels: &'a Labels) -> Self {
        Self { labels: Some(labels), ..self }
    }

    /// The mesh.
    #[must_use]
    pub const fn mesh(&self) -> &'a NavMesh {
        self.mesh
    }

    /// The labels, if there are any.
    #[must_use]
    pub const fn labels(&self) -> Option<&'a Labels> {
        self.labels
    }
}

impl<'a> From<&'a NavMesh> for Ground<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}
