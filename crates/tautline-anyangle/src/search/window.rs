//! The part of a border that is seen from a root.

use tautline_geometry::{DVec2, DirectedLine, Vec2};

use super::node::Limit;

/// One end of a window: where a ray from the root meets a border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowEnd {
    pub(super) limit: Limit,
    /// Of the ray.
    direction: DVec2,
    /// Whether the ray meets the border between its ends, and not at a vertex.
    is_cut: bool,
}

impl WindowEnd {
    /// A window that ends where the border does, at a vertex.
    #[inline]
    pub(super) fn at_vertex(limit: Limit, root: DVec2, vertex: Vec2) -> Self {
        Self { limit, direction: DVec2::from(vertex) - root, is_cut: false }
    }

    /// A window that a ray cuts from a border, whose ends lie strictly on both
    /// sides of the ray.
    #[inline]
    pub(super) const fn cut(limit: Limit, ray: &DirectedLine) -> Self {
        Self { limit, direction: ray.direction(), is_cut: true }
    }

    /// Where it is. Computed, so good for lengths and not for decisions.
    #[inline]
    fn point(&self, root: DVec2, [right, left]: [DVec2; 2]) -> DVec2 {
        if !self.is_cut {
            return root + self.direction;
        }
        let before = self.direction.perp_dot(right - root);
        let after = self.direction.perp_dot(left - root);
        let share = (before / (before - after)).clamp(0.0, 1.0);
        // Rays that are nearly the border itself can leave nothing to divide.
        let share = if share.is_nan() { 0.0 } else { share };
        right + (left - right) * share
    }
}

/// The part of a border that a root sees, right and left as seen from there.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) right: WindowEnd,
    pub(crate) left: WindowEnd,
    /// The whole border, its right end first.
    pub(crate) border: [DVec2; 2],
}

impl Window {
    #[inline]
    pub(super) fn right_point(&self, root: DVec2) -> DVec2 {
        self.right.point(root, self.border)
    }

    #[inline]
    pub(super) fn left_point(&self, root: DVec2) -> DVec2 {
        self.left.point(root, self.border)
    }

    /// Its ends, the right one first.
    #[cfg(feature = "trace")]
    pub(crate) fn ends(&self, root: DVec2) -> [DVec2; 2] {
        [self.right_point(root), self.left_point(root)]
    }

    /// The length of the shortest way from the root through the window to a
    /// point, or back from the window if the point lies on this side of it.
    #[inline(always)]
    pub(crate) fn length_through(&self, root: DVec2, target: DVec2) -> f64 {
        let [right, left] = self.border;
        let along = left - right;
        let height = along.perp_dot(target - right);
        // The root sees the border from its left side. A target on that side is
        // as far from every point of the border as its mirror image.
        let target = if height > 0.0 {
            target - along.perp() * (2.0 * height / along.length_squared())
        } else {
            target
        };
        let straight = target - root;
        let bend = if self.right.direction.perp_dot(straight) < 0.0 {
            self.right_point(root)
        } else if self.left.direction.perp_dot(straight) > 0.0 {
            self.left_point(root)
        } else {
            return straight.length();
        };
        root.distance(bend) + bend.distance(target)
    }

    /// The distance from the root to the nearest point of the window.
    #[inline]
    pub(crate) fn distance(&self, root: DVec2) -> f64 {
        let (right, left) = (self.right_point(root), self.left_point(root));
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
