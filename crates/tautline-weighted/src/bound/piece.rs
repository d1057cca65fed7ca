//! Values that are linear along a piece of a border, compared with the distance from a point.

use tautline_geometry::DVec2;

/// A straight line, on which positions are given as distances from its origin.
#[derive(Clone, Copy, Debug)]
pub(super) struct Line {
    pub(super) origin: DVec2,
    /// A unit vector.
    pub(super) along: DVec2,
}

/// A point as it is seen from a line: the position of its foot on the line, and its distance from there.
#[derive(Clone, Copy, Debug)]
pub(super) struct Seen {
    pub(super) foot: f64,
    pub(super) height: f64,
}

impl Line {
    pub(super) fn see(&self, point: DVec2) -> Seen {
        let leg = point - self.origin;
        Seen { foot: leg.dot(self.along), height: self.along.perp_dot(leg).abs() }
    }

    pub(super) fn at(&self, position: f64) -> DVec2 {
        self.origin + position * self.along
    }
}

impl Seen {
    pub(super) fn distance(self, position: f64) -> f64 {
        let along = position - self.foot;
        (along * along + self.height * self.height).sqrt()
    }
}

/// A piece of a line, with values at both ends that are linear between them.
#[derive(Clone, Copy, Debug)]
pub(super) struct Piece {
    pub(super) ends: [f64; 2],
    pub(super) values: [f64; 2],
}

impl Piece {
    pub(super) fn length(&self) -> f64 {
        self.ends[1] - self.ends[0]
    }

    fn slope(&self) -> f64 {
        (self.values[1] - self.values[0]) / self.length()
    }

    pub(super) fn value(&self, position: f64) -> f64 {
        // From the nearer end, where it is the more precise.
        let [from, to] = self.ends;
        if position - from < to - position {
            self.values[0] + (position - from) * self.slope()
        } else {
            self.values[1] - (to - position) * self.slope()
        }
    }

    /// The least sum of the value and of `factor` times the distance to a point.
    pub(super) fn least_sum(&self, factor: f64, point: Seen) -> f64 {
        let position = self.cheapest(factor, point);
        self.value(position) + factor * point.distance(position)
    }

    /// The position of that sum.
    pub(super) fn cheapest(&self, factor: f64, point: Seen) -> f64 {
        self.steepest(factor, self.slope(), point)
    }

    /// The position at which the value exceeds `factor` times the distance to a point by most.
    pub(super) fn worst(&self, factor: f64, point: Seen) -> f64 {
        self.steepest(factor, -self.slope(), point)
    }

    /// Returns lower values for both ends, such that no value between them is above `value` plus `factor` times the
    /// distance to a point, minus a slack. `excess` is the greatest amount by which the present values are too high.
    pub(super) fn lowered(
        mut self,
        (value, slack): (f64, f64),
        excess: f64,
        factor: f64,
        point: Seen,
    ) -> [f64; 2] {
        let near = usize::from(self.values[1] < self.values[0]);
        if self.values[near] - excess >= value {
            return self.values.map(|value| value - excess);
        }
        // No value is lowered below the value of the point, which may depend on it.
        self.values[near] = self.values[near].min(value);
        self.values[1 - near] = self.greatest_beside(near, factor, point, value) - slack;
        self.values
    }

    /// Returns the greatest value at the other end than `kept` such that no value of the piece is above `value` plus
    /// `factor` times the distance to a point. As a function of the position, that limit is a hyperbola; the line from
    /// the value at the kept end is its tangent.
    fn greatest_beside(&self, kept: usize, factor: f64, point: Seen, value: f64) -> f64 {
        let length = self.length();
        let foot = if kept == 0 { point.foot - self.ends[0] } else { self.ends[1] - point.foot };
        let rise = value - self.values[kept];
        let squared = foot * foot + point.height * point.height;
        let root = (factor * factor * squared - rise * rise).max(0.0).sqrt();
        let slope = (foot * rise + point.height * root) / squared;
        let touch = (factor * factor * foot - slope * rise) / (factor * factor - slope * slope);
        let rest = length - foot;
        let at_end = rise + factor * (rest * rest + point.height * point.height).sqrt();
        if slope < factor && touch > 0.0 && touch < length {
            self.values[kept] + at_end.min(slope * length)
        } else {
            self.values[kept] + at_end
        }
    }

    /// The position at which `slope * position + factor * distance` is least: where the line is seen from the
    /// point at the angle whose sine is `slope / factor`, or at an end.
    ///
    /// ```text
    ///            point
    ///           /|
    ///          / | height
    ///    _____/__|________ line
    ///        ^   foot
    ///   position
    /// ```
    fn steepest(&self, factor: f64, slope: f64, point: Seen) -> f64 {
        let [from, to] = self.ends;
        if slope >= factor {
            from
        } else if slope <= -factor {
            to
        } else {
            let cosine = ((factor - slope) * (factor + slope)).sqrt();
            (point.foot - point.height * slope / cosine).clamp(from, to)
        }
    }
}
