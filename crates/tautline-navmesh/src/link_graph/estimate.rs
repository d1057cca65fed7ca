//! A lower bound of the distance to a goal where links may be cheaper than walking.

use tautline_geometry::DVec2;

use super::LinkArc;
use crate::{NavMesh, PathQuery};

/// The limit on the rests of listed arcs, relative to the bound at the start. All arcs beyond it
/// count as one whose entrance is everywhere. That bound is admissible, and weak only far away
/// from the start, where a search seldom comes.
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
    /// The least rest of a useful arc that is not listed; infinity if all are.
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
    /// The lower bound from the entrance to the goal without the arc. The arc is useless if its
    /// rest is not less.
    without: f64,
}

impl Waiting {
    /// Takes another arc into account, whose rest is final.
    fn relax(&mut self, other: &Shortcut) {
        let by_other = |point: DVec2| point.distance(other.entrance) + other.rest;
        self.shortcut.rest = self.shortcut.rest.min(self.cost + by_other(self.exit));
        self.without = self.without.min(by_other(self.shortcut.entrance));
    }
}

impl LinkEstimate {
    /// The straight distance to the origin.
    #[must_use]
    pub const fn new() -> Self {
        Self { goal: DVec2::ZERO, kept: Vec::new(), floor: f64::INFINITY, waiting: Vec::new() }
    }

    /// Prepares the bound for a query, over the links that its filter allows.
    ///
    /// Dijkstra's algorithm from the goal over the cheap arcs: a pass over all of them for each arc
    /// that is listed, up to 24.
    pub fn prepare(&mut self, mesh: &NavMesh, query: &PathQuery<'_>) {
        self.prepare_with_at_most(MOST, mesh, query);
    }

    /// Like [`prepare`](Self::prepare), with a limit on the number of listed arcs. A lower one takes less
    /// time and makes the bound weaker.
    pub fn prepare_with_at_most(&mut self, most: usize, mesh: &NavMesh, query: &PathQuery<'_>) {
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
            Waiting { shortcut, exit, cost, without: entrance.distance(goal) }
        }));
        let mut at_start = start.distance(goal);
        while let Some(next) = nearest_useful(waiting) {
            let shortcut = waiting[next].shortcut;
            if shortcut.rest > HORIZON * at_start || kept.len() == most {
                *floor = shortcut.rest;
                break;
            }
            waiting.swap_remove(next);
            at_start = at_start.min(start.distance(shortcut.entrance) + shortcut.rest);
            kept.push(shortcut);
            waiting.iter_mut().for_each(|arc| arc.relax(&shortcut));
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

    /// The lower bound by any cheap arc that is not listed; infinity if all useful ones are.
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

/// The index of the arc with the least rest among those that are not useless.
fn nearest_useful(waiting: &[Waiting]) -> Option<usize> {
    let useful = waiting.iter().enumerate().filter(|(_, arc)| arc.shortcut.rest < arc.without);
    let nearest = useful.min_by(|(_, a), (_, b)| a.shortcut.rest.total_cmp(&b.shortcut.rest));
    nearest.map(|(index, _)| index)
}
