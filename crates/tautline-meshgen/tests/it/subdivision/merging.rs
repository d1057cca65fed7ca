//! Merging the areas of meshes from other sources.

use proptest::prelude::*;
use tautline_fixtures::{PlainMesh, SplitMix64, random_blocks};
use tautline_meshgen::merge_areas;
use tautline_navmesh::{Fault, RawMesh, Terrain};

use super::{ring, sizes, valid};

fn raw_mesh(plain: &PlainMesh) -> RawMesh {
    let mut raw = RawMesh::from_vertices(&plain.vertices);
    for area in &plain.areas {
        raw.push_area(area);
    }
    raw.neighbours = (plain.neighbours.iter().flatten())
        .map(|neighbour| neighbour.unwrap_or(RawMesh::NO_NEIGHBOUR))
        .collect();
    raw
}

/// Unit squares with some walls between them.
fn unit_squares(seed: u64) -> RawMesh {
    let mut random = SplitMix64::new(seed);
    let mut cells = random_blocks(seed, 9, 8, 25);
    cells.set(0, 0, true);
    for x in 0..8 {
        for y in 0..8 {
            if random.chance(10) {
                cells.put_wall([x, y], [x + 1, y]);
            }
        }
    }
    raw_mesh(&cells.to_unit_mesh())
}

/// A square of four triangles around its middle.
fn square() -> RawMesh {
    let mut raw =
        RawMesh::from_vertices(&[[0.0, 0.0], [2.0, 0.0], [2.0, 2.0], [0.0, 2.0], [1.0, 1.0]]);
    for area in [[0, 1, 4], [1, 2, 4], [2, 3, 4], [3, 0, 4]] {
        raw.push_area(&area);
    }
    raw
}

/// All open borders and all others, by their ends.
fn borders(raw: &RawMesh) -> [Vec<[u32; 2]>; 2] {
    let mut borders = [Vec::new(), Vec::new()];
    let mut neighbours = raw.neighbours.iter();
    for area in 0..raw.area_count() {
        let ring = ring(raw, area);
        for (&a, &b) in ring.iter().zip(ring.iter().cycle().skip(1)) {
            let is_closed = *neighbours.next().unwrap() == RawMesh::NO_NEIGHBOUR;
            borders[usize::from(is_closed)].push([a.min(b), a.max(b)]);
        }
    }
    for list in &mut borders {
        list.sort_unstable();
        list.dedup();
    }
    borders
}

proptest! {
    #[test]
    fn merging_keeps_ground_walls_and_connections(seed: u64) {
        let raw = unit_squares(seed);
        let merged = merge_areas(&raw).unwrap();
        prop_assert_eq!(sizes(&merged), sizes(&raw));
        let ([open, closed], [open_before, closed_before]) = (borders(&merged), borders(&raw));
        prop_assert_eq!(closed, closed_before);
        prop_assert!(open.iter().all(|border| open_before.binary_search(border).is_ok()));
        let (mesh, before) = (valid(&merged), valid(&raw));
        prop_assert_eq!(mesh.component_count(), before.component_count());
        prop_assert!(mesh.area_count() <= before.area_count());
        prop_assert_eq!(merge_areas(&merged).unwrap().area_count(), merged.area_count());
    }

    #[test]
    fn walls_that_are_listed_without_neighbours_are_kept_too(seed: u64) {
        let mut raw = unit_squares(seed);
        let named = merge_areas(&raw).unwrap();
        let [_, closed] = borders(&raw);
        let mut edges: Vec<[u32; 2]> = (0..raw.area_count())
            .flat_map(|area| {
                let ring = ring(&raw, area);
                let next = ring.clone().into_iter().cycle().skip(1);
                ring.into_iter().zip(next).map(|(a, b)| [a.min(b), a.max(b)]).collect::<Vec<_>>()
            })
            .collect();
        edges.sort_unstable();
        let twice = edges.windows(2).filter(|pair| pair[0] == pair[1]).map(|pair| pair[0]);
        raw.walls = twice.filter(|edge| closed.binary_search(edge).is_ok()).collect();
        raw.neighbours.clear();
        let merged = merge_areas(&raw).unwrap();
        prop_assert!(merged.neighbours.is_empty());
        prop_assert_eq!(&merged.walls, &raw.walls);
        prop_assert_eq!(&merged.corners, &named.corners);
        valid(&merged);
    }
}

/// ```text
///   4 +-------+
///     |  top  |             The middle can be merged with the top or with the right area,
///   2 +-------+-------+     not with both. Most paths cross the longer border, so it goes.
///     |  mid  | right |
///   0 +-------+-------+
///     0       4       8
/// ```
#[test]
fn the_longest_border_is_removed_first() {
    let vertices = [
        [0.0, 0.0],
        [4.0, 0.0],
        [8.0, 0.0],
        [0.0, 2.0],
        [4.0, 2.0],
        [8.0, 2.0],
        [0.0, 4.0],
        [4.0, 4.0],
    ];
    for order in [[0, 1, 2], [2, 1, 0]] {
        let areas = [[0, 1, 4, 3], [1, 2, 5, 4], [3, 4, 7, 6]];
        let mut raw = RawMesh::from_vertices(&vertices);
        order.iter().for_each(|&area: &usize| raw.push_area(&areas[area]));
        let merged = merge_areas(&raw).unwrap();
        assert_eq!(merged.area_count(), 2);
        let right = (0..2).find(|&area| ring(&merged, area).contains(&2)).unwrap();
        assert!(!ring(&merged, right).contains(&0), "the right area stays alone");
    }
}

#[test]
fn four_triangles_become_a_square() {
    let merged = merge_areas(&square()).unwrap();
    assert_eq!((merged.area_count(), merged.corners.len()), (1, 4));
    assert_eq!(merged.vertices, square().vertices);
}

#[test]
fn areas_of_different_classes_or_numbers_are_not_merged() {
    let mut raw = square();
    raw.terrains = [1, 1, 1, 2].map(Terrain).to_vec();
    let merged = merge_areas(&raw).unwrap();
    assert_eq!(merged.area_count(), 3, "three of four triangles make no convex area");
    assert_eq!(sizes(&merged)[1..3], [3.0, 1.0]);

    let mut raw = square();
    raw.numbers = vec![5, 6, 6, 5];
    let merged = merge_areas(&raw).unwrap();
    assert_eq!(merged.area_count(), 2);
    assert_eq!(merged.numbers, [5, 6]);
}

#[test]
fn slopes_are_not_merged() {
    let mut raw = square();
    raw.elevations = vec![1.0; 5];
    assert_eq!(merge_areas(&raw).unwrap().area_count(), 1);
    raw.elevations[4] = 1.5;
    assert_eq!(merge_areas(&raw).unwrap(), raw);
    raw.elevations[4] = 1.0;
    raw.elevations[0] = 0.0;
    assert_eq!(merge_areas(&raw).unwrap().area_count(), 3, "two triangles are level");
}

#[test]
fn concave_areas_stay_as_they_are() {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [2.0, 1.0],
        [4.0, 0.0],
        [4.0, 4.0],
        [0.0, 4.0],
        [2.0, 6.0],
    ]);
    raw.push_area(&[0, 1, 2, 3, 4]);
    raw.push_area(&[4, 3, 5]);
    assert_eq!(merge_areas(&raw).unwrap(), raw);
}

/// A spike of a wall: the areas on both sides of it share the rest of its line.
#[test]
fn areas_are_not_merged_around_the_end_of_a_wall() {
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [1.0, 0.0],
        [2.0, 0.0],
        [2.0, 1.0],
        [0.0, 1.0],
        [0.0, -1.0],
        [2.0, -1.0],
    ]);
    raw.push_area(&[0, 1, 2, 3, 4]);
    raw.push_area(&[5, 6, 2, 1, 0]);
    assert_eq!(merge_areas(&raw).unwrap().area_count(), 1);
    raw.walls = vec![[0, 1]];
    assert_eq!(merge_areas(&raw).unwrap().area_count(), 2);
    raw.walls = vec![[2, 1]];
    assert_eq!(merge_areas(&raw).unwrap().area_count(), 2);
}

/// The straight border grows while the areas above it are merged.
#[test]
fn a_border_that_grows_is_tried_again() {
    let count = 6_u16;
    let mut vertices = Vec::new();
    for x in 0..=count {
        vertices.extend([[f32::from(x), 0.0], [f32::from(x), 1.0]]);
    }
    vertices.extend([[0.0, -1.0], [f32::from(count), -1.0]]);
    let mut raw = RawMesh::from_vertices(&vertices);
    for x in (0..u32::from(count)).map(|x| 2 * x) {
        raw.push_area(&[x, x + 2, x + 3, x + 1]);
    }
    let last = 2 * u32::from(count);
    let mut below: Vec<u32> = (0..=u32::from(count)).rev().map(|x| 2 * x).collect();
    below.extend([last + 2, last + 3]);
    raw.push_area(&below);
    assert_eq!(merge_areas(&raw).unwrap().area_count(), 1);
}

#[test]
fn faults_are_reported() {
    let mut raw = square();
    raw.push_area(&[0, 9, 1]);
    let faults = merge_areas(&raw).unwrap_err();
    assert!(matches!(faults.all(), [Fault::VertexOutOfRange { area: 4, .. }]), "{faults}");
    let faults = merge_areas(&RawMesh::default()).unwrap_err();
    assert!(matches!(faults.all(), [Fault::NoAreas]), "{faults}");
}
