//! Areas around a cut vertex of their adjacency, and what lies behind a half-edge.

use tautline_fixtures::{Beside, Picture};

use crate::ink::{BORDER, END, GROUND, OBSTACLE, PORTAL, REACHED, WALL};

pub(crate) fn figure() -> String {
    let mut picture = Picture::new([0.0, 0.0], [11.0, 5.0], 60.0);
    let room = [[0.5, 0.6], [3.6, 0.6], [3.6, 4.4], [0.5, 4.4]];
    let door = [[3.6, 2.0], [5.2, 2.0], [5.2, 3.0], [3.6, 3.0]];
    let hall = [[5.2, 0.6], [10.5, 0.6], [10.5, 4.4], [5.2, 4.4]];
    picture.polygon(&room, REACHED);
    for area in [door, hall] {
        picture.polygon(&area, GROUND);
    }
    picture.polygon(&[[7.0, 1.8], [8.8, 1.8], [8.8, 3.2], [7.0, 3.2]], OBSTACLE);
    for border in [[[5.2, 1.8], [10.5, 1.8]], [[5.2, 3.2], [10.5, 3.2]], [[0.5, 2.5], [3.6, 2.5]]] {
        picture.line(&border, BORDER);
    }
    for area in [room, door, hall] {
        picture.polygon(&area, WALL);
    }
    picture.line(&[[3.6, 2.0], [3.6, 3.0]], PORTAL);
    picture.line(&[[5.2, 2.0], [5.2, 3.0]], PORTAL);
    picture.dot([4.4, 2.3], END);
    picture.dot([9.8, 3.8], END);
    picture.text([2.0, 3.6], Beside::Middle, "dead end: skipped");
    picture.text([4.4, 3.4], Beside::Middle, "cut area");
    picture.text([4.4, 1.6], Beside::Middle, "start");
    picture.text([9.6, 3.8], Beside::Left, "goal");
    picture.text([7.9, 1.1], Beside::Middle, "block: two ways around");
    picture.finish()
}
