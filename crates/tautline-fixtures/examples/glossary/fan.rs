//! The vertex fan at a reflex vertex, and two fans at one vertex.

use tautline_fixtures::{Beside, Picture};

use crate::ink::{BORDER, CORNER, GROUND, OBSTACLE, PATH, WALL};

pub(crate) fn figure() -> String {
    let mut picture = Picture::new([0.0, 0.0], [11.0, 5.0], 60.0);
    reflex_vertex(&mut picture);
    two_fans(&mut picture);
    picture.finish()
}

fn reflex_vertex(picture: &mut Picture) {
    let ground = [[0.4, 0.4], [5.0, 0.4], [5.0, 2.4], [2.6, 2.4], [2.6, 4.6], [0.4, 4.6]];
    let at = [2.6, 2.4];
    picture.polygon(&ground, GROUND);
    for far in [[0.4, 4.6], [0.4, 0.4], [5.0, 0.4]] {
        picture.line(&[at, far], BORDER);
    }
    picture.line(&[[5.0, 2.4], at, [2.6, 4.6]], WALL);
    picture.line(&[[4.6, 1.4], at, [1.4, 4.2]], PATH);
    picture.dot(at, CORNER);
    picture.text([2.8, 2.9], Beside::Right, "reflex vertex (corner)");
    picture.text([2.6, 1.2], Beside::Middle, "its fan:");
    picture.text([2.6, 0.85], Beside::Middle, "four areas");
}

fn two_fans(picture: &mut Picture) {
    let at = [8.2, 2.5];
    picture.polygon(&[[6.2, 0.4], [10.6, 0.4], [10.6, 4.6], [6.2, 4.6]], GROUND);
    picture.polygon(&[at, [6.2, 3.4], [6.2, 1.6]], OBSTACLE);
    picture.polygon(&[at, [10.6, 1.4], [10.6, 3.6]], OBSTACLE);
    for far in [[6.8, 4.6], [9.4, 4.6], [7.0, 0.4], [9.6, 0.4]] {
        picture.line(&[at, far], BORDER);
    }
    picture.dot(at, CORNER);
    picture.text([8.3, 3.7], Beside::Middle, "one fan");
    picture.text([8.3, 1.2], Beside::Middle, "another fan");
}
