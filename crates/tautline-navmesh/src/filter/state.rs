//! The state of a filter, by which caches notice that it has changed.

use crate::internal::fingerprint;
use crate::{AreaId, LinkId, LinkKind};

/// The state of a filter: see [`QueryFilter::state`](super::QueryFilter::state).
///
/// A hash of all differences from the uniform filter, combined by XOR. So a change updates it in O(1), and the order
/// of changes does not matter (Zobrist hashing).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[doc(hidden)]
pub struct FilterState(u64);

/// A setting of a filter, and the number of its terrain, area or link.
#[derive(Clone, Copy)]
pub(super) enum Setting {
    Factor(u8, f64),
    LinkKind(LinkKind),
    Area(AreaId),
    Link(LinkId),
    /// The number is another one for each call of [`QueryFilter::fit_agent`](super::QueryFilter::fit_agent).
    Agent(u64),
}

impl FilterState {
    /// The state of a uniform filter.
    pub(super) const UNIFORM: Self = Self(0);

    /// Adds a setting, or takes it out again.
    pub(super) fn toggle(&mut self, setting: Setting) {
        let (kind, number, bits) = match setting {
            Setting::Factor(terrain, factor) => (1, terrain.into(), factor.to_bits()),
            Setting::LinkKind(kind) => (2, kind as u64, 0),
            Setting::Area(area) => (3, area.0.into(), 0),
            Setting::Link(link) => (4, link.0.into(), 0),
            Setting::Agent(number) => (5, number, 0),
        };
        let mut hash = fingerprint::Hash::default();
        [kind, number, bits].into_iter().for_each(|value| hash.add(value));
        self.0 ^= hash.0;
    }
}
