//! A lower bound of the distance to a goal where links may be cheaper than walking.

use tautline_geometry::DVec2;

use super::LinkArc;
use crate::{NavMesh, PathQuery};

/// The ratio to the bound at the start beyond which cheap arcs are not listed. All that remain
/// count as one that begins everywhere: an admissible bound, which is weak only far away from the
/// start, where a search seldom comes.
const HORIZON: f64 = 1.2;

/// The greatest number of arcs that are listed. The time to prepare them grows with it: with 64 it
/// takes longer than the search that they shorten, where there are hundreds of cheap arcs.
const MOST: usize = 24;

/// A lower bound of the length of a path from any point to a goal, over ground and over links
/// that may be cheaper than a straight walk: admissible and consistent.
///
/// ```text
/// bound(p) = min(|p goal|, |p entrance| + rest of each cheap arc)
/// rest     = cost of the arc + bound(its exit)
/// ```
///
/// The cost of a link counts as the length of a walk that costs as much. Without cheap arcs
/// it is the straight distance.
#[derive(Clone, Debug)]
pub struct LinkEstimate {
    goal: DVec2,
    /// The arcs that may be the next cheap one on a shortest path, in ascending order of their
    /// rests.
    kept: Vec<Shortcut>,
    /// The least rest of an arc that is not listed; infinity if all are.
    floor: f64,
    waiting: Vec<Waiting>,
}

/// The way to the goal by a cheap arc.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// The entrance of the arc.
    pub entrance: DVec2,
    /// The lower bound from there to the goal by the arc.
    pub rest: f64,
}

/// A cheap arc whose rest is not final.
#[derive(Clone, Copy, Debug)]
struct Waiting {
    shortcut: Shortcut,
    exit: DVec2,
    cost: f64,
}

impl LinkEstimate {
    /// The straight distance to the origin.
    #[must_use]
    pub const fn new() -> Self {
        Self { goal: DVec2::ZERO, kept: Vec::new(), floor: f64::INFINITY, waiting: Vec::new() }
    }

    /// Prepares the bound for a query, over the links that its filter allows.
    ///
    /// Dijkstra from the goal over the cheap arcs: O(cheap arcs), each with up to 24 others.
    pub fn prepare(&mut self, mesh: &NavMesh, query: &PathQuery<'_>) {
        let PathQuery { start, goal, filter, .. } = *query;
        let Self { kept, waiting, floor, .. } = self;
        kept.clear();
        (self.goal, *floor) = (goal.point.into(), f64::INFINITY);
        let Some(graph) = mesh.link_graph().filter(|_| mesh.takes_links(filter)) else { return };
        let (start, goal) = (DVec2::from(start.point), self.goal);
        let factor = mesh.least_factor(filter);
        waiting.clear();
        let is_taken = |arc: &&LinkArc| arc.is_cheap(factor) && filter.takes(arc.link, arc.kind);
        waiting.extend(graph.arcs().iter().filter(is_taken).map(|arc| {
            let (entrance, exit) = (DVec2::from(arc.entrance), DVec2::from(arc.exit));
            let cost = arc.cost / factor;
            let shortcut = Shortcut { entrance, rest: cost + exit.distance(goal) };
            Waiting { shortcut, exit, cost }
        }));
        let mut at_start = start.distance(goal);
        let mut next = least(waiting.iter().map(|arc| arc.shortcut.rest));
        while let Some(Waiting { shortcut, .. }) = waiting.get(next).copied() {
            let Shortcut { entrance, rest } = shortcut;
            if rest > HORIZON * at_start || kept.len() == MOST {
                *floor = rest;
                break;
            }
            waiting.swap_remove(next);
            // An arc that another one makes needless, or that the straight way does.
            let is_needless =
                |other: &Shortcut| entrance.distance(other.entrance) + other.rest <= rest;
            if rest >= entrance.distance(goal) || kept.iter().any(is_needless) {
                next = least(waiting.iter().map(|arc| arc.shortcut.rest));
                continue;
            }
            at_start = at_start.min(start.distance(entrance) + rest);
            kept.push(shortcut);
            next = least(waiting.iter_mut().map(|arc| {
                let by_this = arc.cost + (arc.exit.distance(entrance) + rest);
                arc.shortcut.rest = arc.shortcut.rest.min(by_this);
                arc.shortcut.rest
            }));
        }
    }

    /// The lower bound at a point.
    #[inline]
    #[must_use]
    pub fn at(&self, point: DVec2) -> f64 {
        let mut least = point.distance(self.goal).min(self.floor);
        for &Shortcut { entrance, rest } in &self.kept {
            if rest >= least {
                break;
            }
            least = least.min(point.distance(entrance) + rest);
        }
        least
    }

    /// The arcs that may be the next cheap one on a shortest path, in ascending order of their
    /// rests.
    #[must_use]
    pub fn shortcuts(&self) -> &[Shortcut] {
        &self.kept
    }

    /// The lower bound by any cheap arc that is not listed; infinity if all are.
    #[must_use]
    pub const fn floor(&self) -> f64 {
        self.floor
    }
}

impl Default for LinkEstimate {
    fn default() -> Self {
        Self::new()
    }
}

/// The index of the least value, the first among equals; 0 for none.
fn least(values: impl Iterator<Item = f64>) -> usize {
    let mut found = (f64::INFINITY, 0);
    for (index, value) in values.enumerate() {
        if value < found.0 {
            found = (value, index);
        }
    }
    found.1
}
