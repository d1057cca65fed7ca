//! Batches that write into flat buffers, compared with batches of paths that are then copied into columns: processor
//! time on one thread.
//!
//! `cargo run --release -p tautline-benches --bin flat -- MAP.nav QUERIES`
//!
//! The queries are rows of four `f32`: start and goal. Linux only.

#![expect(clippy::print_stdout, reason = "it prints figures")]

use std::error::Error;
use std::{fs, io};

use tautline::baked::BakedMap;
use tautline::{FlatPaths, PathOptions, Query, Vec2, lengths, lengths_flat, paths, paths_flat};

/// The number of times that each batch is answered. The best time counts.
const ROUNDS: usize = 5;

/// The number of queries of a batch, as in the package for Python.
const SLICE: usize = 65_536;

fn main() -> Result<(), Box<dyn Error>> {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let [map, queries] = words.as_slice() else { return Err("flat MAP.nav QUERIES".into()) };
    let map = BakedMap::decode(&fs::read(map)?)?;
    let bytes = fs::read(queries)?;
    let numbers: Vec<f32> =
        bytes.as_chunks().0.iter().map(|&four| f32::from_le_bytes(four)).collect();
    let ends: Vec<[Vec2; 2]> = numbers
        .as_chunks()
        .0
        .iter()
        .map(|&[sx, sy, gx, gy]| [Vec2::new(sx, sy), Vec2::new(gx, gy)])
        .collect();
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let options = PathOptions::default();
    let rows = ends.len();
    pool.install(|| -> io::Result<()> {
        report("lengths", rows, || {
            for slice in ends.chunks(SLICE) {
                let queries: Vec<Query<'_>> =
                    slice.iter().map(|&[start, goal]| Query::new(start, goal)).collect();
                let column: Vec<f64> = lengths(&map, &queries)
                    .into_iter()
                    .map(|length| length.unwrap_or(f64::INFINITY))
                    .collect();
                std::hint::black_box(column);
            }
        })?;
        let mut flat = FlatPaths::new();
        report("lengths_flat", rows, || {
            for slice in ends.chunks(SLICE) {
                lengths_flat(&map, slice, &options, &mut flat);
            }
        })?;
        report("paths", rows, || {
            for slice in ends.chunks(SLICE) {
                let queries: Vec<Query<'_>> =
                    slice.iter().map(|&[start, goal]| Query::new(start, goal)).collect();
                let (mut points, mut offsets, mut column) = (Vec::new(), vec![0], Vec::new());
                for path in paths(&map, &queries) {
                    let path = path.unwrap_or_default();
                    points.extend(path.points);
                    offsets.push(points.len());
                    column.push(path.length);
                }
                std::hint::black_box((points, offsets, column));
            }
        })?;
        report("paths_flat", rows, || {
            for slice in ends.chunks(SLICE) {
                paths_flat(&map, slice, &options, &mut flat);
            }
        })
    })?;
    Ok(())
}

/// Prints the microseconds of processor time for each row, the best of a few rounds.
fn report(name: &str, rows: usize, mut solve: impl FnMut()) -> io::Result<()> {
    let mut best = f64::INFINITY;
    for _ in 0..ROUNDS {
        let begin = processor_seconds()?;
        solve();
        best = best.min(processor_seconds()? - begin);
    }
    #[expect(clippy::cast_precision_loss, reason = "not that many rows")]
    let micros = best * 1e6 / rows as f64;
    println!("{name} {micros:.4}");
    Ok(())
}

/// Returns the processor time of all threads of this process.
fn processor_seconds() -> io::Result<f64> {
    let mut nanoseconds = 0.0;
    for task in fs::read_dir("/proc/self/task")? {
        let text = fs::read_to_string(task?.path().join("schedstat"))?;
        let of_task = text.split(' ').next().and_then(|number| number.parse::<f64>().ok());
        nanoseconds += of_task.ok_or(io::ErrorKind::InvalidData)?;
    }
    Ok(nanoseconds / 1e9)
}
