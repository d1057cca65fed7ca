//! Queries over links: the shorter one of the path on foot and the best path over a hub of the link
//! layer.

use tautline_anyangle::internal::LENGTH_TOLERANCE;
use tautline_anyangle::{ExactError, LinkTraversal};
use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, End, LinkKind, Location, NavMesh, QueryError, QueryFilter};

use super::end::EndScratch;
use super::link_rows::{SeenRow, ToGoal};
use super::path::LabelPath;
use super::{LabelCounters, LabelScratch, NextCorner, PreparedGoal, Target, WorkScratch};
use crate::labels::Labels;
use crate::tables::links::{Direction, LayerArc, LinkLayer, LinkNode};

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

    /// Takes a link. Its exit becomes a point even if it has the position of the entrance.
    fn take(&mut self, arc: &LayerArc, exit: Vec2) {
        let point = self.points.len() - 1;
        self.links.push(LinkTraversal { point, link: arc.link, forwards: arc.forwards });
        self.points.push(exit);
        self.cost_of_links += arc.cost;
    }
}

/// The memory of queries over links.
#[derive(Clone, Debug, Default)]
pub(super) struct LinkScratch {
    /// All areas of the start. The query on foot drops the areas from which the goal cannot be reached
    /// on foot.
    areas: Vec<AreaId>,
    rows: Vec<SeenRow>,
    /// The paths from all arcs to the goal, unless it is prepared.
    arcs: Vec<ToGoal>,
    /// The nodes of the path over links.
    nodes: Vec<usize>,
    /// The links of the path to a next corner.
    links: Vec<LinkTraversal>,
}

/// A path over links: an entry of each end, for one arc.
#[derive(Clone, Copy, Debug)]
struct ArcMatch {
    entries: [u32; 2],
    cost: f64,
}

/// A query of labels on a mesh whose links may be taken.
#[derive(Clone, Copy)]
struct LinkedQuery<'a> {
    labels: &'a Labels,
    mesh: &'a NavMesh,
    filter: &'a QueryFilter,
}

impl LinkedQuery<'_> {
    /// Finds a shortest path from a start whose areas are located.
    fn find(
        &self,
        from: &mut EndScratch,
        mut target: Target<'_>,
        (work, scratch): (&mut WorkScratch, &mut LinkScratch),
        points: &mut Vec<Vec2>,
        links: &mut Vec<LinkTraversal>,
    ) -> Result<Option<f64>, ExactError> {
        let Self { labels, mesh, filter } = *self;
        let costs_one =
            mesh.uniform_factor(filter).is_some_and(|factor| factor.total_cmp(&1.0).is_eq());
        let layer = LinkLayer::smallest_for(&labels.links, filter).filter(|_| costs_one);
        let Some(number) = layer else { return Ok(None) };
        let layer = &labels.links[number];
        scratch.areas.clone_from(&from.areas);
        let walk = match labels.find(mesh, from, &mut target, work) {
            Err(ExactError::Query(QueryError::Unreachable)) => Err(QueryError::Unreachable.into()),
            found => Ok(found?),
        };
        let is_straight = matches!(walk, Ok(LabelPath::Straight));
        let ends = [from.point, target.end().point];
        // The answer unless a path over links is shorter.
        let walked: Result<f64, ExactError> = walk.map(|walk| {
            let walk = match &target {
                Target::Own(_) => walk,
                Target::Prepared(goal) => labels.follow(walk, goal, work),
            };
            labels.read_path(&walk, ends, &mut work.bends, points)
        });
        if is_straight && !layer.has_cheap_arcs {
            return walked.map(Some);
        }
        let over_arc = self.find_over_arcs(number, from, &mut target, scratch, work);
        let limit =
            walked.as_ref().map_or(f64::INFINITY, |walked| walked * (1.0 - LENGTH_TOLERANCE));
        let Some(over_arc) = over_arc.filter(|over_arc| over_arc.cost < limit) else {
            return walked.map(Some);
        };
        let nodes = &mut scratch.nodes;
        labels.list_nodes(layer, over_arc, nodes);
        points.clear();
        let is_allowed = labels
            .arcs_among(layer, nodes)
            .all(|arc| filter.takes(arc.link, mesh.link(arc.link).kind));
        if !is_allowed {
            return Ok(None);
        }
        points.push(ends[0]);
        let mut path = PathWriter { points, links, length: 0.0, cost_of_links: 0.0 };
        labels.read_linked_path(layer, nodes, &mut path);
        path.walk_to(ends[1]);
        Ok(Some(path.length + path.cost_of_links))
    }

    /// Finds the arc with the least sum of distances.
    fn find_over_arcs(
        &self,
        number: usize,
        from: &mut EndScratch,
        target: &mut Target<'_>,
        scratch: &mut LinkScratch,
        work: &mut WorkScratch,
    ) -> Option<ArcMatch> {
        let Self { labels, mesh, .. } = *self;
        let layer = &labels.links[number];
        let LinkScratch { areas, rows, arcs, .. } = scratch;
        let to_goal = match target {
            Target::Own(to) => {
                if to.continuing.is_none() {
                    labels.scan_continuing(mesh, to);
                }
                labels.measure_arcs(mesh, layer, to, rows, arcs);
                work.counters.add_link_rows(rows);
                arcs
            }
            Target::Prepared(goal) => goal.arcs(number),
        };
        if from.continuing.is_none() || from.areas != *areas {
            from.areas.clone_from(areas);
            labels.scan_continuing(mesh, from);
        }
        labels.list_link_rows(mesh, (layer, Direction::Back), from, rows);
        work.counters.add_link_rows(rows);
        let entries = &layer.rows[Direction::Back as usize].entries;
        let mut least = ArcMatch { entries: [0; 2], cost: f64::INFINITY };
        for row in &*rows {
            for (number, entry) in (row.first..).zip(&entries[row.entries()]) {
                let to_goal = to_goal[entry.arc as usize];
                let cost = (row.distance + entry.distance) + to_goal.distance;
                if cost < least.cost {
                    least = ArcMatch { entries: [number, to_goal.entry], cost };
                }
            }
        }
        Some(least).filter(|least| least.cost < f64::INFINITY)
    }
}

impl LabelCounters {
    fn add_link_rows(&mut self, rows: &[SeenRow]) {
        self.entries += rows.iter().map(|row| u64::from(row.end - row.first)).sum::<u64>();
    }
}

impl Labels {
    /// Returns true if these labels have a link layer, so that
    /// [`Self::shortest_path_over_links`] can answer where links may be taken.
    #[must_use]
    pub const fn have_links(&self) -> bool {
        !self.links.is_empty()
    }

    /// Returns the kinds of links that each link layer covers. The first layer covers all links. The
    /// others are the layers of [`BakeOptions::link_layers`](crate::BakeOptions::link_layers) that
    /// differ from it and fitted into the limits.
    pub fn link_layers(&self) -> impl Iterator<Item = Vec<LinkKind>> + '_ {
        self.links.iter().map(|layer| layer.kinds.iter().collect())
    }

    /// Finds a shortest path from a start to a goal over all areas of the mesh, and over the links
    /// that `filter` allows. Replaces `points` by the path, with both ends of each link, and
    /// `links` by the links that it takes. Returns its length on the ground plus the costs of
    /// these links.
    ///
    /// Returns `None` if the labels cannot answer, so that a search is needed:
    ///
    /// * the best path takes a link that the filter forbids, and
    ///   [`BakeOptions::link_layers`](crate::BakeOptions) had no layer without it;
    /// * the labels have no link layer; or
    /// * links may be taken, and a unit of distance does not cost 1.
    ///
    /// Forbidden areas are ignored: check that the path avoids them, as for [`Self::shortest_path`].
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
    /// use tautline_labels::{BakeOptions, LabelScratch, Labels};
    /// use tautline_anyangle::navmesh::{LinkId, QueryFilter, RawLink, Terrain, Vec2, rectangles_from_cells};
    ///
    /// // Two rooms, and a jump across the gap between them.
    /// let mut raw = rectangles_from_cells(9, 4, |x, _| (x != 4).then_some(Terrain(0)));
    /// raw.links.push(RawLink { from: [3.5, 2.0], to: [5.5, 2.0], ..RawLink::default() });
    /// let mesh = raw.build()?;
    /// let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    ///
    /// let ends = [1.0, 8.0].map(|x| Vec2::new(x, 2.0));
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
        ends: [impl Into<Location>; 2],
        filter: &QueryFilter,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
        links: &mut Vec<LinkTraversal>,
    ) -> Result<Option<f64>, ExactError> {
        points.clear();
        links.clear();
        let [start, goal] = ends.map(Into::into);
        if !mesh.takes_links(filter) {
            return self.shortest_path(mesh, start, goal, scratch, points).map(Some);
        }
        let LabelScratch { start: from, goal: to, work, links: over_links, .. } = scratch.restart();
        self.binding.check(mesh)?;
        from.locate(mesh, End::Start, start)?;
        to.locate(mesh, End::Goal, goal)?;
        let query = LinkedQuery { labels: self, mesh, filter };
        query.find(from, Target::Own(to), (work, over_links), points, links)
    }

    /// Like [`Self::shortest_path_over_links`], to a prepared goal.
    ///
    /// # Errors
    ///
    /// Those of [`Self::shortest_path_to`]. `points` and `links` are then empty, also if the answer
    /// is `None`.
    pub fn shortest_path_over_links_to(
        &self,
        mesh: &NavMesh,
        (start, goal): (impl Into<Location>, &PreparedGoal),
        filter: &QueryFilter,
        scratch: &mut LabelScratch,
        points: &mut Vec<Vec2>,
        links: &mut Vec<LinkTraversal>,
    ) -> Result<Option<f64>, ExactError> {
        points.clear();
        links.clear();
        let start = start.into();
        if !mesh.takes_links(filter) {
            return self.shortest_path_to(mesh, start, goal, scratch, points).map(Some);
        }
        let LabelScratch { start: from, work, links: over_links, .. } = scratch.restart();
        self.check_goal(mesh, goal)?;
        from.locate(mesh, End::Start, start)?;
        let query = LinkedQuery { labels: self, mesh, filter };
        query.find(from, Target::Prepared(goal), (work, over_links), points, links)
    }

    /// Like [`Self::shortest_path_over_links_to`], but returns only the next point of the path, the
    /// link that leads there if it is not walked to, and the cost.
    ///
    /// # Errors
    ///
    /// Those of [`Self::shortest_path_to`].
    pub fn next_corner_over_links_to(
        &self,
        mesh: &NavMesh,
        (start, goal): (impl Into<Location>, &PreparedGoal),
        filter: &QueryFilter,
        scratch: &mut LabelScratch,
    ) -> Result<Option<NextCorner>, ExactError> {
        let start = start.into();
        if !mesh.takes_links(filter) {
            return self.next_corner_to(mesh, start, goal, scratch).map(Some);
        }
        let mut points = std::mem::take(&mut scratch.points);
        let mut links = std::mem::take(&mut scratch.links.links);
        let ends = (start, goal);
        let found =
            self.shortest_path_over_links_to(mesh, ends, filter, scratch, &mut points, &mut links);
        let next = found.map(|cost| {
            cost.map(|distance| NextCorner {
                point: points.get(1).copied().unwrap_or(goal.end.point),
                distance,
                link: links.first().copied().filter(|link| link.point == 0),
            })
        });
        (scratch.points, scratch.links.links) = (points, links);
        next
    }

    /// Returns the arcs among some nodes, in order.
    fn arcs_among<'a>(
        &'a self,
        layer: &'a LinkLayer,
        nodes: &'a [usize],
    ) -> impl Iterator<Item = &'a LayerArc> + 'a {
        nodes.iter().filter_map(|&node| match LinkLayer::node(self.corner_count(), node) {
            LinkNode::Arc(arc) => Some(&layer.arcs[arc as usize]),
            LinkNode::Corner(_) => None,
        })
    }

    /// Lists the corners and arcs on a path over links, from start to goal.
    fn list_nodes(&self, layer: &LinkLayer, over_arc: ArcMatch, nodes: &mut Vec<usize>) {
        let [onwards, back] = &layer.rows;
        let [start, goal] = over_arc.entries;
        nodes.clear();
        nodes.extend(back.path_to_arc(start));
        // The hub ends both halves, but is listed once.
        nodes.pop();
        let first = nodes.len();
        nodes.extend(onwards.path_to_arc(goal));
        nodes[first..].reverse();
        // Both halves may lead around a ring of free links. If an arc occurs twice, cut the nodes
        // between both occurrences.
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
