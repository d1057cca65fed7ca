//! Reading paths from labels.

use tautline_geometry::DVec2;
use tautline_navmesh::{AreaId, PathQuery};

use super::CostLabels;
use crate::Refraction;
use crate::generation::begin_generation;
use crate::weighted::WeightedPath;
use crate::weighted::path::Writer;
use crate::weighted::space::Space;

/// The memory of look-ups.
#[derive(Clone, Debug, Default)]
pub(in crate::weighted) struct LookUpScratch {
    /// The best path from the start to each hub.
    hubs: Vec<HubPath>,
    generation: u32,
    /// The nodes of the path that is read.
    nodes: Vec<u32>,
}

/// The best path from the start to a hub.
#[derive(Clone, Copy, Debug, Default)]
struct HubPath {
    cost: f64,
    /// Its first node.
    node: u32,
    generation: u32,
}

/// The nodes next to both ends of a path over a hub.
#[derive(Clone, Copy, Debug)]
struct Meeting {
    hub: u32,
    first: u32,
    last: u32,
}

impl CostLabels {
    /// Writes the path of a query, refined, given the areas of both ends. Returns false if the labels
    /// know none.
    pub(in crate::weighted) fn look_up(
        &self,
        space: &Space<'_>,
        scratch: &mut LookUpScratch,
        refraction: &mut Refraction,
        path: &mut WeightedPath,
    ) -> bool {
        let query = PathQuery::new(space.start, space.goal).with_filter(&self.filter);
        let Space { mesh, start_areas, goal_areas, .. } = *space;
        let labelled = Space::over(&self.graph, mesh, &query, start_areas, goal_areas);
        let straight = start_areas.iter().filter(|&area| goal_areas.contains(area));
        let distance = DVec2::from(space.start).distance(space.goal.into());
        let costs = straight.map(|&area| (distance * self.factor(&labelled, area), area));
        let straight = costs.min_by(|one, other| one.0.total_cmp(&other.0));
        let limit = straight.map_or(f64::INFINITY, |(cost, _)| cost);
        let mut writer = Writer { space, refraction, path };
        if let Some(meeting) = self.meet(&labelled, limit, scratch) {
            self.read_nodes(meeting, &mut scratch.nodes);
            self.write(&labelled, &scratch.nodes, &mut writer).is_some()
        } else if let Some((_, area)) = straight {
            writer.leave_start(area);
            writer.reach_goal(area);
            true
        } else {
            false
        }
    }

    fn factor(&self, space: &Space<'_>, area: AreaId) -> f64 {
        self.filter.factor(space.mesh.terrain(area))
    }

    /// Finds the cheapest path over a hub, below a limit.
    fn meet(
        &self,
        space: &Space<'_>,
        mut limit: f64,
        scratch: &mut LookUpScratch,
    ) -> Option<Meeting> {
        let LookUpScratch { hubs, generation, .. } = scratch;
        begin_generation(hubs, generation, self.nodes.count());
        let generation = *generation;
        for (node, away) in self.nodes_at(space, space.start_areas, space.start.into()) {
            for entry in &self.entries[self.row(node)] {
                let hub = &mut hubs[entry.hub as usize];
                let cost = away + f64::from(entry.cost);
                if hub.generation != generation || cost < hub.cost {
                    *hub = HubPath { cost, node, generation };
                }
            }
        }
        let mut best = None;
        for (last, away) in self.nodes_at(space, space.goal_areas, space.goal.into()) {
            for &super::Entry { hub, cost } in &self.entries[self.row(last)] {
                let start = &hubs[hub as usize];
                let cost = start.cost + f64::from(cost) + away;
                if start.generation == generation && cost < limit {
                    limit = cost;
                    best = Some(Meeting { hub, first: start.node, last });
                }
            }
        }
        best
    }

    /// The nodes of the areas of an end, each with its cost from there.
    fn nodes_at<'a>(
        &'a self,
        space: &'a Space<'a>,
        areas: &'a [AreaId],
        end: DVec2,
    ) -> impl Iterator<Item = (u32, f64)> + 'a {
        areas.iter().flat_map(move |&area| {
            let factor = self.factor(space, area);
            space.graph.nodes_of(area).iter().filter_map(move |node| {
                let away = factor * end.distance(node.position.into());
                space.number_of(node).map(|number| (number, away))
            })
        })
    }

    /// Reads the nodes from the first one to the hub, and on to the last one.
    fn read_nodes(&self, Meeting { hub, first, last }: Meeting, nodes: &mut Vec<u32>) {
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

    /// Writes the path over nodes, each leg through the cheapest area. `None` if no area has both ends of a leg.
    fn write(&self, space: &Space<'_>, nodes: &[u32], writer: &mut Writer<'_>) -> Option<()> {
        let Space { start_areas, goal_areas, .. } = *space;
        let (&first, &last) = (nodes.first()?, nodes.last()?);
        let at_start = start_areas.iter().filter(|area| self.nodes.areas(first).contains(area));
        let mut before = self.cheapest(space, at_start.copied(), None)?;
        writer.leave_start(before);
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
        let at_goal = goal_areas.iter().filter(|area| self.nodes.areas(last).contains(area));
        pass(last, &mut at_goal.copied())?;
        writer.reach_goal(before);
        Some(())
    }

    /// The cheapest one of some areas; of equally cheap ones, that of the leg before.
    fn cheapest(
        &self,
        space: &Space<'_>,
        areas: impl Iterator<Item = AreaId>,
        before: Option<AreaId>,
    ) -> Option<AreaId> {
        areas.min_by(|&one, &other| {
            let [cost, other_cost] = [one, other].map(|area| self.factor(space, area));
            let [turns, other_turns] = [one, other].map(|area| Some(area) != before);
            cost.total_cmp(&other_cost).then(turns.cmp(&other_turns))
        })
    }
}
