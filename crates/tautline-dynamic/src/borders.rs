//! The borders of ground in the plane: as they are drawn, and as obstacles leave
//! them.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::facets::{Class, Facet};
use crate::groups::Group;
use tautline_meshgen::PolygonError;
use tautline_meshgen::internal::coverage;
use tautline_meshgen::internal::grid::GridPoint;
use tautline_meshgen::internal::pieces::Piece;
use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaId, HalfEdgeId};

/// A piece of border.
pub(super) struct Border {
    pub(super) ends: [GridPoint; 2],
    /// The classes on its left and its right.
    pub(super) classes: [Option<u32>; 2],
    /// Whether an area on its left, or right, ends here: at a wall, or with the
    /// group.
    pub(super) ends_group: [bool; 2],
    /// The side of the base by which it leads to another group of the cluster.
    pub(super) leads: [Option<HalfEdgeId>; 2],
}

/// The numbers of shapes: first come the classes, then the obstacles.
#[derive(Clone, Copy)]
pub(super) struct Shapes {
    classes: u32,
    obstacles: u32,
}

impl Shapes {
    pub(super) fn new(classes: usize, obstacles: usize) -> Self {
        Self { classes: number(classes), obstacles: number(obstacles) }
    }

    pub(super) const fn of_obstacles(self) -> Range<u32> {
        self.classes..self.end_of_group(false)
    }

    /// A shape that tells where the group ends on the left, or the right.
    const fn end_of_group(self, is_right: bool) -> u32 {
        self.classes + self.obstacles + is_right as u32
    }

    /// The first of the shapes that tell which side leads to another group.
    const fn first_lead(self) -> u32 {
        self.end_of_group(true) + 1
    }
}

/// The borders of classes, before anything is cut out.
#[derive(Default)]
pub(super) struct Drawing {
    pub(super) pieces: Vec<Piece>,
    /// Sides of the base that lead to other groups of the cluster, and whether
    /// the group lies on the right of their pieces.
    pub(super) leads: Vec<(HalfEdgeId, bool)>,
    pub(super) outer: Vec<OuterSide>,
}

/// A side of the base that leads to an area that is not cut.
pub(super) struct OuterSide {
    pub(super) edge: HalfEdgeId,
    pub(super) ends: [GridPoint; 2],
    class: u32,
}

impl OuterSide {
    /// Whether it is a border as it was: neither cut nor covered.
    pub(super) fn is_whole(&self, borders: &[Border]) -> bool {
        let [a, b] = self.ends;
        let found = borders.binary_search_by_key(&[a.min(b), a.max(b)], |border| border.ends);
        let left = usize::from(a > b);
        found.is_ok_and(|index| borders[index].classes[left] == Some(self.class))
    }
}

impl Group<'_> {
    /// Draws the borders of classes.
    pub(super) fn draw(
        &self,
        facets: &[(AreaId, Facet)],
        classes: &[Class],
        shapes: Shapes,
    ) -> Drawing {
        let side_classes = self.side_classes(facets, classes);
        let mut drawing = Drawing::default();
        for (area, facet) in facets {
            let class = number_of(facet.class, classes);
            let corners = self.base.corners(*area);
            let (first, ring) = self.base.mesh.face_loop(*area);
            for ([from, to], is_within) in facet_sides(&facet.corners, ring.len()) {
                let ends = [corners[from], corners[to]];
                let mut piece = Piece::new(ends[0], ends[1], class);
                if !is_within {
                    let other = ring[from].twin().and_then(|twin| side_classes.get(&twin));
                    if other == Some(&class) {
                        continue;
                    }
                    if other.is_none() {
                        let across = ring[from].twin().map(|_| ring[from].across());
                        let edge = HalfEdgeId::from_index(first.index() + from);
                        let edge = OuterSide { edge, ends, class };
                        piece.shapes.extend(drawing.end_group(edge, self.beyond(across), shapes));
                    }
                }
                drawing.pieces.push(piece);
            }
        }
        drawing
    }

    /// The class on the left of each side of the base around the group's areas.
    fn side_classes(
        &self,
        facets: &[(AreaId, Facet)],
        classes: &[Class],
    ) -> BTreeMap<HalfEdgeId, u32> {
        let mut side_classes = BTreeMap::new();
        for (area, facet) in facets {
            let (first, ring) = self.base.mesh.face_loop(*area);
            let class = number_of(facet.class, classes);
            let edges = facet_sides(&facet.corners, ring.len());
            let of_area = edges.filter_map(|([from, _], is_within)| (!is_within).then_some(from));
            side_classes
                .extend(of_area.map(|from| (HalfEdgeId::from_index(first.index() + from), class)));
        }
        side_classes
    }

    /// What lies beyond a side of the group, by the area across.
    fn beyond(&self, across: Option<AreaId>) -> Beyond {
        match across {
            None => Beyond::Wall,
            Some(area) if self.cluster.binary_search(&area).is_ok() => Beyond::Group,
            Some(_) => Beyond::Rest,
        }
    }
}

/// What lies beyond a side at which a group ends.
enum Beyond {
    Wall,
    /// Another group of the cluster.
    Group,
    /// An area that is not cut.
    Rest,
}

impl Drawing {
    /// Notes where a side leads at which the group ends, and gives the shapes that
    /// tell so of its pieces.
    fn end_group(
        &mut self,
        outer: OuterSide,
        beyond: Beyond,
        shapes: Shapes,
    ) -> impl Iterator<Item = u32> + use<> {
        let is_right = outer.ends[0] > outer.ends[1];
        let mut lead = None;
        match beyond {
            Beyond::Wall => {}
            Beyond::Rest => self.outer.push(outer),
            Beyond::Group => {
                lead = Some(shapes.first_lead().saturating_add(number(self.leads.len())));
                self.leads.push((outer.edge, is_right));
            }
        }
        std::iter::once(shapes.end_of_group(is_right)).chain(lead)
    }
}

/// What obstacles leave of classes.
pub(super) struct Standing {
    pub(super) shapes: Shapes,
    /// By class, which obstacles stand on it.
    pub(super) stand_on: Vec<Vec<bool>>,
}

impl Standing {
    /// The borders of the ground that is left, by their ends.
    pub(super) fn borders(
        &self,
        mut pieces: Vec<Piece>,
        leads: &[(HalfEdgeId, bool)],
    ) -> Result<Vec<Border>, PolygonError> {
        let mut borders = Vec::new();
        coverage::sweep(&mut pieces, |piece, left, right| {
            let classes = [self.class(left), self.class(right)];
            let has = |shape: u32| piece.shapes.binary_search(&shape).is_ok();
            let ends_group = [false, true].map(|is_right| has(self.shapes.end_of_group(is_right)));
            if classes[0] != classes[1] || (classes[0].is_some() && ends_group.contains(&true)) {
                let leads = self.leads_of(piece, leads);
                borders.push(Border { ends: [piece.from, piece.to], classes, ends_group, leads });
            }
        })?;
        borders.sort_unstable_by_key(|border| border.ends);
        Ok(borders)
    }

    /// The class of a place that shapes cover, unless an obstacle stands there.
    fn class(&self, covering: &[u32]) -> Option<u32> {
        let Range { start, end } = self.shapes.of_obstacles();
        let obstacles = covering.partition_point(|&shape| shape < start);
        let others = covering.partition_point(|&shape| shape < end);
        let &class = covering[..obstacles].last()?;
        let covers = |&shape: &u32| self.stand_on[class as usize][(shape - start) as usize];
        (!covering[obstacles..others].iter().any(covers)).then_some(class)
    }

    /// By which sides of the base a piece leads to other groups.
    fn leads_of(&self, piece: &Piece, leads: &[(HalfEdgeId, bool)]) -> [Option<HalfEdgeId>; 2] {
        let mut found = [None; 2];
        for &shape in &piece.shapes {
            let lead = shape.checked_sub(self.shapes.first_lead()).map(|lead| lead as usize);
            if let Some(&(edge, is_right)) = lead.and_then(|lead| leads.get(lead)) {
                found[usize::from(is_right)] = Some(edge);
            }
        }
        found
    }
}

/// The sides of a facet by the corners of its area at their ends, and whether they
/// lie within the area.
fn facet_sides(corners: &[usize], of_area: usize) -> impl Iterator<Item = ([usize; 2], bool)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(move |(&from, &to)| ([from, to], (from + 1) % of_area != to))
}

/// The number of a class.
fn number_of(class: Class, classes: &[Class]) -> u32 {
    number(classes.partition_point(|&other| other < class))
}
