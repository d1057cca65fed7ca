//! What physics cannot be.

/// Why a character cannot be made.
#[derive(Debug, Clone, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum PhysicsError {
    /// A value is not finite, negative, too large, or rounds to nothing where
    /// something is needed.
    #[error(
        "{name} is {value}, but must be finite, not negative, and neither vanish nor exceed 2^30 in subpixels"
    )]
    OutOfRange {
        /// Which value.
        name: &'static str,
        /// The value, in pixels and seconds.
        value: f64,
    },
    /// A speed moves the body by a tile or more in a frame, so that it could
    /// pass a wall unseen.
    #[error(
        "{name} is {value}, which moves a tile or more in one step; take smaller speeds or more steps per second"
    )]
    FasterThanATile {
        /// Which value.
        name: &'static str,
        /// The value, in pixels and seconds.
        value: f64,
    },
    /// The body is too large.
    #[error("{name} is {value}, but at most 4095 tiles are allowed")]
    BodyTooLarge {
        /// Which side.
        name: &'static str,
        /// Its length in pixels.
        value: f64,
    },
    /// A jump rises for too long.
    #[error(
        "a jump rises for {frames} frames, but at most 600 are allowed; take more gravity or less jump"
    )]
    EndlessJump {
        /// The frames that it rises.
        frames: i32,
    },
    /// There are too many different jumps: lengths of holding the button, times
    /// the frames in which a jump can begin.
    #[error(
        "there are {jumps} different jumps, but at most 2048 are allowed; \
         take fewer frames of grace, more gravity, or a higher jump cut"
    )]
    TooManyJumps {
        /// Their number.
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
    /// There are too many frames of grace.
    #[error("there are {value} frames of grace, but at max 60 are allowed")]
    GraceFrames {
        /// The number.
        value: u8,
    },
}
