//! Styles of lines and shapes as SVG attributes, the same as in the figures of other crates.

pub(crate) const GROUND: &str = r##"fill="#f3efe4""##;
pub(crate) const OBSTACLE: &str = r##"fill="#8a8577""##;
pub(crate) const BORDER: &str = r##"fill="none" stroke="#c9c0aa" stroke-width="1.5""##;
pub(crate) const WALL: &str = r##"fill="none" stroke="#4a4a4a" stroke-width="4""##;
pub(crate) const SIGHT: &str =
    r##"fill="none" stroke="#2f6f8a" stroke-width="1.5" stroke-dasharray="7 4""##;
pub(crate) const PORTAL: &str = r##"fill="none" stroke="#2f6f8a" stroke-width="6""##;
pub(crate) const PATH: &str = r##"fill="none" stroke="#b3261e" stroke-width="3.5""##;
pub(crate) const ARROW: &str = r##"fill="none" stroke="#2f6f8a" stroke-width="2.5""##;
pub(crate) const HEAD: &str = r##"fill="#2f6f8a""##;
pub(crate) const REACHED: &str = r##"fill="#cfe3d2""##;
pub(crate) const CORNER: &str = r##"fill="#e0862f" stroke="#ffffff" stroke-width="1.5""##;
pub(crate) const END: &str = r##"fill="#b3261e" stroke="#ffffff" stroke-width="1.5""##;
