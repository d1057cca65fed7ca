//! Windows: the part of a border that a root sees (the *interval* of Polyanya).

use tautline_geometry::{DVec2, DirectedLine, Vec2};

use super::node::Limit;

/// One end of a window: the point at which a ray from the root meets the border.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WindowEnd {
    pub(super) limit: Limit,
    /// The direction of the ray.
    direction: DVec2,
    /// True if the ray meets the border between its ends, false if at a vertex.
    is_cut: bool,
}

impl WindowEnd {
    /// The end at a vertex of the border.
    #[inline]
    pub(super) fn at_vertex(limit: Limit, root: DVec2, vertex: Vec2) -> Self {
        Self { limit, direction: DVec2::from(vertex) - root, is_cut: false }
    }

    /// The end at a ray that cuts the border: the ends of the border lie strictly on both
    /// sides of it.
    #[inline]
    pub(super) const fn cut(limit: Limit, ray: &DirectedLine) -> Self {
        Self { limit, direction: ray.direction(), is_cut: true }
    }

    /// Returns the point, rounded: good for lengths, not for decisions.
    #[inline]
    pub(super) fn point(&self, root: DVec2, [right, left]: [DVec2; 2]) -> DVec2 {
        if !self.is_cut {
            return root + self.direction;
        }
        let before = self.direction.perp_dot(right - root);
        let after = self.direction.perp_dot(left - root);
        let fraction = (before / (before - after)).clamp(0.0, 1.0);
        // A ray nearly along the border can round to 0 / 0.
        let fraction = if fraction.is_nan() { 0.0 } else { fraction };
        right + (left - right) * fraction
    }
}

/// The part of a border that a root sees. Right and left are as seen from the root.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Window {
    pub(crate) right: WindowEnd,
    pub(crate) left: WindowEnd,
    /// Both ends of the whole border, the right one first.
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

    /// Returns both ends of the window, the right one first.
    #[cfg(feature = "trace")]
    pub(crate) fn ends(&self, root: DVec2) -> [DVec2; 2] {
        [self.right_point(root), self.left_point(root)]
    }

    /// Returns the length of the shortest line from the root through the window to `target`: the
    /// heuristic of the search. If the target lies on the near side of the border, the line
    /// reaches the window and comes back; its mirror image then has the same length.
    ///
    /// ```text
    ///   target     target'
    ///       .        |       straight through the window, or else over its nearer end
    ///        .       |
    ///   ------left===+===right------
    ///            .   |
    ///              . |
    ///               root
    /// ```
    #[inline(always)]
    pub(crate) fn length_through(&self, root: DVec2, target: DVec2) -> f64 {
        let [right, left] = self.border;
        let along = left - right;
        let height = along.perp_dot(target - right);
        // The root lies to the left of the border from right to left. A target on that side
        // is as far from each point of the border as its mirror image.
        let target = if height > 0.0 {
            target - along.perp() * (2.0 * height / along.length_squared())
        } else {
            target
        };
        let straight = target - root;
        // The straight line misses the window on one side: the path bends at that end.
        let bend = if self.right.direction.perp_dot(straight) < 0.0 {
            self.right_point(root)
        } else if self.left.direction.perp_dot(straight) > 0.0 {
            self.left_point(root)
        } else {
            return straight.length();
        };
        root.distance(bend) + bend.distance(target)
    }

    /// Returns the distance from the root to the nearest point of the window.
    #[inline]
    pub(crate) fn distance(&self, root: DVec2) -> f64 {
        let (right, left) = (self.right_point(root), self.left_point(root));
        let along = left - right;
        let fraction = (root - right).dot(along) / along.length_squared();
        if fraction >= 1.0 {
            root.distance(left)
        } else if fraction > 0.0 {
            root.distance(right + along * fraction)
        } else {
            // Also for a window that rounding has shrunk to a point.
            root.distance(right)
        }
    }
}
