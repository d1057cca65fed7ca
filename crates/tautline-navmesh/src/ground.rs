//! What a mesh is made of.

use tautline_geometry::Vec2;

use crate::AreaAttributes;
use crate::fan::Fan;
use crate::parts::Parts;
use crate::side::Side;

/// The areas and how they hang together.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Ground {
    pub(crate) vertices: Vec<Vec2>,
    /// One per vertex, or none for flat ground.
    pub(crate) elevations: Vec<f32>,
    pub(crate) sides: Vec<Side>,
    pub(crate) fans: Vec<Fan>,
    /// Where the sides of each area begin; one entry more than areas.
    pub(crate) first_sides: Vec<u32>,
    pub(crate) attributes: Vec<AreaAttributes>,
    /// A number for each area, for [`Gate::leads_to`](crate::Gate::leads_to).
    pub(crate) gate_numbers: Vec<u32>,
    pub(crate) parts: Parts,
}
