//! The figure of two hub labels that are merged.

use std::error::Error;

use tautline_anyangle::AnyAngleScratch;
use tautline_geometry::{DVec2, Vec2};
use tautline_labels::{BakeOptions, LabelScratch, Labels};
use tautline_navmesh::{Terrain, rectangles_from_cells};

use crate::ink;
use crate::meshes;
use tautline_fixtures::{Figure, TextAnchor};

/// Blocks that leave a path over, under and between them, by opposite corners.
const BLOCKS: [[f32; 4]; 3] = [[3.0, 0.0, 5.0, 4.0], [7.0, 2.0, 9.0, 7.0], [11.0, 0.0, 13.0, 4.0]];

const BENDS: [[f32; 2]; 6] =
    [[3.0, 4.0], [5.0, 4.0], [7.0, 2.0], [9.0, 2.0], [11.0, 4.0], [13.0, 4.0]];

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    let is_block = |x: u32, y: u32| {
        let [x, y] = [x, y].map(|cell| u16::try_from(cell).map_or(f32::MAX, f32::from) + 0.5);
        BLOCKS
            .iter()
            .any(|&[left, low, right, high]| (left..right).contains(&x) && (low..high).contains(&y))
    };
    let raw = rectangles_from_cells(16, 7, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
    let mesh = raw.build()?;
    let [start, goal] = [Vec2::new(1.0, 1.0), Vec2::new(15.0, 1.0)];
    let (length, path) = meshes::path(&mesh, [start, goal], &mut AnyAngleScratch::new())?;
    let labels = Labels::bake(&mesh, &BakeOptions::default())?;
    let mut points = Vec::new();
    let mut scratch = LabelScratch::new();
    let by_labels = labels.shortest_path(&mesh, start, goal, &mut scratch, &mut points)?;

    let at = DVec2::new;
    let bends = BENDS.map(|point| DVec2::from(Vec2::from(point)));
    let [first, _, low, hub, _, last] = bends;
    let mut figure = Figure::new([-0.5, -1.9], [16.5, 7.9], 62.0);
    figure.rectangles(&[[at(0.0, 0.0), at(16.0, 7.0)]], ink::GROUND);
    for [left, low, right, high] in BLOCKS {
        let [min, max] = [Vec2::new(left, low), Vec2::new(right, high)].map(DVec2::from);
        figure.rectangles(&[[min, max]], ink::OBSTACLE);
    }
    meshes::draw_walls(&mut figure, &mesh);

    // The corners that the ends see; each has a label.
    let legs = |from: usize, to: usize| length_of(&bends[from..=to]);
    figure.line(&[start.into(), first], ink::RAY);
    figure.line(&[last, goal.into()], ink::RAY);
    figure.line(&bends, ink::PATH);
    for corner in bends {
        figure.dot(corner, ink::CORNER);
    }
    figure.dot(hub, ink::END);
    for (end, name) in [(start, "start"), (goal, "goal")] {
        figure.dot(DVec2::from(end), ink::END);
        figure.text(DVec2::from(end) + at(0.0, -0.5), TextAnchor::Middle, name);
    }
    let seen = [DVec2::from(start).distance(first), last.distance(goal.into())];
    let [there, back] = [legs(0, 3), legs(3, 5)];
    for (place, beside, text) in [
        (first + at(-0.15, 0.25), TextAnchor::End, "a".to_owned()),
        (last + at(0.15, 0.25), TextAnchor::Start, "b".to_owned()),
        (low + at(-0.2, -0.15), TextAnchor::End, "g".to_owned()),
        (hub + at(0.2, -0.35), TextAnchor::Start, "hub h".to_owned()),
        (at(1.8, 2.5), TextAnchor::End, format!("{:.3}", seen[0])),
        (at(14.2, 2.5), TextAnchor::Start, format!("{:.3}", seen[1])),
        (at(0.0, 7.4), TextAnchor::Start, format!("label of a:  h {there:.3},  g {:.3}", legs(0, 2))),
        (at(16.0, 7.4), TextAnchor::End, format!("label of b:  h {back:.3},  g {:.3}", legs(2, 5))),
        (
            at(8.0, -0.9),
            TextAnchor::Middle,
            format!(
                "over h: {:.3} + {there:.3} + {back:.3} + {:.3} = {:.3}; no other hub in both labels is better",
                seen[0],
                seen[1],
                seen[0] + there + back + seen[1],
            ),
        ),
        (
            at(8.0, -1.4),
            TextAnchor::Middle,
            "No search: the query merges the labels of the corners that the start and the goal see."
                .to_owned(),
        ),
    ] {
        figure.text(place, beside, &text);
    }

    let expected: Vec<DVec2> =
        [start.into()].into_iter().chain(bends).chain([goal.into()]).collect();
    let sum = seen[0] + there + back + seen[1];
    let is_close = |other: f64| (length - other).abs() < 1e-9;
    if path != expected || !is_close(by_labels) || !is_close(sum) {
        return Err(format!("not as drawn: {path:?}, {length}, {by_labels}, {sum}").into());
    }
    Ok(figure.finish())
}

fn length_of(points: &[DVec2]) -> f64 {
    points.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}
