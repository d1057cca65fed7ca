//! The exact straight walk from area to area.
//!
//! The position of a walker is never computed. It is in an area, about to cross the inside
//! of an edge, or at a corner that the ray hits. The orientations of corners relative to the
//! line from start to target decide what comes next, and all of these are input points.

use tautline_geometry::Vec2;

use super::ray_line::{Exit, Ray};
use crate::{AreaId, HalfEdgeId};

/// Memory of a walk, for reuse.
#[derive(Clone, Debug, Default)]
pub(super) struct WalkScratch {
    pub(super) starts: Vec<AreaId>,
    pub(super) trail: Trail,
    waiting: Vec<Walker>,
    arrived: Vec<Walker>,
    fan: Vec<Walker>,
}

/// The areas that were visited, each with the step from which it was entered.
#[derive(Clone, Debug, Default)]
pub(super) struct Trail {
    steps: Vec<(AreaId, u32)>,
    /// False if only the end of the walk is wanted; then no steps are recorded.
    pub(super) is_kept: bool,
}

impl Trail {
    const BEGIN: u32 = u32::MAX;

    /// Records that an area is entered from an earlier step.
    fn push(&mut self, area: AreaId, from: u32) -> u32 {
        if !self.is_kept {
            return Self::BEGIN;
        }
        self.steps.push((area, from));
        AreaId::from_index(self.steps.len() - 1).0
    }

    /// The area of a step, if the trail is kept.
    pub(super) fn area(&self, step: u32) -> AreaId {
        self.steps[step as usize].0
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

/// A walker at a corner of its area. The corner is given by the half-edge that starts there.
#[derive(Clone, Copy, Debug)]
struct Walker {
    corner: HalfEdgeId,
    step: u32,
}

/// The end of a walk.
#[derive(Clone, Copy, Debug)]
pub(super) struct WalkEnd {
    /// The last step of the trail.
    pub(super) step: u32,
    /// The obstacle that was hit; `None` if the target was reached.
    pub(super) obstacle: Option<Obstacle>,
}

/// An obstacle that ends a ray.
#[derive(Clone, Copy, Debug)]
pub(super) struct Obstacle {
    pub(super) edge: HalfEdgeId,
    /// The position along the ray, as a fraction of it.
    pub(super) fraction: f64,
    /// The exact position, if it is a corner.
    pub(super) corner: Option<Vec2>,
}

/// The place where a walker stops after it has crossed the insides of edges.
enum Stop {
    Target,
    Wall(HalfEdgeId),
    Corner(HalfEdgeId),
}

impl Ray<'_> {
    /// Walks from the areas that contain the start until the target is reached in an area for
    /// which `is_wanted` returns true, or as far as possible.
    ///
    /// There are several walkers only where the ray runs along borders and where floors wind
    /// around a vertex:
    ///
    /// ```text
    ///        area 0   │   area 2         The ray runs along the border between areas 0 and 1.
    ///    s ────────── v ──────── t       Both have a walker. Both walkers stop at v and
    ///        area 1   │   area 3         continue as one, in areas 2 and 3.
    /// ```
    ///
    /// Walkers that wait at corners continue in the order of the corners along the ray. So all
    /// that meet in one fan continue together, and no area is visited twice.
    pub(super) fn walk(
        &self,
        is_wanted: impl FnMut(AreaId) -> bool,
        scratch: &mut WalkScratch,
    ) -> Option<WalkEnd> {
        let WalkScratch { starts, trail, waiting, arrived, fan } = scratch;
        trail.steps.clear();
        waiting.clear();
        let mut walk = Walk { ray: self, is_wanted, trail, waiting, furthest: None };
        for &area in &*starts {
            let step = walk.trail.push(area, Trail::BEGIN);
            if let reached @ Some(_) = walk.go_on(area, step) {
                return reached;
            }
        }
        let mut dead_end: Option<WalkEnd> = None;
        while let Some(position) = self.take_first(walk.waiting, arrived) {
            fan.clear();
            for &walker in &*arrived {
                if fan.iter().any(|other| other.corner == walker.corner) {
                    continue;
                }
                let first = fan.len();
                walk.gather_fan(walker, arrived, fan);
                match walk.go_on_from(&fan[first..]) {
                    Onward::Reached(end) => return Some(end),
                    Onward::Continued => {}
                    Onward::Blocked => {
                        dead_end = Some(self.blocked_at(position, &fan[first..], walker))
                    }
                }
            }
        }
        // Corners are visited in order: the last dead end is the furthest.
        if let Some(end) = dead_end {
            walk.note(end);
        }
        walk.furthest
    }

    /// Walks across the insides of edges until a wall, a corner or the target.
    fn follow(&self, area: AreaId, step: u32, trail: &mut Trail) -> (AreaId, u32, Stop) {
        let (mut area, mut step) = (area, step);
        let mut first = self.mesh.half_edges_of(area).next();
        loop {
            match first.and_then(|first| self.exit(first)) {
                // Only if start and target are equal.
                None => return (area, step, Stop::Target),
                Some(Exit::Corner(corner)) => return (area, step, self.stop_at(corner)),
                Some(Exit::HalfEdge(edge)) => {
                    if !self.mesh.segment(edge).side_of(self.target).is_right() {
                        return (area, step, Stop::Target);
                    }
                    let Some(twin) = self.open_twin(edge) else {
                        return (area, step, Stop::Wall(edge));
                    };
                    area = self.mesh.area_of(twin);
                    step = trail.push(area, step);
                    // This half-edge starts on the right of the ray, from where the exit is found
                    // soonest.
                    first = Some(self.mesh.next_half_edge(twin));
                }
            }
        }
    }

    /// The stop of a walker that comes to a corner: there, or at the target before it.
    fn stop_at(&self, corner: HalfEdgeId) -> Stop {
        let is_beyond = self.order(self.target, self.position(corner)).is_gt();
        if is_beyond { Stop::Corner(corner) } else { Stop::Target }
    }

    /// Moves the walkers at the first waiting position to `arrived`.
    fn take_first(&self, waiting: &mut Vec<Walker>, arrived: &mut Vec<Walker>) -> Option<Vec2> {
        let position = |walker: &Walker| self.position(walker.corner);
        let first = waiting.iter().map(position).min_by(|&a, &b| self.order(a, b))?;
        arrived.clear();
        waiting.retain(|walker| {
            let is_there = position(walker) == first;
            if is_there {
                arrived.push(*walker);
            }
            !is_there
        });
        Some(first)
    }

    /// The end of a walk at a corner where the ray continues in no area of the fan: one of the
    /// two walls of the fan, against which the ray runs.
    fn blocked_at(&self, position: Vec2, fan: &[Walker], walker: Walker) -> WalkEnd {
        let find = |is_bound: &dyn Fn(&Walker) -> Option<HalfEdgeId>| {
            fan.iter().find_map(|next| is_bound(next).map(|edge| (edge, next.step)))
        };
        let right = find(&|next| {
            let turns_away = self.side_of(self.position(self.mesh.next_half_edge(next.corner)));
            (self.open_twin(next.corner).is_none() && turns_away.is_left()).then_some(next.corner)
        });
        let left = || {
            find(&|next| {
                let edge = self.mesh.previous_half_edge(next.corner);
                self.open_twin(edge).is_none().then_some(edge)
            })
        };
        let (edge, step) = right.or_else(left).unwrap_or((walker.corner, walker.step));
        let fraction = self.fraction_of(position);
        WalkEnd { step, obstacle: Some(Obstacle { edge, fraction, corner: Some(position) }) }
    }
}

/// A walk along a ray that is not finished.
struct Walk<'a, W> {
    ray: &'a Ray<'a>,
    is_wanted: W,
    trail: &'a mut Trail,
    /// The walkers that wait at corners.
    waiting: &'a mut Vec<Walker>,
    /// The furthest end so far, other than the target.
    furthest: Option<WalkEnd>,
}

/// The result of continuing from a fan.
enum Onward {
    /// A walker has reached the target.
    Reached(WalkEnd),
    /// Some walkers have continued.
    Continued,
    /// The ray continues in no area of the fan.
    Blocked,
}

impl<W: FnMut(AreaId) -> bool> Walk<'_, W> {
    /// Continues through an area to the next stop. Returns the end if that is the target.
    fn go_on(&mut self, area: AreaId, step: u32) -> Option<WalkEnd> {
        let (area, step, stop) = self.ray.follow(area, step, self.trail);
        self.stop(area, step, stop)
    }

    /// Ends a walk, or queues a walker at a corner. Returns the end if it is the target.
    fn stop(&mut self, area: AreaId, step: u32, stop: Stop) -> Option<WalkEnd> {
        match stop {
            Stop::Target if (self.is_wanted)(area) => {
                return Some(WalkEnd { step, obstacle: None });
            }
            Stop::Target => {}
            Stop::Wall(edge) => {
                let obstacle =
                    Obstacle { edge, fraction: self.ray.fraction_at(edge), corner: None };
                self.note(WalkEnd { step, obstacle: Some(obstacle) });
            }
            Stop::Corner(corner) => {
                if self.waiting.iter().all(|other| other.corner != corner) {
                    self.waiting.push(Walker { corner, step });
                }
            }
        }
        None
    }

    /// Continues from a corner through all areas of its fan in which the ray continues.
    fn go_on_from(&mut self, fan: &[Walker]) -> Onward {
        let mut onward = Onward::Blocked;
        for &next in fan.iter().filter(|next| self.ray.goes_on_from(next.corner)) {
            onward = Onward::Continued;
            let area = self.ray.mesh.area_of(next.corner);
            let end = match self.ray.next_along(next.corner) {
                Some(corner) => self.stop(area, next.step, self.ray.stop_at(corner)),
                None => self.go_on(area, next.step),
            };
            if let Some(end) = end {
                return Onward::Reached(end);
            }
        }
        onward
    }

    /// Keeps an end if it is further than all before.
    fn note(&mut self, end: WalkEnd) {
        let fraction = |end: &WalkEnd| end.obstacle.map_or(0.0, |obstacle| obstacle.fraction);
        if self.furthest.is_none_or(|other| fraction(&other) < fraction(&end)) {
            self.furthest = Some(end);
        }
    }

    /// Appends the allowed areas that are connected around a corner: the given one, then
    /// counter-clockwise up to a wall, then clockwise.
    fn gather_fan(&mut self, walker: Walker, arrived: &[Walker], fan: &mut Vec<Walker>) {
        let Self { ray, trail, waiting, .. } = self;
        let (mut here, mut step) = (walker.corner, walker.step);
        let enter = |corner: HalfEdgeId, from: HalfEdgeId| {
            if from != here {
                // The circulator has turned: clockwise from the walker's own area.
                step = walker.step;
            }
            // Where the ray runs along an area's border, that area has a walker already.
            let area = ray.mesh.area_of(corner);
            let mut under_way = waiting.iter().chain(arrived);
            let known = under_way.find(|other| ray.mesh.area_of(other.corner) == area);
            step = known.map_or_else(|| trail.push(area, step), |known| known.step);
            here = corner;
            fan.push(Walker { corner, step });
        };
        ray.visit_open_around(walker.corner, enter);
    }
}
