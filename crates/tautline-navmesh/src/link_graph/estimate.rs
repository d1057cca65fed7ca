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
    /// The cheap arcs, sorted by the x coordinates of their exits.
    arcs: Vec<CheapArc>,
    /// Useful arcs whose rests are within a limit, and not final.
    open: Vec<usize>,
    rests: Vec<f64>,
}

/// The way to the goal by a cheap arc.
#[derive(Clone, Copy, Debug)]
pub struct Shortcut {
    /// The entrance of the arc.
    pub entrance: DVec2,
    /// The lower bound from there to the goal by the arc.
    pub rest: f64,
}

/// A cheap arc with the least known rest.
#[derive(Clone, Copy, Debug)]
struct CheapArc {
    shortcut: Shortcut,
    exit: DVec2,
    cost: f64,
    /// True once it was in the list of open arcs.
    is_open: bool,
}

impl LinkEstimate {
    /// The straight distance to the origin.
    #[must_use]
    pub const fn new() -> Self {
        Self {
            goal: DVec2::ZERO,
            kept: Vec::new(),
            floor: f64::INFINITY,
            arcs: Vec::new(),
            open: Vec::new(),
            rests: Vec::new(),
        }
    }

    /// Prepares the bound for a query, over the links that its filter allows.
    ///
    /// Dijkstra's algorithm from the goal over the cheap arcs: for each arc that is listed, up to 24, a pass over those
    /// whose exits are near its entrance.
    pub fn prepare(&mut self, mesh: &NavMesh, query: &PathQuery<'_>) {
        let PathQuery { start, goal, filter, .. } = *query;
        self.kept.clear();
        (self.goal, self.floor) = (goal.point.into(), f64::INFINITY);
        let Some(graph) = mesh.link_graph().filter(|_| mesh.takes_links(filter)) else { return };
        let (start, goal) = (DVec2::from(start.point), self.goal);
        let factor = mesh.least_factor(filter);
        let is_taken = |arc: &&LinkArc| arc.is_cheap(factor) && filter.takes(arc.link, arc.kind);
        self.arcs.clear();
        self.arcs.extend(graph.arcs_by_exit().filter(is_taken).map(|arc| {
            let (entrance, exit) = (DVec2::from(arc.entrance), DVec2::from(arc.exit));
            let cost = arc.cost / factor;
            let shortcut = Shortcut { entrance, rest: cost + exit.distance(goal) };
            CheapArc { shortcut, exit, cost, is_open: shortcut.rest < entrance.distance(goal) }
        }));
        let mut at_start = start.distance(goal);
        let limit = self.open_useful();
        self.floor = limit;
        while let Some(next) = self.nearest() {
            let arc = self.open[next];
            let shortcut = self.arcs[arc].shortcut;
            if shortcut.rest > HORIZON * at_start || self.kept.len() == MOST {
                self.floor = shortcut.rest;
                break;
            }
            self.open.swap_remove(next);
            // Otherwise, the arc is useless.
            if shortcut.rest < self.at(shortcut.entrance) {
                at_start = at_start.min(start.distance(shortcut.entrance) + shortcut.rest);
                self.kept.push(shortcut);
                self.relax(&shortcut, limit);
            }
        }
    }

    /// Opens the useful arcs with the least rests, enough to fill the list, and returns a limit that no listed rest
    /// exceeds. Drops the arcs whose rests exceed it, with or without other arcs after them.
    fn open_useful(&mut self) -> f64 {
        let Self { arcs, open, rests, .. } = self;
        let useful = arcs.iter().filter(|arc| arc.is_open);
        rests.clear();
        rests.extend(useful.map(|arc| arc.shortcut.rest));
        let mut limit = f64::INFINITY;
        if rests.len() > MOST {
            limit = *rests.select_nth_unstable_by(MOST, f64::total_cmp).1;
        }
        let least = rests.iter().copied().fold(limit, f64::min);
        // Beyond an arc lies the goal, or another useful arc.
        arcs.retain(|arc| arc.shortcut.rest <= limit || arc.cost + least <= limit);
        open.clear();
        for (index, arc) in arcs.iter_mut().enumerate() {
            arc.is_open &= arc.shortcut.rest <= limit;
            if arc.is_open {
                open.push(index);
            }
        }
        limit
    }

    /// The place of the open arc with the least rest.
    fn nearest(&self) -> Option<usize> {
        let rest = |&place: &usize| self.arcs[self.open[place]].shortcut.rest;
        (0..self.open.len()).min_by(|one, other| rest(one).total_cmp(&rest(other)))
    }

    /// Takes an arc whose rest is final into account for all others whose rests may then be within a limit, and opens
    /// those that become useful.
    fn relax(&mut self, last: &Shortcut, limit: f64) {
        let Self { goal, kept, arcs, open, .. } = self;
        let (x, reach) = (last.entrance.x, limit - last.rest);
        let first = arcs.partition_point(|arc| arc.exit.x < x - reach);
        for (index, arc) in arcs.iter_mut().enumerate().skip(first) {
            if arc.exit.x > x + reach {
                break;
            }
            let Shortcut { entrance, rest } = &mut arc.shortcut;
            let by_last = arc.cost + arc.exit.distance(last.entrance) + last.rest;
            if by_last < *rest {
                *rest = by_last;
                let without = || least(kept, *entrance, entrance.distance(*goal));
                if !arc.is_open && by_last <= limit && by_last < without() {
                    arc.is_open = true;
                    open.push(index);
                }
            }
        }
    }

    /// The lower bound at a point.
    #[inline]
    #[must_use]
    pub fn at(&self, point: DVec2) -> f64 {
        least(&self.kept, point, point.distance(self.goal).min(self.floor))
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

/// The least of a length and the lengths of the ways from a point by arcs, which are in ascending order of their rests.
#[inline]
fn least(arcs: &[Shortcut], point: DVec2, mut least: f64) -> f64 {
    for &Shortcut { entrance, rest } in arcs {
        if rest >= least {
            break;
        }
        least = least.min(point.distance(entrance) + rest);
    }
    least
}
