//! Two areas, their half-edges, and a pair of twins.

use tautline_fixtures::{Figure, TextAnchor};

use crate::ink::{ARROW, BORDER, GROUND, HEAD, WALL};

const LEFT: [[f64; 2]; 4] = [[0.5, 0.5], [4.5, 0.5], [4.5, 4.0], [0.5, 4.0]];
const RIGHT: [[f64; 2]; 4] = [[4.5, 0.5], [8.5, 1.0], [8.0, 4.5], [4.5, 4.0]];

pub(crate) fn figure() -> String {
    let mut figure = Figure::new([0.0, 0.0], [9.0, 5.0], 60.0);
    for area in [LEFT, RIGHT] {
        figure.polygon(&area, GROUND);
        figure.polygon(&area, WALL);
    }
    figure.line(&[LEFT[1], LEFT[2]], BORDER);
    for area in [LEFT, RIGHT] {
        half_edges(&mut figure, &area);
    }
    figure.text([2.5, 2.2], TextAnchor::Middle, "area");
    figure.text([6.4, 2.4], TextAnchor::Middle, "its neighbour");
    figure.text([4.1, 2.9], TextAnchor::End, "half-edge");
    figure.text([4.9, 2.9], TextAnchor::Start, "its twin");
    figure.text([4.1, 1.0], TextAnchor::End, "origin");
    figure.text([2.5, 3.3], TextAnchor::Middle, "next");
    figure.text([2.5, 4.3], TextAnchor::Middle, "wall: a half-edge without a twin");
    figure.finish()
}

/// An arrow inside of each side of an area, counter-clockwise.
fn half_edges(figure: &mut Figure, area: &[[f64; 2]; 4]) {
    let mean = |axis: usize| area.iter().map(|corner| corner[axis]).sum::<f64>() / 4.0;
    let inside = [mean(0), mean(1)];
    let inwards = |corner: [f64; 2]| [0, 1].map(|axis| corner[axis] * 0.87 + inside[axis] * 0.13);
    for (index, &from) in area.iter().enumerate() {
        arrow(figure, inwards(from), inwards(area[(index + 1) % 4]));
    }
}

fn arrow(figure: &mut Figure, from: [f64; 2], to: [f64; 2]) {
    let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
    let length = (dx * dx + dy * dy).sqrt();
    let [x, y] = [dx / length, dy / length];
    let to = [to[0] - 0.25 * x, to[1] - 0.25 * y];
    let back = |side: f64| [to[0] - 0.2 * x - side * y, to[1] - 0.2 * y + side * x];
    figure.line(&[from, to], ARROW);
    figure.polygon(&[to, back(0.1), back(-0.1)], HEAD);
}
