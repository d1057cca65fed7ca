//! Numbers of things, told apart by type.

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
    /// A convex area. Areas keep the order in which they were given; the
    /// further parts of areas that had to be split come after all others.
    AreaId,

    /// One side of an area: the border from one of its corners to the next.
    /// The sides of an area are numbered in a row.
    HalfEdgeId,

    /// A vertex, in the order in which the vertices were given.
    VertexId,

    /// The areas around a vertex that hang together; fans are numbered by vertex.
    FanId,

    /// A link, in the order in which the links were given.
    LinkId,
}
