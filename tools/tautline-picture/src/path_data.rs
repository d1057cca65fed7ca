//! The text of SVG paths.

use std::fmt::Write as _;

use tautline::geometry::{Segment, Vec2};

/// The `d` attribute of a `<path>`, with the fewest digits that are read back as the same numbers.
/// Lines that continue each other share a `M` command.
#[derive(Clone, Debug, Default)]
pub(crate) struct PathData {
    text: String,
    /// The end of the last line or curve.
    last: Option<Vec2>,
}

impl PathData {
    /// Returns the text.
    pub(crate) fn text(&self) -> &str {
        &self.text
    }

    pub(crate) const fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Adds a closed ring.
    pub(crate) fn ring(&mut self, corners: impl IntoIterator<Item = Vec2>) {
        let mut command = 'M';
        for corner in corners {
            self.push(command, corner);
            command = 'L';
        }
        self.text.push('Z');
        self.last = None;
    }

    /// Adds a line. If it starts at the end of the last line, it continues that line.
    pub(crate) fn line(&mut self, segment: Segment) {
        if self.last != Some(segment.a) {
            self.push('M', segment.a);
        }
        self.push('L', segment.b);
        self.last = Some(segment.b);
    }

    /// Adds a curve from one end of a segment to the other, which bends to its left.
    pub(crate) fn curve(&mut self, segment: Segment) {
        /// The distance of the middle of the curve from the segment, relative to its length.
        /// Straighter curves would look like borders.
        const SAGITTA: f32 = 0.09;
        let Segment { a, b } = segment;
        if self.last != Some(a) {
            self.push('M', a);
        }
        // The middle of a quadratic Bézier curve is half as far away as its control point.
        self.push('Q', (a + b) / 2.0 + (b - a).perp() * (2.0 * SAGITTA));
        self.push(' ', b);
        self.last = Some(b);
    }

    fn push(&mut self, command: char, point: Vec2) {
        // Adding 0 turns -0 into 0. Writing into a String cannot fail.
        let _ = write!(self.text, "{command}{} {}", point.x + 0.0, point.y + 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_that_follow_each_other_are_one_line() {
        let [a, b, c] = [[0.0, -0.0], [1.5, 0.0], [1.5, 2.0]].map(Vec2::from);
        let mut data = PathData::default();
        data.line(Segment::new(a, b));
        data.line(Segment::new(b, c));
        data.line(Segment::new(a, c));
        assert_eq!(data.text(), "M0 0L1.5 0L1.5 2M0 0L1.5 2");
    }

    #[test]
    fn a_ring_is_closed() {
        let mut data = PathData::default();
        data.ring([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0]].map(Vec2::from));
        assert_eq!(data.text(), "M0 0L1 0L0 1Z");
    }
}
