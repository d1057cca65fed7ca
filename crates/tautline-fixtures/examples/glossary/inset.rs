//! Ground, its inset for an agent's radius, and line joins.

use tautline_fixtures::{Figure, TextAnchor};

use crate::ink::{CORNER, GROUND, OBSTACLE, PATH, REACHED, SIGHT};

pub(crate) fn figure() -> String {
    let mut figure = Figure::new([0.0, 0.0], [11.0, 5.0], 60.0);
    figure.polygon(&[[0.4, 0.4], [10.6, 0.4], [10.6, 4.6], [0.4, 4.6]], OBSTACLE);
    figure.polygon(&[[0.8, 0.8], [10.2, 0.8], [10.2, 4.2], [0.8, 4.2]], GROUND);
    figure.polygon(&[[1.3, 1.3], [9.7, 1.3], [9.7, 3.7], [1.3, 3.7]], REACHED);
    block(&mut figure, 3.2, &[[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]], "miter join");
    // Sixteen points of a circle, four around each corner.
    let quarter = [[0.49, 0.1], [0.42, 0.28], [0.28, 0.42], [0.1, 0.49]];
    let turn = |[x, y]: [f64; 2], quarters| match quarters {
        0 => [x, y],
        1 => [-y, x],
        2 => [-x, -y],
        _ => [y, -x],
    };
    let round: Vec<[f64; 2]> =
        (0..4).flat_map(|quarters| quarter.map(|offset| turn(offset, quarters))).collect();
    block(&mut figure, 7.4, &round, "round join");
    figure.line(&[[1.5, 2.0], [2.3, 1.6], [4.7, 1.6], [5.3, 2.2]], PATH);
    figure.dot([1.5, 2.0], CORNER);
    figure.line(&[[1.5, 4.2], [1.5, 3.7]], SIGHT);
    figure.text([1.7, 3.9], TextAnchor::Start, "agent radius");
    figure.text([5.3, 3.0], TextAnchor::Middle, "inset:");
    figure.text([5.3, 2.65], TextAnchor::Middle, "places for its centre");
    figure.finish()
}

/// A square obstacle, and the ground around it that is taken away.
fn block(figure: &mut Figure, x: f64, offsets: &[[f64; 2]], name: &str) {
    let [half, y] = [0.4, 2.5];
    let square = [[-half, -half], [half, -half], [half, half], [-half, half]];
    let around: Vec<[f64; 2]> = offsets
        .iter()
        .map(|offset| {
            let side = |value: f64| if value < 0.0 { -half } else { half };
            [x + side(offset[0]) + offset[0], y + side(offset[1]) + offset[1]]
        })
        .collect();
    figure.polygon(&around, GROUND);
    figure.polygon(&square.map(|[dx, dy]| [x + dx, y + dy]), OBSTACLE);
    figure.text([x, 3.45], TextAnchor::Middle, name);
}
