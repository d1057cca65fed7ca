//! Edges of the taut visibility graph, and a segment that is not an edge of it.

use tautline_fixtures::{Figure, TextAnchor};

use crate::ink::{CORNER, GROUND, OBSTACLE, PATH, SIGHT};

const ONE: [[f64; 2]; 4] = [[1.6, 1.0], [3.6, 1.0], [3.6, 3.0], [1.6, 3.0]];
const OTHER: [[f64; 2]; 4] = [[6.0, 2.0], [8.0, 2.0], [8.0, 4.2], [6.0, 4.2]];

pub(crate) fn figure() -> String {
    let mut figure = Figure::new([0.0, 0.0], [10.0, 5.0], 60.0);
    figure.polygon(&[[0.4, 0.4], [9.6, 0.4], [9.6, 4.8], [0.4, 4.8]], GROUND);
    for block in [ONE, OTHER] {
        figure.polygon(&block, OBSTACLE);
    }
    for ends in [[ONE[2], OTHER[0]], [ONE[3], OTHER[3]], [ONE[1], OTHER[1]]] {
        figure.line(&ends, PATH);
    }
    // Beyond its left end it would lead into the obstacle.
    figure.line(&[ONE[2], OTHER[3]], SIGHT);
    for corner in ONE.into_iter().chain(OTHER) {
        figure.dot(corner, CORNER);
    }
    figure.text([4.2, 4.35], TextAnchor::Middle, "taut: an edge of the graph");
    figure.text(
        [5.0, 0.6],
        TextAnchor::Middle,
        "dashed: no edge, because no shortest path bends at its left end",
    );
    figure.finish()
}
