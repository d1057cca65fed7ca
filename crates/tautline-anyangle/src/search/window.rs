//! The part of a border that is seen from a root.

use tautline_geometry::{DirectedLine, Vec2, Wide};

use super::item::Limit;

/// One end of a window: where a ray meets a border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowEnd {
    pub(super) limit: Limit,
    /// Of the ray.
    pub(crate) direction: Wide,
    /// Where it meets the border. Computed, so good for lengths and not for
    /// decisions.
    pub(crate) point: Wide,
}

impl WindowEnd {
    /// A window that ends where the border does, at a vertex.
    #[inline]
    pub(super) fn at_vertex(limit: Limit, root: Wide, vertex: Vec2) -> Self {
        let point = Wide::from(vertex);
        Self { limit, direction: point - root, point }
    }

    /// A window that a ray cuts from a border, whose ends lie strictly on both
    /// sides of the ray.
    #[inline]
    pub(super) fn cut(limit: Limit, ray: &DirectedLine, [right, left]: [Vec2; 2]) -> Self {
        let direction = ray.direction();
        let [from, right, left] = [ray.a(), right, left].map(Wide::from);
        let before = direction.cross(right - from);
        let after = direction.cross(left - from);
        let share = (before / (before - after)).clamp(0.0, 1.0);
        // Rays that are nearly the border itself can leave nothing to divide.
        let share = if share.is_nan() { 0.0 } else { share };
        Self { limit, direction, point: right + (left - right) * share }
    }
}

/// The part of a border that a root sees, right and left as seen from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) right: WindowEnd,
    pub(crate) left: WindowEnd,
    /// The whole border, its right end first.
    pub(crate) border: [Wide; 2],
}

impl Window {
    /// The length of the shortest way from the root through the window to a
    /// point, or back from the window if the point lies on this side of it.
    #[inline]
    pub(crate) fn length_through(&self, root: Wide, target: Wide) -> f64 {
        let [right, left] = self.border;
        let along = left - right;
        let height = along.cross(target - right);
        // The root sees the border from its left side. A target on that side is
        // as far from every point of the border as its mirror image.
        let target = if height > 0.0 {
            target - along.turned_left() * (2.0 * height / along.length_squared())
        } else {
            target
        };
        let straight = target - root;
        let bend = if self.right.direction.cross(straight) < 0.0 {
            self.right.point
        } else if self.left.direction.cross(straight) > 0.0 {
            self.left.point
        } else {
            return straight.length();
        };
        root.distance(bend) + bend.distance(target)
    }

    /// The distance from the root to the nearest point of the window.
    #[inline]
    pub(crate) fn distance(&self, root: Wide) -> f64 {
        let (right, left) = (self.right.point, self.left.point);
        let along = left - right;
        let share = (root - right).dot(along) / along.length_squared();
        if share >= 1.0 {
            root.distance(left)
        } else if share > 0.0 {
            root.distance(right + along * share)
        } else {
            // Also for a window that rounding has shrunk to a point.
            root.distance(right)
        }
    }
}
