//! Areas with a cut vertex in their adjacency graph, and the areas that lie behind a half-edge.

use tautline_fixtures::{Figure, TextAnchor};

use crate::ink::{BORDER, END, GROUND, OBSTACLE, PORTAL, REACHED, WALL};

pub(crate) fn figure() -> String {
    let mut figure = Figure::new([0.0, 0.0], [11.0, 5.0], 60.0);
    let room = [[0.5, 0.6], [3.6, 0.6], [3.6, 4.4], [0.5, 4.4]];
    let door = [[3.6, 2.0], [5.2, 2.0], [5.2, 3.0], [3.6, 3.0]];
    let hall = [[5.2, 0.6], [10.5, 0.6], [10.5, 4.4], [5.2, 4.4]];
    figure.polygon(&room, REACHED);
    for area in [door, hall] {
        figure.polygon(&area, GROUND);
    }
    figure.polygon(&[[7.0, 1.8], [8.8, 1.8], [8.8, 3.2], [7.0, 3.2]], OBSTACLE);
    for border in [[[5.2, 1.8], [10.5, 1.8]], [[5.2, 3.2], [10.5, 3.2]], [[0.5, 2.5], [3.6, 2.5]]] {
        figure.line(&border, BORDER);
    }
    for area in [room, door, hall] {
        figure.polygon(&area, WALL);
    }
    figure.line(&[[3.6, 2.0], [3.6, 3.0]], PORTAL);
    figure.line(&[[5.2, 2.0], [5.2, 3.0]], PORTAL);
    figure.dot([4.4, 2.3], END);
    figure.dot([9.8, 3.8], END);
    figure.text([2.0, 3.6], TextAnchor::Middle, "dead end: skipped");
    figure.text([4.4, 3.4], TextAnchor::Middle, "cut area");
    figure.text([4.4, 1.6], TextAnchor::Middle, "start");
    figure.text([9.6, 3.8], TextAnchor::End, "goal");
    figure.text([7.9, 1.1], TextAnchor::Middle, "block: two ways around");
    figure.finish()
}
