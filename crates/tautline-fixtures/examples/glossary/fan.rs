//! The vertex fan at a reflex vertex, and two fans at one vertex.

use tautline_fixtures::{Figure, TextAnchor};

use crate::ink::{BORDER, CORNER, GROUND, OBSTACLE, PATH, WALL};

pub(crate) fn figure() -> String {
    let mut figure = Figure::new([0.0, 0.0], [11.0, 5.0], 60.0);
    reflex_vertex(&mut figure);
    two_fans(&mut figure);
    figure.finish()
}

fn reflex_vertex(figure: &mut Figure) {
    let ground = [[0.4, 0.4], [5.0, 0.4], [5.0, 2.4], [2.6, 2.4], [2.6, 4.6], [0.4, 4.6]];
    let at = [2.6, 2.4];
    figure.polygon(&ground, GROUND);
    for far in [[0.4, 4.6], [0.4, 0.4], [5.0, 0.4]] {
        figure.line(&[at, far], BORDER);
    }
    figure.line(&[[5.0, 2.4], at, [2.6, 4.6]], WALL);
    figure.line(&[[4.6, 1.4], at, [1.4, 4.2]], PATH);
    figure.dot(at, CORNER);
    figure.text([2.8, 2.9], TextAnchor::Start, "reflex vertex (corner)");
    figure.text([2.6, 1.2], TextAnchor::Middle, "its fan:");
    figure.text([2.6, 0.85], TextAnchor::Middle, "four areas");
}

fn two_fans(figure: &mut Figure) {
    let at = [8.2, 2.5];
    figure.polygon(&[[6.2, 0.4], [10.6, 0.4], [10.6, 4.6], [6.2, 4.6]], GROUND);
    figure.polygon(&[at, [6.2, 3.4], [6.2, 1.6]], OBSTACLE);
    figure.polygon(&[at, [10.6, 1.4], [10.6, 3.6]], OBSTACLE);
    for far in [[6.8, 4.6], [9.4, 4.6], [7.0, 0.4], [9.6, 0.4]] {
        figure.line(&[at, far], BORDER);
    }
    figure.dot(at, CORNER);
    figure.text([8.3, 3.7], TextAnchor::Middle, "one fan");
    figure.text([8.3, 1.2], TextAnchor::Middle, "another fan");
}
