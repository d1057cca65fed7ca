//! Telling labels apart.

use super::Labels;
use crate::fingerprint::Hash;

/// A number for labels that only equal ones share, as far as their entries are
/// looked at.
pub(super) fn of_labels(labels: &Labels) -> u64 {
    /// Every so manieth entry is looked at.
    const STRIDE: usize = 61;
    let mut hash = Hash(labels.fingerprint);
    hash.add(u64::from(labels.hub_count));
    hash.add(labels.units.per_length.to_bits());
    hash.add(labels.entries.len() as u64);
    (0..labels.entries.len()).step_by(STRIDE).for_each(|at| hash.add(labels.entries.at(at).0));
    labels.fans.iter().step_by(STRIDE).for_each(|&fan| hash.add(fan.into()));
    hash.0
}
