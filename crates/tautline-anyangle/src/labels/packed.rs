//! The layout of what queries read.

use tautline_geometry::Vec2;

use super::corners::Node;

/// How many bits of a packed cone each number has; what is left is the reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct ConeLayout {
    node_bits: u32,
    vertex_bits: u32,
}

/// How many bits a number below a count has.
pub(super) const fn bits_below(count: usize) -> u32 {
    if count <= 1 { 1 } else { usize::BITS - (count - 1).leading_zeros() }
}

impl ConeLayout {
    /// The fewest bits that a reach may have.
    const LEAST_REACH_BITS: u32 = 4;

    /// The layout for so many corners and vertices; nothing if they are too many.
    pub(super) fn new(corners: usize, vertices: usize) -> Option<Self> {
        let (node_bits, vertex_bits) = (bits_below(corners) + 1, bits_below(vertices));
        let used = node_bits + 2 * vertex_bits + 1 + Self::LEAST_REACH_BITS;
        (used <= u64::BITS).then_some(Self { node_bits, vertex_bits })
    }

    const fn reach_shift(self) -> u32 {
        self.node_bits + 2 * self.vertex_bits + 1
    }

    /// The greatest reach that there is room for; it stands for all.
    pub(super) const fn most_reach(self) -> u32 {
        let bits = u64::BITS - self.reach_shift();
        if bits >= u32::BITS { u32::MAX } else { (1 << bits) - 1 }
    }

    pub(super) fn pack(self, cone: PackedCone) -> u64 {
        let Self { node_bits, vertex_bits } = self;
        let [right, left] = cone.limits.map(u64::from);
        let reach = u64::from(cone.reach.min(self.most_reach()));
        let tail = (reach << 1 | u64::from(cone.is_reflected)) << vertex_bits | left;
        (tail << vertex_bits | right) << node_bits | u64::from(cone.node.0)
    }

    #[expect(clippy::cast_possible_truncation, reason = "masked to fewer bits")]
    #[inline(always)]
    pub(super) fn unpack(self, packed: u64) -> PackedCone {
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
pub(super) struct PackedCone {
    pub(super) node: Node,
    /// The vertices of the rays on the right and on the left.
    pub(super) limits: [u32; 2],
    /// Whether one of the rays, the left one of a first wedge or the right one of
    /// a last wedge, leads away from its vertex instead of through it.
    pub(super) is_reflected: bool,
    /// How many entries may follow, in rows of [`ROW`].
    pub(super) reach: u32,
}

/// Entries are read so many at a time.
pub(super) const ROW: usize = 4;

/// The cones of an area: those that no ray cuts, those that the right one cuts,
/// those that the left one cuts, and those that both cut; first of the corners
/// that lead on.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(super) struct AreaRow {
    pub(super) first: u32,
    /// Where each group ends.
    pub(super) ends: [u32; 4],
}

/// A corner, and where its entries begin for each of its wedges, in rows.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub(super) struct CornerRow {
    pub(super) point: Vec2,
    pub(super) starts: [u32; 2],
}

/// Distances as whole numbers of a small unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Units {
    pub(super) per_length: f64,
}

impl Units {
    /// Twice a length is below 2^48, and four lengths are below 2^50.
    const MOST: f64 = 140_737_488_355_328.0;

    /// Units for lengths up to a longest one.
    pub(super) fn up_to(longest: f64) -> Self {
        let per_length = Self::MOST / longest;
        Self { per_length: if per_length.is_finite() { per_length } else { 1.0 } }
    }

    /// A length in units, rounded; no more than there is room for.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "rounding is wanted, and the cast saturates"
    )]
    #[inline(always)]
    pub(super) fn of(self, length: f64) -> u64 {
        ((length * self.per_length + 0.5) as u64).min(Entry::MOST_DISTANCE)
    }
}

/// A hub and its distance, packed: 48 bits of distance, 16 bits of hub.
#[derive(Clone, Copy, Debug)]
pub(super) struct Entry(pub(super) u64);

impl Entry {
    const HUB_BITS: u32 = 16;
    const MOST_DISTANCE: u64 = (1 << 48) - 1;
    /// So many corners can be hubs.
    pub(super) const MOST_HUBS: usize = 1 << 16;

    pub(super) const fn pack(distance: u64, hub: u32) -> u64 {
        distance << Self::HUB_BITS | hub as u64 & 0xffff
    }

    #[inline(always)]
    pub(super) const fn hub(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    #[inline(always)]
    pub(super) const fn distance(self) -> u64 {
        self.0 >> Self::HUB_BITS
    }
}

/// How the next corner and the entry there are packed into 32 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Steps {
    index_bits: u32,
}

impl Steps {
    pub(super) const fn new(corners: usize) -> Self {
        let bits = bits_below(corners);
        Self { index_bits: if bits < u32::BITS { u32::BITS - bits } else { 0 } }
    }

    pub(super) fn pack(self, corner: u32, index: u32) -> Option<u32> {
        let has_room = u64::from(index) < 1 << self.index_bits;
        has_room.then(|| corner.checked_shl(self.index_bits).unwrap_or(0) | index)
    }

    #[inline(always)]
    pub(super) fn unpack(self, packed: u32) -> (u32, u32) {
        let corner = packed.checked_shr(self.index_bits).unwrap_or(0);
        (corner, packed & (1_u32.checked_shl(self.index_bits).unwrap_or(0).wrapping_sub(1)))
    }
}
