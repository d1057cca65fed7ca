//! The exact predicates.

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::Vec2;
use tautline::geometry::{orient2d, polygon};
use tautline_fixtures::SplitMix64;

/// Random points on a lattice, where many triples are collinear, and off it.
fn points(scale: f32) -> Vec<Vec2> {
    let mut random = SplitMix64::new(1);
    let mut coordinate = || f32::from(i16::try_from(random.between(0, 500)).unwrap_or(0)) * scale;
    (0..3_000).map(|_| Vec2::new(coordinate(), coordinate())).collect()
}

fn orientation(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("orient2d, 1,000 triples");
    for (name, scale) in [("lattice", 1.0), ("float", 0.1)] {
        let points = points(scale);
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                points.chunks_exact(3).filter(|t| orient2d(t[0], t[1], t[2]).is_left()).count()
            });
        });
    }
    let line: Vec<Vec2> = points(1.0).iter().map(|p| Vec2::new(p.x, p.x * 3.0)).collect();
    group.bench_function("collinear", |bencher| {
        bencher.iter(|| {
            line.chunks_exact(3).filter(|t| orient2d(t[0], t[1], t[2]).is_collinear()).count()
        });
    });
    group.finish();
}

fn rings(criterion: &mut Criterion) {
    let ring: Vec<Vec2> = (0..1_000_u16)
        .map(|i| Vec2::new(f32::from(i), f32::from(i) * f32::from(i) / 64.0))
        .collect();
    assert!(polygon::is_convex(&ring));
    criterion.bench_function("polygon::is_convex, 1,000 corners", |bencher| {
        bencher.iter(|| polygon::is_convex(&ring));
    });
    criterion.bench_function("polygon::locate, 1,000 corners", |bencher| {
        bencher.iter(|| polygon::locate(&ring, Vec2::new(400.0, 3_000.0)));
    });
}

criterion_group!(benches, orientation, rings);
criterion_main!(benches);
