//! Random links for maps.

use tautline::Vec2;
use tautline::navmesh::{AreaId, LinkKind, NavMesh, QueryFilter, RandomPoints, RawLink, RayCast};

/// A mix of links.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mix {
    /// Links that are no shortcuts through the plane: jumps over walls in both directions, of 2
    /// to 14 units, for 1, 1.2 or 1.5 times the distance, and drops in one direction.
    Jumps,
    /// These, and three times as many teleports, half of them one-way, for nothing, 5 units, or
    /// 0.3 times the distance.
    Teleports,
}

/// Returns random links of a mesh, the same for the same seed.
#[must_use]
pub fn random_links(mesh: &NavMesh, count: usize, mix: Mix, mut seed: u64) -> Vec<RawLink> {
    let everywhere = RandomPoints::new(mesh);
    let mut links = Vec::with_capacity(count);
    // Walls may be rare.
    for _ in 0..10_000 * count {
        if links.len() == count {
            break;
        }
        let draw = everywhere.draw(mesh, &mut seed).zip(everywhere.draw(mesh, &mut seed));
        let Some((from, to)) = draw else { break };
        let is_teleport = mix == Mix::Teleports && links.len() % 4 != 0;
        let link = if is_teleport {
            Some(teleport(from.1, to.1, links.len()))
        } else {
            jump(mesh, from, to, links.len())
        };
        links.extend(link);
    }
    links
}

fn teleport(from: Vec2, to: Vec2, number: usize) -> RawLink {
    let cost = [0.0, 5.0, 0.3 * from.distance(to)][number / 4 % 3];
    RawLink {
        from: from.into(),
        to: to.into(),
        cost: Some(cost),
        kind: LinkKind::Teleport,
        both_ways: number % 2 == 0,
        ..RawLink::default()
    }
}

/// Returns a jump from a point over a wall, towards another point.
fn jump(
    mesh: &NavMesh,
    (area, from): (AreaId, Vec2),
    (_, towards): (AreaId, Vec2),
    number: usize,
) -> Option<RawLink> {
    let step = (towards - from).normalize_or_zero();
    let range = [2.0, 4.0, 6.0, 8.0, 10.0, 12.0, 14.0];
    let landings = range.map(|distance| from + step * distance);
    let filter = QueryFilter::uniform();
    let is_over_wall = |to: &&Vec2| {
        mesh.locate(**to).is_some_and(|there| there != area)
            && mesh.sees(from, **to, &filter, &mut RayCast::new()) == Ok(false)
    };
    let to = *landings.iter().find(is_over_wall)?;
    let is_drop = number % 10 >= 7;
    let factor = [1.0, 1.2, 1.5][number % 3];
    let cost = (!is_drop && factor > 1.0).then(|| factor * from.distance(to));
    Some(RawLink {
        from: from.into(),
        to: to.into(),
        cost,
        kind: LinkKind::Jump,
        both_ways: !is_drop,
        ..RawLink::default()
    })
}
