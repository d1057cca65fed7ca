//! Paths on any small ground, with links and costs: searches, labels and landmarks agree.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::anyangle::Landmarks;
use tautline::labels::{BakeOptions, Hubs, Labels};
use tautline::navmesh::{LinkKind, NavMesh, RawLink, RayCast, Terrain};
use tautline::{Budget, Ground, Path, PathError, Query, QueryFilter, Scratch, Tier, path_in};
use tautline_fuzz::{Bytes, assert_one_line, build, shapes};

/// The largest number of queries of an input.
const MAX_QUERIES: usize = 8;

/// The largest number of expansions of a search that proves a bound.
const BUDGET: Budget = Budget(20_000);

/// The largest difference of costs that count as equal: relative, or absolute for costs below 1.
const ROUNDING: f64 = 1e-9;

/// The fraction by which a path of the weighted tier may be longer than the shortest path.
const WEIGHTED_EXCESS: f64 = 0.1;

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let Some(mesh) = mesh(&mut bytes) else { return };
    let hubs = [Hubs::All, Hubs::AtMost(0), Hubs::AtMost(3)][usize::from(bytes.byte() % 3)];
    let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(hubs)).expect("a small mesh");
    // With 1 as the least number of vertices, small components have landmarks, too.
    let landmarks = Landmarks::on_foot(&mesh, &[], 1);
    let landmarks = mesh.links().is_empty().then_some(landmarks);
    let ground = Accelerated { mesh: &mesh, labels, landmarks };
    let mut scratch = Scratch::new();
    for _ in 0..MAX_QUERIES {
        if bytes.0.is_empty() {
            break;
        }
        let filter = filter(&mut bytes, &mesh);
        let [start, goal] = [bytes.point(), bytes.point()];
        let query = Query::new(start, goal).with_filter(&filter);
        if mesh.uniform_factor(&filter).is_some() {
            ground.check_uniform(&query, &filter, &mut scratch);
        }
        check_bounds(&mesh, &query, &mut scratch);
    }
});

/// Reads a mesh of shapes with up to 3 links.
fn mesh(bytes: &mut Bytes<'_>) -> Option<NavMesh> {
    let mut raw = build(&shapes(bytes))?.mesh;
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

/// Reads a query filter. Each bit of its first byte adds one kind of cost or prohibition.
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

/// Finds a path, or checks that the error is one line.
fn find(ground: Ground<'_>, query: &Query<'_>, scratch: &mut Scratch) -> Result<Path, PathError> {
    let mut path = Path::default();
    path_in(ground, query, scratch, &mut path).inspect_err(assert_one_line)?;
    Ok(path)
}

/// Returns the code of the error if there is no path.
fn error_code(found: &Result<Path, PathError>) -> Option<(u8, &'static str)> {
    found.as_ref().err().map(PathError::code)
}

/// A mesh with the labels and landmarks that can answer queries over it.
struct Accelerated<'a> {
    mesh: &'a NavMesh,
    labels: Labels,
    /// `None` if the mesh has links.
    landmarks: Option<Landmarks>,
}

impl Accelerated<'_> {
    /// Checks that searches and labels find equally long paths where costs are uniform, and that the
    /// paths of other tiers are not shorter.
    fn check_uniform(&self, query: &Query<'_>, filter: &QueryFilter, scratch: &mut Scratch) {
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
        // The fraction by which each path may be longer than the exact one.
        let excesses = [0.0, 0.0, 0.01, WEIGHTED_EXCESS, f64::INFINITY];
        for (other, excess) in others.iter().zip(excesses) {
            assert_eq!(error_code(other), error_code(&exact), "{raw:?}\n{ends:?}");
            if let (Ok(exact), Ok(other)) = (&exact, other) {
                let is_right = is_at_most(exact.cost, other.cost)
                    && is_at_most(other.cost, exact.cost + excess * exact.cost.max(1.0));
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

/// Checks that no path is cheaper than a lower bound.
fn check_bounds(mesh: &NavMesh, query: &Query<'_>, scratch: &mut Scratch) {
    let (ends, raw, weighted) =
        ([query.start, query.goal], mesh.to_raw(), query.with_tier(Tier::Weighted));
    let found = [weighted, query.with_tier(Tier::Classic)]
        .map(|query| find(Ground::of(mesh), &query, scratch));
    assert_eq!(error_code(&found[0]), error_code(&found[1]), "{raw:?}\n{ends:?}");
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
