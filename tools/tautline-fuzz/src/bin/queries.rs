//! Paths on any small ground, with links and costs: all ways to find them agree.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::anyangle::Landmarks;
use tautline::labels::{BakeOptions, Hubs, Labels};
use tautline::navmesh::{LinkKind, NavMesh, RawLink, RayCast, Terrain};
use tautline::{Budget, Ground, Path, PathError, Query, QueryFilter, Scratch, Tier, path_in};
use tautline_fuzz::{Bytes, built, is_one_line, shapes};

/// The most queries of an input.
const MOST_QUERIES: usize = 8;

/// The most expansions of a search that proves a bound.
const BUDGET: Budget = Budget(20_000);

/// The relative difference of equal costs, and the absolute one of those near 0.
const ROUNDING: f64 = 1e-9;

/// The share by which a path of the weighted tier may be longer than the shortest one, on such small ground.
const NEARLY: f64 = 0.1;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let Some(mesh) = mesh(&mut bytes) else { return };
    let hubs = [Hubs::All, Hubs::AtMost(0), Hubs::AtMost(3)][usize::from(bytes.byte() % 3)];
    let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs)).expect("a small mesh");
    // Also on components with few vertices.
    let landmarks = Landmarks::on_foot(&mesh, &[], 1);
    let landmarks = mesh.links().is_empty().then_some(landmarks);
    let (ways, mut scratch) = (Ways { mesh: &mesh, labels, landmarks }, Scratch::new());
    for _ in 0..MOST_QUERIES {
        if bytes.0.is_empty() {
            break;
        }
        let filter = filter(&mut bytes, &mesh);
        let [start, goal] = [bytes.point(), bytes.point()];
        let query = Query::new(start, goal).with_filter(&filter);
        if mesh.uniform_factor(&filter).is_some() {
            ways.agree_on_uniform(&query, &filter, &mut scratch);
        }
        keep_bounds(&mesh, &query, &mut scratch);
    }
});

/// Shapes with up to 3 links.
fn mesh(bytes: &mut Bytes<'_>) -> Option<NavMesh> {
    let mut raw = built(&shapes(bytes))?.mesh;
    for _ in 0..bytes.byte() % 4 {
        let choice = bytes.byte();
        raw.links.push(RawLink {
            from: bytes.point(),
            to: bytes.point(),
            cost: (choice & 2 != 0).then(|| f32::from(choice >> 3) / 2.0),
            kind: if choice & 4 == 0 { LinkKind::Jump } else { LinkKind::Teleport },
            both_ways: choice & 1 != 0,
            ..RawLink::default()
        });
    }
    raw.build().ok()
}

/// Costs of terrain and what is forbidden; nothing as often as not.
fn filter(bytes: &mut Bytes<'_>, mesh: &NavMesh) -> QueryFilter {
    let mut filter = QueryFilter::uniform();
    let choice = bytes.byte();
    if choice & 1 != 0 {
        for class in 0..8 {
            let factor = 1.0 + f32::from(bytes.byte() >> 4);
            filter.set(Terrain(class), factor).expect("a valid factor");
        }
    }
    if choice & 2 != 0 {
        filter.forbid(Terrain(5));
    }
    if choice & 4 != 0 {
        let areas: Vec<_> = mesh.areas().collect();
        filter.forbid_area(areas[usize::from(bytes.byte()) % areas.len()]);
    }
    if choice & 8 != 0 {
        filter.forbid_links(LinkKind::Jump);
    }
    filter
}

/// Finds a path. A refusal must be one line.
fn find(ground: Ground<'_>, query: &Query<'_>, scratch: &mut Scratch) -> Result<Path, PathError> {
    let mut path = Path::default();
    path_in(ground, query, scratch, &mut path).inspect_err(is_one_line)?;
    Ok(path)
}

/// The reason why there is no path.
fn reason(found: &Result<Path, PathError>) -> Option<(u8, &'static str)> {
    found.as_ref().err().map(PathError::code)
}

/// The ways to answer queries over a mesh.
struct Ways<'a> {
    mesh: &'a NavMesh,
    labels: Labels,
    /// None where there are links.
    landmarks: Option<Landmarks>,
}

impl Ways<'_> {
    /// On uniform ground, searches and labels find the shortest path; no other is shorter.
    fn agree_on_uniform(&self, query: &Query<'_>, filter: &QueryFilter, scratch: &mut Scratch) {
        let (mesh, ends) = (self.mesh, [query.start, query.goal]);
        let (bare, raw) = (Ground::of(mesh), mesh.to_raw());
        let guided = self.landmarks.as_ref().map_or(bare, |known| bare.with_landmarks(known));
        let exact = find(bare, &query.with_tier(Tier::Exact), scratch);
        let others = [
            find(bare.with_labels(&self.labels), query, scratch),
            find(guided, query, scratch),
            find(bare, &query.within(0.01), scratch),
            find(bare, &query.with_tier(Tier::Weighted), scratch),
            find(bare, &query.with_tier(Tier::Classic), scratch),
        ];
        // The share by which each may be longer.
        let shares = [0.0, 0.0, 0.01, NEARLY, f64::INFINITY];
        for (other, share) in others.iter().zip(shares) {
            assert_eq!(reason(other), reason(&exact), "{raw:?}\n{ends:?}");
            if let (Ok(exact), Ok(other)) = (&exact, other) {
                let is_right = is_at_most(exact.cost, other.cost)
                    && is_at_most(other.cost, exact.cost + share * exact.cost.max(1.0));
                assert!(is_right, "{raw:?}\n{ends:?}: {exact:?}, {other:?}");
            }
        }
        let walked = exact.iter().flat_map(Path::walked_segments);
        for segment in walked {
            let is_open = mesh.can_walk([segment.a, segment.b], filter, &mut RayCast::new());
            assert_eq!(is_open, Ok(true), "{raw:?}\n{ends:?}: {exact:?}");
        }
    }
}

/// No path is cheaper than a lower bound.
fn keep_bounds(mesh: &NavMesh, query: &Query<'_>, scratch: &mut Scratch) {
    let (ends, raw, weighted) =
        ([query.start, query.goal], mesh.to_raw(), query.with_tier(Tier::Weighted));
    let found = [weighted, query.with_tier(Tier::Classic)]
        .map(|query| find(Ground::of(mesh), &query, scratch));
    assert_eq!(reason(&found[0]), reason(&found[1]), "{raw:?}\n{ends:?}");
    let proved = find(Ground::of(mesh), &weighted.within(0.01).with_budget(BUDGET), scratch);
    let paths = || found.iter().chain([&proved]).flatten();
    for (path, bound) in paths().flat_map(|path| paths().map(move |bound| (path, bound))) {
        let is_bound = is_at_most(bound.lower_bound, path.cost);
        assert!(is_bound, "{raw:?}\n{ends:?}: {path:?}, {bound:?}");
    }
}

fn is_at_most(cost: f64, limit: f64) -> bool {
    cost <= limit + ROUNDING * limit.max(1.0)
}
