//! The style of shapes, as SVG attributes.

pub(crate) const SOLID: &str = r##"fill="#8d8779""##;
pub(crate) const ONE_WAY: &str = r##"fill="none" stroke="#8d8779" stroke-width="5""##;
pub(crate) const HEIGHT: &str =
    r##"fill="none" stroke="#c9c0aa" stroke-width="1" stroke-dasharray="3 4""##;
pub(crate) const COURSE: &str =
    r##"fill="none" stroke="#4f9dba" stroke-width="1.5" stroke-opacity="0.8""##;
pub(crate) const LONGEST: &str = r##"fill="none" stroke="#b3261e" stroke-width="3""##;
pub(crate) const SPAN: &str = r##"fill="none" stroke="#2f7a3c" stroke-width="6""##;
pub(crate) const LINK: &str = r##"fill="#4f9dba" fill-opacity="0.12" stroke="#2f6f8a" stroke-width="0.8" stroke-opacity="0.5""##;
pub(crate) const PLACES: &str = r##"fill="none" stroke="#4f9dba" stroke-width="3""##;
pub(crate) const LANDED: &str = r##"fill="none" stroke="#e0862f" stroke-width="7""##;
