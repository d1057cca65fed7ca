//! The figure of the wedges of a corner, and of its visibility cone in an area.

use std::error::Error;

use tautline_anyangle::AnyAngleScratch;
use tautline_geometry::{DVec2, Vec2};
use tautline_meshgen::{PolygonOptions, Polygons, Role};

use crate::ink;
use crate::meshes;
use tautline_fixtures::{Figure, TextAnchor};

/// A room with a block on its lower wall, and a second room behind a door.
const RING: [[f32; 2]; 16] = [
    [0.0, 0.0],
    [4.0, 0.0],
    [4.0, 3.0],
    [8.0, 3.0],
    [8.0, 0.0],
    [11.0, 0.0],
    [11.0, 0.5],
    [11.25, 0.5],
    [11.25, 0.0],
    [15.0, 0.0],
    [15.0, 6.0],
    [11.25, 6.0],
    [11.25, 1.75],
    [11.0, 1.75],
    [11.0, 6.0],
    [0.0, 6.0],
];

const CORNER: Vec2 = Vec2::new(8.0, 3.0);

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    let mut outlines = Polygons::default();
    outlines.push(Role::Ground, [RING.to_vec()]);
    let raw = outlines.build(&PolygonOptions::default())?.mesh;
    let mesh = raw.build()?;

    let at = DVec2::new;
    let corner = DVec2::from(CORNER);
    let mut figure = Figure::new([-0.5, -0.7], [15.5, 6.9], 66.0);
    let ring = RING.map(|point| DVec2::from(Vec2::from(point)));
    figure.polygon(&ring, ink::GROUND);
    figure.polygon(&[at(4.0, 0.0), at(8.0, 0.0), corner, at(4.0, 3.0)], ink::OBSTACLE);

    // The wedges, each between a wall and the other wall's prolongation.
    figure.polygon(&[corner, at(8.0, 6.0), at(0.0, 6.0), at(0.0, 3.0)], ink::VIEW);
    figure.polygon(&[corner, at(8.0, 0.0), at(11.0, 0.0), at(11.0, 3.0)], ink::LATER_VIEW);
    figure.line(&[corner, at(8.0, 6.0)], ink::RAY);
    figure.line(&[corner, at(11.0, 3.0)], ink::RAY);

    // The cone behind the door.
    let limits = [at(11.25, 0.5), at(11.0, 1.75)];
    let on_ray = |limit: DVec2, share: f64| corner + (limit - corner) * share;
    let to_height = |limit: DVec2, y: f64| on_ray(limit, (y - corner.y) / (limit.y - corner.y));
    let to_column = |limit: DVec2, x: f64| on_ray(limit, (x - corner.x) / (limit.x - corner.x));
    let [right, left] = limits;
    let floor = to_height(right, 0.0);
    let far = to_column(left, 15.0);
    figure.polygon(&[right, floor, at(15.0, 0.0), far, to_column(left, 11.25)], ink::LATER_VIEW);
    figure.line(&[corner, floor], ink::RAY);
    figure.line(&[corner, far], ink::RAY);
    meshes::draw_walls(&mut figure, &mesh);

    let start = Vec2::new(2.0, 4.5);
    let [seen, unseen] = [Vec2::new(13.0, 0.4), Vec2::new(13.0, 2.5)];
    let mut scratch = AnyAngleScratch::new();
    let (_, path) = meshes::path(&mesh, [start, seen], &mut scratch)?;
    let (_, around) = meshes::path(&mesh, [start, unseen], &mut scratch)?;
    figure.line(&path, ink::PATH);
    figure.dot(corner, ink::CORNER);
    for limit in limits {
        figure.dot(limit, ink::CORNER);
    }
    for end in [start, seen, unseen] {
        figure.dot(DVec2::from(end), ink::END);
    }
    for (place, beside, text) in [
        (at(8.2, 3.2), TextAnchor::Start, "the corner"),
        (at(0.3, 5.5), TextAnchor::Start, "one wedge: a path that comes from here"),
        (at(8.15, 1.3), TextAnchor::Start, "goes on"),
        (at(8.15, 0.95), TextAnchor::Start, "into the other"),
        (at(8.25, 5.3), TextAnchor::Start, "from here no path"),
        (at(8.25, 4.95), TextAnchor::Start, "bends at the corner"),
        (at(6.0, 1.5), TextAnchor::Middle, "block"),
        (at(10.85, 0.2), TextAnchor::End, "right limit"),
        (at(11.4, 1.95), TextAnchor::Start, "left limit"),
        (at(13.0, -0.45), TextAnchor::Middle, "in the cone"),
        (at(13.2, 2.4), TextAnchor::Start, "not in it"),
        (at(11.6, 5.3), TextAnchor::Start, "the area lists this cone:"),
        (at(11.6, 4.95), TextAnchor::Start, "the corner, the wedge,"),
        (at(11.6, 4.6), TextAnchor::Start, "and two vertices"),
    ] {
        figure.text(place, beside, text);
    }

    let is_as_drawn = path == [start.into(), corner, seen.into()]
        && around.starts_with(&[start.into(), corner, left]);
    if !is_as_drawn {
        return Err(format!("not as drawn: {path:?}, {around:?}").into());
    }
    Ok(figure.finish())
}
