//! Connected components.

/// The connected components of the areas, connected across borders only.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Components {
    /// The component of each area.
    pub(crate) of_area: Vec<u32>,
    /// The number of components.
    pub(crate) count: u32,
}
