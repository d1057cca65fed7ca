//! Portals of a corridor, and the funnel from its apex.

use tautline_fixtures::{Beside, Picture};

use crate::ink::{CORNER, END, GROUND, PATH, PORTAL, SIGHT, WALL};

const LEFT: [[f64; 2]; 5] = [[0.5, 3.4], [2.6, 4.4], [4.6, 3.3], [6.6, 4.5], [9.2, 4.2]];
const RIGHT: [[f64; 2]; 5] = [[0.5, 0.8], [2.4, 1.8], [4.8, 1.0], [6.9, 3.2], [9.5, 1.2]];

pub(crate) fn figure() -> String {
    let mut picture = Picture::new([0.0, 0.0], [10.0, 5.0], 60.0);
    let corridor: Vec<[f64; 2]> = LEFT.into_iter().chain(RIGHT.into_iter().rev()).collect();
    let (start, goal) = ([1.1, 1.9], [9.0, 2.0]);
    picture.polygon(&corridor, GROUND);
    picture.line(&LEFT, WALL);
    picture.line(&RIGHT, WALL);
    for portal in 1..4 {
        picture.line(&[LEFT[portal], RIGHT[portal]], PORTAL);
    }
    picture.line(&[start, LEFT[2]], SIGHT);
    picture.line(&[start, RIGHT[1], RIGHT[2]], SIGHT);
    picture.line(&[start, RIGHT[3], goal], PATH);
    for end in [start, goal] {
        picture.dot(end, END);
    }
    picture.dot(RIGHT[3], CORNER);
    picture.text([0.9, 1.5], Beside::Middle, "apex");
    picture.text([4.0, 3.9], Beside::Middle, "left chain");
    picture.text([3.6, 1.05], Beside::Middle, "right chain");
    picture.text([6.7, 4.75], Beside::Middle, "portal");
    picture.text([7.1, 3.45], Beside::Right, "the path bends here");
    picture.finish()
}
