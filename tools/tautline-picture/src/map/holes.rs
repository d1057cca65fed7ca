//! Boundary loops of the ground, classified as shores, buildings and trees.

use tautline::geometry::{Aabb, Position, Segment, Vec2, polygon};

use crate::Style;
use crate::path_data::PathData;
use tautline::draw::{BorderKind, DrawnBorder};

/// The size, relative to the picture, below which holes are trees.
const LARGEST_TREE: f64 = 0.0006;

/// A building or tree in a hole of the ground.
pub(super) struct Hole {
    pub(super) corners: Vec<Vec2>,
    /// The lines on its roof.
    pub(super) ridge: Vec<Segment>,
    pub(super) is_tree: bool,
}

/// The boundary loops of the ground, by class.
#[derive(Default)]
pub(super) struct BoundaryLoops {
    /// The loops along water.
    pub(super) shore: PathData,
    pub(super) holes: Vec<Hole>,
}

impl BoundaryLoops {
    /// Classifies boundary loops. Buildings and trees are holes in the ground floor that have
    /// only dry ground around them, and no wall or island in them. Other loops are shores.
    pub(super) fn sort(
        outlines: &[Vec<DrawnBorder>],
        bounds: &Aabb,
        style: &Style,
        is_ground: impl Fn(&DrawnBorder) -> bool,
    ) -> Self {
        let mut sorted = Self::default();
        let size = bounds.size();
        let picture = f64::from(size.x) * f64::from(size.y);
        let rings: Vec<Vec<Vec2>> = outlines
            .iter()
            .map(|outline| outline.iter().map(|border| border.segment.a).collect())
            .collect();
        let areas: Vec<f64> = rings.iter().map(|ring| polygon::signed_area(ring)).collect();
        let islands: Vec<Vec2> = rings
            .iter()
            .zip(&areas)
            .zip(outlines)
            .filter(|((_, area), outline)| **area > 0.0 && outline.iter().any(&is_ground))
            .filter_map(|((ring, _), _)| ring.first().copied())
            .collect();
        for ((outline, ring), area) in outlines.iter().zip(rings).zip(areas) {
            let stands_on_ground = outline.iter().all(|border| {
                let is_wet = style.wet.contains(&border.terrain);
                is_ground(border) && !is_wet && border.kind == BorderKind::Boundary
            });
            let is_wanted = style.building.is_some() || style.tree.is_some();
            if area < 0.0 && stands_on_ground && is_wanted && !holds_any(&ring, &islands) {
                let is_tree = -area < LARGEST_TREE * picture && style.tree.is_some();
                sorted.holes.push(Hole { ridge: ridge(&ring), corners: ring, is_tree });
            } else {
                let shore = outline.iter().filter(|border| is_ground(border));
                let open = shore.filter(|border| border.kind == BorderKind::Boundary);
                open.for_each(|border| sorted.shore.line(border.segment));
            }
        }
        sorted
    }
}

/// Returns true if a ring contains any of the points.
fn holds_any(ring: &[Vec2], points: &[Vec2]) -> bool {
    let bounds = Aabb::around(ring.iter().copied());
    points.iter().any(|&point| {
        bounds.is_some_and(|bounds| bounds.contains(point))
            && polygon::locate(ring, point) == Position::Inside
    })
}

/// Returns the segments from every corner of a convex house to the middle of its roof.
fn ridge(ring: &[Vec2]) -> Vec<Segment> {
    let counter_clockwise: Vec<Vec2> = ring.iter().rev().copied().collect();
    let middle = polygon::centroid(&counter_clockwise);
    match middle.filter(|_| polygon::is_convex(&counter_clockwise)) {
        Some(middle) => ring.iter().map(|&corner| Segment::new(corner, middle.as_vec2())).collect(),
        None => Vec::new(),
    }
}
