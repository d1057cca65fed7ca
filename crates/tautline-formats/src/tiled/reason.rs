//! Errors of Tiled maps alone.

/// An error that only Tiled maps can have.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum TiledReason {
    /// A cell has a tile that is in no tile set.
    #[error("tile {id} belongs to no tile set")]
    Tile {
        /// The global tile id (GID), without the flags for flipping.
        id: u32,
    },
}

impl TiledReason {
    /// Returns the number and the name of this kind of error, to store them or to pass them to
    /// other languages. They are stable across versions.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Tile { .. } => (1, "tile"),
        }
    }
}
