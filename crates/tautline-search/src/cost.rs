//! Edge costs and their total order.

use std::cmp::Ordering;
use std::fmt::Debug;

/// A number type for costs: `f32`, `f64`, `u32` or `u64`.
pub trait Cost: Copy + Debug + PartialEq {
    /// The cost of the empty path.
    const ZERO: Self;

    /// Larger than the cost of any path: infinity, or the largest integer.
    const UNREACHED: Self;

    /// Returns true if this is a valid edge cost: at least 0 and not NaN. An
    /// edge of cost [`UNREACHED`](Self::UNREACHED) is valid and never taken.
    fn is_valid(self) -> bool;

    /// Adds two costs. Floats saturate at infinity; for integers, `None` if the
    /// sum would reach [`UNREACHED`](Self::UNREACHED).
    fn plus(self, other: Self) -> Option<Self>;

    /// Compares two costs in a total order (that of IEEE 754 for floats).
    fn total_cmp(&self, other: &Self) -> Ordering;
}

macro_rules! impl_cost_for_floats {
    ($($float:ty),*) => {$(
        impl Cost for $float {
            const ZERO: Self = 0.0;
            const UNREACHED: Self = <$float>::INFINITY;
            #[inline]
            fn is_valid(self) -> bool {
                self >= 0.0
            }
            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                Some(self + other)
            }
            #[inline]
            fn total_cmp(&self, other: &Self) -> Ordering {
                self.total_cmp(other)
            }
        }
    )*};
}

macro_rules! impl_cost_for_integers {
    ($($integer:ty),*) => {$(
        impl Cost for $integer {
            const ZERO: Self = 0;
            const UNREACHED: Self = <$integer>::MAX;
            #[inline]
            fn is_valid(self) -> bool {
                true
            }
            #[inline]
            fn plus(self, other: Self) -> Option<Self> {
                self.checked_add(other).filter(|sum| *sum != Self::UNREACHED)
            }
            #[inline]
            fn total_cmp(&self, other: &Self) -> Ordering {
                self.cmp(other)
            }
        }
    )*};
}

impl_cost_for_floats!(f32, f64);
impl_cost_for_integers!(u32, u64);

/// A cost with a total order, for use as a key in a
/// [`HeapQueue`](crate::HeapQueue) or any other ordered collection.
///
/// ```
/// use tautline_search::{HeapQueue, OrderedCost};
///
/// let mut queue: HeapQueue<(OrderedCost<f32>, &str)> = HeapQueue::new();
/// queue.push((OrderedCost(2.5), "later"));
/// queue.push((OrderedCost(0.5), "first"));
/// assert_eq!(queue.pop(), Some((OrderedCost(0.5), "first")));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct OrderedCost<C>(pub C);

impl<C: Cost> Ord for OrderedCost<C> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.total_cmp(&other.0)
    }
}

impl<C: Cost> PartialOrd for OrderedCost<C> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> PartialEq for OrderedCost<C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C: Cost> Eq for OrderedCost<C> {}
