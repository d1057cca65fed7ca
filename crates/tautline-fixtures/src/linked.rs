//! Shortest paths over ground and links, by brute force.

use crate::exact_ground::Location;
use crate::{Cells, SplitMix64, VisibilityGraph};

/// An off-mesh link between two points, as plain data.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlainLink {
    /// The point where it begins.
    pub from: [f32; 2],
    /// The point where it ends.
    pub to: [f32; 2],
    /// The cost, at least 0; `None` for the straight distance.
    pub cost: Option<f32>,
    /// True if it can be taken in both directions.
    pub both_ways: bool,
}

/// A link in one direction.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct PlainArc {
    /// The point where it is taken.
    pub entrance: [f32; 2],
    /// The point where it leads.
    pub exit: [f32; 2],
    /// The cost, at least 0, in units of length.
    pub cost: f64,
}

/// The ratios of cost to straight distance among [`random_links`]; `None` for the default cost.
const COST_RATIOS: [Option<f32>; 5] = [Some(0.0), Some(0.3), Some(0.8), None, Some(1.3)];

/// Generates links between points of a map, half of them one-way.
///
/// Two thirds of the ends lie on a lattice of half cells: on vertices, on borders, and where
/// cells touch at a point. The others lie anywhere. The costs are 0, 0.3, 0.8, 1 or 1.3 times
/// the straight distance. A map without walkable cells has no links.
///
/// ```
/// use tautline_fixtures::linked::random_links;
/// use tautline_fixtures::{SplitMix64, open};
///
/// let links = random_links(&mut SplitMix64::new(1), &open(5, 5), 8);
/// assert_eq!(links.len(), 8);
/// ```
#[must_use]
pub fn random_links(random: &mut SplitMix64, cells: &Cells, count: usize) -> Vec<PlainLink> {
    if cells.walkable_cells().next().is_none() {
        return Vec::new();
    }
    let link = |_| {
        let [from, to] = [(); 2].map(|()| random_point(random, cells));
        let ratio = COST_RATIOS[index(random, COST_RATIOS.len())];
        let cost = ratio.map(|ratio| ratio * distance(from, to));
        PlainLink { from, to, cost, both_ways: random.chance(50) }
    };
    (0..count).map(link).collect()
}

/// Generates links like [`random_links`], but with costs of 0.5 to 1.1 times the straight distance. Of dozens, many
/// are useful for the same path.
///
/// ```
/// use tautline_fixtures::linked::cheap_links;
/// use tautline_fixtures::{SplitMix64, open};
///
/// let links = cheap_links(&mut SplitMix64::new(1), &open(5, 5), 60);
/// assert_eq!(links.len(), 60);
/// ```
#[must_use]
pub fn cheap_links(random: &mut SplitMix64, cells: &Cells, count: usize) -> Vec<PlainLink> {
    let mut links = random_links(random, cells, count);
    for link in &mut links {
        let ratio = unit_part(random.between(512, 1126), 1024);
        link.cost = Some(ratio * distance(link.from, link.to));
    }
    links
}

/// Returns a point of a walkable cell or its border; the origin if there is none. Two thirds
/// of the points lie on a lattice of half cells.
#[must_use]
#[expect(
    clippy::cast_precision_loss,
    reason = "a map is smaller than 2^24 cells in each direction"
)]
pub fn random_point(random: &mut SplitMix64, cells: &Cells) -> [f32; 2] {
    /// The steps of points that lie anywhere: few bits, but not on a line with the lattice.
    const STEPS: i32 = 1021;
    let count = cells.walkable_cells().count();
    let Some(cell) = cells.walkable_cells().nth(index(random, count)) else { return [0.0; 2] };
    let steps = if random.chance(67) { 2 } else { STEPS };
    // 1024ths are exact; so is their sum with the coordinates of a small map.
    cell.map(|low| low as f32 + unit_part(random.between(0, steps), steps))
}

#[expect(clippy::cast_precision_loss, reason = "numbers up to 1021")]
fn unit_part(step: i32, steps: i32) -> f32 {
    if steps == 2 { step as f32 / 2.0 } else { step as f32 / 1024.0 }
}

fn index(random: &mut SplitMix64, count: usize) -> usize {
    usize::try_from(random.below(count as u64)).unwrap_or(0)
}

/// A mix of links on a real map.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LinkMix {
    /// No link costs less than its straight distance: two-way jumps of 2 to 14 units over walls
    /// at 1, 1.2 or 1.5 times the distance (70 %), and one-way drops at the distance.
    Dear,
    /// A quarter of these, and teleports between any two points, half of them one-way, which cost
    /// nothing, 5, or 0.3 times the distance.
    Mixed,
    /// Teleports alone.
    Teleports,
}

/// Generates links of a mix between points that `draw` returns. `is_over_wall` returns true if
/// both points lie on the ground and do not see each other.
#[must_use]
pub fn link_mix(
    random: &mut SplitMix64,
    mix: LinkMix,
    count: usize,
    mut draw: impl FnMut() -> [f32; 2],
    mut is_over_wall: impl FnMut([f32; 2], [f32; 2]) -> bool,
) -> Vec<PlainLink> {
    let mut links = Vec::new();
    while links.len() < count {
        let is_teleport = match mix {
            LinkMix::Dear => false,
            LinkMix::Mixed => random.chance(75),
            LinkMix::Teleports => true,
        };
        let from = draw();
        let to = if is_teleport { draw() } else { jump_target(random, from) };
        let length = distance(from, to);
        if is_teleport {
            let cost = [0.0, 5.0, 0.3 * length][index(random, 3)];
            links.push(PlainLink { from, to, cost: Some(cost), both_ways: random.chance(50) });
        } else if (2.0..=14.0).contains(&length) && is_over_wall(from, to) {
            let both_ways = random.chance(70);
            let ratio = [None, Some(1.2), Some(1.5)][index(random, 3)].filter(|_| both_ways);
            let cost = ratio.map(|ratio: f32| ratio * length);
            links.push(PlainLink { from, to, cost, both_ways });
        }
    }
    links
}

fn jump_target(random: &mut SplitMix64, from: [f32; 2]) -> [f32; 2] {
    #[expect(clippy::cast_possible_truncation, reason = "any number between the bounds will do")]
    from.map(|low| low + (28.0 * random.unit() - 14.0) as f32)
}

fn distance(from: [f32; 2], to: [f32; 2]) -> f32 {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    (dx * dx + dy * dy).sqrt()
}

/// A visibility graph with links: shortest paths by Dijkstra's algorithm over links, between
/// whose ends distances on foot are found by brute force.
///
/// An end of a link is a point of all ground that holds it: at a pinch point, it belongs to each
/// of the fans there. So a link may lead from one of them to the other.
///
/// ```
/// use tautline_fixtures::linked::{LinkedGraph, PlainArc};
/// use tautline_fixtures::{Cells, VisibilityGraph};
///
/// let graph = VisibilityGraph::new(&Cells::from_rows(&[".#."]).to_unit_mesh()).ok_or("size")?;
/// let jump = PlainArc { entrance: [1.0, 0.5], exit: [2.0, 0.5], cost: 0.25 };
/// let linked = LinkedGraph::new(&graph, &[jump]);
/// assert_eq!(linked.shortest_length([0.5, 0.5], [2.5, 0.5]), Some(1.25));
/// assert_eq!(linked.shortest_length([2.5, 0.5], [0.5, 0.5]), None, "one-way");
/// # Ok::<(), &str>(())
/// ```
#[derive(Debug, Clone)]
pub struct LinkedGraph<'a> {
    graph: &'a VisibilityGraph,
    arcs: Vec<Arc>,
    /// The distance on foot from the exit of each arc to the entrance of each one.
    between: Vec<Vec<f64>>,
}

/// An arc, with what is seen from its ends.
#[derive(Debug, Clone)]
struct Arc {
    entrance: End,
    exit: End,
    /// The distance of each fan from the exit.
    from_exit: Vec<f64>,
    cost: f64,
}

/// A point on the ground, and the straight distances of the fans that it sees.
#[derive(Debug, Clone)]
struct End {
    location: Location,
    visible: Vec<f64>,
}

impl<'a> LinkedGraph<'a> {
    /// Adds arcs to a graph. Arcs with an end off the ground cannot be taken. O(arcs · vertices²).
    #[must_use]
    pub fn new(graph: &'a VisibilityGraph, arcs: &[PlainArc]) -> Self {
        let arc = |arc: &PlainArc| {
            let [entrance, exit] = [End::new(graph, arc.entrance)?, End::new(graph, arc.exit)?];
            let from_exit = graph.settle(&exit.location, |_, _| false);
            Some(Arc { entrance, exit, from_exit, cost: arc.cost })
        };
        let arcs: Vec<Arc> = arcs.iter().filter_map(arc).collect();
        let row = |one: &Arc| {
            let walk = |to: &Arc| walk(graph, &one.exit, &one.from_exit, &to.entrance);
            arcs.iter().map(walk).collect()
        };
        let between = arcs.iter().map(row).collect();
        Self { graph, arcs, between }
    }

    /// Returns the length of the shortest path over ground and links, exact except for the
    /// rounding of the sum. `None` if there is no path, or if an end is off the ground.
    ///
    /// O(vertices² + arcs · vertices + arcs²).
    #[must_use]
    pub fn shortest_length(&self, start: [f32; 2], goal: [f32; 2]) -> Option<f64> {
        let [start, goal] = [End::new(self.graph, start)?, End::new(self.graph, goal)?];
        let from_start = self.graph.settle(&start.location, |_, _| false);
        // The length of the shortest path over each arc, up to its exit.
        let reach = |arc: &Arc| walk(self.graph, &start, &from_start, &arc.entrance) + arc.cost;
        let best = least_over_arcs(
            walk(self.graph, &start, &from_start, &goal),
            self.arcs.iter().map(reach).collect(),
            |from, to| self.between[from][to] + self.arcs[to].cost,
            |last| walk(self.graph, &self.arcs[last].exit, &self.arcs[last].from_exit, &goal),
        );
        best.is_finite().then_some(best)
    }
}

impl End {
    fn new(graph: &VisibilityGraph, point: [f32; 2]) -> Option<Self> {
        let location = graph.locate(point)?;
        let visible = graph.lengths_to(&location);
        Some(Self { location, visible })
    }
}

/// Returns the least cost of all paths over arcs: Dijkstra's algorithm. `walked` is the cost
/// without arcs, `reached` that up to the exit of each arc if it is the first one, `onwards` that from
/// the exit of one arc to the exit of the next, and `left` that from the exit of the last arc on.
pub fn least_over_arcs(
    walked: f64,
    mut reached: Vec<f64>,
    onwards: impl Fn(usize, usize) -> f64,
    mut left: impl FnMut(usize) -> f64,
) -> f64 {
    let mut best = walked;
    let mut open: Vec<usize> = (0..reached.len()).collect();
    while let Some(nearest) =
        (0..open.len()).min_by(|&a, &b| reached[open[a]].total_cmp(&reached[open[b]]))
    {
        let here = open.swap_remove(nearest);
        if reached[here] >= best {
            break;
        }
        best = best.min(reached[here] + left(here));
        for &next in &open {
            reached[next] = reached[next].min(reached[here] + onwards(here, next));
        }
    }
    best
}

/// Returns the distance on foot between two points; infinity if there is no path. `from_start`
/// holds the distance of each fan from the start.
fn walk(graph: &VisibilityGraph, start: &End, from_start: &[f64], goal: &End) -> f64 {
    let over_fans = from_start.iter().zip(&goal.visible).map(|(from, to)| from + to);
    over_fans.fold(graph.straight_length(&start.location, &goal.location), f64::min)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{open, random_blocks};

    fn arcs(links: &[PlainLink]) -> Vec<PlainArc> {
        let arc = |&PlainLink { from, to, cost, .. }: &PlainLink| {
            let straight = distance(from, to);
            PlainArc { entrance: from, exit: to, cost: cost.unwrap_or(straight).into() }
        };
        links.iter().map(arc).collect()
    }

    #[test]
    fn without_links_the_lengths_are_those_of_the_graph() {
        let mut random = SplitMix64::new(1);
        for seed in 0..10 {
            let mut cells = random_blocks(seed, 7, 7, 30);
            cells.set(0, 0, true);
            let graph = VisibilityGraph::new(&cells.to_unit_mesh()).unwrap();
            let linked = LinkedGraph::new(&graph, &[]);
            for _ in 0..20 {
                let [start, goal] = [(); 2].map(|()| random_point(&mut random, &cells));
                let expected = graph.shortest_length(start, goal);
                assert_eq!(linked.shortest_length(start, goal), expected);
            }
        }
    }

    #[test]
    fn a_link_never_lengthens_and_one_dearer_than_the_walk_changes_nothing() {
        let mut random = SplitMix64::new(2);
        let mut shorter = 0;
        for seed in 0..10 {
            let mut cells = random_blocks(seed, 7, 7, 30);
            cells.set(0, 0, true);
            let graph = VisibilityGraph::new(&cells.to_unit_mesh()).unwrap();
            let mut some = arcs(&random_links(&mut random, &cells, 6));
            let linked = LinkedGraph::new(&graph, &some);
            some.iter_mut().for_each(|arc| arc.cost += 1000.0);
            let dear = LinkedGraph::new(&graph, &some);
            for _ in 0..20 {
                let [start, goal] = [(); 2].map(|()| random_point(&mut random, &cells));
                let walked = graph.shortest_length(start, goal);
                let found = linked.shortest_length(start, goal).unwrap_or(f64::INFINITY);
                let found_dear = dear.shortest_length(start, goal);
                match walked {
                    Some(walked) => {
                        assert!(found <= walked);
                        assert_eq!(found_dear, Some(walked));
                        shorter += u32::from(found < walked);
                    }
                    None => assert_eq!(found.is_finite(), found_dear.is_some()),
                }
            }
        }
        assert!(shorter > 20, "{shorter}");
    }

    #[test]
    fn links_are_taken_one_after_the_other() {
        let graph = VisibilityGraph::new(&open(9, 1).to_unit_mesh()).unwrap();
        let arc = |entrance: f32, exit: f32| PlainArc {
            entrance: [entrance, 0.0],
            exit: [exit, 0.0],
            cost: 0.5,
        };
        let linked = LinkedGraph::new(&graph, &[arc(7.0, 9.0), arc(1.0, 6.0)]);
        assert_eq!(linked.shortest_length([0.0, 0.0], [9.0, 0.0]), Some(3.0));
        assert_eq!(linked.shortest_length([9.0, 0.0], [0.0, 0.0]), Some(9.0));
    }

    #[test]
    fn at_a_pinch_point_a_link_leads_from_one_side_to_the_other() {
        let cells = Cells::from_rows(&["#.", ".#"]);
        let graph = VisibilityGraph::new(&cells.to_unit_mesh()).unwrap();
        assert_eq!(graph.shortest_length([0.0, 1.0], [2.0, 1.0]), None);
        let step = PlainArc { entrance: [1.0, 1.0], exit: [1.0, 1.0], cost: 0.0 };
        let linked = LinkedGraph::new(&graph, &[step]);
        assert_eq!(linked.shortest_length([0.0, 1.0], [2.0, 1.0]), Some(2.0));
    }
}
