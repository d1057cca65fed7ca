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
    let mut ways = Ways { mesh: &mesh, labels, landmarks, scratch: Scratch::new() };
    for _ in 0..MOST_QUERIES {
        if bytes.0.is_empty() {
            break;
        }
        let filter = filter(&mut bytes, &mesh);
        let [start, goal] = [bytes.point(), bytes.point()];
        let query = Query::new(start, goal).with_filter(&filter);
        if mesh.uniform_factor(&filter).is_some() {
            ways.agree_on_uniform(&query, &filter);
        }
        ways.keep_bounds(&query);
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

struct Ways<'a> {
    mesh: &'a NavMesh,
    labels: Labels,
    /// None where there are links.
    landmarks: Option<Landmarks>,
    scratch: Scratch,
}

impl Ways<'_> {
    fn find(&mut self, ground: Ground<'_>, query: &Query<'_>) -> Result<Path, PathError> {
        let mut path = Path::default();
        let found = path_in(ground, query, &mut self.scratch, &mut path).inspect_err(is_one_line);
        found.map(|()| path)
    }

    /// On uniform ground, searches and labels find the shortest path; no other is shorter.
    fn agree_on_uniform(&mut self, query: &Query<'_>, filter: &QueryFilter) {
        let (mesh, ends) = (self.mesh, [query.start, query.goal]);
        let ground = mesh.to_raw();
        let plain = self.find(Ground::of(mesh), &query.with_tier(Tier::Exact));
        let (labels, landmarks) = (self.labels.clone(), self.landmarks.clone());
        let others = [
            self.find(Ground::of(mesh).with_labels(&labels), query),
            self.find(
                landmarks.as_ref().map_or(Ground::of(mesh), |landmarks| {
                    Ground::of(mesh).with_landmarks(landmarks)
                }),
                query,
            ),
        ];
        let weighted = self.find(Ground::of(mesh), &query.with_tier(Tier::Weighted));
        let classic = self.find(Ground::of(mesh), &query.with_tier(Tier::Classic));
        let within = self.find(Ground::of(mesh), &query.within(0.01));
        for other in others.iter().chain([&weighted, &classic, &within]) {
            assert_eq!(
                other.as_ref().map_err(PathError::code).err(),
                plain.as_ref().map_err(PathError::code).err(),
                "{ground:?}\n{ends:?}"
            );
        }
        let Ok(plain) = plain else { return };
        for other in others.iter().flatten() {
            assert!(
                is_at_most(plain.cost, other.cost) && is_at_most(other.cost, plain.cost),
                "{ground:?}\n{ends:?}: {plain:?}, {other:?}"
            );
        }
        for other in [&weighted, &classic, &within].into_iter().flatten() {
            assert!(
                is_at_most(plain.cost, other.cost),
                "{ground:?}\n{ends:?}: {plain:?}, {other:?}"
            );
        }
        let (weighted, within) = (weighted.expect("checked above"), within.expect("checked above"));
        let nearly = (1.0 + NEARLY) * plain.cost;
        assert!(is_at_most(weighted.cost, nearly), "{ground:?}\n{ends:?}: {plain:?}, {weighted:?}");
        assert!(
            is_at_most(within.cost, 1.01 * plain.cost),
            "{ground:?}\n{ends:?}: {plain:?}, {within:?}"
        );
        for segment in plain.walked_segments() {
            let walked = mesh.can_walk([segment.a, segment.b], filter, &mut RayCast::new());
            assert_eq!(walked, Ok(true), "{ground:?}\n{ends:?}: {plain:?}");
        }
    }

    /// No path is cheaper than a lower bound.
    fn keep_bounds(&mut self, query: &Query<'_>) {
        let (mesh, ends) = (self.mesh, [query.start, query.goal]);
        let ground = mesh.to_raw();
        let weighted = self.find(Ground::of(mesh), &query.with_tier(Tier::Weighted));
        let classic = self.find(Ground::of(mesh), &query.with_tier(Tier::Classic));
        let proving = query.with_tier(Tier::Weighted).within(0.01).with_budget(BUDGET);
        let proved = self.find(Ground::of(mesh), &proving);
        assert_eq!(
            weighted.as_ref().map_err(PathError::code).err(),
            classic.as_ref().map_err(PathError::code).err(),
            "{ground:?}\n{ends:?}"
        );
        let found: Vec<&Path> = [&weighted, &classic, &proved].into_iter().flatten().collect();
        for (path, bound) in
            found.iter().flat_map(|path| found.iter().map(move |bound| (path, bound)))
        {
            assert!(
                is_at_most(bound.lower_bound, path.cost),
                "{ground:?}\n{ends:?}: {path:?}, {bound:?}"
            );
        }
    }
}

fn is_at_most(cost: f64, limit: f64) -> bool {
    cost <= limit + ROUNDING * limit.max(1.0)
}
