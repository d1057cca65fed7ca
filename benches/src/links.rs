//! Maps with links: random ones, and jumps down a cliff.

use tautline::Vec2;
use tautline::navmesh::{
    AreaId, Faults, LinkKind, NavMesh, QueryFilter, RandomPoints, RawLink, RawMesh, RayCast,
};
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

/// A cliff through the middle of a map. The areas with the smaller x are above it.
#[derive(Clone, Copy, Debug)]
pub struct Cliff {
    x: f32,
}

impl Cliff {
    /// Returns a cliff with as many areas above it as below.
    #[must_use]
    pub fn through(mesh: &NavMesh) -> Self {
        let mut middles: Vec<f32> = mesh.areas().map(|area| middle(mesh, area).x).collect();
        middles.sort_by(f32::total_cmp);
        Self { x: middles.get(middles.len() / 2).copied().unwrap_or(0.0) }
    }

    /// Returns true if an area is below the cliff.
    #[must_use]
    pub fn is_below(&self, mesh: &NavMesh, area: AreaId) -> bool {
        middle(mesh, area).x >= self.x
    }

    /// Returns the mesh with walls along the cliff, and a jump down across each border that became a wall.
    /// With ladders, a link of this kind leads back up at each jump.
    ///
    /// # Errors
    ///
    /// If `bare` has links with ends off its ground.
    pub fn cut(&self, bare: &NavMesh, with_ladders: bool) -> Result<NavMesh, Faults> {
        let mut raw = bare.to_raw();
        for edge in bare.areas().flat_map(|area| bare.half_edges_of(area)) {
            let Some(twin) = bare.twin(edge) else { continue };
            let [near, far] = [edge, twin].map(|edge| bare.area_of(edge));
            let [is_below, leads_below] = [near, far].map(|area| self.is_below(bare, area));
            if is_below == leads_below {
                continue;
            }
            raw.neighbours[edge.index()] = RawMesh::NO_NEIGHBOUR;
            if leads_below || with_ladders {
                let kind = if leads_below { LinkKind::Jump } else { LinkKind::Ladder };
                let [from, to] = [near, far].map(|area| middle(bare, area).into());
                raw.links.push(RawLink { from, to, kind, ..RawLink::default() });
            }
        }
        raw.build()
    }
}

/// The mean of the corners of an area.
fn middle(mesh: &NavMesh, area: AreaId) -> Vec2 {
    let (sum, count) = mesh
        .corners(area)
        .fold((Vec2::ZERO, 0.0), |(sum, count), corner| (sum + corner, count + 1.0));
    sum / count
}
