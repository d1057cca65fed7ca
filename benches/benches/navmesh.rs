//! Building a mesh, and its queries: point location, nearest points, steps along walls.
#![expect(clippy::expect_used, reason = "a bench that cannot measure must fail")]

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::navmesh::{
    BorderDictionary, BuildOptions, NavMesh, RandomPoints, RayCast, Terrain, rectangles_from_cells,
};
use tautline::{QueryFilter, Vec2};
use tautline_fixtures::{SplitMix64, random_blocks};

fn meshes(criterion: &mut Criterion) {
    let cells = random_blocks(7, 256, 256, 20);
    let is_walkable = |x: u32, y: u32| {
        let [x, y] = [x, y].map(|value| i32::try_from(value).unwrap_or(-1));
        cells.is_walkable([x, y]).then_some(Terrain(0))
    };
    criterion.bench_function("rectangles_from_cells, 256x256", |bencher| {
        bencher.iter(|| rectangles_from_cells(256, 256, is_walkable));
    });
    let raw = rectangles_from_cells(256, 256, is_walkable);
    let options = BuildOptions::default();
    let mesh = NavMesh::build(&raw, &options).expect("rectangles are a valid mesh").mesh;
    criterion.bench_function("build, 256x256 with 20 % blocks", |bencher| {
        bencher.iter(|| NavMesh::build(&raw, &options).is_ok());
    });
    criterion.bench_function("border dictionary of the same", |bencher| {
        bencher.iter(|| BorderDictionary::new(&mesh).all().len());
    });
    let mut random = SplitMix64::new(3);
    let mut coordinate = || f32::from(u16::try_from(random.below(2_560)).unwrap_or(0)) / 10.0;
    let points: Vec<Vec2> = (0..1_000).map(|_| Vec2::new(coordinate(), coordinate())).collect();
    criterion.bench_function("locate 1,000 points", |bencher| {
        bencher.iter(|| points.iter().filter(|&&point| mesh.locate(point).is_some()).count());
    });
    criterion.bench_function("nearest to 1,000 points", |bencher| {
        let filter = QueryFilter::uniform();
        let is_near = |&&point: &&Vec2| matches!(mesh.nearest(point, 5.0, &filter), Ok(Some(_)));
        bencher.iter(|| points.iter().filter(is_near).count());
    });
    steps(criterion, &mesh);
}

/// Steps of a quarter of a cell in all directions.
fn steps(criterion: &mut Criterion, mesh: &NavMesh) {
    let (ground, mut seed) = (RandomPoints::new(mesh), 5);
    let steps: Vec<[Vec2; 2]> = (0..1_000_u16)
        .filter_map(|turn| {
            let (_, from) = ground.draw(mesh, &mut seed)?;
            Some([from, from + Vec2::from_angle(f32::from(turn)) * 0.25])
        })
        .collect();
    let (filter, mut ray) = (QueryFilter::uniform(), RayCast::new());
    criterion.bench_function("cast 1,000 steps", |bencher| {
        bencher.iter(|| {
            let mut cast = |from: Vec2, to| mesh.cast(from, to, &filter, &mut ray).is_ok();
            steps.iter().filter(|&&[from, to]| cast(from, to)).count()
        });
    });
    criterion.bench_function("slide 1,000 steps", |bencher| {
        bencher.iter(|| {
            let mut slide = |from: Vec2, to| mesh.slide(from, to, &filter, &mut ray).is_ok();
            steps.iter().filter(|&&[from, to]| slide(from, to)).count()
        });
    });
}

criterion_group!(benches, meshes);
criterion_main!(benches);
