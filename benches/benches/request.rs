//! Whole queries (location, search, path) on a generated map and on real ones.
#![expect(clippy::print_stdout, reason = "it tells when it skips")]
#![expect(clippy::expect_used, reason = "a bench that cannot measure must fail")]

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::labels::{BakeOptions, Labels};
use tautline::navmesh::{BuildOptions, NavMesh, QueryFilter, Terrain, rectangles_from_cells};
use tautline::{Ground, Path, Query, Scratch, Vec2, path_in, paths};
use tautline_benches::suite;
use tautline_fixtures::{SplitMix64, rooms};

/// Random queries between cell centres of a generated map of rooms.
fn generated(criterion: &mut Criterion) {
    let cells = rooms(5, 200, 200);
    let raw = rectangles_from_cells(200, 200, |x, y| {
        let [x, y] = [x, y].map(|value| i32::try_from(value).unwrap_or(-1));
        cells.is_walkable([x, y]).then_some(Terrain(0))
    });
    let built = NavMesh::build(&raw, &BuildOptions::default());
    let mesh = built.expect("rectangles are a valid mesh").mesh;
    let mut random = SplitMix64::new(4);
    let mut point = || {
        let mut coordinate = || f32::from(u16::try_from(random.below(200)).unwrap_or(0)) + 0.5;
        Vec2::new(coordinate(), coordinate())
    };
    let queries: Vec<Query<'_>> = (0..1_000).map(|_| Query::new(point(), point())).collect();
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    criterion.bench_function("path_in, rooms 200x200, 1,000 queries", |bencher| {
        bencher.iter(|| {
            let answered =
                |query: &&Query<'_>| path_in(&mesh, query, &mut scratch, &mut path).is_ok();
            queries.iter().filter(answered).count()
        });
    });
    criterion.bench_function("paths, rooms 200x200, 1,000 queries", |bencher| {
        bencher.iter(|| paths(&mesh, &queries).len());
    });
}

fn real(criterion: &mut Criterion) {
    let Some(data) = suite::data() else {
        println!("skipped: TAUTLINE_DATA is not set");
        return;
    };
    let mut group = criterion.benchmark_group("path_in, every 20th query");
    group.sample_size(10);
    for name in ["dao/arena", "dao/orz900d", "sc1/Aurora"] {
        let mesh = suite::published_mesh(&data, name).expect("the map is there");
        let references = suite::references(&data, name).expect("its queries are there");
        let (mut scratch, mut path) = (Scratch::new(), Path::default());
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let sample = references.iter().step_by(20);
                sample
                    .filter(|r| path_in(&mesh, &suite::query(r), &mut scratch, &mut path).is_ok())
                    .count()
            });
        });
    }
    group.finish();
}

/// Queries with forbidden areas, such as closed doors: by search, and by labels, which ignore the
/// filter and are checked afterwards.
fn closed(criterion: &mut Criterion) {
    let Some(data) = suite::data() else { return };
    let mut group = criterion.benchmark_group("path_in, orz900d, every 20th query");
    group.sample_size(10);
    let name = "dao/orz900d";
    let mesh = suite::published_mesh(&data, name).expect("the map is there");
    let references = suite::references(&data, name).expect("its queries are there");
    let labels = Labels::bake(&mesh, &BakeOptions::default()).expect("it fits");
    let searched = Ground::of(&mesh);
    let (mut scratch, mut path) = (Scratch::new(), Path::default());
    for closed in [1, 4, 16] {
        let apart = mesh.area_count() / closed;
        let mut filter = QueryFilter::uniform();
        mesh.areas().skip(apart / 2).step_by(apart).for_each(|area| filter.forbid_area(area));
        for (how, ground) in [("searched", searched), ("labels", searched.with_labels(&labels))] {
            group.bench_function(format!("{closed} areas closed, {how}"), |bencher| {
                bencher.iter(|| {
                    let sample = references.iter().step_by(20).map(suite::query);
                    let queries = sample.map(|query| query.with_filter(&filter));
                    queries.filter(|q| path_in(ground, q, &mut scratch, &mut path).is_ok()).count()
                });
            });
        }
    }
    group.finish();
}

criterion_group!(benches, generated, real, closed);
criterion_main!(benches);
