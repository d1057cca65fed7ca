//! Reading paths from labels.

use tautline_navmesh::AreaId;
use tautline_navmesh::internal::{LinkArc, LinkEstimate};

use super::scratch::LookUpScratch;
use super::{CostLabels, Entry};
use crate::Refraction;
use crate::WeightedPath;
use crate::path::Writer;
use crate::space::Space;

/// The cheapest path on foot between two points.
#[derive(Clone, Copy, Debug)]
enum Walk {
    /// Straight through an area that holds both.
    Straight(AreaId),
    /// Over a hub, given with the nodes next to both points.
    Over { hub: u32, first: u32, last: u32 },
}

impl CostLabels {
    /// Writes the path of a query, refined, given the areas of both ends. Returns false if the labels
    /// know none, or if it leads through a forbidden area.
    pub(crate) fn look_up(
        &self,
        space: &Space<'_>,
        estimate: &LinkEstimate,
        scratch: &mut LookUpScratch,
        refraction: &mut Refraction,
        path: &mut WeightedPath,
    ) -> bool {
        let [start, goal] = [(space.start, space.start_areas), (space.goal, space.goal_areas)];
        let on_foot = self.walk(&self.space_between(space.mesh, [start, goal]), scratch);
        scratch.arcs.clear();
        if let Some(links) = &self.links {
            let limit = on_foot.map_or(f64::INFINITY, |(cost, _)| cost);
            links.find(self, space, estimate, limit, scratch);
        }
        self.write(space, on_foot, scratch, &mut Writer { space, refraction, path }).is_some()
    }

    /// Writes the path over the arcs in the scratch, or on foot if there are none. `None` if the labels do not know some
    /// stretch between links, or if a stretch leads through a forbidden area.
    fn write(
        &self,
        space: &Space<'_>,
        on_foot: Option<(f64, Walk)>,
        scratch: &mut LookUpScratch,
        writer: &mut Writer<'_>,
    ) -> Option<()> {
        let ends = |arc: Option<&u32>| {
            let (&arc, links) = arc.zip(space.links)?;
            let LinkArc { entrance, exit, .. } = links.arcs()[arc as usize];
            Some([(entrance, links.entrance_areas(arc)), (exit, links.exit_areas(arc))])
        };
        // The arc before a stretch, with the area in which it was reached.
        let mut before = None;
        let mut first_area = 0;
        for index in 0..=scratch.arcs.len() {
            let from = ends(before.as_ref().map(|(arc, _)| arc));
            let from = from.map_or((space.start, space.start_areas), |[_, exit]| exit);
            let to = ends(scratch.arcs.get(index));
            let to = to.map_or((space.goal, space.goal_areas), |[entrance, _]| entrance);
            let stretch = self.space_between(space.mesh, [from, to]);
            let is_whole = scratch.arcs.is_empty();
            let walk = if is_whole { on_foot } else { self.walk(&stretch, scratch) };
            let begin = |writer: &mut Writer<'_>, area| match before {
                Some((arc, left)) => writer.take_link(arc, [left, area]),
                None => writer.leave_start(area),
            };
            let last = self.write_walk(&stretch, walk?.1, &mut scratch.nodes, writer, begin)?;
            // The stretch before is finished.
            may_pass(space, &writer.path.areas[first_area..]).then_some(())?;
            first_area = writer.path.areas.len();
            match scratch.arcs.get(index) {
                Some(&arc) => before = Some((arc, last)),
                None => writer.reach_goal(last),
            }
        }
        may_pass(space, &writer.path.areas[first_area..]).then_some(())
    }

    /// Finds the cheapest path on foot, with its cost.
    fn walk(&self, space: &Space<'_>, scratch: &mut LookUpScratch) -> Option<(f64, Walk)> {
        let ends = [(space.start, space.start_areas), (space.goal, space.goal_areas)];
        let straight = self.straight(space.mesh, ends);
        let mut best = straight.map(|(cost, area)| (cost, Walk::Straight(area)));
        scratch.spread(self, space);
        for (last, away) in self.nodes_at(space, ends[1]) {
            for &Entry { hub, cost } in &self.entries[self.row(last)] {
                let Some(start) = scratch.path_to(hub) else { continue };
                let cost = start.cost + f64::from(cost) + away;
                if best.is_none_or(|(least, _)| cost < least) {
                    best = Some((cost, Walk::Over { hub, first: start.node, last }));
                }
            }
        }
        best
    }

    /// Reads the nodes from the first one to the hub, and on to the last one.
    fn read_nodes(&self, hub: u32, [first, last]: [u32; 2], nodes: &mut Vec<u32>) {
        nodes.clear();
        self.read_nodes_to(hub, last, nodes);
        // The hub comes with the other half.
        nodes.pop();
        let middle = nodes.len();
        self.read_nodes_to(hub, first, nodes);
        // Both halves lead towards the hub.
        nodes[..middle].reverse();
        nodes.rotate_left(middle);
    }

    /// Appends the nodes from one of them to a hub in its label.
    fn read_nodes_to(&self, hub: u32, mut node: u32, nodes: &mut Vec<u32>) {
        loop {
            nodes.push(node);
            let row = self.row(node);
            let entries = &self.entries[row.clone()];
            let next = entries.binary_search_by_key(&hub, |entry| entry.hub);
            #[expect(clippy::expect_used, reason = "no input, but an invariant of labels")]
            let index = row.start + next.expect("a label has the hubs of those that lead over it");
            let next = self.nexts[index];
            if next == node {
                return;
            }
            node = next;
        }
    }

    /// Writes a path on foot, each leg through the cheapest area. Calls `begin` with the area of the first leg; returns the
    /// area of the last leg. `None` if no area has both ends of a leg.
    fn write_walk(
        &self,
        space: &Space<'_>,
        walk: Walk,
        nodes: &mut Vec<u32>,
        writer: &mut Writer<'_>,
        begin: impl FnOnce(&mut Writer<'_>, AreaId),
    ) -> Option<AreaId> {
        let (hub, first, last) = match walk {
            Walk::Straight(area) => {
                begin(writer, area);
                return Some(area);
            }
            Walk::Over { hub, first, last } => (hub, first, last),
        };
        self.read_nodes(hub, [first, last], nodes);
        let mut at_start = self.nodes.areas_among(space.start_areas, first);
        let mut before = self.cheapest(space, &mut at_start, None)?;
        begin(writer, before);
        let mut pass = |node, areas: &mut dyn Iterator<Item = AreaId>| {
            let area = self.cheapest(space, areas, Some(before))?;
            // No turn between two legs through one area, which is convex.
            if area != before {
                let position = self.nodes.position(node).into();
                writer.pass(space, space.node(node), position, [before, area]);
                before = area;
            }
            Some(())
        };
        for leg in nodes.windows(2) {
            pass(leg[0], &mut self.nodes.common_areas(leg[0], leg[1]))?;
        }
        pass(last, &mut self.nodes.areas_among(space.goal_areas, last))?;
        Some(before)
    }

    /// The cheapest one of some areas; among equally cheap ones, the area of the leg before.
    fn cheapest(
        &self,
        space: &Space<'_>,
        areas: impl Iterator<Item = AreaId>,
        before: Option<AreaId>,
    ) -> Option<AreaId> {
        areas.min_by(|&one, &other| {
            let [cost, other_cost] = [one, other].map(|area| self.factor(space.mesh, area));
            let [turns, other_turns] = [one, other].map(|area| Some(area) != before);
            cost.total_cmp(&other_cost).then(turns.cmp(&other_turns))
        })
    }
}

/// Returns true if a stretch of a path may pass its areas. Forbidding areas makes no path cheaper, so the path of the
/// labels is still the cheapest if it avoids them. Checks that it enters none of them, and that its areas are still
/// connected where it turns at a vertex.
fn may_pass(space: &Space<'_>, areas: &[AreaId]) -> bool {
    let Space { mesh, filter, .. } = *space;
    !filter.forbids_areas()
        || areas.iter().all(|&area| filter.allows_area(area))
            && areas.windows(2).all(|pair| mesh.are_adjacent(pair[0], pair[1]))
}
