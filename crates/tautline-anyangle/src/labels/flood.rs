//! What is seen from the two wedges of a corner.

use tautline_geometry::{DirectedLine, Vec2};
use tautline_navmesh::{AreaId, NavMesh, Side, SideId};

use super::corners::{Corner, Corners, Node, Wedge};
use super::signs::Signs;

/// What one wedge of a corner sees of an area through the border by which its
/// sight enters: what lies between two rays.
#[derive(Clone, Copy, Debug)]
pub(super) struct Cone {
    pub(super) area: AreaId,
    pub(super) node: Node,
    /// The vertices that the rays on the right and on the left lead through, or
    /// [`Self::REFLECTED`].
    pub(super) limits: [u32; 2],
    /// Whether the area reaches beyond them.
    pub(super) cuts: [bool; 2],
}

impl Cone {
    /// The ray away from the far end of a wall: for the first wedge, on the left,
    /// from the last wall; for the last wedge, on the right, from the first.
    pub(super) const REFLECTED: u32 = u32::MAX;
}

/// A ray from the corner.
#[derive(Clone, Copy, Debug)]
struct Ray {
    line: DirectedLine,
    limit: u32,
}

/// The part of a border through which an area is seen, as a side of that area.
#[derive(Clone, Copy, Debug)]
struct Window {
    side: SideId,
    right: Ray,
    left: Ray,
}

/// Successive sides of an area, counter-clockwise, from right to left as seen
/// from the corner. Each stands for the vertex at which it begins as well.
#[derive(Clone, Copy)]
struct Chain<'a> {
    sides: &'a [Side],
    base: u32,
    first: usize,
    end: usize,
}

impl<'a> Chain<'a> {
    /// The sides of the area of a side that do not touch its start, or those
    /// that are not the side itself.
    fn beyond(mesh: &'a NavMesh, side: SideId, at_corner: bool) -> Self {
        let (base, sides) = mesh.ring(mesh.side(side).area());
        let chain = Self { sides, base: base.0, first: 0, end: 0 };
        let side = (side.0 - base.0) as usize;
        let end = if at_corner { chain.before(side) } else { side };
        Self { first: chain.next(side), end, ..chain }
    }

    fn next(&self, side: usize) -> usize {
        if side + 1 == self.sides.len() { 0 } else { side + 1 }
    }

    fn before(&self, side: usize) -> usize {
        if side == 0 { self.sides.len() - 1 } else { side - 1 }
    }

    fn vertex(&self, side: usize) -> Vec2 {
        self.sides[side].start()
    }

    #[expect(clippy::cast_possible_truncation, reason = "sides are counted in u32")]
    fn id(&self, side: usize) -> SideId {
        SideId(self.base + side as u32)
    }
}

/// Floods a mesh from one corner after the other.
#[derive(Debug)]
pub(super) struct Flood<'a> {
    mesh: &'a NavMesh,
    corners: &'a Corners,
    signs: Signs,
    node: Node,
    stack: Vec<Window>,
    /// What was seen.
    pub(super) cones: Vec<Cone>,
    /// The corners that were seen from a wedge and see it from one of theirs.
    pub(super) sightings: Vec<(Node, Node)>,
}

impl<'a> Flood<'a> {
    pub(super) fn new(mesh: &'a NavMesh, corners: &'a Corners) -> Self {
        let signs = Signs::of_vertices(mesh);
        let (cones, sightings) = (Vec::new(), Vec::new());
        Self { mesh, corners, signs, node: Node::default(), stack: Vec::new(), cones, sightings }
    }

    /// Adds what a corner sees.
    pub(super) fn look_from(&mut self, corner: u32) {
        let first = self.sightings.len();
        for wedge in Wedge::BOTH {
            self.node = Node::new(corner, wedge);
            self.look_around(wedge);
            while let Some(window) = self.stack.pop() {
                self.look_through(&window);
            }
        }
        // Vertices are met in each of their areas.
        self.sightings[first..].sort_unstable();
        let mut kept = first;
        for index in first..self.sightings.len() {
            let sighting = self.sightings[index];
            if kept == first || self.sightings[kept - 1] != sighting {
                self.sightings[kept] = sighting;
                kept += 1;
            }
        }
        self.sightings.truncate(kept);
    }

    fn corner(&self) -> &'a Corner {
        self.corners.get(self.node.corner())
    }

    fn vertex_id(&self, side: &Side) -> u32 {
        self.mesh.fan(side.fan()).vertex().0
    }

    /// Looks into the areas at the corner that lie in a wedge, from the wall
    /// outwards.
    fn look_around(&mut self, wedge: Wedge) {
        let (mesh, corner) = (self.mesh, self.corner());
        let start = |side: SideId| mesh.side(side).start();
        let fan = mesh.fan(corner.fan);
        let mut at = if wedge == Wedge::First { fan.first_side() } else { fan.last_side() };
        loop {
            // The outer one of the two sides that the area has here, against the
            // outer end of the wedge.
            let position = match wedge {
                Wedge::First => {
                    let outer = start(mesh.previous_side(at));
                    self.signs.turn(corner.point, corner.walls[1], outer)
                }
                Wedge::Last => {
                    let outer = start(mesh.next_side(at));
                    self.signs.turn(corner.point, corner.walls[0], outer).reversed()
                }
            };
            self.look_from_corner(at, position.is_right().then_some(wedge));
            if !position.is_left() {
                return;
            }
            let next = match wedge {
                Wedge::First => mesh.twin(mesh.previous_side(at)),
                Wedge::Last => mesh.twin(at).map(|twin| mesh.next_side(twin)),
            };
            let Some(next) = next else { return };
            at = next;
        }
    }

    /// Looks into an area at the corner; all of it, or up to the outer end of a
    /// wedge.
    fn look_from_corner(&mut self, at: SideId, cut: Option<Wedge>) {
        let corner = self.corner();
        let chain = Chain::beyond(self.mesh, at, true);
        let reflected = |wall: usize| Ray {
            line: DirectedLine::through(corner.walls[wall], corner.point),
            limit: Cone::REFLECTED,
        };
        let right = (cut == Some(Wedge::Last)).then(|| reflected(0));
        let left = (cut == Some(Wedge::First)).then(|| reflected(1));
        let cuts = self.look_at(&chain, right, left);
        let limit = |ray: Option<Ray>, vertex: usize| {
            ray.map_or_else(|| self.vertex_id(&chain.sides[vertex]), |ray| ray.limit)
        };
        let limits = [limit(right, chain.first), limit(left, chain.end)];
        let area = self.mesh.area_of(at);
        self.cones.push(Cone { area, node: self.node, limits, cuts });
    }

    fn look_through(&mut self, window: &Window) {
        let Window { side, right, left } = *window;
        let chain = Chain::beyond(self.mesh, side, false);
        let cuts = self.look_at(&chain, Some(right), Some(left));
        let (area, limits) = (self.mesh.area_of(side), [right.limit, left.limit]);
        self.cones.push(Cone { area, node: self.node, limits, cuts });
    }

    /// Notes the corners of a chain that lie between two rays or on them, and
    /// the windows that are left of its borders. Tells whether the chain reaches
    /// beyond the rays.
    ///
    /// From right to left: what lies right of the view; what lies on the right
    /// ray; what is seen; what lies on the left ray.
    fn look_at(&mut self, chain: &Chain<'a>, right: Option<Ray>, left: Option<Ray>) -> [bool; 2] {
        let mut cuts = [false; 2];
        let mut at = chain.first;
        let mut begins_at_vertex = true;
        match right {
            None => {
                self.note_corner(chain, at);
                at = chain.next(at);
            }
            Some(ray) => loop {
                let position = self.signs.side_of(&ray.line, chain.vertex(at));
                if position.is_left() {
                    break;
                }
                begins_at_vertex = position.is_collinear();
                if begins_at_vertex {
                    self.note_corner(chain, at);
                }
                cuts[0] |= position.is_right();
                if at == chain.end {
                    // Nothing lies left of the ray, which has no width then.
                    return cuts;
                }
                at = chain.next(at);
            },
        }
        let mut start = chain.before(at);
        let mut right = right.filter(|_| !begins_at_vertex);
        loop {
            let vertex = chain.vertex(at);
            let position = left.map(|ray| (ray, self.signs.side_of(&ray.line, vertex)));
            if let Some((ray, position)) = position
                && position.is_left()
            {
                self.push_window(chain, start, right, Some(ray));
                return [cuts[0], true];
            }
            self.note_corner(chain, at);
            self.push_window(chain, start, right, None);
            if at == chain.end {
                return cuts;
            }
            start = at;
            right = None;
            at = chain.next(at);
            if let Some((ray, position)) = position
                && position.is_collinear()
            {
                return [cuts[0], self.note_corners_on(&ray, chain, at)];
            }
        }
    }

    /// Notes the further corners on the left ray; tells whether anything lies
    /// left of it.
    fn note_corners_on(&mut self, ray: &Ray, chain: &Chain<'a>, from: usize) -> bool {
        let mut at = from;
        loop {
            if !self.signs.side_of(&ray.line, chain.vertex(at)).is_collinear() {
                return true;
            }
            self.note_corner(chain, at);
            if at == chain.end {
                return false;
            }
            at = chain.next(at);
        }
    }

    /// Notes what is seen through a border, from a ray on its right or from its
    /// right end, to a ray on its left or to its left end.
    fn push_window(&mut self, chain: &Chain<'a>, at: usize, right: Option<Ray>, left: Option<Ray>) {
        let Some(twin) = chain.sides[at].twin() else { return };
        let ends = [at, chain.next(at)];
        let point = self.corner().point;
        if right.is_none() && left.is_none() {
            let [right, left] = ends.map(|vertex| chain.vertex(vertex));
            if !self.signs.turn(point, right, left).is_left() {
                // Seen edge-on.
                return;
            }
        }
        let through = |vertex: usize| Ray {
            line: DirectedLine::through(point, chain.vertex(vertex)),
            limit: self.vertex_id(&chain.sides[vertex]),
        };
        let right = right.unwrap_or_else(|| through(ends[0]));
        let left = left.unwrap_or_else(|| through(ends[1]));
        self.stack.push(Window { side: twin, right, left });
    }

    /// Notes the corner at a vertex, if it is one that a path from here may wrap.
    fn note_corner(&mut self, chain: &Chain<'a>, at: usize) {
        let side = &chain.sides[at];
        if !side.begins_at_corner() {
            return;
        }
        let here = self.corner();
        let number = self.corners.of_fan(side.fan());
        if side.fan() == here.fan {
            return;
        }
        let there = self.corners.get(number);
        let wedges = there.wedges_of(self.mesh, self.signs, here.point, chain.id(at));
        for (wedge, is_in) in Wedge::BOTH.into_iter().zip(wedges) {
            if is_in {
                self.sightings.push((self.node, Node::new(number, wedge)));
            }
        }
    }
}
