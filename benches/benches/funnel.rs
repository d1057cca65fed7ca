//! The funnel algorithm.

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::Vec2;
use tautline::funnel::{Funnel, Portal, RadiusFunnel, pull, pull_with_radius, simple};

/// A winding corridor of some portals.
fn winding(portals: u16) -> Vec<Portal> {
    (0..portals)
        .map(|i| {
            let (x, low) = (f32::from(i), f32::from(i % 37) * f32::from(i % 11) / 8.0);
            Portal::new(Vec2::new(x, low + 9.0), Vec2::new(x, low))
        })
        .collect()
}

fn funnels(criterion: &mut Criterion) {
    let portals = winding(1_000);
    let (start, goal) = (Vec2::new(-5.0, 4.0), Vec2::new(1_005.0, 4.0));
    let mut path = Vec::new();
    let mut funnel = Funnel::new();
    let length = pull(start, &portals, goal, &mut funnel, &mut path);
    let simple_length = simple::pull(start, &portals, goal, 10_000, &mut path).unwrap_or(0.0);
    assert!((length - simple_length).abs() < 1e-6);
    let mut group = criterion.benchmark_group("pull through 1,000 portals");
    group.bench_function("linear", |bencher| {
        bencher.iter(|| pull(start, &portals, goal, &mut funnel, &mut path));
    });
    group.bench_function("simple", |bencher| {
        bencher.iter(|| simple::pull(start, &portals, goal, 10_000, &mut path));
    });
    let (mut radius_funnel, mut segments) = (RadiusFunnel::new(), Vec::new());
    let few = winding(100);
    group.bench_function("with a radius, 100 portals", |bencher| {
        bencher.iter(|| {
            let goal = Vec2::new(105.0, 4.0);
            pull_with_radius(start, &few, goal, 0.4, &mut radius_funnel, &mut segments).is_ok()
        });
    });
    group.finish();
}

criterion_group!(benches, funnels);
criterion_main!(benches);
