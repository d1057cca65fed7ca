//! T-junctions: areas that touch along only parts of their edges.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tautline_navmesh::{
    AreaId, Build, BuildOptions, Faults, NavMesh, RawMesh, TJunction, TJunctions,
};

use crate::laws::maps::lattice;

/// Left, bottom, right, top.
type Rectangle = [i32; 4];

/// The pieces of a square that is divided repeatedly; some pieces are left out.
fn cut_squares() -> impl Strategy<Value = Vec<Rectangle>> {
    let cuts =
        prop::collection::vec((any::<prop::sample::Index>(), any::<bool>(), 1..12_i32), 0..16);
    let kept = prop::collection::vec(prop::bool::weighted(0.8), 20);
    (cuts, kept).prop_filter_map("nothing is left", |(cuts, kept)| {
        let mut pieces = vec![[0, 0, 12, 12]];
        for (piece, upright, at) in cuts {
            let index = piece.index(pieces.len());
            let [left, bottom, right, top] = pieces[index];
            if upright && left < at && at < right {
                pieces[index] = [left, bottom, at, top];
                pieces.push([at, bottom, right, top]);
            } else if !upright && bottom < at && at < top {
                pieces[index] = [left, bottom, right, at];
                pieces.push([left, at, right, top]);
            }
        }
        let mut kept = kept.into_iter();
        pieces.retain(|_| kept.next().unwrap_or(true));
        (!pieces.is_empty()).then_some(pieces)
    })
}

/// Areas with four corners each, which share vertices but name no neighbours.
fn raw_of(floors: &[(&[Rectangle], f32)]) -> RawMesh {
    let mut raw = RawMesh::default();
    for (pieces, elevation) in floors {
        for &[left, bottom, right, top] in *pieces {
            let first = u32::try_from(raw.vertices.len()).unwrap_or(u32::MAX);
            for corner in [[left, bottom], [right, bottom], [right, top], [left, top]] {
                raw.vertices.push(lattice(corner).into());
                raw.elevations.push(*elevation);
            }
            raw.push_area(&[first, first + 1, first + 2, first + 3]);
        }
    }
    raw.weld();
    raw
}

fn build(raw: &RawMesh, t_junctions: TJunctions) -> Result<Build, Faults> {
    NavMesh::build(raw, &BuildOptions { strict: true, t_junctions })
}

/// The ends of the segment along which two rectangles touch.
fn common_side(a: Rectangle, b: Rectangle) -> Option<[[i32; 2]; 2]> {
    let (left, right) = (a[0].max(b[0]), a[2].min(b[2]));
    let (bottom, top) = (a[1].max(b[1]), a[3].min(b[3]));
    let is_line = (left == right && bottom < top) || (bottom == top && left < right);
    is_line.then_some([[left, bottom], [right, top]])
}

/// Returns true if a segment is a complete edge of a rectangle.
fn is_whole_side([from, to]: [[i32; 2]; 2], [left, bottom, right, top]: Rectangle) -> bool {
    let edges = [
        [[left, bottom], [right, bottom]],
        [[left, top], [right, top]],
        [[left, bottom], [left, top]],
        [[right, bottom], [right, top]],
    ];
    edges.contains(&[from, to])
}

/// The pairs of areas that touch along parts of their edges, and the lengths of the overlaps.
fn expected_overlaps(pieces: &[Rectangle]) -> BTreeMap<[usize; 2], i32> {
    let pairs = (0..pieces.len()).flat_map(|i| (i + 1..pieces.len()).map(move |j| [i, j]));
    pairs
        .filter_map(|pair| {
            let [a, b] = pair.map(|piece| pieces[piece]);
            let line = common_side(a, b)?;
            let is_whole = is_whole_side(line, a) && is_whole_side(line, b);
            let [from, to] = line;
            (!is_whole).then_some((pair, to[0] - from[0] + to[1] - from[1]))
        })
        .collect()
}

fn overlaps(raw: &RawMesh, borders: &[TJunction]) -> BTreeMap<[usize; 2], i32> {
    let mut lengths = BTreeMap::new();
    for border in borders {
        let [from, to] = border.vertices.map(|vertex| raw.vertices[vertex.index()]);
        let length = (from[0] - to[0]).abs() + (from[1] - to[1]).abs();
        #[expect(clippy::cast_possible_truncation, reason = "a whole number below 13")]
        let length = length as i32;
        *lengths.entry(border.areas.map(AreaId::index)).or_insert(0) += length;
    }
    lengths
}

/// For each rectangle, the first one of its connected component.
fn flood(pieces: &[Rectangle]) -> Vec<usize> {
    let mut least: Vec<usize> = (0..pieces.len()).collect();
    loop {
        let before = least.clone();
        for i in 0..pieces.len() {
            for j in 0..pieces.len() {
                if common_side(pieces[i], pieces[j]).is_some() {
                    least[i] = least[i].min(least[j]);
                }
            }
        }
        if least == before {
            return least;
        }
    }
}

proptest! {
    #[test]
    fn t_junctions_are_reported_and_the_areas_stay_unconnected(pieces in cut_squares()) {
        let raw = raw_of(&[(&pieces, 0.0)]);
        let built = build(&raw, TJunctions::Report)?;
        prop_assert_eq!(
            overlaps(&raw, &built.report.t_junctions), expected_overlaps(&pieces)
        );
        prop_assert!(!built.report.t_junctions_linked);
        let ignoring = build(&raw, TJunctions::Ignore)?;
        prop_assert_eq!(ignoring.mesh, built.mesh);
        prop_assert!(ignoring.report.t_junctions.is_empty());
    }

    #[test]
    fn linked_areas_are_connected_as_their_cells_are(pieces in cut_squares()) {
        let raw = raw_of(&[(&pieces, 0.0)]);
        let built = build(&raw, TJunctions::Link { max_step: 0.0 })?;
        prop_assert_eq!(
            overlaps(&raw, &built.report.t_junctions), expected_overlaps(&pieces)
        );
        prop_assert_eq!(
            built.report.t_junctions_linked, !built.report.t_junctions.is_empty()
        );
        let mesh = &built.mesh;
        prop_assert_eq!(mesh.area_count(), pieces.len());
        let least = flood(&pieces);
        for i in mesh.areas() {
            for j in mesh.areas() {
                prop_assert_eq!(mesh.component(i) == mesh.component(j), least[i.index()] == least[j.index()]);
            }
        }
        prop_assert_eq!(&build(&mesh.to_raw(), TJunctions::default())?.mesh, mesh);
    }

    #[test]
    fn floors_more_than_a_step_apart_are_not_linked(
        lower in cut_squares(), upper in cut_squares(),
    ) {
        let raw = raw_of(&[(&lower, 0.0), (&upper, 5.0)]);
        let built = build(&raw, TJunctions::Link { max_step: 1.0 })?;
        let mut expected = expected_overlaps(&lower);
        let shifted = expected_overlaps(&upper).into_iter();
        expected.extend(shifted.map(|(pair, length)| (pair.map(|area| area + lower.len()), length)));
        prop_assert_eq!(overlaps(&raw, &built.report.t_junctions), expected);
        let components = |areas: &mut dyn Iterator<Item = AreaId>| -> BTreeSet<u32> {
            areas.map(|area| built.mesh.component(area)).collect()
        };
        let below = components(&mut built.mesh.areas().take(lower.len()));
        let above = components(&mut built.mesh.areas().skip(lower.len()));
        prop_assert!(below.is_disjoint(&above));
    }

    #[test]
    fn a_wall_at_a_t_junction_stays_a_wall(pieces in cut_squares()) {
        let mut raw = raw_of(&[(&pieces, 0.0)]);
        // All edges of the first area become walls.
        let corners: Vec<u32> = raw.corners[..4].to_vec();
        raw.walls = (0..4).map(|i| [corners[i], corners[(i + 1) % 4]]).collect();
        let mesh = build(&raw, TJunctions::Link { max_step: 0.0 })?.mesh;
        let alone = mesh.component(AreaId(0));
        prop_assert!(mesh.areas().skip(1).all(|area| mesh.component(area) != alone));
    }
}
