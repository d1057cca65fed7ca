//! Attributes of areas: everything but their shape.
//!
//! To add an attribute, change
//! 1. this file, with the lists of [`RawMesh`] and of [`StoredMesh`];
//! 2. `mesh.rs`: an accessor next to [`NavMesh::terrain`](crate::NavMesh::terrain);
//! 3. the file format of the facade (`tautline/src/baked/file.rs`): the list, and the next
//!    `FORMAT_VERSION`.
//!
//! The code that builds, merges, cuts and splits areas passes [`AreaAttributes`] on unchanged.

use crate::{RawMesh, StoredMesh, Terrain};

/// The attributes of an area: everything but its shape. Areas merge only if theirs are equal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct AreaAttributes {
    /// The terrain class.
    pub terrain: Terrain,
    /// The number that the author gave to the area; `None` if its number is its index.
    pub number: Option<u32>,
}

/// Returns true if the number of every area is its index.
fn have_index_numbers(areas: &[AreaAttributes]) -> bool {
    (0..).zip(areas).all(|(index, area)| area.number_or(index) == index)
}

/// Removes the numbers if the number of every area is its index.
pub(crate) fn normalize(areas: &mut [AreaAttributes]) {
    if have_index_numbers(areas) {
        areas.iter_mut().for_each(|area| area.number = None);
    }
}

impl AreaAttributes {
    /// The number of the area, whose index is the default.
    pub(crate) fn number_or(&self, index: u32) -> u32 {
        self.number.unwrap_or(index)
    }

    fn from_lists(terrains: &[Terrain], numbers: &[u32], area: usize) -> Self {
        Self {
            terrain: terrains.get(area).copied().unwrap_or_default(),
            number: numbers.get(area).copied(),
        }
    }
}

impl RawMesh {
    /// The attributes of an area; the defaults where a list is empty.
    #[must_use]
    pub fn attributes(&self, area: usize) -> AreaAttributes {
        AreaAttributes::from_lists(&self.terrains, &self.numbers, area)
    }

    /// Sets the attributes of all areas. A list stays empty if all its entries are defaults.
    ///
    /// ```
    /// use tautline_navmesh::{AreaAttributes, RawMesh, Terrain};
    ///
    /// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]]);
    /// raw.push_area(&[0, 1, 2]);
    /// let swamp = AreaAttributes { terrain: Terrain(3), ..AreaAttributes::default() };
    /// raw.set_attributes(&[swamp]);
    /// assert_eq!(raw.terrains, [Terrain(3)]);
    /// assert!(raw.numbers.is_empty(), "each number is an index");
    /// assert_eq!(raw.attributes(0), swamp);
    /// ```
    pub fn set_attributes(&mut self, areas: &[AreaAttributes]) {
        let is_uniform = areas.iter().all(|area| area.terrain == Terrain::default());
        let terrains = areas.iter().map(|area| area.terrain);
        let numbers = (0..).zip(areas).map(|(index, area)| area.number_or(index));
        self.terrains = if is_uniform { Vec::new() } else { terrains.collect() };
        self.numbers = if have_index_numbers(areas) { Vec::new() } else { numbers.collect() };
    }

    /// The lengths of the lists of attributes.
    pub(crate) fn attribute_lists(&self) -> [(&'static str, usize); 2] {
        [("terrains", self.terrains.len()), ("numbers", self.numbers.len())]
    }
}

impl StoredMesh {
    /// The attributes of an area.
    pub(crate) fn attributes(&self, area: usize) -> AreaAttributes {
        AreaAttributes::from_lists(&self.terrains, &self.numbers, area)
    }

    /// The lengths of the lists of attributes.
    pub(crate) fn attribute_lists(&self) -> [(&'static str, usize); 2] {
        [("terrains", self.terrains.len()), ("numbers", self.numbers.len())]
    }
}
