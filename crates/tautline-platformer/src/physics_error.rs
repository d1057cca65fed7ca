//! Errors of physics and bodies.

/// The reason why a character cannot be created.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PhysicsError {
    /// A value is not finite, negative, too large, or rounds to 0 although it must not.
    #[error(
        "{name} is {value}, but must be finite, not negative, and in subpixels neither round to 0 nor \
         exceed 2^30; for lengths in tiles or metres, use more subpixels per pixel"
    )]
    OutOfRange {
        /// The name of the value.
        name: &'static str,
        /// The value, in pixels and seconds.
        value: f64,
    },
    /// A speed moves the body by a tile or more in a frame, so that it could pass through a wall.
    #[error(
        "{name} is {value}, which moves a tile or more in one step; use a lower speed or more steps per second"
    )]
    FasterThanATile {
        /// The name of the value.
        name: &'static str,
        /// The value, in pixels and seconds.
        value: f64,
    },
    /// The body is too large.
    #[error("{name} is {value}, but at most 4095 tiles are allowed")]
    BodyTooLarge {
        /// The name of the side.
        name: &'static str,
        /// Its length in pixels.
        value: f64,
    },
    /// A jump rises for too long.
    #[error(
        "a jump rises for {frames} frames, but at most 600 are allowed; use more gravity or a lower jump speed"
    )]
    EndlessJump {
        /// The number of frames.
        frames: i32,
    },
    /// There are too many different jumps: holds of the button, times the frames in which a jump
    /// can begin.
    #[error(
        "there are {jumps} different jumps, but at most 2048 are allowed; \
         use fewer grace frames, more gravity, or a higher jump cut"
    )]
    TooManyJumps {
        /// The number of jumps.
        jumps: u32,
    },
    /// A tile has too many subpixels.
    #[error(
        "a tile of {tile} pixels with {subpixels} subpixels each is too fine: at most 262144 subpixels per tile are allowed"
    )]
    TileOfTooManySubpixels {
        /// Side of a tile in pixels.
        tile: f64,
        /// Subpixels per pixel.
        subpixels: u32,
    },
    /// The number of steps per second is out of range.
    #[error("there are {value} steps per second, but 1 to 1000 are allowed")]
    StepsPerSecond {
        /// The number.
        value: u32,
    },
    /// The number of subpixels per pixel is out of range.
    #[error("there are {value} subpixels per pixel, but 1 to 65536 are allowed")]
    Subpixels {
        /// The number.
        value: u32,
    },
    /// There are too many grace frames (coyote time).
    #[error("there are {value} grace frames, but at most 60 are allowed")]
    GraceFrames {
        /// The number.
        value: u8,
    },
}

impl PhysicsError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::OutOfRange { .. } => (1, "out_of_range"),
            Self::FasterThanATile { .. } => (2, "faster_than_a_tile"),
            Self::BodyTooLarge { .. } => (3, "body_too_large"),
            Self::EndlessJump { .. } => (4, "endless_jump"),
            Self::TooManyJumps { .. } => (5, "too_many_jumps"),
            Self::TileOfTooManySubpixels { .. } => (6, "tile_of_too_many_subpixels"),
            Self::StepsPerSecond { .. } => (7, "steps_per_second"),
            Self::Subpixels { .. } => (8, "subpixels"),
            Self::GraceFrames { .. } => (9, "grace_frames"),
        }
    }
}
