//! Portals of a corridor, and the funnel from its apex.

use tautline_fixtures::{Figure, TextAnchor};

use crate::ink::{CORNER, END, GROUND, PATH, PORTAL, SIGHT, WALL};

const LEFT: [[f64; 2]; 5] = [[0.5, 3.4], [2.6, 4.4], [4.6, 3.3], [6.6, 4.5], [9.2, 4.2]];
const RIGHT: [[f64; 2]; 5] = [[0.5, 0.8], [2.4, 1.8], [4.8, 1.0], [6.9, 3.2], [9.5, 1.2]];

pub(crate) fn figure() -> String {
    let mut figure = Figure::new([0.0, 0.0], [10.0, 5.0], 60.0);
    let corridor: Vec<[f64; 2]> = LEFT.into_iter().chain(RIGHT.into_iter().rev()).collect();
    let (start, goal) = ([1.1, 1.9], [9.0, 2.0]);
    figure.polygon(&corridor, GROUND);
    figure.line(&LEFT, WALL);
    figure.line(&RIGHT, WALL);
    for portal in 1..4 {
        figure.line(&[LEFT[portal], RIGHT[portal]], PORTAL);
    }
    figure.line(&[start, LEFT[2]], SIGHT);
    figure.line(&[start, RIGHT[1], RIGHT[2]], SIGHT);
    figure.line(&[start, RIGHT[3], goal], PATH);
    for end in [start, goal] {
        figure.dot(end, END);
    }
    figure.dot(RIGHT[3], CORNER);
    figure.text([0.9, 1.5], TextAnchor::Middle, "apex");
    figure.text([4.0, 3.9], TextAnchor::Middle, "left chain");
    figure.text([3.6, 1.05], TextAnchor::Middle, "right chain");
    figure.text([6.7, 4.75], TextAnchor::Middle, "portal");
    figure.text([7.1, 3.45], TextAnchor::Start, "the path bends here");
    figure.finish()
}
