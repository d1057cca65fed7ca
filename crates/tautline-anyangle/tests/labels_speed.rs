//! How fast labels answer, in one run with the online search. Needs
//! `TAUTLINE_DATA`:
//!
//! ```text
//! cargo test --release -p tautline-anyangle --features rayon --test labels_speed -- --ignored --nocapture
//! ```

#[path = "support/maps.rs"]
mod maps;
mod support;

use std::time::Instant;

use tautline_anyangle::{
    AnyAngleScratch, BakeOptions, Hubs, LabelCounters, LabelScratch, Labels, SharedGoal,
};
use tautline_navmesh::{Budget, Costs, Vec2};

use maps::{Fallible, data, files, mesh_from, random_pairs};
use support::{build, find};

/// The mean time of an answer in nanoseconds, the best of several runs for each
/// few answers: other work on the machine only adds to it.
fn best_mean(
    pairs: &[[Vec2; 2]],
    few: usize,
    runs: usize,
    mut ask: impl FnMut(Vec2, Vec2),
) -> u128 {
    let mut best = vec![u128::MAX; pairs.len().div_ceil(few)];
    for _ in 0..runs {
        for (best, pairs) in best.iter_mut().zip(pairs.chunks(few)) {
            let begin = Instant::now();
            for &[start, goal] in pairs {
                ask(start, goal);
            }
            *best = begin.elapsed().as_nanos().min(*best);
        }
    }
    best.iter().sum::<u128>() / pairs.len() as u128
}

#[test]
#[ignore = "measures time"]
fn how_fast_labels_are() -> Fallible<()> {
    let Some(folder) = data("maps") else { return Ok(()) };
    let only = std::env::var("TAUTLINE_MAP").ok();
    let runs = std::env::var("TAUTLINE_RUNS").ok().map_or(Ok(15), |runs| runs.parse())?;
    let names = [
        "orz900d.mesh",
        "ht_0_hightown.mesh",
        "AR0700SR.mesh",
        "AcrosstheCape.mesh",
        "Aurora.mesh",
    ];
    for mesh_file in files(&folder, "mesh")? {
        let name = mesh_file.strip_prefix(&folder)?.to_string_lossy().into_owned();
        let is_chosen = names.iter().any(|&chosen| mesh_file.ends_with(chosen));
        let is_asked_for = only.as_ref().is_none_or(|only| name.contains(only));
        if !is_chosen || !is_asked_for || name.starts_with("unmerged") {
            continue;
        }
        let mesh = build(&mesh_from(&mesh_file)?)?;
        let begin = Instant::now();
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::All))?;
        let baked = begin.elapsed();
        let pairs = random_pairs(&mesh, 5000)?;
        let mut points = Vec::new();
        let mut scratch = LabelScratch::new();
        let by_labels = best_mean(&pairs, 50, runs, |start, goal| {
            let _ =
                labels.shortest_path(&mesh, start.into(), goal.into(), &mut scratch, &mut points);
        });
        let mut sum = [0; 4];
        for &[start, goal] in &pairs {
            let _ =
                labels.shortest_path(&mesh, start.into(), goal.into(), &mut scratch, &mut points);
            let LabelCounters { cones, visible, entries, .. } = scratch.counters();
            for (sum, count) in sum.iter_mut().zip([cones, visible, entries, points.len() as u64]) {
                *sum += count;
            }
        }
        let [cones, visible, entries, bends] = sum.map(|sum| sum / pairs.len() as u64);
        println!("{name}: {cones} cones, {visible} visible, {entries} entries, {bends} points");
        let next = best_mean(&pairs, 50, runs, |start, goal| {
            let _ = labels.next_corner(&mesh, start.into(), goal.into(), &mut scratch);
        });
        let goal = pairs[0][1];
        let mut shared = SharedGoal::new();
        labels.share_goal(&mesh, goal.into(), &mut shared)?;
        let scattered = best_mean(&pairs, 50, runs, |start, _| {
            let _ =
                labels.shortest_path_to(&mesh, start.into(), &shared, &mut scratch, &mut points);
        });
        let begin = Instant::now();
        labels.spread_goal(&mut shared);
        let spreading = begin.elapsed();
        let spread = best_mean(&pairs, 50, runs, |start, _| {
            let _ =
                labels.shortest_path_to(&mesh, start.into(), &shared, &mut scratch, &mut points);
        });
        let spread_next = best_mean(&pairs, 50, runs, |start, _| {
            let _ = labels.next_corner_to(&mesh, start.into(), &shared, &mut scratch);
        });
        println!(
            "{name}: next corner {next} ns; shared goal {scattered} ns; spread in {spreading:?}, {spread} ns, next corner {spread_next} ns"
        );
        let mut online = AnyAngleScratch::new();
        let by_search = best_mean(&pairs, 1, runs.min(4), |start, goal| {
            let _ = find(&mesh, [start, goal], &Costs::uniform(), Budget::UNLIMITED, &mut online);
        });
        let begin = Instant::now();
        let auto = Labels::bake_with(&mesh, &BakeOptions::default(), &mut |_| true)?;
        println!("{name}: {auto}, {:?}, in {:?}", auto.trials, begin.elapsed());
        let mut options = BakeOptions::with_hubs(Hubs::All);
        options.order = Some(labels.hub_order());
        let begin = Instant::now();
        let again = Labels::bake(&mesh, &options)?;
        println!("{name}: baked by its order in {:?}", begin.elapsed());
        assert_eq!(again, labels);
        let stored = labels.to_stored();
        let begin = Instant::now();
        let loaded = stored.verify(&mesh)?;
        println!("{name}: verified in {:?}", begin.elapsed());
        assert_eq!(loaded, labels);
        let stats = labels.stats();
        let ratio = by_search / by_labels.max(1);
        println!(
            "{name}: {by_labels} ns, online {by_search} ns, {ratio} times; baked in {baked:?}; {} bytes ({} cones, {} entries); {stats:?}",
            stats.bytes,
            stats.cones / stats.corners,
            stats.entries / stats.corners,
        );
    }
    Ok(())
}
