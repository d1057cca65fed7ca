//! How a cone is packed into one number.

use crate::taut::corners::Node;

/// The number of groups of cones of an area. First those of corners that lead on, then the
/// others; in each half those that no ray cuts, those that the right one cuts, those that the
/// left one cuts, and those that both cut.
pub(in crate::labels) const GROUPS: usize = 8;

/// The number of groups of cones of corners that lead on.
pub(in crate::labels) const LEADING: usize = 4;

/// How many bits of a packed cone each number has; what is left is the reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels) struct ConeLayout {
    node_bits: u32,
    vertex_bits: u32,
}

/// How many bits a number below a count has.
const fn bits_below(count: usize) -> u32 {
    if count <= 1 { 1 } else { usize::BITS - (count - 1).leading_zeros() }
}

impl ConeLayout {
    /// The fewest bits that a reach may have.
    const LEAST_REACH_BITS: u32 = 4;

    /// The layout for so many corners and vertices; nothing if they are too many.
    pub(in crate::labels) fn new(corners: usize, vertices: usize) -> Option<Self> {
        let (node_bits, vertex_bits) = (bits_below(corners) + 1, bits_below(vertices));
        let used = node_bits + 2 * vertex_bits + 1 + Self::LEAST_REACH_BITS;
        (used <= u64::BITS).then_some(Self { node_bits, vertex_bits })
    }

    const fn reach_shift(self) -> u32 {
        self.node_bits + 2 * self.vertex_bits + 1
    }

    /// The greatest reach that there is room for; it stands for all.
    pub(in crate::labels) const fn most_reach(self) -> u32 {
        let bits = u64::BITS - self.reach_shift();
        if bits >= u32::BITS { u32::MAX } else { (1 << bits) - 1 }
    }

    pub(in crate::labels) fn pack(self, cone: PackedCone) -> u64 {
        let Self { node_bits, vertex_bits } = self;
        let [right, left] = cone.limits.map(u64::from);
        let reach = u64::from(cone.reach.min(self.most_reach()));
        let tail = (reach << 1 | u64::from(cone.is_reflected)) << vertex_bits | left;
        (tail << vertex_bits | right) << node_bits | u64::from(cone.node.0)
    }

    #[expect(clippy::cast_possible_truncation, reason = "masked to fewer bits")]
    #[inline(always)]
    pub(in crate::labels) const fn node(self, packed: u64) -> Node {
        Node((packed & ((1 << self.node_bits) - 1)) as u32)
    }

    #[expect(clippy::cast_possible_truncation, reason = "masked to fewer bits")]
    #[inline(always)]
    pub(in crate::labels) fn unpack(self, packed: u64) -> PackedCone {
        let Self { node_bits, vertex_bits } = self;
        let mask = |bits: u32| (1_u64 << bits) - 1;
        let vertices = packed >> node_bits;
        let tail = vertices >> (2 * vertex_bits);
        PackedCone {
            node: Node((packed & mask(node_bits)) as u32),
            limits: [
                (vertices & mask(vertex_bits)) as u32,
                (vertices >> vertex_bits & mask(vertex_bits)) as u32,
            ],
            is_reflected: tail & 1 != 0,
            reach: (tail >> 1) as u32,
        }
    }
}

/// A cone of a corner, as an area lists it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels) struct PackedCone {
    pub(in crate::labels) node: Node,
    /// The vertices of the rays on the right and on the left.
    pub(in crate::labels) limits: [u32; 2],
    /// Whether one of the rays, the left one of a first wedge or the right one of
    /// a last wedge, leads away from its vertex instead of through it.
    pub(in crate::labels) is_reflected: bool,
    /// How many entries may follow, in rows of [`ROW`](super::entries::ROW).
    pub(in crate::labels) reach: u32,
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::taut::corners::Wedge;

    #[test]
    fn a_cone_is_unpacked_as_it_was_packed() {
        let sizes = [(1, 3), (70_000, 300_000), (65_536, 262_144), (65_537, 100), (200, 1 << 24)];
        for (corners, vertices) in sizes {
            let layout = ConeLayout::new(corners, vertices).unwrap();
            let last = u32::try_from(corners - 1).unwrap();
            let limit = u32::try_from(vertices - 1).unwrap();
            for is_reflected in [false, true] {
                for reach in [0, 1, layout.most_reach()] {
                    let node = Node::new(last, Wedge::Last);
                    let cone = PackedCone { node, limits: [limit, 0], is_reflected, reach };
                    assert_eq!(layout.unpack(layout.pack(cone)), cone);
                    assert_eq!(layout.node(layout.pack(cone)), node);
                }
            }
        }
        assert_eq!(ConeLayout::new(1 << 20, 1 << 22), None);
    }

    #[test]
    fn a_reach_that_has_no_room_stands_for_all() {
        let layout = ConeLayout::new(70_000, 300_000).unwrap();
        let node = Node::new(3, Wedge::First);
        let cone = PackedCone { node, limits: [1, 2], is_reflected: false, reach: 1_000_000 };
        assert_eq!(layout.unpack(layout.pack(cone)).reach, layout.most_reach());
    }
}
