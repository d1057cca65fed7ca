//! Boundary loops of the ground, classified as shores, buildings and trees.

use tautline::draw::{BorderKind, DrawnBorder};
use tautline::geometry::{Aabb, Position, Segment, Vec2, polygon};

use crate::Style;
use crate::path_data::PathData;

/// The area of a hole, as a fraction of the area of the map, below which it is a tree.
const LARGEST_TREE: f64 = 0.0006;

/// A building or tree in a hole of the ground.
pub(super) struct Hole {
    pub(super) corners: Vec<Vec2>,
    /// The lines on the roof, if it is a building.
    pub(super) ridge: Vec<Segment>,
    pub(super) is_tree: bool,
}

/// The boundary loops of the ground, by class.
#[derive(Default)]
pub(super) struct BoundaryLoops {
    /// The boundaries along water.
    pub(super) shore: PathData,
    pub(super) holes: Vec<Hole>,
}

impl BoundaryLoops {
    /// Classifies boundary loops. A building or tree is a hole in the ground floor with only dry
    /// ground around it, no island in it and no zero-width wall attached to it. All other boundaries of the ground floor are shores.
    /// If a style has neither buildings nor trees, all boundaries are shores.
    pub(super) fn classify(
        outlines: &[Vec<DrawnBorder>],
        bounds: &Aabb,
        style: &Style,
        is_ground_floor: impl Fn(&DrawnBorder) -> bool,
    ) -> Self {
        let mut loops = Self::default();
        let size = bounds.size();
        let map_area = f64::from(size.x) * f64::from(size.y);
        let rings: Vec<Vec<Vec2>> = outlines
            .iter()
            .map(|outline| outline.iter().map(|border| border.segment.a).collect())
            .collect();
        let areas: Vec<f64> = rings.iter().map(|ring| polygon::signed_area(ring)).collect();
        let islands: Vec<Vec2> = rings
            .iter()
            .zip(&areas)
            .zip(outlines)
            .filter(|((_, area), outline)| **area > 0.0 && outline.iter().any(&is_ground_floor))
            .filter_map(|((ring, _), _)| ring.first().copied())
            .collect();
        for ((outline, ring), area) in outlines.iter().zip(rings).zip(areas) {
            let is_on_dry_ground = outline.iter().all(|border| {
                let is_wet = style.wet.contains(&border.terrain);
                is_ground_floor(border) && !is_wet && border.kind == BorderKind::Boundary
            });
            let draws_holes = style.building.is_some() || style.tree.is_some();
            // Loops have the ground on their left, so those around holes run clockwise.
            let is_hole = area < 0.0;
            if is_hole && is_on_dry_ground && draws_holes && !contains_any(&ring, &islands) {
                let is_tree = -area < LARGEST_TREE * map_area && style.tree.is_some();
                loops.holes.push(Hole { ridge: ridge(&ring), corners: ring, is_tree });
            } else {
                let is_shore = |border: &&DrawnBorder| {
                    is_ground_floor(border) && border.kind == BorderKind::Boundary
                };
                let shore = outline.iter().filter(is_shore);
                shore.for_each(|border| loops.shore.line(border.segment));
            }
        }
        loops
    }
}

/// Returns true if a ring contains any of the points.
fn contains_any(ring: &[Vec2], points: &[Vec2]) -> bool {
    let bounds = Aabb::around(ring.iter().copied());
    points.iter().any(|&point| {
        bounds.is_some_and(|bounds| bounds.contains(point))
            && polygon::locate(ring, point) == Position::Inside
    })
}

/// Returns the lines on the roof of a building: from each corner to the centroid, if it is convex.
fn ridge(ring: &[Vec2]) -> Vec<Segment> {
    let counter_clockwise: Vec<Vec2> = ring.iter().rev().copied().collect();
    let centroid = polygon::centroid(&counter_clockwise);
    match centroid.filter(|_| polygon::is_convex(&counter_clockwise)) {
        Some(top) => ring.iter().map(|&corner| Segment::new(corner, top.as_vec2())).collect(),
        None => Vec::new(),
    }
}
