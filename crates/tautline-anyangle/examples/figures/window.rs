//! The figure of a window that splits at the corners of the area behind it.

use std::error::Error;

use tautline_anyangle::AnyAngleScratch;
use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, RawMesh};

use crate::ink;
use crate::meshes;
use tautline_fixtures::{Figure, TextAnchor};

const VERTICES: [[f32; 2]; 18] = [
    // The area of the root, and the limits of its view.
    [-1.2, -1.6],
    [2.0, -0.5],
    [2.5, 1.25],
    [-1.2, 2.0],
    // The area behind the window, from the border between them.
    [4.0, -3.0],
    [7.5, -3.6],
    [10.0, -1.2],
    [10.4, 1.4],
    [8.5, 3.9],
    [4.0, 3.0],
    // The area below it.
    [9.5, -4.4],
    [12.6, -2.6],
    [12.5, -0.6],
    // The area above it, on the right.
    [12.5, 1.2],
    [12.6, 3.4],
    [10.8, 5.0],
    // The area above it.
    [8.2, 5.6],
    [4.4, 4.9],
];

const AREAS: [&[u32]; 6] = [
    &[0, 1, 2, 3],
    &[1, 4, 9, 2],
    &[4, 5, 6, 7, 8, 9],
    &[5, 10, 11, 12, 6],
    &[7, 13, 14, 15, 8],
    &[8, 15, 16, 17, 9],
];

const ROOT: Vec2 = Vec2::ZERO;

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    let mut raw = RawMesh::from_vertices(&VERTICES);
    for area in AREAS {
        raw.push_area(area);
    }
    let mesh = raw.build()?;

    let root = DVec2::from(ROOT);
    let vertex = |number: usize| DVec2::from(mesh.vertices()[number]);
    let (right, left) = (vertex(1), vertex(2));
    let entry = [vertex(4), vertex(9)];
    let window = [right, left].map(|limit| crossing(root, limit, entry));
    let right_exit = crossing(root, right, [vertex(5), vertex(6)]);
    let left_exit = crossing(root, left, [vertex(8), vertex(9)]);
    let (below, above, open) = (vertex(6), vertex(7), vertex(8));

    let mut figure = Figure::new([-2.6, -5.4], [14.6, 6.4], 66.0);
    meshes::draw(&mut figure, &mesh);

    // The region that becomes visible from the lower corner.
    let far_wall = [vertex(11), vertex(12)];
    let prolonged = crossing(root, below, far_wall);
    figure.polygon(&[below, prolonged, vertex(12)], ink::LATER_VIEW);
    figure.line(&[root, prolonged], ink::RAY);

    figure.polygon(&[root, window[0], window[1]], ink::VIEW);
    let seen = [window[0], right_exit, below, above, open, left_exit, window[1]];
    figure.polygon(&seen, ink::VIEW);
    figure.line(&[root, right_exit], ink::RAY);
    figure.line(&[root, left_exit], ink::RAY);
    for part in [window, [right_exit, below], [above, open], [open, left_exit]] {
        figure.line(&part, ink::WINDOW);
    }
    for corner in [below, above] {
        figure.dot(corner, ink::CORNER);
    }
    figure.dot(root, ink::END);

    let at = DVec2::new;
    for (place, beside, text) in [
        (at(-0.2, -0.3), TextAnchor::End, "root"),
        (at(2.1, -1.75), TextAnchor::End, "right limit:"),
        (at(2.1, -2.05), TextAnchor::End, "the ray through this vertex"),
        (at(2.1, 2.5), TextAnchor::End, "left limit:"),
        (at(2.1, 2.2), TextAnchor::End, "the ray through that one"),
        (at(4.15, 0.4), TextAnchor::Start, "window"),
        (at(9.1, -2.6), TextAnchor::Start, "1: cut by the right limit"),
        (at(9.7, 2.75), TextAnchor::Start, "2: a whole border"),
        (at(7.9, 4.15), TextAnchor::Middle, "3: cut by the left limit"),
        (at(8.35, 3.45), TextAnchor::End, "no corner"),
        (at(9.75, -0.35), TextAnchor::End, "corner, deferred:"),
        (at(9.75, -0.65), TextAnchor::End, "may turn left here"),
        (at(10.15, 1.35), TextAnchor::End, "corner, deferred:"),
        (at(10.15, 1.05), TextAnchor::End, "may turn right here"),
        (at(10.45, 0.1), TextAnchor::Start, "wall"),
        (at(12.7, -1.1), TextAnchor::Start, "what the"),
        (at(12.7, -1.4), TextAnchor::Start, "turn will open"),
    ] {
        figure.text(place, beside, text);
    }

    // The search agrees: it turns at the corner, and sees past the open vertex.
    let mut scratch = AnyAngleScratch::new();
    let behind = Vec2::new(12.4, -0.75);
    let (_, around) = meshes::path(&mesh, [ROOT, behind], &mut scratch)?;
    let beyond = Vec2::new(9.5, 4.5);
    let (_, straight) = meshes::path(&mesh, [ROOT, beyond], &mut scratch)?;
    let is_as_drawn = mesh.contains(AreaId(3), behind)
        && around == [root, below, behind.into()]
        && straight == [root, beyond.into()];
    if !is_as_drawn {
        return Err(format!("not as drawn: {around:?}, {straight:?}").into());
    }
    Ok(figure.finish())
}

/// Returns the point at which the ray from the root through a point meets the line of a
/// segment.
fn crossing(root: DVec2, through: DVec2, [a, b]: [DVec2; 2]) -> DVec2 {
    let direction = through - root;
    let before = direction.perp_dot(a - root);
    let after = direction.perp_dot(b - root);
    a + (b - a) * (before / (before - after))
}
