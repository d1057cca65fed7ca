//! Ids: one type for each kind of element.

use std::fmt;

use crate::half_edges::number;

macro_rules! define_ids {
    ($($(#[$doc:meta])* $name:ident,)*) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
        pub struct $name(pub u32);

        impl $name {
            /// The number as an index.
            #[inline]
            #[must_use]
            pub const fn index(self) -> usize {
                self.0 as usize
            }

            #[inline]
            #[doc(hidden)]
            #[must_use]
            pub fn from_index(index: usize) -> Self {
                Self(number(index))
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.fmt(formatter)
            }
        }
    )*};
}

define_ids! {
    /// A convex area. Areas keep their input order. The further parts of concave areas
    /// that were split come after all others.
    AreaId,

    /// A half-edge: the border of an area from one of its corners to the next. The
    /// half-edges of an area have consecutive numbers.
    HalfEdgeId,

    /// A vertex, in input order.
    VertexId,

    /// A vertex fan. Fans are sorted by vertex.
    FanId,

    /// A link, in input order.
    LinkId,
}
