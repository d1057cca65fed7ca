//! Loading the largest real map: baked, and parsed and built from its mesh file.
#![expect(clippy::print_stdout, reason = "it tells when it skips")]

use std::fs;

use criterion::{Criterion, criterion_group, criterion_main};
use tautline::baked::BakedMap;
use tautline_benches::suite;

fn loading(criterion: &mut Criterion) {
    let Some(data) = suite::data() else {
        println!("skipped: TAUTLINE_DATA is not set");
        return;
    };
    let Ok(mesh) = suite::published_mesh(&data, "sc1/Aurora") else { return };
    let Ok(bytes) = BakedMap::from(mesh).encode() else { return };
    let file = std::env::temp_dir().join("tautline-loading-bench.nav");
    if fs::write(&file, &bytes).is_err() {
        return;
    }
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
