//! The places around others.

/// All places from the least to the greatest of those that were added.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Hull {
    pub(super) low: i32,
    pub(super) high: i32,
}

impl Hull {
    pub(super) const EMPTY: Self = Self { low: i32::MAX, high: i32::MIN };

    #[inline]
    pub(super) fn add(&mut self, [low, high]: [i32; 2]) {
        self.low = self.low.min(low);
        self.high = self.high.max(high);
    }

    #[inline]
    pub(super) const fn places(self) -> [i32; 2] {
        [self.low, self.high]
    }

    pub(super) const fn is_empty(self) -> bool {
        self.low > self.high
    }
}
