//! Taking links: what a root sees of their ends.
//!
//! A link that may be taken in one direction is an *arc* from an entrance e to an exit x. Where
//! a root sees e, the arc becomes a node. When it is expanded, x becomes a root that looks all
//! around, like a start:
//!
//! ```text
//!     root ------ e                 x ------ goal     length(root) + |root e| + cost + |x goal|
//!                  \               /
//!                   `---- link ---'
//! ```
//!
//! The table of best distances has a row for each arc, with the best known distance of its exit.
//! If another root sees x, and the path over that root to x is no longer, taking the link is useless:
//! all that x sees is reached over that root as well. The exception is a point contact, where several
//! fans meet: a walk arrives in one of them, a link in all of them.

use tautline_geometry::{DVec2, Vec2};

use super::Search;
#[cfg(feature = "trace")]
use super::events::SearchEvent;
use super::node::{Root, RootId, SearchNode};
use super::objective::Objective;
use super::visible_region::VisibleRegion;
use crate::links::Links;
use crate::search_space::SearchSpace;
use crate::to_u32;

impl<G: SearchSpace, O: Objective> Search<'_, G, O> {
    /// Looks for goals and for ends of links in a region that a root sees.
    #[inline(always)]
    pub(super) fn look_into(&mut self, region: &VisibleRegion<'_>) {
        self.objective.visit(region);
        let space = self.space;
        if let Some(links) = space.links() {
            self.look_for_links(links, region);
        }
    }

    /// Returns true if a path over links may be shorter than the straight line from the start to the
    /// goal, which is the best path so far. That takes a link that costs less than its straight
    /// distance.
    #[inline(always)]
    pub(super) fn may_be_shorter_by_links(&self, start: Vec2) -> bool {
        self.space.links().is_some()
            && self.objective.heuristic(start.into()) < self.objective.upper_bound()
    }

    fn look_for_links(&mut self, links: Links<'_>, region: &VisibleRegion<'_>) {
        let first_row = self.memory.first_arc_row;
        let distances = &mut self.memory.distances;
        for &arc in links.graph.arriving(region.area) {
            let exit = links.arc(arc).exit;
            let length = region.length_to(exit);
            if length < distances.get(first_row + arc)
                && links.is_exit_connected(arc)
                && region.sees(exit)
            {
                distances.lower(first_row + arc, length);
            }
        }
        for &arc in links.graph.leaving(region.area) {
            let entrance = links.arc(arc).entrance;
            let length = region.length_to(entrance) + links.cost(arc);
            if !(region.sees(entrance) && links.takes(arc)) {
                continue;
            }
            if !self.memory.distances.lower(first_row + arc, length) {
                self.memory.counters.not_shortest += 1;
                #[cfg(feature = "trace")]
                self.objective.on_event(SearchEvent::NotShortest(links.arc(arc).exit));
                continue;
            }
            let lower_bound = length + self.heuristic_at_exit(links, arc);
            let node = SearchNode::Link { root: region.id, arc, area: region.area };
            self.generate(lower_bound, length, node);
        }
    }

    /// Returns a lower bound on the length of a path from the exit of an arc to the goal. Landmarks
    /// are ignored at a point contact: they know the distances of one of its fans, and the goal may be
    /// near another fan.
    fn heuristic_at_exit(&self, links: Links<'_>, arc: u32) -> f64 {
        let exit = links.arc(arc).exit.into();
        if links.arc(arc).has_connected_exit {
            self.objective.heuristic_at_exit(arc, exit)
        } else {
            self.objective.heuristic(exit)
        }
    }

    /// Makes the exit of an arc a root, and sweeps all areas that hold it.
    pub(super) fn take_link(&mut self, from: RootId, arc: u32) {
        let space = self.space;
        let Some(links) = space.links() else { return };
        let (entrance, exit) = (links.arc(arc).entrance, links.arc(arc).exit);
        let parent = self.memory.roots[from as usize];
        let walked = parent.length + DVec2::from(parent.point).distance(entrance.into());
        let length = walked + links.cost(arc);
        let row = self.memory.first_arc_row + arc;
        // A shorter path to the exit was found while the node was queued.
        if self.memory.distances.has_shorter(row, length) {
            self.memory.counters.stale += 1;
            #[cfg(feature = "trace")]
            self.objective.on_event(SearchEvent::Stale(self.current));
            return;
        }
        let lower_bound = length + self.heuristic_at_exit(links, arc);
        // The entrance becomes a root only so that the path can be read.
        let roots = &mut self.memory.roots;
        let id = to_u32(roots.len() + 1);
        let distance_row = Root::NO_ROW;
        roots.push(Root {
            point: entrance,
            distance_row,
            parent: from,
            length: walked,
            lower_bound,
        });
        roots.push(Root { point: exit, distance_row: row, parent: id - 1, length, lower_bound });
        for &area in links.graph.exit_areas(arc) {
            if self.space.is_open_area(area) {
                self.sweep_around(id, area);
            }
        }
    }
}
