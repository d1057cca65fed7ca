//! Obstacles on floors above each other, on ramps and stairs, between zero-width walls and
//! at the ends of links: the updated mesh has the paths of one that is built from all unit
//! cells that are left.
#![expect(clippy::unwrap_used, reason = "what fails should fail loudly")]

use std::collections::BTreeSet;
use std::env;

use tautline_anyangle::{AnyAngleScratch, shortest_path};
use tautline_dynamic::{ChangeError, DynamicNavMesh, Edit, Obstacle, ObstacleId};
use tautline_fixtures::{SplitMix64, spiral_stairs};
use tautline_meshgen::merge_areas;
use tautline_navmesh::{
    Corridor, CorridorScratch, LinkKind, Location, NavMesh, PathQuery, QueryFilter, RawLink,
    RawMesh, Vec2, find_corridor,
};

use crate::changing::{area_of, built};

/// A corner in space, by the bits of its elevation.
type Corner = ([i16; 2], u32);

/// A square cell: its lowest corner, and the elevations of its corners, counter-clockwise
/// from there.
#[derive(Clone, Copy, Debug)]
struct Cell {
    at: [i16; 2],
    elevations: [f32; 4],
}

impl Cell {
    fn corners(&self) -> [Corner; 4] {
        let [x, y] = self.at;
        let places = [[x, y], [x + 1, y], [x + 1, y + 1], [x, y + 1]];
        [0, 1, 2, 3].map(|corner| (places[corner], self.elevations[corner].to_bits()))
    }

    /// Returns a point of the cell, by fractions of its size.
    fn end(&self, [u, v]: [f32; 2]) -> Location {
        let [x, y] = self.at.map(f32::from);
        let [a, b, c, d] = self.elevations;
        let (low, high) = (a + (b - a) * u, d + (c - d) * u);
        Location { point: Vec2::new(x + u, y + v), elevation: Some(low + (high - low) * v) }
    }
}

/// Cells, the zero-width walls between them, and links from cell to cell.
#[derive(Clone, Debug, Default)]
struct World {
    cells: Vec<Cell>,
    walls: BTreeSet<[Corner; 2]>,
    links: Vec<RawLink>,
}

impl World {
    /// Two floors with holes, and a ramp between them.
    fn two_floors(random: &mut SplitMix64, size: i16) -> Self {
        let ramp = i16::try_from(random.between(1, i32::from(size) - 2)).unwrap();
        let mut world = Self::default();
        for y in 0..size {
            for x in 0..size {
                if y == ramp && (2..6).contains(&x) {
                    let [low, high] = [x - 2, x - 1].map(f32::from);
                    world.push([x, y], [low, high, high, low]);
                    continue;
                }
                for (percent, elevation) in [(80, 0.0), (60, 4.0)] {
                    if y == ramp || random.chance(percent) {
                        world.push([x, y], [elevation; 4]);
                    }
                }
            }
        }
        world
    }

    /// Stairs two cells wide around a square pillar, and a floor below all of them.
    fn spiral(turns: u8) -> Self {
        let mut world = Self::default();
        spiral_stairs(turns).into_iter().for_each(|(at, elevations)| world.push(at, elevations));
        world
    }

    fn push(&mut self, at: [i16; 2], elevations: [f32; 4]) {
        self.cells.push(Cell { at, elevations });
    }

    fn any_cell(&self, random: &mut SplitMix64) -> Cell {
        self.cells[usize::try_from(random.below(self.cells.len() as u64)).unwrap()]
    }

    fn furnish(&mut self, random: &mut SplitMix64, walls_percent: u8, links: u8) {
        for cell in &self.cells {
            let corners = cell.corners();
            for (a, b) in [(corners[0], corners[1]), (corners[0], corners[3])] {
                if random.chance(walls_percent) {
                    self.walls.insert([a.min(b), a.max(b)]);
                }
            }
        }
        for _ in 0..links {
            let [from, to] = [(); 2].map(|()| self.any_cell(random).end([0.5, 0.5]));
            self.links.push(RawLink {
                from: from.point.into(),
                from_elevation: from.elevation.unwrap(),
                to: to.point.into(),
                to_elevation: to.elevation.unwrap(),
                cost: Some(f32::from(u8::try_from(random.between(0, 9)).unwrap())),
                kind: LinkKind::Other,
                both_ways: random.chance(50),
                disabled: false,
            });
        }
    }

    fn is_covered(cell: &Cell, there: &[(ObstacleId, Block)]) -> bool {
        there.iter().any(|(_, block)| block.covers(cell))
    }

    /// Returns the cells that are left, connected where they share two corners and there is
    /// no wall.
    fn raw(&self, there: &[(ObstacleId, Block)]) -> RawMesh {
        let left = self.cells.iter().filter(|cell| !Self::is_covered(cell, there));
        let left: Vec<&Cell> = left.collect();
        let corners: BTreeSet<Corner> = left.iter().flat_map(|cell| cell.corners()).collect();
        let corners: Vec<Corner> = corners.into_iter().collect();
        let vertex = |corner: Corner| {
            corners.binary_search(&corner).ok().map(|index| u32::try_from(index).unwrap())
        };
        let mut raw = RawMesh {
            vertices: corners.iter().map(|([x, y], _)| [f32::from(*x), f32::from(*y)]).collect(),
            elevations: corners.iter().map(|(_, bits)| f32::from_bits(*bits)).collect(),
            ..RawMesh::default()
        };
        for cell in left {
            raw.push_area(&cell.corners().map(|corner| vertex(corner).unwrap()));
        }
        for wall in &self.walls {
            if let [Some(a), Some(b)] = wall.map(vertex)
                && raw.has_edge([a, b])
            {
                raw.walls.push([a, b]);
            }
        }
        raw
    }

    /// Returns the links that are left.
    fn standing(&self, there: &[(ObstacleId, Block)]) -> Vec<bool> {
        let is_free = |[x, y]: [f32; 2], elevation: f32| {
            self.cells.iter().any(|cell| {
                let end = cell.end([0.5, 0.5]);
                end.point == Vec2::new(x, y)
                    && end.elevation.unwrap().to_bits() == elevation.to_bits()
                    && !Self::is_covered(cell, there)
            })
        };
        let stands = |link: &RawLink| {
            is_free(link.from, link.from_elevation) && is_free(link.to, link.to_elevation)
        };
        self.links.iter().map(stands).collect()
    }
}

/// An obstacle on the lattice: from one corner to the other, on some elevations.
#[derive(Clone, Copy, Debug)]
struct Block {
    from: [i16; 2],
    to: [i16; 2],
    elevations: Option<[f32; 2]>,
}

impl Block {
    fn random(random: &mut SplitMix64, size: i16) -> Self {
        let mut coordinate =
            |low: i32, high: i32| i16::try_from(random.between(low, high)).unwrap();
        let from = [(); 2].map(|()| coordinate(-1, i32::from(size) - 1));
        let to = from.map(|from| from + coordinate(1, 4));
        let elevations = random.chance(60).then(|| {
            let half = |steps: i32| f32::from(u8::try_from(steps).unwrap()) / 2.0;
            let low = half(random.between(0, 12));
            [low, low + half(random.between(0, 4))]
        });
        Self { from, to, elevations }
    }

    fn covers(&self, cell: &Cell) -> bool {
        let least = cell.elevations.into_iter().fold(f32::INFINITY, f32::min);
        let most = cell.elevations.into_iter().fold(f32::NEG_INFINITY, f32::max);
        (0..2).all(|axis| (self.from[axis]..self.to[axis]).contains(&cell.at[axis]))
            && self.elevations.is_none_or(|[low, high]| least <= high && low <= most)
    }

    fn obstacle(&self) -> Obstacle {
        let [[x, y], [to_x, to_y]] = [self.from, self.to].map(|corner| corner.map(f32::from));
        let ring = vec![[x, y], [to_x, y], [to_x, to_y], [x, to_y]];
        Obstacle { elevations: self.elevations, ..Obstacle::new([ring]) }
    }
}

/// Returns the length of the shortest path without links; infinity if there is none.
fn over_ground(mesh: &NavMesh, [start, goal]: [Location; 2]) -> f64 {
    let mut filter = QueryFilter::uniform();
    LinkKind::ALL.into_iter().for_each(|kind| filter.forbid_links(kind));
    let query = PathQuery::new(start, goal).with_filter(&filter);
    shortest_path(mesh, &query, &mut AnyAngleScratch::new(), &mut Vec::new())
        .unwrap_or(f64::INFINITY)
}

/// Returns the cost of the cheapest path with the links that are left.
fn by_links(
    mesh: &NavMesh,
    [start, goal]: [Location; 2],
    links: &[RawLink],
    stands: &[bool],
) -> f64 {
    let mut ends = vec![start, goal];
    let mut hops = Vec::new();
    for link in links.iter().zip(stands).filter(|(_, stands)| **stands).map(|(link, _)| link) {
        let hop = [ends.len(), ends.len() + 1];
        for (point, elevation) in [(link.from, link.from_elevation), (link.to, link.to_elevation)] {
            ends.push(Location { point: point.into(), elevation: Some(elevation) });
        }
        hops.push((hop, f64::from(link.cost.unwrap()), link.both_ways));
    }
    let between = |from: &Location| -> Vec<f64> {
        ends.iter().map(|to| over_ground(mesh, [*from, *to])).collect()
    };
    let mut lengths: Vec<Vec<f64>> = ends.iter().map(between).collect();
    for ([from, to], cost, both_ways) in hops {
        lengths[from][to] = lengths[from][to].min(cost);
        if both_ways {
            lengths[to][from] = lengths[to][from].min(cost);
        }
    }
    for by in 0..ends.len() {
        for from in 0..ends.len() {
            for to in 0..ends.len() {
                lengths[from][to] = lengths[from][to].min(lengths[from][by] + lengths[by][to]);
            }
        }
    }
    lengths[0][1]
}

/// The number of cases of each kind.
fn cases(usually: u64) -> u64 {
    let set = env::var("TAUTLINE_CASES").ok();
    set.and_then(|cases| cases.parse().ok()).unwrap_or(usually)
}

/// Changes worlds at random. On the lattice nothing is rounded, and nothing is refused.
fn run(seeds: u64, links: u8, world: impl Fn(u64) -> World) {
    let counts = (0..seeds).map(|seed| change(seed, world(seed), links));
    let [connected, compared] =
        counts.fold([0, 0], |all, one| [0, 1].map(|index| all[index] + one[index]));
    assert!(connected > compared / 4, "{connected} of {compared}");
}

/// Changes a world at random. Returns the numbers of connected and of all pairs of points.
fn change(seed: u64, mut world: World, links: u8) -> [u32; 2] {
    let random = &mut SplitMix64::new(seed);
    world.furnish(random, if seed.is_multiple_of(2) { 8 } else { 0 }, links);
    let mut raw = merge_areas(&world.raw(&[])).unwrap();
    raw.links.clone_from(&world.links);
    let mut ground = DynamicNavMesh::new(built(&raw)).unwrap();
    let mut there: Vec<(ObstacleId, Block)> = Vec::new();
    let mut counts = [0, 0];
    for _ in 0..8 {
        let blocks: Vec<Block> =
            (0..random.between(0, 2)).map(|_| Block::random(random, 8)).collect();
        let remove: Vec<ObstacleId> =
            there.iter().map(|there| there.0).filter(|_| random.chance(30)).collect();
        let add = blocks.iter().map(Block::obstacle).collect();
        match ground.edit(&Edit { add, remove: remove.clone() }) {
            Ok(edited) => {
                there.retain(|(id, _)| !remove.contains(id));
                there.extend(edited.added.into_iter().zip(blocks));
            }
            Err(error) => {
                assert_eq!(error, ChangeError::NothingLeft, "{seed}");
                continue;
            }
        }
        let (mesh, expected) = (ground.mesh(), built(&world.raw(&there)));
        mesh.to_stored().verify().unwrap();
        assert!((area_of(mesh) - area_of(&expected)).abs() < 1e-9, "{seed}: {there:?}");
        let standing = world.standing(&there);
        let found: Vec<bool> =
            mesh.links().iter().map(tautline_navmesh::Link::is_enabled).collect();
        assert_eq!(found, standing, "{seed}");
        for index in 0..12 {
            let ends = [(); 2].map(|()| {
                let cell = world.any_cell(random);
                let shares =
                    [(); 2].map(|()| f32::from(u8::try_from(random.between(1, 7)).unwrap()) / 8.0);
                let mut end = cell.end(shares);
                // Where it is covered, the floor below is nearer than the floor above.
                end.elevation = end.elevation.map(|elevation| elevation - 0.25);
                end
            });
            let [found, wanted] = [mesh, &expected].map(|mesh| over_ground(mesh, ends));
            let are_equal = |one: f64, other: f64| {
                (one - other).abs() < 1e-9 * one.max(1.0)
                    || one.is_infinite() && other.is_infinite()
            };
            assert!(are_equal(found, wanted), "{seed}: {ends:?}: {found} for {wanted}");
            counts = [counts[0] + u32::from(found.is_finite()), counts[1] + 1];
            if links > 0 && index < 3 {
                let [found, wanted] =
                    [mesh, &expected].map(|mesh| by_links(mesh, ends, &world.links, &standing));
                assert!(are_equal(found, wanted), "{seed}: {ends:?}: {found} for {wanted}");
                let (scratch, corridor) = (&mut CorridorScratch::new(), &mut Corridor::default());
                let query = PathQuery::new(ends[0], ends[1]);
                let way = find_corridor(mesh, &query, scratch, corridor);
                assert_eq!(way.is_ok(), wanted.is_finite(), "{seed}: {ends:?}");
                assert!(way.is_err() || way.unwrap() >= wanted * (1.0 - 1e-9), "{seed}: {ends:?}");
            }
        }
    }
    counts
}

#[test]
fn obstacles_on_two_floors_leave_the_ground_of_all_cells_that_are_left() {
    run(cases(60), 0, |seed| World::two_floors(&mut SplitMix64::new(seed), 8));
}

#[test]
fn obstacles_on_a_spiral_leave_the_ground_of_all_cells_that_are_left() {
    run(cases(40), 0, |_| World::spiral(3));
}

#[test]
fn links_remain_where_their_ends_are_left() {
    run(cases(20), 4, |seed| World::two_floors(&mut SplitMix64::new(seed), 8));
}
