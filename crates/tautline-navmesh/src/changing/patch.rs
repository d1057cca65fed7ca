//! Areas that take the place of others.

use std::collections::BTreeMap;

use super::ChangeError;
use super::base::Base;
use super::obstacle::Cover;
use crate::outlines::coverage;
use crate::outlines::grid::{GridPoint, cross, turn};
use crate::outlines::pieces::{self, Piece};
use crate::{AreaId, Edge, OutlineError, Region, SideId, Subdivision, Terrain};

/// Areas in place of some of the base, with what obstacles leave of them.
#[derive(Debug, Default)]
pub(super) struct Patch {
    /// Where vertices are.
    pub(super) places: Vec<GridPoint>,
    pub(super) areas: Vec<PatchArea>,
    /// Sides around ground that have an end off the base, because a crossing was
    /// rounded to the grid.
    pub(super) strays: Vec<[GridPoint; 2]>,
}

#[derive(Debug)]
pub(super) struct PatchArea {
    /// By number in the places of the patch, counter-clockwise.
    pub(super) corners: Vec<u32>,
    pub(super) terrain: Terrain,
    /// If the base has numbers of its own.
    pub(super) number: Option<u32>,
}

/// What cutting came to.
pub(super) enum Outcome {
    Patch(Patch),
    /// A side between the base areas and others did not stay whole: what lies
    /// across has to be cut as well.
    BrokenBorder(SideId),
}

/// What an area of the base is and a part of it stays.
type Class = (Terrain, Option<u32>);

/// A piece of border with the classes on its left and its right.
struct Border {
    ends: [GridPoint; 2],
    classes: [Option<u32>; 2],
}

/// Cuts obstacles out of some areas of the base, in order.
pub(super) fn cut(
    base: &Base,
    areas: &[AreaId],
    covers: &[&Cover],
) -> Result<Outcome, ChangeError> {
    let is_inside = |area: AreaId| areas.binary_search(&area).is_ok();
    let class_of = |area: AreaId| -> Class {
        let number = (!base.is_numbered_in_order).then(|| base.mesh.number(area));
        (base.mesh.terrain(area), number)
    };
    let mut classes: Vec<Class> = areas.iter().map(|&area| class_of(area)).collect();
    classes.sort_unstable();
    classes.dedup();
    let index_of = |class: Class| {
        u32::try_from(classes.partition_point(|&other| other < class)).unwrap_or(u32::MAX)
    };

    // Shapes: the classes, and then the obstacles.
    let mut shapes = Vec::new();
    let mut outer = Vec::new();
    for &area in areas {
        let class = class_of(area);
        for side in base.mesh.sides_of(area) {
            let across = base.mesh.twin(side).map(|twin| base.mesh.area_of(twin));
            let [a, b] = base.ends(side);
            match across {
                Some(across) if is_inside(across) && class_of(across) == class => continue,
                Some(across) if !is_inside(across) => outer.push((side, [a, b], index_of(class))),
                _ => {}
            }
            shapes.push(Piece::new(a, b, index_of(class)));
        }
    }
    let class_count = u32::try_from(classes.len()).unwrap_or(u32::MAX);
    for (shape, cover) in (class_count..).zip(covers) {
        shapes.extend(cover.sides().map(|[a, b]| Piece::new(a, b, shape)));
    }
    let mut cut = pieces::cut(shapes)?;
    let class = |covering: &[u32]| match covering {
        [.., top] if *top >= class_count => None,
        covering => covering.last().copied(),
    };
    let mut borders = Vec::new();
    coverage::sweep(&mut cut, |piece, left, right| {
        let classes = [class(left), class(right)];
        if classes[0] != classes[1] {
            borders.push(Border { ends: [piece.from, piece.to], classes });
        }
    });
    borders.sort_unstable_by_key(|border| border.ends);

    for (side, [a, b], class) in outer {
        let found = borders.binary_search_by_key(&[a.min(b), a.max(b)], |border| border.ends);
        let left = usize::from(a > b);
        if !found.is_ok_and(|index| borders[index].classes[left] == Some(class)) {
            return Ok(Outcome::BrokenBorder(side));
        }
    }
    let strays = strays(base, areas, covers, &borders);
    let mut patch = mesh(base, &borders, &classes)?;
    patch.strays = strays;
    if !base.is_numbered_in_order {
        number(base, areas, &mut patch);
    }
    Ok(Outcome::Patch(patch))
}

/// Divides the ground between the borders.
fn mesh(base: &Base, borders: &[Border], classes: &[Class]) -> Result<Patch, ChangeError> {
    let mut places: Vec<GridPoint> = borders.iter().flat_map(|border| border.ends).collect();
    places.sort_unstable();
    places.dedup();
    let numbers: BTreeMap<GridPoint, u32> = places.iter().copied().zip(0..).collect();
    let region = |class: Option<u32>| {
        let terrain = class.and_then(|class| classes.get(class as usize)).map(|class| class.0);
        Region::from(terrain)
    };
    let edge = |border: &Border| {
        let [left, right] = border.classes.map(region);
        // Areas with different numbers stay apart. They are joined all the same.
        let is_wall = left == right;
        let [from, to] = border.ends.map(|end| numbers.get(&end).copied().unwrap_or(0));
        Edge { from, to, left, right, is_wall }
    };
    let subdivision = Subdivision {
        vertices: places.iter().map(|&place| base.grid.position(place)).collect(),
        edges: borders.iter().map(edge).collect(),
    };
    let raw = subdivision.mesh().map_err(OutlineError::from)?;
    let area = |index: usize| PatchArea {
        corners: raw.area(index).to_vec(),
        terrain: raw.terrains.get(index).copied().unwrap_or_default(),
        number: None,
    };
    let areas = (0..raw.area_count()).map(area).collect();
    Ok(Patch { places, areas, strays: Vec::new() })
}

/// Gives areas the numbers of those of the base that they are parts of.
fn number(base: &Base, areas: &[AreaId], patch: &mut Patch) {
    for area in &mut patch.areas {
        let corners: Vec<GridPoint> =
            area.corners.iter().map(|&corner| patch.places[corner as usize]).collect();
        let within = thrice_within(&corners);
        let holds = |base_area: &&AreaId| {
            let ring = base.corners(**base_area);
            crate::outlines::grid::sides(&ring).all(|[a, b]| {
                let [a, b] = [a, b].map(|end| [3 * i64::from(end.x), 3 * i64::from(end.y)]);
                let to = |end: [i64; 2]| [end[0] - a[0], end[1] - a[1]];
                cross(to(b), to(within)) >= 0
            })
        };
        // Rounding may have put it beside all of them.
        let found = areas.iter().find(holds).or(areas.first());
        area.number = found.map(|&found| base.mesh.number(found));
    }
}

/// Three times a point within a convex area.
fn thrice_within(corners: &[GridPoint]) -> [i64; 2] {
    let [first, rest @ ..] = corners else { return [0; 2] };
    let triangle = rest.windows(2).find(|pair| turn(*first, pair[0], pair[1]) > 0);
    triangle.map_or([0; 2], |pair| {
        [first, &pair[0], &pair[1]]
            .into_iter()
            .fold([0; 2], |[x, y], corner| [x + i64::from(corner.x), y + i64::from(corner.y)])
    })
}

/// Sides around ground that have an end in none of the base areas.
fn strays(
    base: &Base,
    areas: &[AreaId],
    covers: &[&Cover],
    borders: &[Border],
) -> Vec<[GridPoint; 2]> {
    let rings: Vec<Vec<GridPoint>> = areas.iter().map(|&area| base.corners(area)).collect();
    let mut known: Vec<GridPoint> = rings.iter().flatten().copied().collect();
    known.extend(covers.iter().flat_map(|cover| cover.rings.iter().flatten()));
    known.sort_unstable();
    let holds = |ring: &Vec<GridPoint>, point: GridPoint| {
        crate::outlines::grid::sides(ring).all(|[a, b]| turn(a, b, point) >= 0)
    };
    let strays = |&point: &GridPoint| {
        known.binary_search(&point).is_err() && !rings.iter().any(|ring| holds(ring, point))
    };
    let is_outer = |border: &&Border| border.classes.contains(&None);
    let outer = borders.iter().filter(is_outer);
    outer.map(|border| border.ends).filter(|ends| ends.iter().any(strays)).collect()
}
