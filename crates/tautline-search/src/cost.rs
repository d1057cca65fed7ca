//! What a step costs.

use std::cmp::Ordering;
use std::fmt::Debug;

/// A number that costs are counted in: `f32`, `f64`, `u32` or `u64`.
pub trait Cost: Copy + Debug + PartialEq {
    /// The cost of staying where one is.
    const ZERO: Self;

    /// More than any path may cost: infinity, or the largest integer.
    const UNREACHED: Self;

    /// Whether this may be the cost of a step: at least 0 and not NaN. A step
    /// of cost [`UNREACHED`](Self::UNREACHED) is never taken.
    fn is_valid(self) -> bool;

    /// The sum. Floats grow to infinity; integers that would reach
    /// [`UNREACHED`](Self::UNREACHED) give nothing.
    fn plus(self, other: Self) -> Option<Self>;

    /// The total order of costs.
    fn order(&self, other: &Self) -> Ordering;
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
            fn order(&self, other: &Self) -> Ordering {
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
            fn order(&self, other: &Self) -> Ordering {
                self.cmp(other)
            }
        }
    )*};
}

impl_cost_for_floats!(f32, f64);
impl_cost_for_integers!(u32, u64);

/// A cost as a key: ordered totally, so that it can be put into a
/// [`HeapQueue`](crate::HeapQueue) or any other ordered collection.
///
/// ```
/// use tautline_search::{HeapQueue, Total};
///
/// let mut queue: HeapQueue<(Total<f32>, &str)> = HeapQueue::new();
/// queue.push((Total(2.5), "later"));
/// queue.push((Total(0.5), "first"));
/// assert_eq!(queue.pop(), Some((Total(0.5), "first")));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Total<C>(pub C);

impl<C: Cost> Ord for Total<C> {
    #[inline]
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(&other.0)
    }
}

impl<C: Cost> PartialOrd for Total<C> {
    #[inline]
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<C: Cost> PartialEq for Total<C> {
    #[inline]
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<C: Cost> Eq for Total<C> {}
