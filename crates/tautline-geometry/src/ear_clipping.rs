//! Cutting a simple polygon into triangles along its diagonals.

use glam::Vec2;

use crate::{Orientation, orient2d};

/// Cuts a simple counter-clockwise ring into triangles of its own corners,
/// none of them flat. Nothing when the ring runs out of ears, which a simple
/// ring of positive area never does.
///
/// Every corner that lies on a straight edge becomes the corner of a triangle
/// too, so that neighbours along the edge stay joined corner to corner.
/// O(n r) for n corners of which r turn right or not at all.
pub(crate) fn triangulate(ring: &[Vec2]) -> Option<Vec<[usize; 3]>> {
    let mut remaining = Remaining::new(ring);
    let mut triangles = Vec::with_capacity(ring.len().saturating_sub(2));
    let mut candidate = 0;
    let mut refused = 0;
    while remaining.count > 3 {
        if remaining.is_ear(candidate) {
            triangles.push(remaining.triangle_at(candidate));
            candidate = remaining.clip(candidate);
            refused = 0;
        } else {
            candidate = remaining.next[candidate];
            refused += 1;
            if refused > remaining.count {
                return None;
            }
        }
    }
    let last = remaining.triangle_at(candidate);
    remaining.turn(candidate).is_left().then(|| triangles.push(last))?;
    Some(triangles)
}

/// The part of the ring that has not been cut off yet, as a linked circle.
struct Remaining<'a> {
    ring: &'a [Vec2],
    next: Vec<usize>,
    previous: Vec<usize>,
    /// The corners that do not turn left: the only ones that can lie in an
    /// ear. Cutting an ear never makes a left turn into something else.
    blunt: Vec<usize>,
    count: usize,
}

impl<'a> Remaining<'a> {
    fn new(ring: &'a [Vec2]) -> Self {
        let count = ring.len();
        let mut remaining = Self {
            ring,
            next: (1..=count).map(|i| i % count).collect(),
            previous: (0..count).map(|i| (i + count - 1) % count).collect(),
            blunt: Vec::new(),
            count,
        };
        remaining.blunt = (0..count).filter(|&i| !remaining.turn(i).is_left()).collect();
        remaining
    }

    fn triangle_at(&self, corner: usize) -> [usize; 3] {
        [self.previous[corner], corner, self.next[corner]]
    }

    fn turn(&self, corner: usize) -> Orientation {
        let [a, b, c] = self.triangle_at(corner).map(|i| self.ring[i]);
        orient2d(a, b, c)
    }

    fn is_ear(&self, corner: usize) -> bool {
        let triangle = self.triangle_at(corner);
        let [a, b, c] = triangle.map(|i| self.ring[i]);
        orient2d(a, b, c).is_left()
            && !self.blunt.iter().any(|&i| {
                let point = self.ring[i];
                !triangle.contains(&i)
                    && !orient2d(a, b, point).is_right()
                    && !orient2d(b, c, point).is_right()
                    && !orient2d(c, a, point).is_right()
            })
    }

    /// Removes a corner and returns the one before it, which may have become
    /// an ear.
    fn clip(&mut self, corner: usize) -> usize {
        let [before, _, after] = self.triangle_at(corner);
        self.next[before] = after;
        self.previous[after] = before;
        self.count -= 1;
        for changed in [before, after] {
            if self.turn(changed).is_left() {
                self.blunt.retain(|&i| i != changed);
            }
        }
        before
    }
}
