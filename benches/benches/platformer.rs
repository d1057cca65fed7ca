//! Side-view levels: baking, loading, planning and changing tiles.
#![expect(clippy::expect_used, reason = "the levels and characters are known to be sound")]

use std::hint::black_box;

use criterion::{BatchSize, BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use tautline::platformer::classic::{self, Cell, Jumper, Level, Options, Path};
use tautline::platformer::exact::{Goal, Plan, PlannerOptions, Scratch};
use tautline::platformer::{BakedLevel, Body, Physics, State, Tile};
use tautline_benches::levels::{PAIRS, pairs, planner, worlds};
use tautline_fixtures::SplitMix64;

fn baking(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("bake a level");
    group.sample_size(10);
    for (name, tiles) in worlds() {
        let baked = planner(&tiles);
        baked.bake_sequential();
        assert_eq!(baked.stale_count(), 0);
        group.bench_function(BenchmarkId::new("one thread", name), |bencher| {
            bencher.iter_batched(
                || planner(&tiles),
                |new| new.bake_sequential(),
                BatchSize::PerIteration,
            );
        });
        group.bench_function(BenchmarkId::new("all cores", name), |bencher| {
            bencher.iter_batched(|| planner(&tiles), |new| new.bake(), BatchSize::PerIteration);
        });
    }
    group.finish();
}

/// Loads a planner from the bytes of a file with all links and 16 landmarks.
fn loading(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("load a level");
    for (name, tiles) in worlds() {
        let (physics, body) = (Physics::default(), Body::default());
        let level = BakedLevel::new(tiles, physics, body, PlannerOptions::default());
        let level = level.and_then(|level| level.with_landmarks(16).with_links());
        let bytes = level.expect("the default character").encode().expect("a level of a few MB");
        group.throughput(Throughput::Bytes(bytes.len() as u64));
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let level = BakedLevel::decode(&bytes).expect("what was encoded");
                level.planner().expect("what was found")
            });
        });
    }
    group.finish();
}

fn planning(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("plan");
    for (name, tiles) in worlds() {
        let mut exact = planner(&tiles);
        exact.place_landmarks(16);
        let pairs = pairs(&exact);
        let [width, height] = exact.character().tile_size();
        let (mut scratch, mut plan) = (Scratch::new(), Plan::default());
        let mut ask = |[from, to]: [[i32; 2]; 2]| {
            let start = State::standing(from[0] * width, from[1] * height);
            let goal = Goal::At { x: to[0] * width, y: to[1] * height };
            exact.plan_in(start, goal, u32::MAX, &mut scratch, &mut plan).is_ok()
        };
        assert!(pairs.iter().filter(|pair| ask(**pair)).count() > PAIRS / 2);
        let mut next = pairs.iter().cycle();
        group.bench_function(BenchmarkId::new("exact", name), |bencher| {
            bencher.iter(|| ask(*next.next().expect("there are pairs")));
        });
        let jumper = Jumper::of(exact.character()).expect("a character that jumps");
        let level = Level::new(&tiles, jumper);
        let (mut scratch, mut path) = (classic::Scratch::new(), Path::default());
        let mut ask = |pair: [[i32; 2]; 2]| {
            let [from, to] = pair.map(|[column, row]| Cell::new(column, row));
            let state = State::standing(from.column * width, from.row * height);
            let start = level.start_of(exact.character(), state).expect("a place to stand");
            level.path_in(start, to, &Options::default(), &mut scratch, &mut path).is_ok()
        };
        // A classic search takes much longer than an exact one, so a part of the pairs is asked.
        let some = PAIRS / 10;
        assert!(pairs.iter().take(some).filter(|pair| ask(**pair)).count() > some / 2);
        let mut next = pairs.iter().cycle();
        group.bench_function(BenchmarkId::new("classic", name), |bencher| {
            bencher.iter(|| ask(*next.next().expect("there are pairs")));
        });
    }
    group.finish();
}

fn changing(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("change a tile");
    for (name, tiles) in worlds() {
        let mut planner = planner(&tiles);
        planner.bake_sequential();
        let [columns, rows] = [tiles.columns(), tiles.rows()].map(i32::from);
        let mut random = SplitMix64::new(3);
        // Every other change takes the one before it back.
        let mut changed = None;
        group.bench_function(BenchmarkId::new("and bake", name), |bencher| {
            bencher.iter(|| {
                let (column, row, tile) = changed.take().unwrap_or_else(|| {
                    (random.between(0, columns - 1), random.between(1, rows - 1), Tile::Solid)
                });
                let old = planner.set_tile(column, row, tile).expect("a cell of the level");
                if tile == Tile::Solid && old != tile {
                    changed = Some((column, row, old));
                }
                planner.bake_sequential();
                black_box(planner.stale_count())
            });
        });
    }
    group.finish();
}

criterion_group!(benches, baking, loading, planning, changing);
criterion_main!(benches);
