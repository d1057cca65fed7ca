//! Loading the largest real map: baked, and parsed and built from its mesh file.
#![expect(clippy::print_stdout, reason = "it tells when it skips")]
#![expect(clippy::expect_used, reason = "a bench that cannot measure must fail")]

use std::fs;

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::baked::BakedMap;
use tautline_benches::suite;

fn loading(criterion: &mut Criterion) {
    let Some(data) = suite::data() else {
        println!("skipped: TAUTLINE_DATA is not set");
        return;
    };
    let mesh = suite::published_mesh(&data, "sc1/Aurora").expect("the map is there");
    let bytes = BakedMap::from(mesh).encode().expect("a valid mesh is encoded");
    let file = std::env::temp_dir().join("tautline-loading-bench.nav");
    fs::write(&file, &bytes).expect("there is room for a file");
    let load = || fs::read(&file).ok().and_then(|bytes| BakedMap::decode(&bytes).ok());
    assert!(load().is_some());
    let mut group = criterion.benchmark_group("load Aurora");
    group.bench_function("baked", |bencher| bencher.iter(load));
    group.bench_function("from .mesh", |bencher| {
        bencher.iter(|| suite::published_mesh(&data, "sc1/Aurora").is_ok());
    });
    group.finish();
    let _ = fs::remove_file(&file);
}

criterion_group!(benches, loading);
criterion_main!(benches);
