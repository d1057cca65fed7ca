//! A baked map with some changed bytes and a corrected checksum: it is rejected with an error of one
//! line, or all queries on it end without a panic.
//!
//! The map is baked here, so that inputs stay valid when the format of the file changes. It has
//! links. The first byte of the input selects its other data: labels with all, few or no hubs,
//! landmarks, or cost labels.

#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use tautline::anyangle::Landmarks;
use tautline::asset::HEADER_LENGTH;
use tautline::baked::{BakedMap, LabelStorage};
use tautline::labels::{BakeOptions, Hubs, Labels};
use tautline::navmesh::{LinkKind, NavMesh, RawLink, Terrain, rectangles_from_cells};
use tautline::weighted::CostLabels;
use tautline::{
    Path, PathOptions, Query, QueryFilter, Scratch, Tier, Vec2, next_corners_to, path_in,
};
use tautline_fuzz::{Bytes, assert_one_line};

/// Ground with pillars, divided by a wall, with links across it. It is large enough for landmarks.
fn mesh() -> NavMesh {
    let is_pillar = |x: u32, y: u32| x % 3 == 1 && y % 3 == 1;
    let mut raw = rectangles_from_cells(30, 21, |x, y| {
        (!is_pillar(x, y) && x != 15).then_some(Terrain((x / 20) as u8))
    });
    for (x, cost) in [(2.0, None), (5.0, Some(0.0)), (8.0, Some(9.0))] {
        let (from, to) = ([x, 5.0], [x + 18.0, 12.0]);
        let both_ways = cost.is_none();
        raw.links.push(RawLink { from, to, cost, both_ways, ..RawLink::default() });
    }
    raw.links.push(RawLink {
        from: [15.0, 2.0],
        to: [16.0, 2.0],
        kind: LinkKind::Jump,
        both_ways: true,
        ..RawLink::default()
    });
    raw.build().expect("rectangles are valid areas")
}

/// The query filter of the cost labels. It forbids links.
static COSTS: LazyLock<QueryFilter> = LazyLock::new(|| {
    let mut costs = QueryFilter::uniform();
    costs.set(Terrain(1), 4.0).expect("a valid factor");
    LinkKind::ALL.into_iter().for_each(|kind| costs.forbid_links(kind));
    costs
});

/// The data that a mesh is baked with.
#[derive(Clone, Copy)]
enum Accelerator {
    Labels(Hubs),
    Landmarks,
    CostLabels,
}

static FILES: LazyLock<[Vec<u8>; 5]> = LazyLock::new(|| {
    let mesh = mesh();
    [
        Accelerator::Labels(Hubs::All),
        Accelerator::Labels(Hubs::AtMost(0)),
        Accelerator::Labels(Hubs::AtMost(40)),
        Accelerator::Landmarks,
        Accelerator::CostLabels,
    ]
    .map(|accelerator| {
        let mut map = BakedMap::from(mesh.clone());
        for of_radius in map.meshes_mut() {
            match accelerator {
                Accelerator::Labels(hubs) => {
                    let labels = Labels::bake(of_radius.mesh(), &BakeOptions::with_hubs(hubs));
                    of_radius.set_labels(labels.expect("a small mesh"), LabelStorage::Full);
                }
                Accelerator::Landmarks => {
                    of_radius.set_landmarks(Landmarks::choose(of_radius.mesh()));
                }
                Accelerator::CostLabels => {
                    let labels = CostLabels::bake(of_radius.mesh(), &COSTS);
                    of_radius.set_cost_labels(vec![labels.expect("a small mesh")]);
                }
            }
        }
        map.encode().expect("a small map")
    })
});

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let mut file = FILES[usize::from(bytes.byte()) % FILES.len()].clone();
    let payload = file.len() - HEADER_LENGTH;
    while !bytes.0.is_empty() {
        let at = u32::from_le_bytes([(); 4].map(|()| bytes.byte())) as usize % payload;
        file[HEADER_LENGTH + at] = bytes.byte();
    }
    let (header, payload) = file.split_at(HEADER_LENGTH);
    let checksum = crc32fast::hash(&[&header[..HEADER_LENGTH - 4], payload].concat());
    file[HEADER_LENGTH - 4..HEADER_LENGTH].copy_from_slice(&checksum.to_le_bytes());

    let map = match BakedMap::decode(&file) {
        Ok(map) => map,
        Err(error) => return assert_one_line(&error),
    };
    let points = [[0.5, 0.5], [29.5, 20.5], [14.5, 10.0], [16.5, 3.5], [5.0, 5.0], [23.0, 12.0]];
    let points = points.map(Vec2::from);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for (start, goal) in points.into_iter().flat_map(|start| points.map(|goal| (start, goal))) {
        let query = Query::new(start, goal);
        let weighted = query.with_filter(&COSTS).with_tier(Tier::Weighted);
        for query in [query.with_tier(Tier::Exact), query.with_tier(Tier::Classic), weighted] {
            if let Err(error) = path_in(&map, &query, &mut scratch, &mut path) {
                assert_one_line(&error);
            }
        }
    }
    for goal in points {
        let _ends = next_corners_to(&map, &points, goal, &PathOptions::default());
    }
});
