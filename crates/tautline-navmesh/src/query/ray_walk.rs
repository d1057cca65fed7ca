//! Walking straight from area to area.
//!
//! Where the walker is, is never a computed position: it stands in an area, at
//! a side whose inside the ray crosses, or at a corner that the ray hits. Which
//! of these, and what comes next, is told by the signs of the corners with
//! respect to the line from start to target, all of them input points.

use std::cmp::Ordering;

use tautline_geometry::{Orientation, Vec2, Wide, orient2d};

use crate::{AreaId, Costs, NavMesh, SideId};

/// The memory of a walk.
#[derive(Clone, Debug, Default)]
pub(super) struct WalkScratch {
    pub(super) starts: Vec<AreaId>,
    pub(super) trail: Trail,
    waiting: Vec<Stand>,
    arrived: Vec<Stand>,
    fan: Vec<Stand>,
}

/// The areas that were walked through, and from where each was entered.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    steps: Vec<(AreaId, u32)>,
    /// Who only wants to know whether the target is reached needs no trail.
    pub(super) is_kept: bool,
}

impl Trail {
    const BEGIN: u32 = u32::MAX;

    /// Notes that an area is entered from an earlier step.
    fn push(&mut self, area: AreaId, from: u32) -> u32 {
        if !self.is_kept {
            return Self::BEGIN;
        }
        self.steps.push((area, from));
        AreaId::from_index(self.steps.len() - 1).0
    }

    /// Reads the areas up to a step, in order.
    pub(super) fn read(&self, last: u32, areas: &mut Vec<AreaId>) {
        areas.clear();
        let mut next = last;
        while let Some(&(area, from)) = self.steps.get(next as usize) {
            areas.push(area);
            next = from;
        }
        areas.reverse();
    }
}

/// A walker at a corner of the area that it is in. The corner is named by the
/// side that begins there.
#[derive(Clone, Copy, Debug)]
struct Stand {
    corner: SideId,
    step: u32,
}

/// How a walk ends.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkEnd {
    /// Of the trail.
    pub(super) step: u32,
    /// What was hit, unless the target was reached.
    pub(super) obstacle: Option<Obstacle>,
}

/// What ends a ray.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub(super) side: SideId,
    /// Where, as a share of the ray.
    pub(super) share: f64,
    /// Exactly where, if it is a corner.
    pub(super) corner: Option<Vec2>,
}

/// Where a ray leaves an area.
enum Exit {
    Side(SideId),
    Corner(SideId),
}

/// Where a walker that goes straight through sides comes to.
enum Stop {
    Target,
    Wall(SideId),
    Corner(SideId),
}

/// A ray from a start to another point, the target.
pub(super) struct Ray<'a> {
    pub(super) mesh: &'a NavMesh,
    pub(super) costs: &'a Costs,
    pub(super) start: Vec2,
    pub(super) target: Vec2,
}

impl Ray<'_> {
    /// Walks from the areas that hold the start until the target is reached in
    /// an area that `is_wanted`, or no further.
    ///
    /// Several walkers are under way only where the ray runs along borders and
    /// where floors wind around a vertex. Those that wait at corners go on in
    /// the order of the ray, so that all who meet in one fan go on as one, and
    /// no area is walked through twice.
    pub(super) fn walk(
        &self,
        is_wanted: impl Fn(AreaId) -> bool,
        scratch: &mut WalkScratch,
    ) -> Option<WalkEnd> {
        let WalkScratch { starts, trail, waiting, arrived, fan } = scratch;
        trail.steps.clear();
        waiting.clear();
        let mut furthest: Option<WalkEnd> = None;
        let note = |end: WalkEnd, furthest: &mut Option<WalkEnd>| {
            let share = |end: &WalkEnd| end.obstacle.map_or(0.0, |obstacle| obstacle.share);
            if furthest.is_none_or(|other| share(&other) < share(&end)) {
                *furthest = Some(end);
            }
        };
        let mut go_on = |area: AreaId, step: u32, trail: &mut Trail, waiting: &mut Vec<Stand>| {
            let (area, step, stop) = self.follow(area, step, trail);
            match stop {
                Stop::Target if is_wanted(area) => return Some(WalkEnd { step, obstacle: None }),
                Stop::Target => {}
                Stop::Wall(side) => {
                    let obstacle = Obstacle { side, share: self.share_at(side), corner: None };
                    note(WalkEnd { step, obstacle: Some(obstacle) }, &mut furthest);
                }
                Stop::Corner(corner) => {
                    if waiting.iter().all(|other| other.corner != corner) {
                        waiting.push(Stand { corner, step });
                    }
                }
            }
            None
        };
        for &area in &*starts {
            let step = trail.push(area, Trail::BEGIN);
            if let reached @ Some(_) = go_on(area, step, trail, waiting) {
                return reached;
            }
        }
        let mut dead_end: Option<WalkEnd> = None;
        while let Some(position) = self.take_first(waiting, arrived) {
            fan.clear();
            for &stand in &*arrived {
                if fan.iter().any(|other| other.corner == stand.corner) {
                    continue;
                }
                let first = fan.len();
                let under_way = || waiting.iter().chain(&*arrived);
                self.gather_fan(stand, under_way, trail, fan);
                let mut is_blocked = true;
                for &next in fan[first..].iter().filter(|next| self.goes_on_from(next.corner)) {
                    is_blocked = false;
                    let area = self.mesh.area_of(next.corner);
                    if let reached @ Some(_) = go_on(area, next.step, trail, waiting) {
                        return reached;
                    }
                }
                if is_blocked {
                    dead_end = Some(self.blocked_at(position, &fan[first..], stand));
                }
            }
        }
        // Corners come in the order of the ray: the last dead end is furthest.
        if let Some(end) = dead_end {
            note(end, &mut furthest);
        }
        furthest
    }

    /// Walks on through the insides of sides.
    fn follow(&self, area: AreaId, step: u32, trail: &mut Trail) -> (AreaId, u32, Stop) {
        let (mut area, mut step) = (area, step);
        let mut first = self.mesh.sides_of(area).next();
        loop {
            match first.and_then(|first| self.exit(first)) {
                // Only if start and target are one.
                None => return (area, step, Stop::Target),
                Some(Exit::Corner(corner)) => {
                    let is_beyond = self.order(self.target, self.position(corner)).is_gt();
                    let stop = if is_beyond { Stop::Corner(corner) } else { Stop::Target };
                    return (area, step, stop);
                }
                Some(Exit::Side(side)) => {
                    if !self.mesh.segment(side).side_of(self.target).is_right() {
                        return (area, step, Stop::Target);
                    }
                    let Some(twin) = self.open_twin(side) else {
                        return (area, step, Stop::Wall(side));
                    };
                    area = self.mesh.area_of(twin);
                    step = trail.push(area, step);
                    // It begins on the right of the ray, as the search must.
                    first = Some(self.mesh.next_side(twin));
                }
            }
        }
    }

    /// Where the line of the ray leaves the area of a side, which it is known to
    /// touch: where the outline changes from the right of the line to its left.
    /// Nothing if start and target are one.
    fn exit(&self, first: SideId) -> Option<Exit> {
        use Orientation::{Clockwise, Collinear, CounterClockwise};
        let mut side = first;
        let mut begin = self.side_of(self.position(side));
        loop {
            let next = self.mesh.next_side(side);
            let end = self.side_of(self.position(next));
            match (begin, end) {
                (Clockwise, CounterClockwise) => return Some(Exit::Side(side)),
                (Clockwise, Collinear) => return Some(Exit::Corner(next)),
                (Collinear, CounterClockwise) => return Some(Exit::Corner(side)),
                _ => {}
            }
            (side, begin) = (next, end);
            if side == first {
                return None;
            }
        }
    }

    /// Moves those who wait at the first position on the ray to `arrived`.
    fn take_first(&self, waiting: &mut Vec<Stand>, arrived: &mut Vec<Stand>) -> Option<Vec2> {
        let position = |stand: &Stand| self.position(stand.corner);
        let first = waiting.iter().map(position).min_by(|&a, &b| self.order(a, b))?;
        arrived.clear();
        waiting.retain(|stand| {
            let is_there = position(stand) == first;
            if is_there {
                arrived.push(*stand);
            }
            !is_there
        });
        Some(first)
    }

    /// Appends the open areas that hang together around a corner: the given
    /// one, then counter-clockwise until a wall comes, then clockwise.
    fn gather_fan<'s, I: Iterator<Item = &'s Stand>>(
        &self,
        stand: Stand,
        under_way: impl Fn() -> I,
        trail: &mut Trail,
        fan: &mut Vec<Stand>,
    ) {
        // Where the ray runs along an area, another walker is in it already.
        let mut enter = |corner: SideId, from: u32| {
            let area = self.mesh.area_of(corner);
            let known = under_way().find(|other| self.mesh.area_of(other.corner) == area);
            let step = known.map_or_else(|| trail.push(area, from), |known| known.step);
            let entered = Stand { corner, step };
            fan.push(entered);
            entered
        };
        let mut current = enter(stand.corner, stand.step);
        while let Some(corner) = self.open_twin(self.mesh.previous_side(current.corner)) {
            if corner == stand.corner {
                return;
            }
            current = enter(corner, current.step);
        }
        current = stand;
        while let Some(twin) = self.open_twin(current.corner) {
            current = enter(self.mesh.next_side(twin), current.step);
        }
    }

    /// Whether the ray goes on inside or along the sides of an area from one of
    /// its corners, which lies on the ray.
    fn goes_on_from(&self, corner: SideId) -> bool {
        let right = self.position(self.mesh.next_side(corner));
        let left = self.position(self.mesh.previous_side(corner));
        !self.side_of(right).is_left() && !self.side_of(left).is_right()
    }

    /// The end of a walk at a corner where no area of the fan goes on: at one of
    /// the two walls that bound the fan, one that the ray runs against.
    fn blocked_at(&self, position: Vec2, fan: &[Stand], stand: Stand) -> WalkEnd {
        let find = |is_bound: &dyn Fn(&Stand) -> Option<SideId>| {
            fan.iter().find_map(|next| is_bound(next).map(|side| (side, next.step)))
        };
        let right = find(&|next| {
            let turns_away = self.side_of(self.position(self.mesh.next_side(next.corner)));
            (self.open_twin(next.corner).is_none() && turns_away.is_left()).then_some(next.corner)
        });
        let left = || {
            find(&|next| {
                let side = self.mesh.previous_side(next.corner);
                self.open_twin(side).is_none().then_some(side)
            })
        };
        let (side, step) = right.or_else(left).unwrap_or((stand.corner, stand.step));
        let share = self.share_of(position);
        WalkEnd { step, obstacle: Some(Obstacle { side, share, corner: Some(position) }) }
    }

    /// The same border as a side of the area across, if that may be walked on.
    fn open_twin(&self, side: SideId) -> Option<SideId> {
        self.mesh.twin(side).filter(|&twin| self.mesh.is_open(self.mesh.area_of(twin), self.costs))
    }

    fn position(&self, corner: SideId) -> Vec2 {
        self.mesh.segment(corner).a
    }

    /// On which side of the ray a point lies.
    fn side_of(&self, point: Vec2) -> Orientation {
        orient2d(self.start, self.target, point)
    }

    /// Which of two points on the line of the ray comes first. Exact: along the
    /// line, either coordinate tells unless it never changes.
    fn order(&self, a: Vec2, b: Vec2) -> Ordering {
        let compare = |a: f32, b: f32| a.partial_cmp(&b).unwrap_or(Ordering::Equal);
        let by = |from: f32, to: f32, a: f32, b: f32| match compare(from, to) {
            Ordering::Less => compare(a, b),
            Ordering::Equal => Ordering::Equal,
            Ordering::Greater => compare(b, a),
        };
        by(self.start.x, self.target.x, a.x, b.x)
            .then_with(|| by(self.start.y, self.target.y, a.y, b.y))
    }

    /// Where the ray crosses a side, as a share of it; rounded.
    fn share_at(&self, side: SideId) -> f64 {
        let side = self.mesh.segment(side);
        let (a, b) = (Wide::from(side.a), Wide::from(side.b));
        let height = |point: Vec2| (b - a).cross(Wide::from(point) - a);
        let (above, below) = (height(self.start), height(self.target));
        let share = above / (above - below);
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 1.0 }
    }

    /// A point of the ray as a share of it; rounded.
    fn share_of(&self, point: Vec2) -> f64 {
        let start = Wide::from(self.start);
        let (whole, part) = (Wide::from(self.target) - start, Wide::from(point) - start);
        let share = if whole.x.abs() > whole.y.abs() { part.x / whole.x } else { part.y / whole.y };
        if share.is_finite() { share.clamp(0.0, 1.0) } else { 0.0 }
    }
}
