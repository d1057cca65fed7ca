//! SVG attributes of the shapes in figures.

pub(crate) const GROUND: &str = r##"fill="#f3efe4""##;
pub(crate) const CLOSED: &str = r##"fill="#d5d1c8""##;
pub(crate) const BORDER: &str = r##"fill="none" stroke="#c9c0aa" stroke-width="1.5""##;
pub(crate) const WALL: &str = r##"fill="none" stroke="#4a4a4a" stroke-width="4""##;
pub(crate) const VIEW: &str = r##"fill="#4f9dba" fill-opacity="0.28""##;
pub(crate) const LATER_VIEW: &str = r##"fill="#e0862f" fill-opacity="0.2""##;
pub(crate) const RAY: &str =
    r##"fill="none" stroke="#2f6f8a" stroke-width="1.5" stroke-dasharray="7 4""##;
pub(crate) const WINDOW: &str = r##"fill="none" stroke="#2f6f8a" stroke-width="6""##;
pub(crate) const PATH: &str = r##"fill="none" stroke="#b3261e" stroke-width="3.5""##;
pub(crate) const SHORTCUT: &str =
    r##"fill="none" stroke="#2f7a3c" stroke-width="3" stroke-dasharray="8 5""##;
pub(crate) const CORNER: &str = r##"fill="#e0862f" stroke="#ffffff" stroke-width="1.5""##;
pub(crate) const END: &str = r##"fill="#b3261e" stroke="#ffffff" stroke-width="1.5""##;
pub(crate) const OBSTACLE: &str = r##"fill="#8d8779""##;
