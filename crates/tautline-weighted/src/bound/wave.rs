//! Spreading values from one end of a path, and lowering them until they obey every leg.

use tautline_geometry::DVec2;
use tautline_navmesh::AreaId;
use tautline_search::{HeapQueue, OrderedCost};

use super::field::{Field, Node, Place};
use super::piece::Piece;
use super::rest::Rest;
use crate::space::Space;
use crate::to_u32;

/// The amount by which values may rise more steeply than terrain allows, as a part of the share of the query.
/// Without it, values would be lowered again and again by ever smaller amounts.
pub(super) const TOLERANCE: f64 = 0.1;

/// An amount beyond all rounding errors of a comparison, relative to the greatest number in it.
const ROUNDING: f64 = 5e-14;

/// The least part of a piece that is divided.
const MARGIN: f64 = 0.125;

/// The least length of a piece that is divided, as a share of its border. It is reached where an end of the
/// path lies on a border.
const LEAST_LENGTH: f64 = 1.0 / 1_048_576.0;

/// The aim of a wave of values.
#[derive(Clone, Copy, Debug)]
pub(super) struct Task {
    /// The share by which the bound may be below the target.
    pub(super) share: f64,
    /// The share of the leg to a piece above which lowering the values of the piece loses too much. The piece is
    /// divided if it also loses more than `least_loss`.
    pub(super) loss: f64,
    /// The share of the target above which lowering the values of a piece loses too much.
    pub(super) least_loss: f64,
    /// The cost that the bound has to reach. Paths that cost more do not matter.
    pub(super) target: f64,
    /// The amount by which the value at the far end of a link may exceed the value at the near end plus the cost of the
    /// link. Without it, values at both ends of links that cost nothing would lower each other for ever, by
    /// rounding errors.
    pub(super) link_tolerance: f64,
    /// The greatest number of nodes to settle.
    pub(super) budget: u64,
}

/// A wave of values from one end of a path to the other one.
pub(super) struct Wave<'a> {
    /// Reversed if it runs from the goal to the start.
    pub(super) space: Space<'a>,
    pub(super) ends: [DVec2; 2],
    pub(super) end_areas: [&'a [AreaId]; 2],
    pub(super) rest: Rest<'a>,
    pub(super) task: Task,
    pub(super) field: &'a mut Field,
    pub(super) memory: &'a mut Memory,
}

/// The memory of a wave that is not needed afterwards.
#[derive(Clone, Debug, Default)]
pub(super) struct Memory {
    queue: HeapQueue<(OrderedCost<f64>, u32)>,
    /// Pieces to be checked against all that is settled, each as its border and first node.
    unchecked: Vec<(u32, u32)>,
    sources: Vec<u32>,
    pub(super) settled: u64,
}

impl Wave<'_> {
    /// Spreads the wave, and returns two costs: no path that leaves the settled ground costs less than the first one, and
    /// no other path less than the second one.
    pub(super) fn spread(&mut self) -> [f64; 2] {
        // A cheapest path takes each link at most once.
        let by_links = self.task.link_tolerance * f64::from(self.space.arc_count());
        self.field.begin(self.space.mesh, self.ends[0], 0.0 - by_links);
        let Memory { queue, unchecked, settled, .. } = &mut *self.memory;
        queue.clear();
        unchecked.clear();
        *settled = 0;
        self.settle(0);
        loop {
            let is_exhausted = self.run();
            if is_exhausted || !self.queue_exits() {
                break;
            }
        }
        let scale = self.scale();
        [self.least_exit(), self.value_at_destination()].map(|cost| cost * scale)
    }

    /// The factor that turns values into bounds.
    pub(super) fn scale(&self) -> f64 {
        (1.0 - ROUNDING) / (1.0 + self.tolerance())
    }

    fn tolerance(&self) -> f64 {
        TOLERANCE * self.task.share
    }

    /// Settles nodes up to the target. Returns true if the budget does not suffice.
    fn run(&mut self) -> bool {
        while let Some((OrderedCost(priority), node)) = self.memory.queue.pop() {
            if self.field.is_settled(node) {
                continue;
            }
            if priority >= self.task.target {
                break;
            }
            // Rounding could lower close values for ever. Values on both sides of a thin area lower each other by amounts
            // that shrink slowly, so that a few nodes can be settled thousands of times.
            let most = 32 * self.field.nodes.len() as u64 + 16_384;
            if self.memory.settled >= self.task.budget.min(most) {
                return true;
            }
            self.settle(node);
        }
        false
    }

    /// Queues the nodes at the ends of pieces over which a path could reach its destination below the target. Returns
    /// false if there are none.
    fn queue_exits(&mut self) -> bool {
        let Memory { queue, .. } = &mut *self.memory;
        queue.clear();
        for border in 0..to_u32(self.field.borders.len()) {
            for ends in self.field.pieces_of(border) {
                let bound = exit_bound(self.field, &self.rest, border, ends);
                if bound < self.task.target {
                    let open = ends.into_iter().filter(|&end| !self.field.is_settled(end));
                    open.for_each(|node| queue.push((OrderedCost(bound), node)));
                }
            }
        }
        !queue.is_empty()
    }

    /// The least cost of a path that leaves what is settled.
    fn least_exit(&self) -> f64 {
        let field = &*self.field;
        let borders = 0..to_u32(field.borders.len());
        let pieces = borders.flat_map(|border| {
            field.pieces_of(border).map(move |ends| exit_bound(field, &self.rest, border, ends))
        });
        let is_arc = |place| matches!(place, Place::Arc(_));
        let arcs = field.nodes.iter().filter(|node| is_arc(node.place) && !node.is_settled);
        pieces.chain(arcs.map(|node| node.value + node.rest)).fold(f64::INFINITY, f64::min)
    }

    /// The value at the destination.
    fn value_at_destination(&self) -> f64 {
        let [origin, destination] = self.ends;
        let place = destination - origin;
        let mut least = f64::INFINITY;
        for &area in self.end_areas[1] {
            let factor = self.factor(area);
            if self.end_areas[0].contains(&area) {
                least = least.min(factor * place.length());
            }
            for &border in self.field.borders_of(area) {
                let seen = self.field.borders[border as usize].line.see(place);
                for ends in self.field.pieces_of(border) {
                    // Other pieces count as exits: see `least_exit`.
                    if ends.iter().all(|&end| self.field.is_settled(end)) {
                        let piece = self.field.piece(border, ends);
                        least = least.min(piece.least_sum(factor, seen));
                    }
                }
            }
            for &arc in self.space.arcs_to(area) {
                if let Some(node) = self.field.known_arc(arc) {
                    let node = &self.field.nodes[node as usize];
                    least = least.min(node.value + factor * node.position.distance(place));
                }
            }
        }
        least
    }

    fn factor(&self, area: AreaId) -> f64 {
        self.space.filter.factor(self.space.mesh.terrain(area))
    }

    /// Lowers all values that do not obey the legs from a node.
    fn settle(&mut self, node: u32) {
        let space = self.space;
        self.memory.settled += 1;
        self.field.nodes[node as usize].is_settled = true;
        match self.field.nodes[node as usize].place {
            Place::Origin => {
                for &area in self.end_areas[0] {
                    self.settle_in(node, area);
                }
            }
            Place::Vertex(first) => {
                for area in space.areas_of_sector(first) {
                    self.settle_in(node, area);
                }
            }
            Place::Border(border) => {
                for area in self.field.borders[border as usize].areas {
                    self.settle_in(node, area);
                }
            }
            Place::Arc(arc) => {
                let areas = space.areas_behind(arc).iter();
                for &area in areas.filter(|&&area| space.mesh.is_open(area, space.filter)) {
                    self.settle_in(node, area);
                }
            }
        }
        self.check_pieces();
    }

    /// Lowers the values of an area that do not obey the legs from a node through it.
    fn settle_in(&mut self, node: u32, area: AreaId) {
        self.field.reach(&self.space, area, &self.rest);
        let factor = self.factor(area);
        for index in 0..self.field.borders_of(area).len() {
            let border = self.field.borders_of(area)[index];
            let [mut from, last] = self.field.borders[border as usize].ends;
            let is_on = self.field.is_on(node, border);
            self.lower_to(from, node, factor);
            while from != last {
                let to = self.field.after(border, from);
                self.lower_to(to, node, factor);
                if !is_on {
                    self.check(node, (border, from), factor);
                } else if [from, to].contains(&node)
                    && [from, to].iter().all(|&end| self.field.is_settled(end))
                {
                    self.leave_piece((border, [from, to]), area);
                }
                from = to;
            }
        }
        let Node { value, position, .. } = self.field.nodes[node as usize];
        self.take_links(area, |near| value + factor * position.distance(near));
    }

    /// Lowers the values of an area that do not obey the legs from a piece through it.
    fn leave_piece(&mut self, (border, ends): (u32, [u32; 2]), area: AreaId) {
        let factor = self.factor(area);
        let steep = factor * (1.0 + self.tolerance());
        let line = self.field.borders[border as usize].line;
        let piece = self.field.piece(border, ends);
        let least = piece.values[0].min(piece.values[1]);
        for index in 0..self.field.borders_of(area).len() {
            let other = self.field.borders_of(area)[index];
            if other == border {
                continue;
            }
            let [mut at, last] = self.field.borders[other as usize].ends;
            loop {
                let node = &self.field.nodes[at as usize];
                if node.value > least && !ends.contains(&at) {
                    let seen = line.see(node.position);
                    if node.value > least + factor * seen.height {
                        let slack = slack(node, &piece, factor);
                        if node.value + slack > piece.least_sum(steep, seen) {
                            self.lower(at, piece.least_sum(factor, seen) - slack);
                        }
                    }
                }
                if at == last {
                    break;
                }
                at = self.field.after(other, at);
            }
        }
        self.take_links(area, |near| piece.least_sum(factor, line.see(near)));
    }

    /// Lowers the values at the far ends of the links that leave an area, given the value at each near end.
    fn take_links(&mut self, area: AreaId, value_at: impl Fn(DVec2) -> f64) {
        for (arc, [near, far], cost) in self.space.arcs_from(area) {
            let far = DVec2::from(far);
            let value = value_at(DVec2::from(near) - self.ends[0]) + cost;
            let node = self.field.arc(arc, far, self.rest.at_arc(arc, cost, far));
            // Half of the tolerance is for rounding.
            if self.field.nodes[node as usize].value > value + 0.5 * self.task.link_tolerance {
                self.lower(node, value - ROUNDING * value.abs());
            }
        }
    }

    /// Lowers a value so that it obeys the leg from a node.
    fn lower_to(&mut self, to: u32, from: u32, factor: f64) {
        let [to_node, from_node] = [to, from].map(|node| &self.field.nodes[node as usize]);
        if to == from || to_node.value <= from_node.value {
            return;
        }
        let leg = factor * to_node.position.distance(from_node.position);
        let slack = ROUNDING * (from_node.value.abs() + leg);
        if to_node.value + slack > from_node.value + leg * (1.0 + self.tolerance()) {
            let value = from_node.value + leg - slack;
            self.lower(to, value);
        }
    }

    fn lower(&mut self, node: u32, value: f64) {
        let row = &mut self.field.nodes[node as usize];
        debug_assert!(value.is_nan() || value <= row.value, "values only fall");
        row.value = value;
        row.is_settled = false;
        self.memory.queue.push((OrderedCost(value + row.rest), node));
    }

    /// Checks that the values of a piece, given by its first node, obey the legs from a node. If not, lowers the
    /// values at its ends, or divides it. Returns true if it was divided.
    fn check(&mut self, node: u32, (border, from): (u32, u32), factor: f64) -> bool {
        let to = self.field.after(border, from);
        self.lower_to(to, from, factor);
        self.lower_to(from, to, factor);
        let piece = self.field.piece(border, [from, to]);
        let here = &self.field.nodes[node as usize];
        let most = piece.values[0].max(piece.values[1]);
        if most <= here.value {
            return false;
        }
        let seen = self.field.borders[border as usize].line.see(here.position);
        if most <= here.value + factor * seen.height {
            return false;
        }
        let slack = slack(here, &piece, factor);
        let excess = |factor: f64, at: f64| {
            piece.value(at) - here.value - factor * seen.distance(at) + slack
        };
        let steep = factor * (1.0 + self.tolerance());
        if excess(steep, piece.worst(steep, seen)) <= 0.0 {
            return false;
        }
        let ends = [from, to];
        // If the node is at an end of the piece, up to rounding, its foot and height consist of rounding errors. The
        // piece then obeys the legs from the node if it obeys the legs from that end, which run along the piece.
        let is_at = |end: &usize| 2.0 * factor * seen.distance(piece.ends[*end]) <= slack;
        if 2.0 * factor * seen.height <= slack
            && let Some(end) = [0, 1].into_iter().find(is_at)
        {
            let value = here.value - slack;
            if piece.values[end] > value {
                self.lower(ends[end], value - slack);
            }
            return false;
        }
        let worst = piece.worst(factor, seen);
        let lowered = piece.lowered((here.value, slack), excess(factor, worst), factor, seen);
        let losses = [0, 1].map(|end| piece.values[end] - lowered[end]);
        let loss = losses[0].max(losses[1]);
        let Task { loss: share, least_loss, target, .. } = self.task;
        let least_length = LEAST_LENGTH * self.field.borders[border as usize].length;
        if loss > share * factor * seen.distance(worst)
            && loss > least_loss * target
            && piece.length() > least_length
        {
            self.divide((border, from), worst);
            return true;
        }
        for end in 0..2 {
            if losses[end] > 0.0 {
                self.lower(ends[end], lowered[end]);
            }
        }
        false
    }

    /// Divides a piece near a position.
    fn divide(&mut self, (border, from): (u32, u32), near: f64) {
        let to = self.field.after(border, from);
        let [begin, end] = [from, to].map(|node| self.field.along(border, node));
        let margin = MARGIN * (end - begin);
        let along = near.clamp(begin + margin, end - margin);
        let node = self.field.split(border, from, along, &self.rest);
        for area in self.field.borders[border as usize].areas {
            self.find_sources(area);
            let factor = self.factor(area);
            for index in 0..self.memory.sources.len() {
                let source = self.memory.sources[index];
                self.lower_to(node, source, factor);
            }
            self.arrive(node, border, area);
        }
        self.memory.unchecked.extend([(border, from), (border, node)]);
    }

    /// Lowers the value of a new node of a border so that it obeys the legs through an area from all pieces that are settled.
    fn arrive(&mut self, node: u32, border: u32, area: AreaId) {
        let factor = self.factor(area);
        let here = self.field.nodes[node as usize];
        let mut least = here.value;
        for &other in self.field.borders_of(area).iter().filter(|&&other| other != border) {
            let seen = self.field.borders[other as usize].line.see(here.position);
            for ends in self.field.pieces_of(other) {
                if ends.iter().all(|&end| self.field.is_settled(end)) {
                    let piece = self.field.piece(other, ends);
                    if piece.values[0].min(piece.values[1]) + factor * seen.height < least {
                        let slack = slack(&here, &piece, factor);
                        least = least.min(piece.least_sum(factor, seen) - slack);
                    }
                }
            }
        }
        if least < here.value {
            self.lower(node, least);
        }
    }

    /// Finds all settled nodes from which legs through an area begin.
    fn find_sources(&mut self, area: AreaId) {
        self.memory.sources.clear();
        if self.end_areas[0].contains(&area) {
            self.memory.sources.push(0);
        }
        let mut before = u32::MAX;
        for &border in self.field.borders_of(area) {
            for end in self.field.pieces_of(border).flatten() {
                if end != before && self.field.is_settled(end) {
                    self.memory.sources.push(end);
                }
                before = end;
            }
        }
        for &arc in self.space.arcs_to(area) {
            let node = self.field.known_arc(arc);
            self.memory.sources.extend(node.filter(|&node| self.field.is_settled(node)));
        }
    }

    /// Checks new pieces against all that is settled.
    fn check_pieces(&mut self) {
        while let Some((border, from)) = self.memory.unchecked.pop() {
            for area in self.field.borders[border as usize].areas {
                self.find_sources(area);
                let factor = self.factor(area);
                let is_divided = (0..self.memory.sources.len()).any(|index| {
                    let source = self.memory.sources[index];
                    !self.field.is_on(source, border) && self.check(source, (border, from), factor)
                });
                if is_divided {
                    // Its parts are checked instead.
                    break;
                }
            }
        }
    }
}

/// The least cost of a path over a piece that was reached but is not settled; infinity for other pieces.
fn exit_bound(field: &Field, rest: &Rest<'_>, border: u32, ends: [u32; 2]) -> f64 {
    let [from, to] = ends.map(|node| &field.nodes[node as usize]);
    let is_reached = from.value.is_finite() && to.value.is_finite();
    if (from.is_settled && to.is_settled) || !is_reached {
        return f64::INFINITY;
    }
    let at_ends = (from.value + from.rest).min(to.value + to.rest);
    let Some(steepness) = rest.steepness() else { return at_ends };
    // The rest falls from both ends at most that steeply, so this is where the sum may be least.
    let piece = field.piece(border, ends);
    let turn = 0.5 * ((from.rest - to.rest) / steepness + piece.length());
    let turn = turn.clamp(0.0, piece.length());
    at_ends.min(piece.value(piece.ends[0] + turn) + from.rest - steepness * turn)
}

/// An amount beyond the rounding errors of comparing the values of a piece and a node.
fn slack(node: &Node, piece: &Piece, factor: f64) -> f64 {
    let values = node.value.abs() + piece.values[0].abs().max(piece.values[1].abs());
    let place = node.position.abs();
    ROUNDING * (values + factor * (place.x + place.y + piece.ends[1]))
}
