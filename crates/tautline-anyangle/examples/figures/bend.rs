//! The figure of paths that bend on open ground and at corners.

use std::error::Error;

use tautline_anyangle::AnyAngleScratch;
use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{Terrain, rectangles_from_cells};

use crate::ink;
use crate::meshes;
use tautline_fixtures::{Figure, TextAnchor};

/// The distance of the second panel from the first.
const STEP: DVec2 = DVec2 { x: 11.0, y: 0.0 };

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    // A room of 10 by 6 with a block on its lower wall.
    let is_block = |x: u32, y: u32| (3..7).contains(&x) && y < 3;
    let raw = rectangles_from_cells(10, 6, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
    let mesh = raw.build()?;
    let ends = [Vec2::new(1.0, 0.5), Vec2::new(9.0, 1.5)];
    let (length, taut) = meshes::path(&mesh, ends, &mut AnyAngleScratch::new())?;
    let [start, goal] = ends.map(DVec2::from);

    // A path that bends on open ground, and a shorter one close to the bend.
    let bend = DVec2::new(4.5, 5.0);
    let loose = [start, bend, goal];
    let [before, after] = [start, goal].map(|end| bend + (end - bend) * 0.35);
    let cut = [start, before, after, goal];

    let mut figure = Figure::new([-0.5, -0.9], [21.5, 6.9], 52.0);
    let panel = |figure: &mut Figure, shift: DVec2| {
        let floor = [DVec2::new(0.0, 0.0) + shift, DVec2::new(10.0, 6.0) + shift];
        figure.rectangles(&[floor], ink::GROUND);
        let block = [DVec2::new(3.0, 0.0) + shift, DVec2::new(7.0, 3.0) + shift];
        figure.rectangles(&[block], ink::OBSTACLE);
    };
    let ends = |figure: &mut Figure, shift: DVec2| {
        for (end, name) in [(start, "start"), (goal, "goal")] {
            figure.dot(end + shift, ink::END);
            figure.text(end + shift + DVec2::new(0.0, -0.45), TextAnchor::Middle, name);
        }
    };

    let here = DVec2::new(0.0, 0.0);
    panel(&mut figure, here);
    figure.polygon(&[before, bend, after], ink::LATER_VIEW);
    figure.line(&loose, ink::PATH);
    figure.line(&[before, after], ink::SHORTCUT);
    ends(&mut figure, here);
    let [long, shorter] = [&loose[..], &cut[..]].map(length_of);
    figure.text(
        DVec2::new(0.2, 6.2),
        TextAnchor::Start,
        "It bends on open ground: pulled taut, the string gets shorter.",
    );
    figure.text(bend + DVec2::new(0.25, 0.1), TextAnchor::Start, &format!("{long:.3}"));
    figure.text(DVec2::new(5.3, 3.25), TextAnchor::Middle, &format!("{shorter:.3}"));

    panel(&mut figure, STEP);
    let shifted: Vec<DVec2> = taut.iter().map(|&point| point + STEP).collect();
    figure.line(&shifted, ink::PATH);
    if let [first, corners @ .., last] = &shifted[..] {
        for &corner in corners {
            figure.dot(corner, ink::CORNER);
        }
        // The path turns away from the block: each leg, prolonged, leaves it.
        for (end, corner) in [(first, corners.first()), (last, corners.last())] {
            if let Some(&corner) = corner {
                let far = corner + (corner - *end) * 0.5;
                figure.line(&[corner, far], ink::RAY);
            }
        }
    }
    ends(&mut figure, STEP);
    let at = |x, y| DVec2::new(x, y) + STEP;
    figure.text(
        at(0.2, 6.2),
        TextAnchor::Start,
        "It bends at corners, around the block: the string is taut.",
    );
    figure.text(at(5.0, 3.2), TextAnchor::Middle, &format!("{length:.3}"));
    figure.text(at(5.0, 1.6), TextAnchor::Middle, "block");
    figure.text(here + DVec2::new(5.0, 1.6), TextAnchor::Middle, "block");

    let is_as_drawn = taut == [start, DVec2::new(3.0, 3.0), DVec2::new(7.0, 3.0), goal]
        && length < shorter
        && shorter < long;
    if !is_as_drawn {
        return Err(format!("not as drawn: {taut:?}, {length}, {shorter}, {long}").into());
    }
    Ok(figure.finish())
}

fn length_of(points: &[DVec2]) -> f64 {
    points.windows(2).map(|leg| leg[0].distance(leg[1])).sum()
}
