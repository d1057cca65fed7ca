//! What a mesh is like, area by area: enough to tell what of it has changed.

use tautline_navmesh::{FanId, Gate, NavMesh};

use crate::fingerprint::Hash;
use crate::taut::corners::{Corner, Corners};
use crate::taut::signs::Signs;

/// The corners of a mesh, and what tells its areas apart from those of another.
#[derive(Clone, Debug, Default)]
pub(super) struct Survey {
    pub(super) corners: Corners,
    /// For each corner the area that its first side is of. In order.
    first_areas: Vec<u32>,
    /// For each corner and wedge the gate through which all paths go that come from
    /// there and wrap the corner; nothing where they may go through several.
    pub(super) gates: Vec<Option<Gate>>,
    /// For each area a number that is mixed from all that is seen of the ground by
    /// looking into it: its sides, which areas lie across, and its corners.
    prints: Vec<u64>,
    /// Whether ground reaches around a vertex by more than a full turn.
    pub(super) is_winding: bool,
}

impl Survey {
    /// O(sides).
    pub(super) fn of(mesh: &NavMesh) -> Self {
        let (mut first_areas, mut fans) = (Vec::new(), Vec::new());
        let mut prints = Vec::with_capacity(mesh.area_count());
        for area in mesh.areas() {
            let mut print = Hash::default();
            let (base, sides) = mesh.ring(area);
            for (place, side) in (0..).zip(sides) {
                let across = side.twin().map_or(u32::MAX, |_| side.across().0);
                print.add(both(side.start().x.to_bits(), side.start().y.to_bits()));
                print.add(both(u32::from(side.begins_at_corner()), across));
                if !side.begins_at_corner() {
                    continue;
                }
                let fan = mesh.fan(side.fan());
                let ends = [fan.first_side(), fan.last_side()].map(|side| mesh.area_of(side).0);
                print.add(both(ends[0], ends[1]));
                for wall in fan.walls() {
                    print.add(both(wall.x.to_bits(), wall.y.to_bits()));
                }
                if fan.first_side().0 == base.0 + place {
                    first_areas.push(area.0);
                    fans.push(side.fan());
                }
            }
            prints.push(print.0);
        }
        let is_winding =
            (0..).map(FanId).take(mesh.fan_count()).any(|fan| mesh.fan(fan).is_winding());
        let corners = Corners::of_fans(mesh, Signs::of_vertices(mesh), fans.into_iter());
        let gates = corners.all.iter().flat_map(|corner| gates_of(mesh, corner.fan)).collect();
        Self { corners, first_areas, prints, is_winding, gates }
    }

    /// Whether an area of this mesh is the same in another, with all that is seen of
    /// the ground by looking into it.
    pub(super) fn keeps(&self, area: u32, other: &Self) -> bool {
        let prints = [self, other].map(|survey| survey.prints.get(area as usize));
        prints[0].is_some() && prints[0] == prints[1]
    }

    /// The numbers that corners of this mesh have in another, or [`Self::GONE`]. If an
    /// area is the same in both, its corners are too.
    pub(super) fn numbers_in(&self, other: &Self) -> Vec<u32> {
        let mut first = 0;
        let number = |(corner, &area): (&Corner, &u32)| {
            first += other.first_areas[first..].iter().take_while(|&&other| other < area).count();
            // An area has no more than one corner at a point.
            let of_area = other.first_areas[first..].iter().take_while(|&&other| other == area);
            let mut others = (0_u32..).zip(&other.corners.all).skip(first).take(of_area.count());
            others
                .find(|(_, other)| other.point == corner.point)
                .map_or(Self::GONE, |found| found.0)
        };
        self.corners.all.iter().zip(&self.first_areas).map(number).collect()
    }

    /// No corner.
    pub(super) const GONE: u32 = u32::MAX;

    pub(super) fn bytes(&self) -> usize {
        let by_corner = size_of_val(&self.first_areas[..]) + size_of_val(&self.gates[..]);
        self.corners.bytes() + by_corner + size_of_val(&self.prints[..])
    }
}

/// The gates of a corner for who comes from its first wedge, and from its last.
fn gates_of(mesh: &NavMesh, corner: FanId) -> [Option<Gate>; 2] {
    let gate = |side| mesh.side(side).gate();
    let last = mesh.fan(corner).last_side();
    let onwards = mesh.sides_at(corner).take_while(|&side| side != last);
    let back = mesh.sides_at(corner).skip(1);
    [only(onwards.map(|side| gate(mesh.previous_side(side)))), only(back.map(gate))]
}

/// The one thing that there is, maybe several times.
fn only<T: PartialEq>(mut things: impl Iterator<Item = T>) -> Option<T> {
    let first = things.next()?;
    things.all(|thing| thing == first).then_some(first)
}

fn both(high: u32, low: u32) -> u64 {
    u64::from(high) << 32 | u64::from(low)
}
