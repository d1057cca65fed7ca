//! What paths are found on.

use tautline_anyangle::{Labels, Landmarks, SearchMesh};
#[cfg(feature = "build")]
use tautline_dynamic::DynamicNavMesh;
use tautline_navmesh::NavMesh;

#[cfg(feature = "build")]
use crate::changed::{BakedVersion, Before};

/// Ground to find paths on: a mesh, and its baked [`Labels`] or [`Landmarks`] if
/// there are any.
///
/// Every call that finds paths takes it in any of these forms: a `&NavMesh`, a
/// mesh [`with_labels`](Self::with_labels) or
/// [`with_landmarks`](Self::with_landmarks), or what a baked map holds.
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
    accelerator: Accelerator<'a>,
    #[cfg(feature = "build")]
    pub(crate) changing: Option<&'a DynamicNavMesh>,
    #[cfg(feature = "build")]
    pub(crate) before: Option<Before<'a>>,
}

/// What speeds up exact searches on a mesh.
#[derive(Clone, Copy, Debug)]
enum Accelerator<'a> {
    None,
    Landmarks(&'a Landmarks),
    Labels(&'a Labels),
}

impl<'a> Ground<'a> {
    /// A mesh without labels and landmarks.
    #[must_use]
    pub const fn of(mesh: &'a NavMesh) -> Self {
        Self {
            mesh,
            accelerator: Accelerator::None,
            #[cfg(feature = "build")]
            changing: None,
            #[cfg(feature = "build")]
            before: None,
        }
    }

    /// Changing ground as it is now.
    #[cfg(feature = "build")]
    #[must_use]
    pub const fn of_dynamic(ground: &'a DynamicNavMesh) -> Self {
        Self { changing: Some(ground), ..Self::of(ground.mesh()) }
    }

    /// The same changing ground with labels that were baked for an earlier version of
    /// it. The answers stay as short. Those that no change since then concerns come
    /// many times faster: a path that misses all that came and went is still the
    /// shortest one. Others are searched for, and where ground has come back, only
    /// among those that are shorter than the path by labels.
    ///
    /// Ignored on ground that is not [changing](Self::of_dynamic).
    #[cfg(feature = "build")]
    #[must_use]
    pub const fn with_version(self, baked: &'a BakedVersion) -> Self {
        let before = match self.changing {
            Some(ground) => Some(Before { ground, baked }),
            None => None,
        };
        Self { before, ..self }
    }

    /// The same ground with the labels that were baked for its mesh. Exact answers on
    /// ground that costs the same everywhere come many times faster; where some is
    /// forbidden, those whose path by labels keeps off it.
    ///
    /// They stay as short, but for the rounding of their lengths. Of several ways that are
    /// equally short, which is frequent on grids, labels may give another one than the
    /// search does.
    ///
    /// They take the place of [landmarks](Self::with_landmarks). Labels of another mesh are
    /// refused by each request:
    /// [`BakedForOtherMesh`](crate::PathError::BakedForOtherMesh).
    #[must_use]
    pub const fn with_labels(self, labels: &'a Labels) -> Self {
        Self { accelerator: Accelerator::Labels(labels), ..self }
    }

    /// The same ground without labels: exact paths are searched.
    #[must_use]
    pub const fn without_labels(self) -> Self {
        let accelerator = match self.accelerator {
            Accelerator::Labels(_) => Accelerator::None,
            other => other,
        };
        Self {
            accelerator,
            #[cfg(feature = "build")]
            before: None,
            ..self
        }
    }

    /// The same ground with the landmarks that were chosen for its mesh. Exact searches on
    /// large maps take half the time, wherever labels do not serve. The answers stay as
    /// short, as with [labels](Self::with_labels), whose place they take; landmarks of
    /// another mesh are refused likewise.
    #[must_use]
    pub const fn with_landmarks(self, landmarks: &'a Landmarks) -> Self {
        Self { accelerator: Accelerator::Landmarks(landmarks), ..self }
    }

    /// The mesh.
    #[must_use]
    pub const fn mesh(&self) -> &'a NavMesh {
        self.mesh
    }

    /// The labels, if there are any.
    #[must_use]
    pub const fn labels(&self) -> Option<&'a Labels> {
        match self.accelerator {
            Accelerator::Labels(labels) => Some(labels),
            _ => None,
        }
    }

    /// The landmarks, if there are any.
    #[must_use]
    pub const fn landmarks(&self) -> Option<&'a Landmarks> {
        match self.accelerator {
            Accelerator::Landmarks(landmarks) => Some(landmarks),
            _ => None,
        }
    }

    /// Whether labels answer, of this version or another.
    pub(crate) const fn has_labels(&self) -> bool {
        #[cfg(feature = "build")]
        if self.before.is_some() {
            return true;
        }
        self.labels().is_some()
    }

    /// For searches.
    pub(crate) fn search_mesh(&self) -> SearchMesh<'a> {
        let mesh = SearchMesh::of(self.mesh);
        match self.landmarks() {
            Some(landmarks) => mesh.with_landmarks(landmarks),
            None => mesh,
        }
    }
}

impl<'a> From<&'a NavMesh> for Ground<'a> {
    fn from(mesh: &'a NavMesh) -> Self {
        Self::of(mesh)
    }
}

#[cfg(feature = "build")]
impl<'a> From<&'a DynamicNavMesh> for Ground<'a> {
    fn from(ground: &'a DynamicNavMesh) -> Self {
        Self::of_dynamic(ground)
    }
}
