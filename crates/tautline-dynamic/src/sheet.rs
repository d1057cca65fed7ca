//! Cutting areas of the base in the plane.

use std::collections::BTreeMap;

use crate::ChangeError;
use crate::borders::{Border, Drawing, Shapes, Standing};
use crate::facets::{Class, Facet};
use crate::groups::Group;
use crate::obstacle::Cover;
use crate::patch::Seam;
use tautline_meshgen::internal::grid::{GridPoint, edges, turn};
use tautline_meshgen::internal::pieces::{self, Piece};
use tautline_meshgen::{Edge, PolygonError, Region, Subdivision};
use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaId, HalfEdgeId, RawMesh};

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
    BrokenBorder(HalfEdgeId),
}

impl Group<'_> {
    /// Cuts obstacles out.
    pub(super) fn cut(&self, covers: &[&Cover]) -> Result<Outcome<Sheet>, ChangeError> {
        let facets: Vec<(AreaId, Facet)> = self
            .areas
            .iter()
            .flat_map(|&area| self.base.facets(area).into_iter().map(move |facet| (area, facet)))
            .collect();
        let (classes, origins) = classes_of(&facets);
        let shapes = Shapes::new(classes.len(), covers.len());
        let Drawing { mut pieces, leads, outer } = self.draw(&facets, &classes, shapes);
        for (shape, cover) in shapes.of_obstacles().zip(covers) {
            pieces.extend(cover.edges().map(|[a, b]| Piece::new(a, b, shape)));
        }
        let stand_on = |&area: &AreaId| -> Vec<bool> {
            covers.iter().map(|cover| self.base.is_met_by(area, cover)).collect()
        };
        let stand_on = origins.iter().map(stand_on).collect();
        let borders = Standing { shapes, stand_on }.borders(pieces::cut(pieces)?, &leads)?;

        if let Some(broken) = outer.iter().find(|edge| !edge.is_whole(&borders)) {
            return Ok(Outcome::BrokenBorder(broken.edge));
        }
        let mut outer: Vec<([GridPoint; 2], HalfEdgeId)> =
            outer.into_iter().map(|outer| (outer.ends, outer.edge)).collect();
        outer.sort_unstable();
        let strays = self.strays(covers, &borders);
        let mut sheet = Sheet { classes, origins, strays, ..Sheet::default() };
        self.divide(&borders, &outer, &mut sheet)?;
        Ok(Outcome::Cut(sheet))
    }

    /// Divides the ground between the borders into areas.
    fn divide(
        &self,
        borders: &[Border],
        outer: &[([GridPoint; 2], HalfEdgeId)],
        sheet: &mut Sheet,
    ) -> Result<(), ChangeError> {
        let mut places: Vec<GridPoint> = borders.iter().flat_map(|border| border.ends).collect();
        places.sort_unstable();
        places.dedup();
        let number_of = |place: &GridPoint| number(places.partition_point(|other| other < place));
        let edge = |border: &Border| {
            let region = |class: u32| {
                sheet.classes.get(class as usize).map(|class| class.attributes.terrain)
            };
            let [left, right] = border.classes.map(|class| Region::from(class.and_then(region)));
            // Ground of the same terrain may have to stay apart all the same.
            let is_wall = left == right || border.ends_group.contains(&true);
            let [from, to] = border.ends.map(|end| number_of(&end));
            Edge { from, to, left, right, is_wall }
        };
        let subdivision = Subdivision {
            vertices: places.iter().map(|&place| self.base.grid.position(place)).collect(),
            edges: borders.iter().map(edge).collect(),
        };
        let raw = subdivision.mesh().map_err(PolygonError::from)?;

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
        outer: &[([GridPoint; 2], HalfEdgeId)],
    ) -> Seam {
        if !border.ends_group[here] {
            let is_wall = border.classes[1 - here].is_none();
            return if is_wall { Seam::Wall } else { Seam::Within(self.number) };
        }
        let whole = outer.binary_search_by_key(&ends, |outer| outer.0);
        let edge = whole.ok().map(|index| outer[index].1).or(border.leads[here]);
        edge.map_or(Seam::Wall, |edge| self.base.seam(edge))
    }

    /// Sides around ground that have an end in none of the areas.
    fn strays(&self, covers: &[&Cover], borders: &[Border]) -> Vec<[GridPoint; 2]> {
        let rings: Vec<Vec<GridPoint>> =
            self.areas.iter().map(|&area| self.base.corners(area)).collect();
        let mut known: Vec<GridPoint> = rings.iter().flatten().copied().collect();
        known.extend(covers.iter().flat_map(|cover| cover.rings.iter().flatten()));
        known.sort_unstable();
        let holds = |ring: &Vec<GridPoint>, point: GridPoint| {
            edges(ring).all(|[a, b]| turn(a, b, point) >= 0)
        };
        let strays = |&point: &GridPoint| {
            known.binary_search(&point).is_err() && !rings.iter().any(|ring| holds(ring, point))
        };
        let is_outer = |border: &&Border| border.classes.contains(&None);
        let outer = borders.iter().filter(is_outer);
        outer.map(|border| border.ends).filter(|ends| ends.iter().any(strays)).collect()
    }
}

/// The classes of facets, in order, and the first area that each occurs in.
fn classes_of(facets: &[(AreaId, Facet)]) -> (Vec<Class>, Vec<AreaId>) {
    let mut classes: BTreeMap<Class, AreaId> = BTreeMap::new();
    for (area, facet) in facets {
        classes.entry(facet.class).or_insert(*area);
    }
    classes.into_iter().unzip()
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
