//! The layout of what queries read.

use std::ops::Range;

use tautline_geometry::Vec2;

use crate::labels::bake::beacons::Bearings;
use crate::labels::tables::regions::Regions;
use crate::taut::corners::Node;

/// How many bits of a packed cone each number has; what is left is the reach.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::labels) struct ConeLayout {
    node_bits: u32,
    vertex_bits: u32,
}

/// How many bits a number below a count has.
pub(in crate::labels) const fn bits_below(count: usize) -> u32 {
    if count <= 1 { 1 } else { usize::BITS - (count - 1).leading_zeros() }
}

impl ConeLayout {
    /// The fewest bits that a reach may have.
    const LEAST_REACH_BITS: u32 = 4;

    /// The layout for up to 65,536 corners and 262,144 vertices, which is read
    /// faster for being known.
    pub(in crate::labels) const USUAL: Self = Self { node_bits: 17, vertex_bits: 18 };

    /// The layout for so many corners and vertices; nothing if they are too many.
    pub(in crate::labels) fn new(corners: usize, vertices: usize) -> Option<Self> {
        let (node_bits, vertex_bits) = (bits_below(corners) + 1, bits_below(vertices));
        if node_bits <= Self::USUAL.node_bits && vertex_bits <= Self::USUAL.vertex_bits {
            return Some(Self::USUAL);
        }
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

    #[expect(clippy::cast_possible_truncation, reason = "at most as many bits as are asked for")]
    #[inline(always)]
    pub(in crate::labels) const fn reach(self, packed: u64) -> u32 {
        (packed >> self.reach_shift()) as u32
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
    /// How many entries may follow, in rows of [`ROW`].
    pub(in crate::labels) reach: u32,
}

/// Entries are read so many at a time.
pub(in crate::labels) const ROW: usize = 4;

/// Rows are stored so many together.
const ROWS_PER_LINE: usize = 2;

/// Packed entries, in lines of the processor's cache: no row lies across two.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::labels) struct Entries {
    lines: Vec<Line>,
    rows: usize,
}

#[derive(Clone, Copy, Debug, PartialEq)]
#[repr(C, align(64))]
struct Line([[u64; ROW]; ROWS_PER_LINE]);

impl Entries {
    /// Of whole rows.
    pub(in crate::labels) fn new(entries: &[u64]) -> Self {
        let (rows, _) = entries.as_chunks();
        let (full, rest) = rows.as_chunks();
        let mut lines = Vec::with_capacity(rows.len().div_ceil(ROWS_PER_LINE));
        lines.extend(full.iter().copied().map(Line));
        lines.extend(rest.iter().map(|&row| Line([row; ROWS_PER_LINE])));
        Self { lines, rows: rows.len() }
    }

    /// All of them, in order.
    pub(in crate::labels) fn all(&self) -> impl Iterator<Item = u64> + '_ {
        self.lines.iter().flat_map(|line| line.0).flatten().take(self.len())
    }

    pub(in crate::labels) const fn len(&self) -> usize {
        self.rows * ROW
    }

    #[inline(always)]
    pub(in crate::labels) fn row(&self, row: u32) -> &[u64; ROW] {
        &self.lines[row as usize / ROWS_PER_LINE].0[row as usize % ROWS_PER_LINE]
    }

    #[inline(always)]
    pub(in crate::labels) fn at(&self, entry: usize) -> Entry {
        Entry(self.lines[entry / (ROW * ROWS_PER_LINE)].0[entry / ROW % ROWS_PER_LINE][entry % ROW])
    }

    /// Those with the numbers of a range, which begins with a row.
    pub(in crate::labels) fn numbered(
        &self,
        range: Range<usize>,
    ) -> impl Iterator<Item = (usize, Entry)> + '_ {
        range.map(|number| (number, self.at(number)))
    }
}

/// The cones of an area, in groups. First those of corners that lead on, then
/// the others; in each half those that no ray cuts, those that the right one
/// cuts, those that the left one cuts, and those that both cut.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[repr(C, align(64))]
pub(in crate::labels) struct AreaRow {
    /// Where each group begins, and where the last one ends.
    pub(in crate::labels) bounds: [u32; 9],
    /// From which parts of the map a path to the area may come with one bend only, at a
    /// corner that does not lead on from one of its ends.
    pub(in crate::labels) single_bends: Regions,
}

impl AreaRow {
    /// Where its cones are of corners that lead on, and of the others.
    pub(in crate::labels) fn halves(&self) -> [Range<usize>; 2] {
        let [first, _, _, _, others, .., end] = self.bounds.map(|bound| bound as usize);
        [first..others, others..end]
    }
}

/// A corner, and its entries: a line of the processor's cache.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
#[repr(C, align(64))]
pub(in crate::labels) struct CornerRow {
    pub(in crate::labels) point: Vec2,
    /// Where its rows of entries begin.
    pub(in crate::labels) first_row: u32,
    /// How many rows there are for each of its wedges.
    row_counts: [u16; 2],
    pub(in crate::labels) bearings: Bearings,
}

impl CornerRow {
    /// The rows for corners, of which the first rows of entries for each wedge are
    /// given, and one more.
    pub(in crate::labels) fn all(
        points: impl Iterator<Item = Vec2>,
        starts: &[u32],
        bearings: impl Iterator<Item = Bearings>,
    ) -> Vec<Self> {
        let count = |starts: &[u32]| u16::try_from(starts[1] - starts[0]).unwrap_or(u16::MAX);
        let starts = starts.windows(3).step_by(2);
        let rows = starts.map(|starts| (starts[0], [count(starts), count(&starts[1..])]));
        let all = points.zip(rows).zip(bearings);
        all.map(|((point, (first_row, row_counts)), bearings)| Self {
            point,
            first_row,
            row_counts,
            bearings,
        })
        .collect()
    }

    /// Where its rows begin, for each wedge, and where they end.
    pub(in crate::labels) fn starts(&self) -> [u32; 3] {
        let [first, last] = self.row_counts.map(u32::from);
        [self.first_row, self.first_row + first, self.first_row + first + last]
    }

    /// Where the rows of a wedge begin, and how many there are. Without a branch, for
    /// nobody could guess the wedge.
    #[inline(always)]
    pub(in crate::labels) fn slice(&self, node: Node) -> [u32; 2] {
        let wedge = node.0 & 1;
        let before = u32::from(self.row_counts[0]) * wedge;
        [self.first_row + before, u32::from(self.row_counts[wedge as usize])]
    }
}

/// Distances as whole numbers of a small unit.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(in crate::labels) struct Units {
    pub(in crate::labels) per_length: f64,
}

impl Units {
    /// Twice a length is below 2^48, and four lengths are below 2^50.
    const MOST: f64 = 140_737_488_355_328.0;
    /// As much as an entry has room for.
    const MOST_UNITS: f64 = 281_474_976_710_655.0;

    /// Units for lengths up to a longest one: a power of two of them in one, so that
    /// whole lengths stay whole.
    pub(in crate::labels) fn up_to(longest: f64) -> Self {
        let per_length = Self::MOST / longest;
        let power_of_two = f64::from_bits(per_length.to_bits() & f64::INFINITY.to_bits());
        let is_usable = power_of_two.is_finite() && power_of_two > 0.0;
        Self { per_length: if is_usable { power_of_two } else { 1.0 } }
    }

    /// A length in units, rounded; no more than there is room for.
    ///
    /// Next to 2^52 the last bit of a number stands for one, so adding that rounds, and
    /// what was added to it can be read as it stands: in half the instructions of a
    /// cast that saturates.
    #[inline(always)]
    pub(in crate::labels) fn of(self, length: f64) -> u64 {
        const ROUND: f64 = 4_503_599_627_370_496.0;
        const FRACTION: u64 = (1 << 52) - 1;
        ((length * self.per_length).min(Self::MOST_UNITS) + ROUND).to_bits() & FRACTION
    }
}

impl Units {
    /// The length of a number of units, of which no more than 2^50 come together.
    #[expect(clippy::cast_precision_loss, reason = "50 bits fit")]
    pub(in crate::labels) fn length(self, units: u64) -> f64 {
        units as f64 / self.per_length
    }
}

/// A hub and its distance, packed: 48 bits of distance, 16 bits of hub.
#[derive(Clone, Copy, Debug)]
pub(in crate::labels) struct Entry(pub(in crate::labels) u64);

impl Entry {
    const HUB_BITS: u32 = 16;
    /// So many corners can be hubs.
    pub(in crate::labels) const MOST_HUBS: usize = 1 << 16;

    pub(in crate::labels) const fn pack(distance: u64, hub: u32) -> u64 {
        distance << Self::HUB_BITS | hub as u64 & 0xffff
    }

    #[inline(always)]
    pub(in crate::labels) const fn hub(self) -> usize {
        (self.0 & 0xffff) as usize
    }

    #[inline(always)]
    pub(in crate::labels) const fn distance(self) -> u64 {
        self.0 >> Self::HUB_BITS
    }
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
                    assert_eq!(layout.reach(layout.pack(cone)), reach);
                }
            }
        }
        assert_eq!(ConeLayout::new(1 << 20, 1 << 22), None);
    }

    #[test]
    fn a_reach_that_has_no_room_stands_for_all() {
        let layout = ConeLayout::USUAL;
        let node = Node::new(3, Wedge::First);
        let cone = PackedCone { node, limits: [1, 2], is_reflected: false, reach: 1_000_000 };
        assert_eq!(layout.reach(layout.pack(cone)), layout.most_reach());
    }

    #[test]
    fn four_lengths_never_overflow() {
        for longest in [0.0, 1e-30, 1.0, 3000.0, 1e38] {
            let units = Units::up_to(longest);
            assert!(units.of(longest) <= 1 << 47, "{longest}");
            assert!(units.of(f64::MAX) < 1 << 48);
            assert!((units.length(units.of(longest)) - longest).abs() <= 1e-13 * longest);
        }
        let units = Units::up_to(1000.0);
        assert_eq!(units.length(units.of(7.0)).to_bits(), 7.0_f64.to_bits());
    }
}
