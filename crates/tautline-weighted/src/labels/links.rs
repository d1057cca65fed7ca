//! The table of links, for look-ups over links.

use tautline_geometry::{DVec2, Vec2, to_f32};
use tautline_navmesh::internal::{LinkArc, LinkEstimate, group};
use tautline_navmesh::{AreaId, LinkId, NavMesh};

use super::scratch::{Arrival, LookUpScratch};
use super::{CostLabels, Entry};
use crate::space::Space;
use crate::to_u32;

/// The greatest number of arcs (links in one direction) for which there is a table. For more, it would take seconds
/// to make, and megabytes.
const MOST_ARCS: usize = 512;

/// The greatest number of entries of all ends of links: 8 MiB.
const MOST_ENTRIES: usize = 1 << 20;

/// The links of a mesh, laid out for look-ups.
///
/// ```text
///              ┌───── costs ─────┐
///     s ┄┄┄ [entrance → exit] ┄┄┄ [entrance → exit] ┄┄┄ g      s: start, g: goal
///         └ label             costs between arcs    label ┘
/// ```
#[derive(Clone, Debug, PartialEq)]
pub(super) struct LinkTable {
    /// The first entry of each end of a link (two for each link), and the end of the last one.
    starts: Vec<u32>,
    /// The hubs of each end, each with the least cost over a node of the areas around the end.
    entries: Vec<Entry>,
    /// The costs on foot from the exit of each arc to the entrance of each, row by row.
    costs: Vec<f32>,
}

impl LinkTable {
    /// Lays out the links of a mesh. `None` if there are none, if there are more than 512, counted in each
    /// direction, or if their ends have more than a million entries.
    ///
    /// O(arcs² entries) for the entries of an end of a link.
    pub(super) fn new(labels: &CostLabels, mesh: &NavMesh) -> Option<Self> {
        let links = mesh.link_graph().filter(|links| links.arcs().len() <= MOST_ARCS)?;
        let mut ends: Vec<(Vec2, &[AreaId])> = vec![(Vec2::ZERO, &[]); 2 * mesh.links().len()];
        for (arc, &LinkArc { link, forwards, entrance, exit, .. }) in (0..).zip(links.arcs()) {
            ends[entrance_row(link, forwards)] = (entrance, links.entrance_areas(arc));
            ends[exit_row(link, forwards)] = (exit, links.exit_areas(arc));
        }
        let (mut starts, mut entries) = (vec![0], Vec::new());
        for &end in &ends {
            let space = labels.space_between(mesh, [end; 2]);
            let mut all: Vec<(u32, f32)> = labels
                .nodes_at(&space, end)
                .flat_map(|(node, away)| {
                    let entries = labels.entries[labels.row(node)].iter();
                    entries.map(move |entry| (entry.hub, to_f32(away + f64::from(entry.cost))))
                })
                .collect();
            all.sort_unstable_by(|one, other| one.0.cmp(&other.0).then(one.1.total_cmp(&other.1)));
            all.dedup_by_key(|entry| entry.0);
            entries.extend(all.into_iter().map(|(hub, cost)| Entry { hub, cost }));
            if entries.len() > MOST_ENTRIES {
                return None;
            }
            starts.push(to_u32(entries.len()));
        }
        let mut table = Self { starts, entries, costs: Vec::new() };
        let mut over_hubs = vec![f32::INFINITY; labels.nodes.count()];
        for &LinkArc { link, forwards, .. } in links.arcs() {
            let exit = exit_row(link, forwards);
            over_hubs.fill(f32::INFINITY);
            for entry in table.row(exit) {
                over_hubs[entry.hub as usize] = entry.cost;
            }
            for arc in links.arcs() {
                let entrance = entrance_row(arc.link, arc.forwards);
                let straight = labels.straight(mesh, [ends[exit], ends[entrance]]);
                let straight = straight.map_or(f32::INFINITY, |(cost, _)| to_f32(cost));
                let costs = table.row(entrance).iter();
                let costs = costs.map(|entry| over_hubs[entry.hub as usize] + entry.cost);
                table.costs.push(costs.fold(straight, f32::min));
            }
        }
        Some(table)
    }

    fn row(&self, end: usize) -> &[Entry] {
        &self.entries[group(&self.starts, end)]
    }

    /// Finds the links of the cheapest path over links that costs less than `limit`, and replaces the arcs in the
    /// scratch by them; by none if there is no such path. The scratch has the paths from the start to all hubs.
    ///
    /// A\* over the arcs. Costs are in units of the labels: if the terrain of a query costs more by a common
    /// factor, the costs of its links are divided by that factor.
    pub(super) fn find(
        &self,
        labels: &CostLabels,
        space: &Space<'_>,
        estimate: &LinkEstimate,
        mut limit: f64,
        scratch: &mut LookUpScratch,
    ) {
        scratch.arcs.clear();
        let Space { mesh, filter, .. } = *space;
        let Some(links) = space.links else { return };
        let least_factor = mesh.least_factor(&labels.filter);
        let scale = least_factor / mesh.least_factor(filter);
        let [start, goal] = [(space.start, space.start_areas), (space.goal, space.goal_areas)];

        let mut arrivals = std::mem::take(&mut scratch.arrivals);
        arrivals.clear();
        for (index, arc) in (0..).zip(links.arcs()) {
            let mut arrival = Arrival {
                cost: f64::INFINITY,
                rest: f64::INFINITY,
                before: index,
                is_final: false,
            };
            if links.is_open(index, mesh, filter) {
                arrival.rest = least_factor * estimate.at(arc.exit.into());
                let walk = least_factor * DVec2::from(space.start).distance(arc.entrance.into());
                // Most links lead elsewhere.
                if walk + scale * arc.cost + arrival.rest < limit {
                    let there = (arc.entrance, links.entrance_areas(index));
                    let straight = labels.straight(mesh, [start, there]);
                    let entrance = self.row(entrance_row(arc.link, arc.forwards));
                    let walk = scratch.cost_over_hubs(entrance, straight);
                    arrival.cost = walk + scale * arc.cost;
                }
            }
            arrivals.push(arrival);
        }
        if arrivals.iter().any(|arrival| arrival.priority() < limit) {
            scratch.spread(labels, &labels.space_between(mesh, [goal; 2]));
        }
        let mut last = None;
        loop {
            let open = (0..).zip(&arrivals).filter(|(_, arrival)| !arrival.is_final);
            let next = open.min_by(|one, other| one.1.priority().total_cmp(&other.1.priority()));
            let Some((index, arrival)) = next.filter(|(_, arrival)| arrival.priority() < limit)
            else {
                break;
            };
            let cost = arrival.cost;
            arrivals[index as usize].is_final = true;
            let arc = &links.arcs()[index as usize];
            let there = (arc.exit, links.exit_areas(index));
            let straight = labels.straight(mesh, [there, goal]);
            let exit = self.row(exit_row(arc.link, arc.forwards));
            let whole = cost + scratch.cost_over_hubs(exit, straight);
            if whole < limit {
                (limit, last) = (whole, Some(index));
            }
            let costs = &self.costs[index as usize * arrivals.len()..];
            for ((arrival, next), walk) in arrivals.iter_mut().zip(links.arcs()).zip(costs) {
                let cost = cost + f64::from(*walk) + scale * next.cost;
                if !arrival.is_final && cost < arrival.cost {
                    *arrival = Arrival { cost, before: index, ..*arrival };
                }
            }
        }
        while let Some(arc) = last {
            scratch.arcs.push(arc);
            let before = arrivals[arc as usize].before;
            last = (before != arc).then_some(before);
        }
        scratch.arcs.reverse();
        scratch.arrivals = arrivals;
    }
}

const fn entrance_row(link: LinkId, forwards: bool) -> usize {
    2 * link.index() + !forwards as usize
}

const fn exit_row(link: LinkId, forwards: bool) -> usize {
    entrance_row(link, !forwards)
}
