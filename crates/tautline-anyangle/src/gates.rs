//! What lies behind gates.

use tautline_navmesh::Gate;

/// Whether a gate leads to one of some areas, given by their numbers for gates.
#[inline]
pub(crate) fn leads_to_any(gate: Gate, numbers: &[u32]) -> bool {
    numbers.iter().any(|&number| gate.leads_to(number))
}
