//! A bake of labels stays within its memory.

use std::error::Error;

use allocation_counter::measure;
use tautline::labels::{BakeError, BakeOptions, Hubs, Labels};
use tautline::navmesh::NavMesh;
use tautline_fixtures::{Cells, random_blocks, rooms};

use crate::support::{build, raw_mesh};

/// The memory of one thread, for each corner.
const THREAD_BYTES: usize = 40;

/// Bakes on one thread within a memory limit. Returns the memory that was taken at most as well.
fn bake(
    mesh: &NavMesh,
    hubs: Hubs,
    max_memory: Option<usize>,
) -> Result<(Result<Labels, BakeError>, usize), Box<dyn Error>> {
    let mut options = BakeOptions::with_hubs(hubs);
    options.max_memory = max_memory;
    // Allocations are counted by thread.
    let pool = rayon::ThreadPoolBuilder::new().num_threads(1).build()?;
    let (result, taken) = pool.install(|| {
        let mut result = Err(BakeError::Cancelled);
        let taken = measure(|| result = Labels::bake(mesh, &options));
        (result, taken)
    });
    Ok((result, usize::try_from(taken.bytes_max)?))
}

/// If `TAUTLINE_MAPS` is set, twice as many limits are tested.
#[test]
fn a_bake_stays_within_its_memory_or_says_that_it_would_not() -> Result<(), Box<dyn Error>> {
    let maps: [(&str, Cells); 3] = [
        ("rooms", rooms(4, 120, 100)),
        ("scattered", random_blocks(11, 60, 50, 30)),
        ("open", random_blocks(11, 50, 40, 5)),
    ];
    for (name, cells) in maps {
        let mesh = build(&raw_mesh(&cells))?;
        for hubs in [Hubs::All, Hubs::Auto, Hubs::AtMost(20)] {
            let (all, unlimited) = bake(&mesh, hubs, None)?;
            let all = all?.stats();
            let (mut refused, mut least) = (0, usize::MAX);
            let step = if std::env::var_os("TAUTLINE_MAPS").is_some() { 1 } else { 2 };
            for limit in (0..=10).step_by(step).map(|fifth| fifth * unlimited / 5) {
                let (labels, taken) = bake(&mesh, hubs, Some(limit))?;
                assert!(
                    taken <= limit + THREAD_BYTES * all.corners || labels.is_err(),
                    "{name}, {hubs:?}: {taken} bytes are more than {limit}"
                );
                match labels {
                    Ok(labels) if labels.stats() == all => least = least.min(limit),
                    Ok(labels) => assert!(hubs == Hubs::Auto && labels.stats().hubs < all.hubs),
                    Err(BakeError::OverMemory { bytes, max_memory }) => {
                        refused += 1;
                        assert!(bytes > limit && max_memory == limit, "{name}, {hubs:?}");
                        // Memory is checked from time to time: first when corners are listed and a few
                        // of them have looked around.
                        let most = limit.max(unlimited / 5) * 5 / 4 + THREAD_BYTES * all.corners;
                        assert!(taken <= most, "{name}, {hubs:?}: {taken} {limit}");
                    }
                    Err(error) => return Err(error.into()),
                }
            }
            assert!(refused > 0, "{name}, {hubs:?}");
            println!("{name}, {hubs:?}: {unlimited} bytes are taken, {least} have to be allowed");
            assert!(least <= 2 * unlimited, "{name}, {hubs:?}: the estimate is too cautious");
        }
    }
    Ok(())
}
