//! The figure of the ground that a search expands.

use std::collections::BTreeSet;
use std::error::Error;

use tautline_anyangle::{AnyAngleScratch, OneToManyQuery, OneToManySearch};
use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, NavMesh, Terrain, rectangles_from_cells};

use crate::ink;
use crate::meshes;
use tautline_fixtures::{Figure, TextAnchor};

/// The first row is at the top.
const MAP: [&str; 20] = [
    "....................................",
    "..####....#......########...........",
    "..#.......#......#......#....###....",
    "..#.......#......#......#....###....",
    "..#..###..####...#......#...........",
    "..#..#.......#...#..#####...........",
    "..####.......#...#.............#....",
    ".............#.......###.......#....",
    ".....#########.......###.......#....",
    ".............................###....",
    "..........##....##..................",
    "...##.....##....##......##########..",
    "...##...................#........#..",
    "...##......######.......#........#..",
    "................#.......#..####..#..",
    "................#..###..#..#..#..#..",
    "..#######.......#..###.....#..#..#..",
    "..#.....#..................####..#..",
    "..#.....#.......##......#........#..",
    "....................##..##########..",
];

const WIDTH: u16 = 36;
const HEIGHT: u16 = 20;

/// Samples per cell and direction.
const FINENESS: u16 = 3;

/// The colours of ground from near to far.
const BANDS: [&str; 8] = [
    r##"fill="#d3ebf5""##,
    r##"fill="#bfe0ef""##,
    r##"fill="#aad4e8""##,
    r##"fill="#95c8e0""##,
    r##"fill="#80bbd7""##,
    r##"fill="#6caecd""##,
    r##"fill="#58a0c2""##,
    r##"fill="#4592b7""##,
];

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    let is_open = |x: u32, y: u32| {
        let row = MAP.iter().rev().nth(y as usize);
        row.and_then(|row| row.as_bytes().get(x as usize)) == Some(&b'.')
    };
    let raw = rectangles_from_cells(WIDTH.into(), HEIGHT.into(), |x, y| {
        is_open(x, y).then_some(Terrain(0))
    });
    let mesh = raw.build()?;
    let ends = [Vec2::new(7.5, 13.5), Vec2::new(31.5, 6.5)];
    let mut scratch = AnyAngleScratch::new();
    let (length, path) = meshes::path(&mesh, ends, &mut scratch)?;
    let counters = scratch.counters();

    let mut figure = Figure::new([-0.5, -3.4], [36.5, 20.5], 30.0);
    meshes::draw(&mut figure, &mesh);
    let open = reachable_areas(&mesh, ends);
    for area in mesh.areas().filter(|area| !open.contains(area)) {
        let corners: Vec<DVec2> = mesh.corners(area).map(DVec2::from).collect();
        figure.polygon(&corners, ink::CLOSED);
    }
    for (rectangles, colour) in looked_at(&mesh, &open, ends, length)?.iter().zip(BANDS) {
        figure.rectangles(rectangles, colour);
    }
    meshes::draw_walls(&mut figure, &mesh);
    figure.line(&path, ink::PATH);
    for &corner in &path[1..path.len() - 1] {
        figure.dot(corner, ink::CORNER);
    }
    for (end, name) in ends.map(DVec2::from).into_iter().zip(["start", "goal"]) {
        figure.dot(end, ink::END);
        figure.text(end + DVec2::new(0.4, 0.3), TextAnchor::Start, name);
    }
    let band = length / 8.0;
    for (row, text) in (0_u8..).zip([
        format!(
            "Blue: a path of {length:.3} to the goal could still pass here. Bands of {band:.3} by the exact distance from the start."
        ),
        "Every expanded node touches blue ground. Pale: the lower bound is too long. Grey: pruned by the block-cut tree.".to_owned(),
        format!(
            "{} nodes expanded, {} queued. Pruned: {} half-edges (block-cut tree), {} dominated windows, {} turns not taut.",
            counters.expanded,
            counters.pushed,
            counters.block_cut_pruned,
            counters.dominated,
            counters.not_taut,
        ),
    ]) {
        figure.text(DVec2::new(0.0, -1.0 - 0.85 * f64::from(row)), TextAnchor::Start, &text);
    }
    Ok(figure.finish())
}

/// The ground from which the straight line to the goal could still complete a path of at
/// most a length, in bands of the exact distance from the start.
fn looked_at(
    mesh: &NavMesh,
    open: &BTreeSet<AreaId>,
    [start, goal]: [Vec2; 2],
    length: f64,
) -> Result<Vec<Vec<[DVec2; 2]>>, Box<dyn Error>> {
    let samples: Vec<Vec2> = (0..HEIGHT * FINENESS)
        .flat_map(|y| (0..WIDTH * FINENESS).map(move |x| sample(x, y)))
        .filter(|&point| mesh.areas_at(point).any(|area| open.contains(&area)))
        .collect();
    let goals: Vec<_> = samples.iter().map(|&point| point.into()).collect();
    let mut near = OneToManySearch::new();
    near.all(mesh, &OneToManyQuery::new(start), &goals)?;

    let half = 0.5 / f64::from(FINENESS);
    let mut bands: Vec<Vec<[DVec2; 2]>> = vec![Vec::new(); BANDS.len()];
    let ends: Vec<f64> = (1_u8..).take(BANDS.len()).map(|n| length * f64::from(n) / 8.0).collect();
    for (number, &point) in samples.iter().enumerate() {
        let distance = near.distance_to(number);
        let point = DVec2::from(point);
        if distance + point.distance(goal.into()) > length {
            continue;
        }
        let band = ends.partition_point(|&end| end < distance).min(BANDS.len() - 1);
        let (min, max) = (point - DVec2::new(half, half), point + DVec2::new(half, half));
        // Neighbours in a row become one rectangle.
        match bands[band].last_mut() {
            Some([from, to]) if from.y.total_cmp(&min.y).is_eq() && (min.x - to.x).abs() < half => {
                *to = max;
            }
            _ => bands[band].push([min, max]),
        }
    }
    Ok(bands)
}

/// The middle of a small square.
fn sample(x: u16, y: u16) -> Vec2 {
    let middle = |number: u16| (f32::from(number) + 0.5) / f32::from(FINENESS);
    Vec2::new(middle(x), middle(y))
}

/// The areas that can be entered from the start by half-edges on simple paths to the goal
/// (block-cut pruning).
fn reachable_areas(mesh: &NavMesh, [start, goal]: [Vec2; 2]) -> BTreeSet<AreaId> {
    let goals: Vec<u32> = mesh.areas_at(goal).map(|area| mesh.block_cut_number(area)).collect();
    let mut waiting: Vec<AreaId> = mesh.areas_at(start).collect();
    let mut found: BTreeSet<AreaId> = waiting.iter().copied().collect();
    while let Some(area) = waiting.pop() {
        for edge in mesh.half_edges_in(area).iter().filter(|edge| edge.twin().is_some()) {
            let leads_on = goals.iter().any(|&goal| edge.block_cut_range().leads_to(goal));
            if leads_on && found.insert(edge.across()) {
                waiting.push(edge.across());
            }
        }
    }
    found
}
