//! Links over the edges of the ground: drops to lower ground, and jumps across gaps.

use std::collections::{BTreeMap, VecDeque};

use super::VoxelOptions;
use super::compact_heightfield::{ACROSS, CompactHeightfield, NO_SPAN};
use super::grid::VoxelGrid;
use super::options::Agent;
use super::rasterization::Columns;
use tautline_navmesh::{LinkKind, Location, QueryFilter, RawLink, RawMesh};

/// The distance, in cells along x or y, by which the ends of two jumps differ at least.
const SPACING: u32 = 10;

/// A jump is left out if walking takes at most this many times as many cells.
const DETOUR: u32 = 3;

/// A jump from one span to another one, straight along x or y.
pub(super) struct Jump {
    from: u32,
    to: u32,
    /// Its length, in cells.
    length: u32,
    both_ways: bool,
}

/// Finds links for an agent that walks straight over the edge of the ground and drops, or jumps across a gap.
///
/// ```text
///          ┌──┐ - - - ┌ ─┐
///          │  │ ----> │     the body moves on level, at the height from which it jumps,
///   ───────┴──┴──┐    ├ ─┤
///    ground      │    │  │  then down. All voxels that it sweeps must be empty, but for
///                │    │  │  what is low enough to step over.
///                └────┴──┴────────
/// ```
///
/// The body is a cylinder of the radius and height of the agent. O(spans at edges · reach · radius²), with
/// reach and radius in cells.
pub(super) fn find(heightfield: &CompactHeightfield, solid: &Columns, agent: &Agent) -> Vec<Jump> {
    let mut jumps = Vec::new();
    if agent.drop == 0 && agent.jump == 0 {
        return jumps;
    }
    for from in heightfield.spans() {
        for side in 0..4 {
            if heightfield.terrains[from as usize].is_some()
                && heightfield.across[from as usize][side] == NO_SPAN
            {
                jumps.extend(jump_from(from, side, heightfield, solid, agent));
            }
        }
    }
    thinned(jumps, heightfield, agent)
}

/// Finds the first ground that can be reached by going straight on over a side of a span.
fn jump_from(
    from: u32,
    side: usize,
    heightfield: &CompactHeightfield,
    solid: &Columns,
    agent: &Agent,
) -> Option<Jump> {
    let [forwards, sideways] = [ACROSS[side], ACROSS[(side + 1) % 4]];
    let [x, y] = heightfield.cell_of(from).map(i64::from);
    let cell = |ahead: i64, beside: i64| {
        [
            x + ahead * forwards[0] + beside * sideways[0],
            y + ahead * forwards[1] + beside * sideways[1],
        ]
    };
    let elevation = heightfield.elevations[from as usize];
    // Feet are lifted over what is as low as a step. Something higher is in the way of agents of any height.
    let feet = elevation + agent.step;
    let head = (elevation + agent.height).max(feet + 1);
    let radius = i64::from(agent.radius);
    let drop_reach = 3 * (agent.radius + 1);
    let jump_reach = if agent.jump == 0 { 0 } else { 2 * (agent.radius + 1) + agent.jump };
    for length in 1..=drop_reach.max(jump_reach) {
        let ahead = i64::from(length);
        // The rest of the disc that the body covers was free at the last step.
        let mut front =
            (-radius..=radius).map(|beside| cell(ahead + half_chord(radius, beside), beside));
        if front.any(|cell| solid.is_solid_between(cell, [feet, head])) {
            return None;
        }
        let floor = heightfield.highest_below(cell(ahead, 0), feet);
        let Some(to) = floor.filter(|&to| heightfield.terrains[to as usize].is_some()) else {
            continue;
        };
        let landing = heightfield.elevations[to as usize];
        let both_ways = elevation.abs_diff(landing) <= agent.step;
        if both_ways && length > jump_reach {
            // Ground on the same level, from which drops are found, too.
            return None;
        }
        let is_allowed = both_ways || elevation.saturating_sub(landing) <= agent.drop;
        let is_free = || {
            let mut disc = (-radius..=radius).flat_map(|beside| {
                let chord = half_chord(radius, beside);
                (-chord..=chord).map(move |along| cell(ahead + along, beside))
            });
            let above_floor = landing + agent.step;
            !disc.any(|cell| solid.is_solid_between(cell, [above_floor, feet]))
        };
        if is_allowed && is_free() {
            let [from, to] = if both_ways { [from.min(to), from.max(to)] } else { [from, to] };
            return Some(Jump { from, to, length: length.into(), both_ways });
        }
    }
    None
}

/// Half the length of the chord of a disc at a distance from its centre, rounded down.
fn half_chord(radius: i64, distance: i64) -> i64 {
    (radius * radius - distance * distance).isqrt()
}

/// Leaves out jumps next to shorter ones, and those that walking replaces.
fn thinned(mut jumps: Vec<Jump>, heightfield: &CompactHeightfield, agent: &Agent) -> Vec<Jump> {
    let is_near = |one: u32, other: u32| {
        let [here, there] = [one, other].map(|span| heightfield.cell_of(span));
        let [low, high] = [one, other].map(|span| heightfield.elevations[span as usize]);
        (0..2).all(|axis| here[axis].abs_diff(there[axis]) < SPACING)
            && low.abs_diff(high) < agent.height
    };
    let mut walk = Walk::new(heightfield);
    // The ends of the jumps that are kept, by squares.
    let mut kept: BTreeMap<[u32; 2], Vec<[u32; 2]>> = BTreeMap::new();
    jumps.sort_unstable_by_key(|jump| (jump.length, jump.from, jump.to));
    jumps.retain(|jump| {
        let [x, y] = heightfield.cell_of(jump.from).map(|cells| cells / SPACING);
        let around = |at: u32| at.saturating_sub(1)..=at + 1;
        let mut near = around(x)
            .flat_map(|x| around(y).map(move |y| [x, y]))
            .filter_map(|square| kept.get(&square))
            .flatten();
        let is_left_out = near.any(|ends| is_near(ends[0], jump.from) && is_near(ends[1], jump.to))
            || walk.is_short(jump);
        if !is_left_out {
            kept.entry([x, y]).or_default().push([jump.from, jump.to]);
        }
        !is_left_out
    });
    jumps
}

/// Searches from span to span, breadth first. Holds the memory, to be used again.
struct Walk<'a> {
    heightfield: &'a CompactHeightfield,
    /// For each span, the number of the last search that reached it.
    reached_by: Vec<u32>,
    searches: u32,
    queue: VecDeque<(u32, u32)>,
}

impl<'a> Walk<'a> {
    fn new(heightfield: &'a CompactHeightfield) -> Self {
        let reached_by = vec![0; heightfield.count()];
        Self { heightfield, reached_by, searches: 0, queue: VecDeque::new() }
    }

    /// Returns true if an agent can walk where a jump leads, over at most [`DETOUR`] times as many cells.
    fn is_short(&mut self, jump: &Jump) -> bool {
        self.searches += 1;
        self.queue.clear();
        self.queue.push_back((jump.from, 0));
        while let Some((span, cells)) = self.queue.pop_front() {
            if span == jump.to {
                return true;
            }
            for across in self.heightfield.across[span as usize] {
                if across != NO_SPAN
                    && cells < DETOUR * jump.length
                    && self.reached_by[across as usize] != self.searches
                {
                    self.reached_by[across as usize] = self.searches;
                    self.queue.push_back((across, cells + 1));
                }
            }
        }
        false
    }
}

/// Adds jumps to the ground as links. Contours are simplified after jumps are found, so that an end may be
/// a cell or so off the ground: it is moved to the nearest point of its floor.
pub(super) fn link(
    mesh: &mut RawMesh,
    jumps: &[Jump],
    heightfield: &CompactHeightfield,
    grid: &VoxelGrid,
    options: &VoxelOptions,
) {
    if jumps.is_empty() {
        return;
    }
    #[expect(clippy::expect_used, reason = "layers are divided and connected by our own code")]
    let ground = mesh.build().expect("the ground of voxels is a valid mesh");
    // Elevations between the corners of areas are off by up to the rise of a layer.
    let reach = 2.0 * (options.max_deviation + options.cell_size) + options.layer_rise;
    let on_ground = |span: u32| {
        let centre = grid.centre(heightfield.cell_of(span));
        let elevation = grid.elevation(heightfield.elevations[span as usize]);
        let near = ground.nearest(
            Location { point: centre, elevation: Some(elevation) },
            reach,
            &QueryFilter::uniform(),
        );
        let near = near.ok()??;
        Some((near.point.to_array(), ground.elevation_at(near.area, near.point)))
    };
    for jump in jumps {
        // An area as thin as the deviation of contours can vanish.
        if let [Some((from, from_elevation)), Some((to, to_elevation))] =
            [jump.from, jump.to].map(on_ground)
        {
            let (kind, both_ways) = (LinkKind::Jump, jump.both_ways);
            let ends = RawLink { from, from_elevation, to, to_elevation, ..RawLink::default() };
            mesh.links.push(RawLink { kind, both_ways, ..ends });
        }
    }
}
