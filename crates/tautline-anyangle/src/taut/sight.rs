//! Whether the straight way is free.

use tautline_navmesh::{AreaId, FanId, NavMesh, SideId};

use crate::ray::{Exit, Ray, after};

/// The memory of straight walks.
#[derive(Clone, Debug, Default)]
pub(crate) struct SightScratch {
    /// Areas that are still to be gone on from.
    waiting: Vec<AreaId>,
    /// Where the way went on on both sides of a wall.
    forks: Vec<FanId>,
}

/// A straight way between two points.
pub(crate) struct StraightWay<'a> {
    pub(crate) mesh: &'a NavMesh,
    pub(crate) ray: Ray,
    /// The areas that hold the goal.
    pub(crate) goal_areas: &'a [AreaId],
}

impl StraightWay<'_> {
    /// Whether it stays on the ground, beginning in one of some areas that hold
    /// the start. Exact, and the ground is closed: the way may run along walls and
    /// touch corners, but not pass where ground touches at a point only.
    ///
    /// The mesh must not wind around any vertex.
    pub(crate) fn is_free(&self, start_areas: &[AreaId], scratch: &mut SightScratch) -> bool {
        scratch.forks.clear();
        scratch.waiting.clear();
        scratch.waiting.extend_from_slice(start_areas);
        while let Some(area) = scratch.waiting.pop() {
            if self.goes_through(area, scratch) {
                return true;
            }
        }
        false
    }

    fn goes_through(&self, from: AreaId, scratch: &mut SightScratch) -> bool {
        let Self { ray, .. } = self;
        let mut area = from;
        // Where to begin looking for the way out: anywhere, or right of the line.
        let mut first = 0;
        loop {
            if self.goal_areas.contains(&area) {
                return true;
            }
            let (base, sides) = self.mesh.ring(area);
            let Some(exit) = ray.exit(sides, first) else { return false };
            let next = match exit {
                Exit::Side(at) => {
                    let border = [at, after(at, sides)].map(|side| sides[side].start());
                    sides[at].twin().filter(|_| ray.ends_behind(border)).map(|twin| {
                        let (base, ring) = self.mesh.ring(sides[at].across());
                        (sides[at].across(), after((twin.0 - base.0) as usize, ring))
                    })
                }
                #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
                Exit::Vertex(at) => {
                    let corner = SideId(base.0 + at as u32);
                    self.pass_corner(corner, scratch).map(|area| (area, 0))
                }
            };
            let Some(next) = next else { return false };
            (area, first) = next;
        }
    }

    /// The area that the way goes on in from a vertex on it. If there are two, on
    /// both sides of a wall that begins there, the other one waits.
    fn pass_corner(&self, corner: SideId, scratch: &mut SightScratch) -> Option<AreaId> {
        let Self { mesh, ray, .. } = self;
        let here = mesh.side(corner).start();
        // An area that is left where it is entered holds no part of the way; the
        // others at the start are looked at themselves.
        if !ray.passes(here) {
            return None;
        }
        let fan = mesh.side(corner).fan();
        let mut found = None;
        for side in mesh.sides_at(fan) {
            let before = mesh.previous_side(side);
            let left_end = mesh.side(before).start();
            let right_end = mesh.side(mesh.next_side(side)).start();
            // Along a border, the area on its left is enough.
            let is_doubled = || mesh.twin(before).is_some() && ray.runs_along([here, left_end]);
            if !ray.goes_on_between([left_end, right_end]) || is_doubled() {
                continue;
            }
            let area = mesh.area_of(side);
            if found.is_none() {
                found = Some(area);
            } else if scratch.forks.contains(&fan) {
                return None;
            } else {
                scratch.forks.push(fan);
                scratch.waiting.push(area);
            }
        }
        found
    }
}
