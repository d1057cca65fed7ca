//! Labels for the costs of terrain: what they answer, their bake, and their stored form.

#![expect(clippy::cast_possible_truncation, reason = "the numbers are small")]

use tautline_fixtures::WeightedTiles;
use tautline_navmesh::{
    PathQuery, QueryFilter, RawLink, RawMesh, Terrain, Vec2, rectangles_from_cells,
};
use tautline_weighted::{
    CostBakeError, CostLabels, StoredCostLabels, StoredCostLabelsError, WeightedError,
    WeightedMesh, WeightedPath, WeightedScratch, WeightedSearch, weighted_path,
};

use crate::terrain::{filter, mesh};

#[test]
fn only_queries_with_the_same_costs_are_looked_up() {
    let mesh = mesh(&WeightedTiles::chequered(32, 4));
    let labels = [CostLabels::bake(&mesh, &filter()).unwrap()];
    let with_labels = WeightedMesh::of(&mesh).with_labels(&labels);
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    let mut looks_up = |filter: &QueryFilter| {
        let query = PathQuery::new(Vec2::new(2.5, 3.5), Vec2::new(29.5, 28.0)).with_filter(filter);
        weighted_path(with_labels, &query, &mut scratch, &mut path).unwrap();
        scratch.expanded() == 0
    };
    let mut scaled = QueryFilter::uniform();
    for class in 0..4 {
        scaled.set(Terrain(class), 1.7 * filter().factor(Terrain(class)) as f32).unwrap();
    }
    // 1.7 is rounded, so that these are other costs; twice as much is not.
    assert!(!looks_up(&scaled));
    for class in 0..4 {
        scaled.set(Terrain(class), 2.0 * filter().factor(Terrain(class)) as f32).unwrap();
    }
    // A class that the mesh does not have.
    scaled.set(Terrain(200), 9.0).unwrap();
    assert!(looks_up(&scaled) && looks_up(&filter()));
    let mut dearer = filter();
    dearer.set(Terrain(1), 7.0).unwrap();
    assert!(!looks_up(&dearer) && !looks_up(&QueryFilter::uniform()));
}

#[test]
fn too_many_links_are_searched() {
    let mut raw = rectangles_from_cells(8, 8, |x, _| Some(Terrain((x / 4) as u8)));
    let link = RawLink { from: [1.5, 1.5], to: [6.5, 6.5], ..RawLink::default() };
    for (count, are_known) in [(512, true), (513, false)] {
        raw.links = vec![link; count];
        let mesh = raw.build().unwrap();
        let labels = CostLabels::bake(&mesh, &filter()).unwrap();
        assert_eq!(labels.are_for(&mesh, &filter()), are_known);
    }
}

#[test]
fn links_may_end_at_the_corner_of_closed_ground() {
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(1));
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    // Two rooms. The closed ground in the first one is above or below the rest of it, and a corner of it is the
    // entrance of the cheaper link.
    for closed_row in [0_u8, 1] {
        let raw = rectangles_from_cells(9, 2, |x, y| match x {
            4 => None,
            1..4 if y == u32::from(closed_row) => Some(Terrain(1)),
            _ => Some(Terrain(0)),
        });
        let link =
            |from, cost| RawLink { from, to: [6.0, 1.0], cost: Some(cost), ..RawLink::default() };
        let open_row = 1.5 - f32::from(closed_row);
        let links = vec![link([4.0, 1.0], 3.0), link([2.5, open_row], 20.0)];
        let mesh = RawMesh { links, ..raw }.build().unwrap();
        let labels = [CostLabels::bake(&mesh, &filter).unwrap()];
        let with_labels = WeightedMesh::of(&mesh).with_labels(&labels);
        let start = Vec2::new(0.0, f32::from(closed_row) + 0.5);
        let query = PathQuery::new(start, Vec2::new(8.0, 1.0)).with_filter(&filter);
        weighted_path(with_labels, &query, &mut scratch, &mut path).unwrap();
        assert_eq!(scratch.expanded(), 0);
        let expected = 1.25_f64.sqrt() + 3.0 + 3.0 + 2.0;
        assert!((path.cost - expected).abs() < 1e-6, "{path:?}");
    }
}

#[test]
fn labels_serve_slices_and_refuse_other_meshes() {
    let mesh = mesh(&WeightedTiles::random(5, 24));
    let filter = filter();
    let labels = [CostLabels::bake(&mesh, &filter).unwrap()];
    let with_labels = WeightedMesh::of(&mesh).with_labels(&labels);
    let query = PathQuery::new(Vec2::new(1.5, 1.5), Vec2::new(22.5, 21.5)).with_filter(&filter);
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    weighted_path(with_labels, &query, &mut scratch, &mut path).unwrap();
    let mut search = WeightedSearch::begin(with_labels, &query).unwrap();
    let mut at_once = WeightedPath::default();
    assert_eq!(search.step(with_labels, 1, &mut at_once), Ok(true));
    assert_eq!(at_once, path);

    let other = mesh.to_raw().build().unwrap();
    let elsewhere = WeightedMesh::of(&other).with_labels(&labels);
    let refused = weighted_path(elsewhere, &query, &mut scratch, &mut path);
    assert_eq!(refused, Err(WeightedError::BakedForOtherMesh));
    assert_eq!(path, WeightedPath::default());
}

#[test]
fn the_bake_can_be_limited_and_cancelled() {
    let mesh = mesh(&WeightedTiles::random(6, 24));
    let bake = |max_bytes, mut rounds: usize| {
        CostLabels::bake_with(&mesh, &filter(), max_bytes, &mut |_| {
            rounds = rounds.saturating_sub(1);
            rounds > 0
        })
    };
    let all = bake(None, usize::MAX).unwrap();
    assert!(bake(Some(all.bytes()), usize::MAX) == Ok(all.clone()));
    let refused = bake(Some(all.bytes() - 1), usize::MAX);
    assert!(matches!(refused, Err(CostBakeError::OverBudget { .. })));
    let refused = bake(Some(0), usize::MAX);
    assert!(matches!(refused, Err(CostBakeError::OverBudget { max_bytes: 0, .. })));
    for rounds in [0, 1, 5] {
        assert!(bake(None, rounds) == Err(CostBakeError::Cancelled));
    }
}

#[test]
fn labels_have_the_same_bits_for_any_number_of_threads() {
    let mesh = mesh(&WeightedTiles::random(8, 40));
    let bake = |threads| {
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        pool.install(|| CostLabels::bake(&mesh, &filter()).unwrap().to_stored(&mesh))
    };
    let one = bake(1);
    assert!([2, 8].into_iter().all(|threads| bake(threads) == one));
}

#[test]
fn stored_labels_may_lead_along_the_dearer_side_of_a_border() {
    // There, a search leaves out the leg through the cheaper area between two nodes of a border.
    let mesh = mesh(&WeightedTiles::random(1, 96));
    let stored = CostLabels::bake(&mesh, &filter()).unwrap().to_stored(&mesh);
    assert_eq!(stored.verify(&mesh).err(), None);
}

#[test]
fn stored_labels_are_checked() {
    let mesh = mesh(&WeightedTiles::random(7, 16));
    let labels = CostLabels::bake(&mesh, &filter()).unwrap().named("heavy");
    let stored = labels.to_stored(&mesh);
    assert!(stored.clone().verify(&mesh) == Ok(labels));
    let other = self::mesh(&WeightedTiles::random(9, 16));
    assert!(stored.clone().verify(&other) == Err(StoredCostLabelsError::OtherMesh));

    let forged = |forge: &dyn Fn(&mut StoredCostLabels)| {
        let mut stored = stored.clone();
        forge(&mut stored);
        stored.verify(&mesh).err().unwrap()
    };
    let middle = stored.hubs.len() / 2;
    assert_eq!(forged(&|labels| labels.fingerprint ^= 1), StoredCostLabelsError::OtherMesh);
    for factor in [0.0, -1.0, f32::NAN, f32::NEG_INFINITY] {
        let error = forged(&|labels| labels.factors[3] = factor);
        assert!(matches!(error, StoredCostLabelsError::Factor { terrain: Terrain(3), .. }));
    }
    type Forge = (&'static str, fn(&mut StoredCostLabels));
    let shortened: [Forge; 5] = [
        ("factors", |labels| labels.factors.truncate(255)),
        ("starts", |labels| labels.row_starts.truncate(9)),
        ("hubs", |labels| labels.hubs.truncate(9)),
        ("costs", |labels| labels.costs.push(1.0)),
        ("nexts", |labels| labels.nexts.clear()),
    ];
    for (name, forge) in shortened {
        let error = forged(&forge);
        assert!(matches!(error, StoredCostLabelsError::Length { list, .. } if list == name));
    }
    let empty = StoredCostLabels { factors: vec![1.0; 256], ..StoredCostLabels::default() };
    assert!(empty.verify(&mesh) == Err(StoredCostLabelsError::OtherMesh));
    assert_eq!(forged(&|labels| labels.row_starts[1] = u32::MAX), StoredCostLabelsError::Starts);
    assert_eq!(forged(&|labels| labels.row_starts[0] = 1), StoredCostLabelsError::Starts);
    // Other costs of terrain would be other costs of paths.
    let error = forged(&|labels| labels.factors[..2].iter_mut().for_each(|factor| *factor = 9.0));
    assert!(matches!(error, StoredCostLabelsError::Entry { .. }));
    let values = [0, 1, u32::MAX, stored.hubs[middle] + 1, stored.nexts[middle] + 1];
    let mut refused = 0;
    for value in values {
        let changes: [&dyn Fn(&mut StoredCostLabels); 2] =
            [&|labels| labels.hubs[middle] = value, &|labels| labels.nexts[middle] = value];
        for change in changes {
            let mut stored = stored.clone();
            change(&mut stored);
            // A changed entry may be that of another path, by chance.
            refused += usize::from(stored.verify(&mesh).is_err());
        }
    }
    assert!(refused >= 8, "{refused}");
    for cost in [f32::NAN, f32::INFINITY, -1.0, 2.0 * stored.costs[middle] + 1.0] {
        let error = forged(&|labels| labels.costs[middle] = cost);
        assert!(matches!(error, StoredCostLabelsError::Entry { .. }), "{cost}");
    }
}
