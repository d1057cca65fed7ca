//! The priority queue and the generic search.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::search::{Budget, Graph, HeapQueue, Node, Outcome, Scratch, astar};
use tautline_fixtures::SplitMix64;

fn queues(criterion: &mut Criterion) {
    let mut random = SplitMix64::new(2);
    let keys: Vec<u64> = (0..10_000).map(|_| random.next_u64()).collect();
    let mut group = criterion.benchmark_group("push and pop 10,000 keys");
    group.bench_function("heap queue", |bencher| {
        let mut queue: HeapQueue<u64> = HeapQueue::new();
        bencher.iter(|| {
            queue.extend(keys.iter().copied());
            std::iter::from_fn(|| queue.pop()).fold(0, u64::wrapping_add)
        });
    });
    group.bench_function("standard heap", |bencher| {
        let mut queue = BinaryHeap::new();
        bencher.iter(|| {
            queue.extend(keys.iter().copied().map(Reverse));
            std::iter::from_fn(|| queue.pop()).fold(0, |sum: u64, key| sum.wrapping_add(key.0))
        });
    });
    group.finish();
}

/// A square grid with a wall that has one gap.
struct Grid;

const SIDE: u32 = 300;

impl Graph for Grid {
    type Cost = u32;
    fn node_count(&self) -> usize {
        (SIDE * SIDE) as usize
    }
    fn successors(&self, node: Node, visit: &mut impl FnMut(Node, u32)) {
        let (x, y) = (node % SIDE, node / SIDE);
        let mut step = |is_inside: bool, to: Node| {
            if is_inside && (to % SIDE != SIDE / 2 || to / SIDE == 3) {
                visit(to, 1);
            }
        };
        step(x > 0, node.wrapping_sub(1));
        step(x + 1 < SIDE, node + 1);
        step(y > 0, node.wrapping_sub(SIDE));
        step(y + 1 < SIDE, node + SIDE);
    }
}

fn grid(criterion: &mut Criterion) {
    let (start, goal) = (SIDE * (SIDE - 2), SIDE * SIDE - 1);
    let manhattan =
        |node: Node, ()| (SIDE - 1).abs_diff(node % SIDE) + (SIDE - 1).abs_diff(node / SIDE);
    let mut scratch = Scratch::new();
    let mut search = || astar(&Grid, start, goal, manhattan, Budget::UNLIMITED, &mut scratch);
    assert!(matches!(search(), Ok(Outcome::Found { cost: 890 })));
    criterion
        .bench_function("astar on a grid of 90,000 nodes", |bencher| bencher.iter(&mut search));
}

criterion_group!(benches, queues, grid);
criterion_main!(benches);
