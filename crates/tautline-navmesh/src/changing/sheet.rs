//! Cutting areas of the base in the plane.

use std::collections::BTreeMap;

use super::ChangeError;
use super::base::Base;
use super::facets::{Class, Facet};
use super::obstacle::Cover;
use super::seam::Seam;
use crate::outlines::coverage;
use crate::outlines::grid::{GridPoint, sides, turn};
use crate::outlines::pieces::{self, Piece};
use crate::{AreaId, Edge, OutlineError, RawMesh, Region, SideId, Subdivision};

/// What obstacles leave of areas that cover no place twice.
#[derive(Debug, Default)]
pub(super) struct Sheet {
    pub(super) places: Vec<GridPoint>,
    pub(super) areas: Vec<SheetArea>,
    pub(super) classes: Vec<Class>,
    /// By class: the first area of the base that some of it belongs to.
    pub(super) origins: Vec<AreaId>,
    /// Sides around ground that have an end off the base, because a crossing was
    /// rounded to the grid.
    pub(super) strays: Vec<[GridPoint; 2]>,
}

#[derive(Debug)]
pub(super) struct SheetArea {
    /// By place, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// What the sides that begin there are parts of.
    pub(super) seams: Vec<Seam>,
    pub(super) class: u32,
}

/// What cutting came to.
pub(super) enum Outcome<T> {
    Cut(T),
    /// A side between the areas and others did not stay whole: what lies across
    /// has to be cut as well.
    BrokenBorder(SideId),
}

/// Some areas of the base.
pub(super) struct Group<'a> {
    pub(super) base: &'a Base,
    /// Which areas, in order.
    pub(super) areas: &'a [AreaId],
    /// All that are cut at the same time, in order.
    pub(super) cluster: &'a [AreaId],
    /// Which of all groups it is.
    pub(super) number: u32,
}

/// A piece of border.
struct Border {
    ends: [GridPoint; 2],
    /// The classes on its left and its right.
    classes: [Option<u32>; 2],
    /// Whether an area on its left, or right, ends here: at a wall, or with the
    /// group.
    ends_group: [bool; 2],
    /// The side of the base by which it leads to another group of the cluster.
    leads: [Option<SideId>; 2],
}

/// The numbers of shapes: first come the classes, then the obstacles.
#[derive(Clone, Copy)]
struct Shapes {
    classes: u32,
    obstacles: u32,
}

impl Shapes {
    /// A shape that tells where the group ends on the left, or the right.
    const fn end_of_group(self, is_right: bool) -> u32 {
        self.classes + self.obstacles + is_right as u32
    }

    /// The first of the shapes that tell which side leads to another group.
    const fn first_lead(self) -> u32 {
        self.end_of_group(true) + 1
    }
}

impl Group<'_> {
    /// Cuts obstacles out.
    pub(super) fn cut(&self, covers: &[&Cover]) -> Result<Outcome<Sheet>, ChangeError> {
        let facets: Vec<(AreaId, Facet)> = self
            .areas
            .iter()
            .flat_map(|&area| self.base.facets(area).into_iter().map(move |facet| (area, facet)))
            .collect();
        let mut classes: BTreeMap<Class, AreaId> = BTreeMap::new();
        for (area, facet) in &facets {
            classes.entry(facet.class).or_insert(*area);
        }
        let (classes, origins): (Vec<Class>, Vec<AreaId>) = classes.into_iter().unzip();
        let count = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
        let shapes = Shapes { classes: count(classes.len()), obstacles: count(covers.len()) };
        let index_of = |class: Class| count(classes.partition_point(|&other| other < class));

        let mut leads = Vec::new();
        let mut outer = Vec::new();
        let mut given = self.pieces(&facets, shapes, index_of, &mut leads, &mut outer);
        for (shape, cover) in (shapes.classes..).zip(covers) {
            given.extend(cover.sides().map(|[a, b]| Piece::new(a, b, shape)));
        }
        let mut cut = pieces::cut(given)?;

        // Which obstacles stand on which class of ground.
        let stand_on = |&area: &AreaId| -> Vec<bool> {
            covers.iter().map(|cover| self.base.is_met_by(area, cover)).collect()
        };
        let stand_on: Vec<Vec<bool>> = origins.iter().map(stand_on).collect();
        let class = |covering: &[u32]| {
            let obstacles = covering.partition_point(|&shape| shape < shapes.classes);
            let others = covering.partition_point(|&shape| shape < shapes.end_of_group(false));
            let &class = covering[..obstacles].last()?;
            let covers = |&shape: &u32| stand_on[class as usize][(shape - shapes.classes) as usize];
            (!covering[obstacles..others].iter().any(covers)).then_some(class)
        };
        let mut borders = Vec::new();
        coverage::sweep(&mut cut, |piece, left, right| {
            let classes = [class(left), class(right)];
            let has = |shape: u32| piece.shapes.binary_search(&shape).is_ok();
            let ends_group = [false, true].map(|is_right| has(shapes.end_of_group(is_right)));
            if classes[0] != classes[1] || (classes[0].is_some() && ends_group.contains(&true)) {
                let mut border =
                    Border { ends: [piece.from, piece.to], classes, ends_group, leads: [None; 2] };
                for &shape in &piece.shapes {
                    let lead = shape.checked_sub(shapes.first_lead()).map(|lead| lead as usize);
                    if let Some(&(side, is_right)) = lead.and_then(|lead| leads.get(lead)) {
                        border.leads[usize::from(is_right)] = Some(side);
                    }
                }
                borders.push(border);
            }
        })?;
        borders.sort_unstable_by_key(|border| border.ends);

        for &(side, [a, b], class) in &outer {
            let found = borders.binary_search_by_key(&[a.min(b), a.max(b)], |border| border.ends);
            let left = usize::from(a > b);
            if !found.is_ok_and(|index| borders[index].classes[left] == Some(class)) {
                return Ok(Outcome::BrokenBorder(side));
            }
        }
        let mut outer: Vec<([GridPoint; 2], SideId)> =
            outer.into_iter().map(|(side, ends, _)| (ends, side)).collect();
        outer.sort_unstable();
        let strays = self.strays(covers, &borders);
        let mut sheet = Sheet { classes, origins, strays, ..Sheet::default() };
        self.divide(&borders, &outer, &mut sheet)?;
        Ok(Outcome::Cut(sheet))
    }

    /// The borders of classes, and which sides of the base lead to other groups,
    /// and to areas that are not cut.
    fn pieces(
        &self,
        facets: &[(AreaId, Facet)],
        shapes: Shapes,
        index_of: impl Fn(Class) -> u32,
        leads: &mut Vec<(SideId, bool)>,
        outer: &mut Vec<(SideId, [GridPoint; 2], u32)>,
    ) -> Vec<Piece> {
        let mesh = &self.base.mesh;
        let mut side_classes: BTreeMap<SideId, u32> = BTreeMap::new();
        for (area, facet) in facets {
            let sides = facet_sides(&facet.corners, mesh.sides_in(*area).len());
            let (first, _) = mesh.ring(*area);
            let of_area = sides.filter_map(|([from, _], is_within)| (!is_within).then_some(from));
            side_classes.extend(
                of_area
                    .map(|from| (SideId::from_index(first.index() + from), index_of(facet.class))),
            );
        }
        let mut pieces = Vec::new();
        for (area, facet) in facets {
            let class = index_of(facet.class);
            let corners = self.base.corners(*area);
            let (first, ring) = mesh.ring(*area);
            for ([from, to], is_within) in facet_sides(&facet.corners, ring.len()) {
                let [a, b] = [corners[from], corners[to]];
                let mut piece = Piece::new(a, b, class);
                if !is_within {
                    let side = SideId::from_index(first.index() + from);
                    let across = ring[from].twin().map(|_| ring[from].across());
                    let other = ring[from].twin().and_then(|twin| side_classes.get(&twin));
                    if other == Some(&class) {
                        continue;
                    }
                    if other.is_none() {
                        piece.shapes.push(shapes.end_of_group(a > b));
                    }
                    match across {
                        Some(across) if self.cluster.binary_search(&across).is_err() => {
                            outer.push((side, [a, b], class));
                        }
                        Some(_) if other.is_none() => {
                            let lead = u32::try_from(leads.len()).unwrap_or(u32::MAX);
                            piece.shapes.push(shapes.first_lead().saturating_add(lead));
                            leads.push((side, a > b));
                        }
                        _ => {}
                    }
                }
                pieces.push(piece);
            }
        }
        pieces
    }

    /// Divides the ground between the borders into areas.
    fn divide(
        &self,
        borders: &[Border],
        outer: &[([GridPoint; 2], SideId)],
        sheet: &mut Sheet,
    ) -> Result<(), ChangeError> {
        let mut places: Vec<GridPoint> = borders.iter().flat_map(|border| border.ends).collect();
        places.sort_unstable();
        places.dedup();
        let number = |place: &GridPoint| {
            u32::try_from(places.partition_point(|other| other < place)).unwrap_or(u32::MAX)
        };
        let edge = |border: &Border| {
            let region = |class: u32| sheet.classes.get(class as usize).map(|class| class.terrain);
            let [left, right] = border.classes.map(|class| Region::from(class.and_then(region)));
            // Ground of the same terrain may have to stay apart all the same.
            let is_wall = left == right || border.ends_group.contains(&true);
            let [from, to] = border.ends.map(|end| number(&end));
            Edge { from, to, left, right, is_wall }
        };
        let subdivision = Subdivision {
            vertices: places.iter().map(|&place| self.base.grid.position(place)).collect(),
            edges: borders.iter().map(edge).collect(),
        };
        let raw = subdivision.mesh().map_err(OutlineError::from)?;

        // What borders say of areas; the others are like their neighbours.
        let mut known: Vec<Option<u32>> = vec![None; raw.area_count()];
        for (index, known) in known.iter_mut().enumerate() {
            let corners = raw.area(index).to_vec();
            let mut seams = Vec::with_capacity(corners.len());
            for (&from, &to) in corners.iter().zip(corners.iter().cycle().skip(1)) {
                let ends = [from, to].map(|place| places[place as usize]);
                let sorted = [ends[0].min(ends[1]), ends[0].max(ends[1])];
                let found = borders.binary_search_by_key(&sorted, |border| border.ends);
                let Ok(border) = found.map(|border| &borders[border]) else {
                    seams.push(Seam::Within(self.number));
                    continue;
                };
                let here = usize::from(ends[0] > ends[1]);
                *known = known.or(border.classes[here]);
                seams.push(self.seam(border, here, ends, outer));
            }
            sheet.areas.push(SheetArea { corners, seams, class: 0 });
        }
        let classes = spread(&raw, known);
        sheet.areas.iter_mut().zip(classes).for_each(|(area, class)| area.class = class);
        sheet.places = places;
        Ok(())
    }

    /// What a side on the left (0) or right (1) of a border is a part of.
    fn seam(
        &self,
        border: &Border,
        here: usize,
        ends: [GridPoint; 2],
        outer: &[([GridPoint; 2], SideId)],
    ) -> Seam {
        if !border.ends_group[here] {
            let is_wall = border.classes[1 - here].is_none();
            return if is_wall { Seam::Wall } else { Seam::Within(self.number) };
        }
        let whole = outer.binary_search_by_key(&ends, |outer| outer.0);
        let side = whole.ok().map(|index| outer[index].1).or(border.leads[here]);
        side.map_or(Seam::Wall, |side| self.base.seam(side))
    }

    /// Sides around ground that have an end in none of the areas.
    fn strays(&self, covers: &[&Cover], borders: &[Border]) -> Vec<[GridPoint; 2]> {
        let rings: Vec<Vec<GridPoint>> =
            self.areas.iter().map(|&area| self.base.corners(area)).collect();
        let mut known: Vec<GridPoint> = rings.iter().flatten().copied().collect();
        known.extend(covers.iter().flat_map(|cover| cover.rings.iter().flatten()));
        known.sort_unstable();
        let holds = |ring: &Vec<GridPoint>, point: GridPoint| {
            sides(ring).all(|[a, b]| turn(a, b, point) >= 0)
        };
        let strays = |&point: &GridPoint| {
            known.binary_search(&point).is_err() && !rings.iter().any(|ring| holds(ring, point))
        };
        let is_outer = |border: &&Border| border.classes.contains(&None);
        let outer = borders.iter().filter(is_outer);
        outer.map(|border| border.ends).filter(|ends| ends.iter().any(strays)).collect()
    }
}

/// The sides of a facet by the corners of its area at their ends, and whether they
/// lie within the area.
fn facet_sides(corners: &[usize], of_area: usize) -> impl Iterator<Item = ([usize; 2], bool)> + '_ {
    let next = corners.iter().cycle().skip(1);
    corners.iter().zip(next).map(move |(&from, &to)| ([from, to], (from + 1) % of_area != to))
}

/// Gives areas of which nothing is known the class of their neighbours.
fn spread(raw: &RawMesh, mut known: Vec<Option<u32>>) -> Vec<u32> {
    let mut pending: Vec<usize> = (0..known.len()).filter(|&area| known[area].is_some()).collect();
    while let Some(area) = pending.pop() {
        let first = area.checked_sub(1).map_or(0, |before| raw.corner_ends[before] as usize);
        for &across in &raw.neighbours[first..raw.corner_ends[area] as usize] {
            let across = across as usize;
            if known.get(across) == Some(&None) {
                known[across] = known[area];
                pending.push(across);
            }
        }
    }
    known.into_iter().map(|class| class.unwrap_or(0)).collect()
}
