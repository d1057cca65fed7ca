//! Memory for a mesh that is laid out anew.

use crate::fan::Fan;
use crate::side::Side;

/// No side or fan: it went.
pub(super) const GONE: u32 = u32::MAX;

/// What is laid out anew, in memory that is kept from one change to the next.
#[derive(Clone, Debug, Default)]
pub(super) struct Spare {
    pub(super) sides: Vec<Side>,
    pub(super) first_sides: Vec<u32>,
    /// Where each side has gone.
    pub(super) sides_now: Vec<u32>,
    pub(super) fans_now: Vec<u32>,
    pub(super) fans: Vec<Fan>,
}

/// What renewing fans reads and writes.
pub(super) struct Parts<'a> {
    pub(super) sides: &'a mut [Side],
    pub(super) first_sides: &'a [u32],
    pub(super) sides_now: &'a [u32],
    pub(super) fans_now: &'a mut Vec<u32>,
    pub(super) fans: &'a mut Vec<Fan>,
}

impl Spare {
    pub(super) fn parts(&mut self) -> Parts<'_> {
        Parts {
            sides: &mut self.sides,
            first_sides: &self.first_sides,
            sides_now: &self.sides_now,
            fans_now: &mut self.fans_now,
            fans: &mut self.fans,
        }
    }
}
