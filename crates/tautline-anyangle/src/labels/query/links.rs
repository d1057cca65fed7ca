//! Queries over links: the least of the path on foot, and of a path over the hub of the link
//! layer with the least sum.

use std::ops::Range;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, End, Location, NavMesh, QueryError, QueryFilter};

use super::end::EndScratch;
use super::path::LabelPath;
use super::{LabelScratch, QueryContext, Target, WorkScratch};
use crate::labels::Labels;
use crate::labels::tables::links::{Arc, Direction, LinkEntry, LinkLayer, LinkNode};
use crate::numbers::LENGTH_TOLERANCE;
use crate::taut::predicates::Predicates;
use crate::{ExactError, LinkTraversal};

/// A path over ground and links, as it is written.
struct PathWriter<'a> {
    points: &'a mut Vec<Vec2>,
    links: &'a mut Vec<LinkTraversal>,
    length: f64,
    cost_of_links: f64,
}

impl PathWriter<'_> {
    /// Walks straight to a point.
    fn walk_to(&mut self, point: Vec2) {
        if let Some(&last) = self.points.last()
            && last != point
        {
            self.length += DVec2::from(last).distance(point.into());
            self.points.push(point);
        }
    }

    /// Takes a link. Its exit becomes a point even if it is that of the entrance.
    fn take(&mut self, arc: &Arc, exit: Vec2) {
        let point = self.points.len() - 1;
        self.links.push(LinkTraversal { point, link: arc.link, forwards: arc.forwards });
        self.points.push(exit);
        self.cost_of_links += arc.cost;
    }
}

/// Entries of a node that one end of a query sees.
#[derive(Clone, Copy, Debug, PartialEq)]
struct SeenRow {
    first: u32,
    end: u32,
    /// The distance of the node.
    distance: f64,
}

impl SeenRow {
    fn entries(self) -> Range<usize> {
        self.first as usize..self.end as usize
    }
}

/// The memory of queries over links.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkScratch {
    /// The areas of both ends. The walk drops those that the goal cannot be walked to from.
    areas: [Vec<AreaId>; 2],
    rows: [Vec<SeenRow>; 2],
    /// The least distance from the start to the entrance of each arc.
    best: Vec<f64>,
    /// The nodes of the path over links.
    nodes: Vec<usize>,
}

/// A path over links: an entry of each end, for one arc.
#[derive(Clone, Copy, Debug)]
struct ArcMatch {
    entries: [u32; 2],
    cost: f64,
}

impl Labels {
    /// Returns true if these labels have a link layer, so that
    /// [`Self::shortest_path_over_links`] can answer where links may be taken.
    #[must_use]
    pub const fn have_links(&self) -> bool {
        self.links.is_some()
    }

    /// Finds a shortest path from a start to a goal over all areas of the mesh, and over the links
    /// that `filter` allows. Replaces `points` by the path, with both ends of each link, and
    /// `links` by the links that it takes. Returns its length on the ground plus the costs of
    /// these links.
    ///
    /// Returns `None` if the labels cannot answer, and a search has to: because the best path of
    /// all takes a link that the filter forbids, because the labels have no link layer, or
    /// because a unit of distance does not cost 1, where links may be taken. Forbidden areas are
    /// not read; check that the path avoids them, as for [`Self::shortest_path`].
    ///
    /// Time does not depend on the distance. It grows with what both ends see and with the
    /// number of links. Allocates nothing once its memory has grown.
    ///
    /// # Errors
    ///
    /// Those of [`Self::shortest_path`]. `points` and `links` are then empty, also if the answer
    /// is `None`.
    ///
    /// ```
    /// use tautline_anyangle::{BakeOptions, LabelScratch, Labels};
    /// use tautline_anyangle::navmesh::{BuildOptions, LinkId, NavMesh, QueryFilter, RawLink, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two rooms, and a jump across the gap between them.
    /// let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// raw.links.push(RawLink { from: [3.5, 2.0], to: [5.5, 2.0], ..RawLink::default() });
    /// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
    /// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    ///
    /// let ends = [1.0, 8.0].map(|x| Vec2::new(x, 2.0).into());
    /// let (mut scratch, mut points, mut links) = (LabelScratch::new(), Vec::new(), Vec::new());
    /// let mut ask = |filter: &QueryFilter| {
    ///     labels.shortest_path_over_links(&mesh, ends, filter, &mut scratch, &mut points, &mut links)
    /// };
    /// let mut filter = QueryFilter::uniform();
    /// assert_eq!(ask(&filter)?, Some(7.0));
    /// filter.forbid_link(LinkId(0));
    /// assert!(ask(&filter).is_err());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn shortest_path_over_links(
        &self,
        mesh: &NavMesh,
        [start, goal]: [Location; 2],
        filter: &QueryFilter,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
        links: &mut Vec<LinkTraversal>,
    ) -> Result<Option<f64>, ExactError> {
        points.clear();
        links.clear();
        if !mesh.takes_links(filter) {
            return self.shortest_path(mesh, start, goal, scratch, points).map(Some);
        }
        self.binding.check(mesh)?;
        let LabelScratch { start: from, goal: to, work, links: over_links, .. } = scratch;
        from.locate(mesh, End::Start, start)?;
        to.locate(mesh, End::Goal, goal)?;
        let costs_one =
            mesh.uniform_factor(filter).is_some_and(|factor| factor.total_cmp(&1.0).is_eq());
        let Some(layer) = self.links.as_ref().filter(|_| costs_one) else { return Ok(None) };
        for (areas, end) in over_links.areas.iter_mut().zip([&*from, &*to]) {
            areas.clone_from(&end.areas);
        }
        let walk = match self.find(mesh, from, Target::Own(to), work) {
            Err(ExactError::Query(QueryError::Unreachable)) => Err(QueryError::Unreachable.into()),
            found => Ok(found?),
        };
        let ends = [start.point, goal.point];
        // The answer unless a path over links is shorter.
        let walked = walk.as_ref().map(|walk| self.read_path(walk, ends, &mut work.bends, points));
        let walked = walked.map_err(|&error| error);
        if matches!(walk, Ok(LabelPath::Straight)) && !layer.has_cheap_arcs {
            return walked.map(Some);
        }
        let over_arc = self.find_over_arcs(mesh, layer, [from, to], over_links, work);
        let limit = walked.unwrap_or(f64::INFINITY) * (1.0 - LENGTH_TOLERANCE);
        let Some(over_arc) = over_arc.filter(|over_arc| over_arc.cost < limit) else {
            return walked.map(Some);
        };
        let nodes = &mut over_links.nodes;
        self.list_nodes(layer, over_arc, nodes);
        points.clear();
        let is_allowed = self.arcs_among(layer, nodes).all(|arc| {
            filter.allows_link(arc.link) && filter.allows_links(mesh.links()[arc.link.index()].kind)
        });
        if !is_allowed {
            return Ok(None);
        }
        points.push(start.point);
        let mut path = PathWriter { points, links, length: 0.0, cost_of_links: 0.0 };
        self.read_linked_path(layer, nodes, &mut path);
        path.walk_to(goal.point);
        Ok(Some(path.length + path.cost_of_links))
    }

    /// Returns the arcs among some nodes, in order.
    fn arcs_among<'a>(
        &'a self,
        layer: &'a LinkLayer,
        nodes: &'a [usize],
    ) -> impl Iterator<Item = &'a Arc> + 'a {
        nodes.iter().filter_map(|&node| match LinkLayer::node(self.corner_count(), node) {
            LinkNode::Arc(arc) => Some(&layer.arcs[arc as usize]),
            LinkNode::Corner(_) => None,
        })
    }

    /// Finds the arc with the least sum of distances.
    fn find_over_arcs(
        &self,
        mesh: &NavMesh,
        layer: &LinkLayer,
        [from, to]: [&mut EndScratch; 2],
        scratch: &mut LinkScratch,
        work: &mut WorkScratch,
    ) -> Option<ArcMatch> {
        let predicates = Predicates::of_points(mesh, &[from.point, to.point]);
        let context = QueryContext { mesh, predicates };
        let LinkScratch { areas, rows, best, .. } = scratch;
        // The start reads distances to entrances, the goal those from exits.
        let sides = [(from, Direction::Back), (to, Direction::Onwards)];
        for ((end, direction), (areas, rows)) in
            sides.into_iter().zip(areas.iter().zip(rows.iter_mut()))
        {
            if end.continuing.is_none() || end.areas != *areas {
                end.areas.clone_from(areas);
                self.scan_continuing(&context, end);
                end.legs.clear();
            }
            self.list_link_rows(&context, (layer, direction), end, rows);
        }
        let [starts, goals] = &*rows;
        work.counters.entries +=
            starts.iter().chain(goals).map(|row| u64::from(row.end - row.first)).sum::<u64>();
        best.clear();
        best.resize(layer.arcs.len(), f64::INFINITY);
        let [onwards, back] = layer.rows.each_ref().map(|rows| &rows.entries[..]);
        for row in starts {
            for entry in &back[row.entries()] {
                let known = &mut best[entry.arc as usize];
                *known = known.min(row.distance + entry.distance);
            }
        }
        let mut least = (f64::INFINITY, 0, 0);
        for row in goals {
            for (number, entry) in (row.first..).zip(&onwards[row.entries()]) {
                let sum = best[entry.arc as usize] + (row.distance + entry.distance);
                if sum < least.0 {
                    least = (sum, number, entry.arc);
                }
            }
        }
        let (cost, goal_entry, arc) = least;
        if cost == f64::INFINITY {
            return None;
        }
        let to_arc = best[arc as usize];
        let start_entry = starts.iter().find_map(|row| {
            let mut entries = (row.first..).zip(&back[row.entries()]);
            let is_best = |entry: &LinkEntry| {
                entry.arc == arc && (row.distance + entry.distance).total_cmp(&to_arc).is_eq()
            };
            entries.find(|(_, entry)| is_best(entry)).map(|(number, _)| number)
        })?;
        Some(ArcMatch { entries: [start_entry, goal_entry], cost })
    }

    /// Lists the entries of all that an end sees and that may be part of a path over links. The
    /// continuing cones of the end are scanned already.
    fn list_link_rows(
        &self,
        context: &QueryContext<'_>,
        (layer, direction): (&LinkLayer, Direction),
        end: &mut EndScratch,
        rows: &mut Vec<SeenRow>,
    ) {
        rows.clear();
        let distance_to = |point: Vec2| DVec2::from(point).distance(end.point.into());
        let mut push = |entries: Range<usize>, distance: f64| {
            if !entries.is_empty() {
                let [first, end] = [entries.start, entries.end].map(crate::to_u32);
                rows.push(SeenRow { first, end, distance });
            }
        };
        let entries_of = |cone: u32| {
            let node = self.cones.nodes[cone as usize];
            (node, layer.taut_entries(direction, (cone as usize, node)))
        };
        let continuing = end.continuing.unwrap_or(0);
        for &cone in &end.hits[..continuing] {
            let (node, entries) = entries_of(cone);
            push(entries, distance_to(self.points[node.corner() as usize]));
        }
        let vertices = context.mesh.vertices();
        for &area in &end.areas {
            let index = area.index();
            let extra = layer.extra_starts[index] as usize..layer.extra_starts[index + 1] as usize;
            for &cone in &layer.extra_cones[extra] {
                let (node, entries) = entries_of(cone);
                if !entries.is_empty() && self.is_in_cone(context, cone, end.point) {
                    push(entries, distance_to(self.points[node.corner() as usize]));
                }
            }
            for cone in layer.end_cones.of(area) {
                let link_end = &layer.ends[layer.end_cones.ends[cone] as usize];
                let Some(arc) = link_end.arc(direction.opposite()) else { continue };
                let side = |limit: u32| {
                    let vertex = vertices.get(limit as usize);
                    vertex.map_or(0.0, |&vertex| {
                        context.predicates.orientation_sign(link_end.point, vertex, end.point)
                    })
                };
                let [right, left] = layer.end_cones.limits[cone];
                if side(right) >= 0.0 && side(left) <= 0.0 {
                    let node = 2 * self.corner_count() + arc as usize;
                    push(layer.rows[direction as usize].of(node), distance_to(link_end.point));
                }
            }
        }
    }

    /// Lists the corners and arcs on a path over links, from start to goal.
    fn list_nodes(&self, layer: &LinkLayer, over_arc: ArcMatch, nodes: &mut Vec<usize>) {
        let [onwards, back] = &layer.rows;
        let [start, goal] = over_arc.entries;
        nodes.clear();
        nodes.extend(back.way_to_arc(start));
        // The hub ends both halves, but is listed once.
        nodes.pop();
        let first = nodes.len();
        nodes.extend(onwards.way_to_arc(goal));
        nodes[first..].reverse();
        // Both halves may lead around a ring of free links: cut what lies between two times at
        // one arc.
        let first_arc = 2 * self.corner_count();
        let mut at = 0;
        while at < nodes.len() {
            if nodes[at] >= first_arc
                && let Some(last) = nodes.iter().rposition(|&node| node == nodes[at])
            {
                nodes.drain(at..last);
            }
            at += 1;
        }
    }

    /// Walks over corners and takes arcs, in order.
    fn read_linked_path(&self, layer: &LinkLayer, nodes: &[usize], path: &mut PathWriter<'_>) {
        for &node in nodes {
            match LinkLayer::node(self.corner_count(), node) {
                LinkNode::Corner(node) => path.walk_to(self.points[node.corner() as usize]),
                LinkNode::Arc(arc) => {
                    let arc = &layer.arcs[arc as usize];
                    let [entrance, exit] = arc.ends.map(|end| layer.ends[end as usize].point);
                    path.walk_to(entrance);
                    path.take(arc, exit);
                }
            }
        }
    }
}
