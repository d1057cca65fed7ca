//! Building meshes from polygons and from tile maps.
#![expect(clippy::print_stdout, reason = "it tells when it skips")]
#![expect(clippy::expect_used, reason = "a bench that cannot measure must fail")]

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::formats::moving_ai;
use tautline::import;
use tautline::meshgen::{PolygonOptions, Polygons};
use tautline_benches::obstacles::{Field, ring};
use tautline_benches::suite;

fn build(criterion: &mut Criterion, name: &str, outlines: &Polygons, agent_radius: f32) {
    let options = PolygonOptions { agent_radius, ..PolygonOptions::default() };
    assert!(outlines.build(&options).is_ok());
    criterion.bench_function(&format!("{name}, radius {agent_radius}"), |bencher| {
        bencher.iter(|| outlines.build(&options).is_ok());
    });
}

fn outlines(criterion: &mut Criterion) {
    for (name, do_overlap) in [("1,000 squares", false), ("1,000 overlapping squares", true)] {
        let outlines = Field::of_squares(1_000, do_overlap).outlines();
        for agent_radius in [0.0, 0.5] {
            build(criterion, name, &outlines, agent_radius);
        }
    }
}

fn large_outlines(criterion: &mut Criterion) {
    let pieces = [
        ("ring of 100,000 corners", ring(100_000, 0.0)),
        ("jagged ring of 100,000 corners", ring(100_000, 6.0)),
        ("25,000 squares", Field::of_squares(25_000, false).outlines()),
    ];
    for (name, outlines) in &pieces {
        for agent_radius in [0.0, 0.5] {
            build(criterion, name, outlines, agent_radius);
        }
    }
}

fn tiles(criterion: &mut Criterion) {
    let Some(data) = suite::data() else {
        println!("skipped: TAUTLINE_DATA is not set");
        return;
    };
    for name in ["dao/arena", "dao/orz900d", "sc1/Aurora"] {
        let text = suite::text(&data.join(name).with_extension("map")).expect("the map is there");
        let map = moving_ai::parse_map(&text).expect("the map is sound");
        criterion.bench_function(&format!("tiles of {name}"), |bencher| {
            bencher.iter(|| import::from_map(&map).is_ok());
        });
    }
}

criterion_group!(small, outlines, tiles);
criterion_group! {
    name = large;
    config = Criterion::default().sample_size(10);
    targets = large_outlines
}
criterion_main!(small, large);
