//! Looking straight at the goal.
//!
//! Many goals are in sight of the start, and need no search: a few signs for each
//! area on the way tell so.

use tautline_geometry::Vec2;
use tautline_navmesh::{AreaId, Side, SideId};

use super::Search;
use super::aim::Aim;
use super::item::{Item, Limit, NO_ITEM, Turn};
use super::sight::Sight;
use crate::ground::Ground;
use crate::ray::{Exit, Ray, after};

/// A side of an area, counted within it: where to go on.
struct Entry {
    area: AreaId,
    side: usize,
}

impl<G: Ground, A: Aim> Search<'_, G, A> {
    /// Looks from the start, a point of some areas, straight at the goal. If it is
    /// seen, that is noted, and no other way is shorter.
    ///
    /// May give up at the end of a wall of no width, and where ground winds around a
    /// vertex: the search will find the way. O(corners of the areas on the way).
    pub(super) fn sees_goal(&mut self, start: Vec2, areas: &[AreaId]) -> bool {
        let Some(goal) = self.aim.goal() else { return false };
        let lattice = self.ground.mesh().lattice();
        let is_on_lattice = G::IS_LATTICE && lattice.is_some_and(|lattice| lattice.contains(goal));
        let ray = Ray::between(start, goal, is_on_lattice);
        areas.iter().any(|&area| self.arrives(&ray, area))
    }

    /// Follows a ray that begins in an area, and notes if it arrives.
    fn arrives(&mut self, ray: &Ray, first: AreaId) -> bool {
        let last = self.follow(ray, first);
        if let Some(area) = last {
            let (root, item) = (&self.memory.roots[0], self.current);
            self.aim.look_into(&Sight { id: 0, root, item, area, rays: None });
        } else {
            self.memory.steps.clear();
            self.current = NO_ITEM;
        }
        last.is_some()
    }

    /// The area that a ray ends in; nothing if it does not arrive.
    fn follow(&mut self, ray: &Ray, first: AreaId) -> Option<AreaId> {
        let mut entry = Entry { area: first, side: 0 };
        while !self.aim.is_goal_in(entry.area) {
            let (base, sides) = self.ground.mesh().ring(entry.area);
            #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
            let id = |side: usize| SideId(base.0 + side as u32);
            let (item, next) = match ray.exit(sides, entry.side)? {
                Exit::Side(at) => {
                    let end = after(at, sides);
                    let border = [at, end].map(|side| sides[side].start());
                    // The area across a border that the start lies on holds it too.
                    let leaves = entry.area != first || ray.begins_before(border);
                    if !(leaves && ray.ends_behind(border)) {
                        return None;
                    }
                    let twin = self.twin_across(&sides[at])?;
                    let [right, left] = [at, end].map(|side| Limit::through_start_of(id(side)));
                    (Item::Border { root: 0, side: twin, right, left }, self.entry_through(twin))
                }
                Exit::Vertex(at) if ray.passes(sides[at].start()) => {
                    let corner = id(at);
                    [Turn::Left, Turn::Right].into_iter().find_map(|turn| {
                        let area = self.area_ahead(ray, corner, turn)?;
                        Some((Item::Corner { root: 0, corner, turn }, Entry { area, side: 0 }))
                    })?
                }
                Exit::Vertex(_) => return None,
            };
            self.current = self.memory.add(item, self.current);
            entry = next;
        }
        Some(entry.area)
    }

    /// The open border that a side is, as a side of the area across.
    #[inline]
    fn twin_across(&self, side: &Side) -> Option<SideId> {
        side.twin().filter(|_| self.ground.is_open(side))
    }

    /// Behind a side of an area that a ray enters through it, on its right.
    #[inline]
    fn entry_through(&self, side: SideId) -> Entry {
        let mesh = self.ground.mesh();
        let area = mesh.area_of(side);
        let (base, sides) = mesh.ring(area);
        Entry { area, side: after((side.0 - base.0) as usize, sides) }
    }

    /// The area that a ray goes on in from a vertex that it passes, if that is found
    /// going around it in the direction of a turn. A side of the area begins there
    /// that the ray comes from.
    fn area_ahead(&self, ray: &Ray, vertex: SideId, turn: Turn) -> Option<AreaId> {
        let mesh = self.ground.mesh();
        if mesh.fan(mesh.side(vertex).fan()).is_winding() {
            return None;
        }
        let mut at = vertex;
        loop {
            let [before, after] = [mesh.previous_side(at), mesh.next_side(at)];
            if ray.goes_on_between([before, after].map(|side| mesh.side(side).start())) {
                return Some(mesh.area_of(at));
            }
            let border = if turn == Turn::Left { before } else { at };
            let twin = self.twin_across(mesh.side(border))?;
            at = if turn == Turn::Left { twin } else { mesh.next_side(twin) };
            if at == vertex {
                return None;
            }
        }
    }
}
