//! Baked maps as assets.

use std::sync::Arc;

use bevy_asset::io::Reader;
use bevy_asset::{Asset, AssetLoader, LoadContext};
use bevy_reflect::TypePath;
use tautline::NavMesh;
use tautline::baked::{BakedError, BakedMap};
use thiserror::Error;

/// A baked map as an asset: a mesh for each agent radius, with its labels or landmarks.
///
/// Loaded from `.nav` files, which `tautline bake` writes, or made from a [`BakedMap`] or a
/// [`NavMesh`] that the game builds itself. Cheap to clone.
///
/// ```
/// use bevy_tautline::NavMap;
/// use bevy_tautline::tautline::navmesh::{Terrain, rectangles_from_cells};
///
/// let mesh = rectangles_from_cells(8, 8, |_, _| Some(Terrain(0))).build()?;
/// let map = NavMap::from(mesh);
/// assert_eq!(map.baked().mesh().area_count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Asset, TypePath, Clone, Debug)]
pub struct NavMap(Arc<BakedMap>);

impl NavMap {
    /// Returns the baked map.
    #[must_use]
    pub fn baked(&self) -> &BakedMap {
        &self.0
    }

    pub(crate) const fn shared(&self) -> &Arc<BakedMap> {
        &self.0
    }
}

impl From<BakedMap> for NavMap {
    fn from(map: BakedMap) -> Self {
        Self(Arc::new(map))
    }
}

impl From<NavMesh> for NavMap {
    /// Creates a map with one mesh, for agents of radius 0: paths touch the walls.
    fn from(mesh: NavMesh) -> Self {
        BakedMap::from(mesh).into()
    }
}

/// The loader of [`NavMap`] assets: files with the extension `nav`.
///
/// The bytes are not trusted: a damaged file is an error, never a panic.
#[derive(Clone, Copy, Debug, Default, TypePath)]
pub struct NavMapLoader;

/// The reason why a `.nav` file cannot be loaded.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum NavMapLoaderError {
    /// The file cannot be read.
    #[error("the map cannot be read: {0}")]
    Io(#[from] std::io::Error),
    /// The file is damaged, or was baked by another version.
    #[error(transparent)]
    Baked(#[from] BakedError),
}

impl AssetLoader for NavMapLoader {
    type Asset = NavMap;
    type Settings = ();
    type Error = NavMapLoaderError;

    async fn load(
        &self,
        reader: &mut dyn Reader,
        (): &(),
        _: &mut LoadContext<'_>,
    ) -> Result<NavMap, NavMapLoaderError> {
        let mut bytes = Vec::new();
        reader.read_to_end(&mut bytes).await?;
        Ok(BakedMap::decode(&bytes)?.into())
    }

    fn extensions(&self) -> &[&str] {
        &["nav"]
    }
}
