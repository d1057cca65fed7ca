//! Maps with random links.

use tautline::Vec2;
use tautline::navmesh::{Faults, NavMesh, QueryFilter, RandomPoints, RawLink, RayCast};
use tautline_fixtures::SplitMix64;
use tautline_fixtures::linked::{LinkMix, link_mix};

/// Returns the mesh with random links of a mix, from a fixed seed.
///
/// # Errors
///
/// If `bare` has links with ends off its ground.
pub fn with_links(bare: &NavMesh, mix: LinkMix, count: usize) -> Result<NavMesh, Faults> {
    let (ground, mut seed, mut ray) = (RandomPoints::new(bare), 11, RayCast::new());
    let draw = || ground.draw(bare, &mut seed).map_or([0.0; 2], |(_, point)| point.into());
    let is_over_wall = |from: [f32; 2], to: [f32; 2]| {
        let [from, to] = [from, to].map(Vec2::from);
        bare.locate(to).is_some()
            && bare.can_walk([from, to], &QueryFilter::uniform(), &mut ray).is_ok_and(|can| !can)
    };
    let links = link_mix(&mut SplitMix64::new(5), mix, count, draw, is_over_wall);
    let mut raw = bare.to_raw();
    raw.links.extend(links.iter().map(|link| RawLink {
        from: link.from,
        to: link.to,
        cost: link.cost,
        both_ways: link.both_ways,
        ..RawLink::default()
    }));
    raw.build()
}
