//! The open list, ordered by lower bound.

use tautline_search::HeapQueue;

/// A priority queue of nodes. An entry is one integer: in its upper half, the key as the bits of an
/// `f32`, rounded down; in its lower half, the complement of the node's index. If several nodes have
/// equal keys, the last one queued therefore comes first.
#[derive(Clone, Debug, Default)]
pub(super) struct Queue {
    entries: HeapQueue<u64>,
}

impl Queue {
    pub(super) const fn new() -> Self {
        Self { entries: HeapQueue::new() }
    }

    pub(super) fn clear(&mut self) {
        self.entries.clear();
    }

    #[inline]
    pub(super) fn push(&mut self, lower_bound: f64, node: u32) {
        self.entries.push(u64::from(rounded_down(lower_bound).to_bits()) << 32 | u64::from(!node));
    }

    /// Removes and returns the first node, if its lower bound is below `limit`.
    #[inline]
    pub(super) fn pop_below(&mut self, limit: f64) -> Option<u32> {
        if self.first() >= limit {
            return None;
        }
        self.entries.pop().map(|entry| !low(entry))
    }

    /// Returns the lower bound of the first node; infinity if the queue is empty.
    #[inline]
    pub(super) fn first(&self) -> f64 {
        self.entries.peek().map_or(f64::INFINITY, |&entry| f32::from_bits(high(entry)).into())
    }

    /// Returns true if a node with this lower bound would come first.
    #[inline]
    pub(super) fn would_be_first(&self, lower_bound: f64) -> bool {
        f64::from(rounded_down(lower_bound)) <= self.first()
    }
}

const fn high(entry: u64) -> u32 {
    (entry >> 32) as u32
}

#[expect(clippy::cast_possible_truncation, reason = "the lower half of the bits is meant")]
const fn low(entry: u64) -> u32 {
    entry as u32
}

/// Returns the greatest `f32` that is not above a length. Lengths are not negative, so
/// their bits have the same order.
#[inline]
fn rounded_down(length: f64) -> f32 {
    #[expect(clippy::cast_possible_truncation, reason = "rounded down in the next step")]
    let rounded = length as f32;
    if f64::from(rounded) > length { rounded.next_down() } else { rounded }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_shortest_comes_first_and_the_last_among_equals() {
        let mut queue = Queue::new();
        for (node, lower_bound) in [(0, 3.0), (1, 1.0), (2, 2.0), (3, 1.0)] {
            queue.push(lower_bound, node);
        }
        let order: Vec<u32> = std::iter::from_fn(|| queue.pop_below(3.0)).collect();
        assert_eq!(order, [3, 1, 2], "and what is not below the limit stays");
        assert!(queue.would_be_first(3.0) && !queue.would_be_first(3.1));
    }

    #[test]
    fn keys_are_never_above_the_length() {
        for length in [0.0, 1e-300, 0.1, 16_777_217.0, 1e39, f64::MAX] {
            assert!(f64::from(rounded_down(length)) <= length);
        }
    }
}
