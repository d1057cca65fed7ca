//! Stored meshes: they are restored exactly, and no forgery is accepted.
#![expect(clippy::unwrap_used, reason = "helpers of tests")]

use tautline_fixtures::random_blocks;
use tautline_navmesh::{
    AreaId, BuildOptions, Corridor, CorridorScratch, FanId, Fault, LinkKind, NavMesh, PathQuery,
    QueryFilter, RawLink, RawMesh, StoredMesh, StoredMeshError, TJunctions, Terrain, Vec2,
    find_corridor, rectangles_from_cells,
};

/// Builds a raw mesh of a stored one, which names its neighbours and is convex.
const AS_IT_IS: BuildOptions = BuildOptions { strict: true, t_junctions: TJunctions::Ignore };

fn build(raw: &RawMesh) -> NavMesh {
    NavMesh::build(raw, &BuildOptions::default()).unwrap().mesh
}

/// A mesh of rectangles with vertices in random order, several terrain classes, elevations
/// and a link.
fn rich_mesh(seed: u64) -> NavMesh {
    let mut cells = random_blocks(seed, 7, 7, 35);
    cells.set(0, 0, true);
    let class = |x: u32, y: u32| Terrain(u8::from((x + y).is_multiple_of(5)));
    let is_open = |x: u32, y: u32| cells.is_walkable([x.cast_signed(), y.cast_signed()]);
    let mut raw = rectangles_from_cells(7, 7, |x, y| is_open(x, y).then(|| class(x, y)));
    if seed.is_multiple_of(2) {
        raw.elevations = raw.vertices.iter().map(|&[x, y]| x / 4.0 - y).collect();
    }
    if seed.is_multiple_of(3) {
        raw.vertices.reverse();
        raw.elevations.reverse();
        let count = u32::try_from(raw.vertices.len()).unwrap();
        raw.corners.iter_mut().for_each(|corner| *corner = count - 1 - *corner);
    }
    let centre = |corners: &[u32]| {
        let sum: Vec2 =
            corners.iter().map(|&corner| Vec2::from(raw.vertices[corner as usize])).sum();
        (sum / 4.0).to_array()
    };
    let (first, last) = (&raw.corners[..4], &raw.corners[raw.corners.len() - 4..]);
    let link = RawLink {
        from: centre(first),
        to: centre(last),
        cost: Some(3.0),
        kind: LinkKind::Jump,
        both_ways: seed.is_multiple_of(5),
        ..RawLink::default()
    };
    raw.links.push(link);
    build(&raw)
}

/// Several closed fans of four triangles each, all at the same vertex.
fn floors_on_one_vertex(floors: u32) -> NavMesh {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0]]);
    for floor in 0..floors {
        let reach = 1.0 + f32::from(u16::try_from(floor).unwrap());
        let first = u32::try_from(raw.vertices.len()).unwrap();
        raw.vertices.extend([[reach, 0.0], [0.0, reach], [-reach, 0.0], [0.0, -reach]]);
        for spoke in 0..4 {
            raw.push_area(&[0, first + spoke, first + (spoke + 1) % 4]);
        }
    }
    build(&raw)
}

#[test]
fn a_stored_mesh_is_restored() {
    for seed in 0..300 {
        let mesh = rich_mesh(seed);
        let stored = mesh.to_stored();
        let loaded = stored.clone().verify().unwrap();
        assert_eq!(loaded, mesh, "seed {seed}");
        assert_eq!(loaded.to_raw(), mesh.to_raw());
        assert_eq!(loaded.to_stored(), stored);
    }
}

/// Random numbers: xorshift.
struct Dice(u64);

impl Dice {
    fn roll(&mut self, edges: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        let high = usize::try_from(self.0 >> 33).unwrap();
        high % edges.max(1)
    }

    fn number(&mut self, near: u32) -> u32 {
        match self.roll(6) {
            0 => near.wrapping_add(1),
            1 => near.wrapping_sub(1),
            2 => u32::MAX,
            3 => u32::try_from(self.roll(40)).unwrap(),
            4 => u32::try_from(self.roll(400)).unwrap(),
            _ => u32::try_from(self.roll(1 << 30)).unwrap(),
        }
    }

    fn coordinate(&mut self, near: f32) -> f32 {
        match self.roll(6) {
            0 => near.next_up(),
            1 => near + 1.0,
            2 => near - 1.0,
            3 => [f32::NAN, f32::INFINITY, f32::MAX, f32::MIN, -0.0][self.roll(5)],
            _ => f32::from(u16::try_from(self.roll(8)).unwrap()),
        }
    }

    /// Changes, swaps, adds or removes an entry.
    fn change<T: Copy>(&mut self, list: &mut Vec<T>, another: impl Fn(&mut Self, T) -> T) {
        let Some(&last) = list.last() else { return };
        let (one, other) = (self.roll(list.len()), self.roll(list.len()));
        match self.roll(12) {
            0 => list.swap(one, other),
            1 => list[one] = list[other],
            2 => list.push(last),
            3 => drop(list.pop()),
            _ => list[one] = another(self, list[one]),
        }
    }

    fn damage(&mut self, stored: &mut StoredMesh) {
        match self.roll(12) {
            0 => self.change(&mut stored.vertices, |dice, [x, y]| match dice.roll(2) {
                0 => [dice.coordinate(x), y],
                _ => [x, dice.coordinate(y)],
            }),
            1 => self.change(&mut stored.elevations, Self::coordinate),
            2 => self.change(&mut stored.vertex_order, Self::number),
            3 => self.change(&mut stored.fan_vertices, Self::number),
            4 => self.change(&mut stored.half_edge_fans, Self::number),
            5 => self.change(&mut stored.twins, Self::number),
            6 => self.change(&mut stored.half_edge_ends, Self::number),
            7 => self.change(&mut stored.terrains, |dice, terrain| {
                Terrain(terrain.0.wrapping_add(u8::try_from(dice.roll(256)).unwrap()))
            }),
            8 => self.change(&mut stored.numbers, Self::number),
            9 => self.change(&mut stored.block_cut_numbers, Self::number),
            10 => self.change(&mut stored.links, |dice, link| RawLink {
                from: link.from.map(|near| dice.coordinate(near)),
                to_elevation: dice.coordinate(link.to_elevation),
                cost: link.cost.map(|near| dice.coordinate(near)),
                ..link
            }),
            // Disconnects a border or connects two walls, from both sides.
            _ => {
                let (one, other) = (self.roll(stored.twins.len()), self.roll(stored.twins.len()));
                let is_cut = self.roll(2) == 0;
                let twin = stored.twins.get(one).copied().unwrap_or(StoredMesh::NO_TWIN);
                let other = if is_cut { twin as usize } else { other };
                let names = if is_cut {
                    [StoredMesh::NO_TWIN; 2]
                } else {
                    [one, other].map(|edge| u32::try_from(edge).unwrap())
                };
                for (edge, name) in [one, other].into_iter().zip([names[1], names[0]]) {
                    if let Some(twin) = stored.twins.get_mut(edge) {
                        *twin = name;
                    }
                }
            }
        }
    }
}

/// Compares an accepted mesh with the one that is built from its raw mesh.
fn assert_is_as_built(mesh: &NavMesh) {
    let built = NavMesh::build(&mesh.to_raw(), &AS_IT_IS).unwrap().mesh;
    assert_eq!(mesh.to_raw(), built.to_raw());
    assert_eq!(mesh.fan_count(), built.fan_count());
    assert_eq!(mesh.component_count(), built.component_count());
    for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
        assert_eq!(mesh.twin(edge), built.twin(edge));
        let (fan, built_fan) = (mesh.half_edge(edge).fan(), built.half_edge(edge).fan());
        assert_eq!(mesh.ends(edge), built.ends(edge));
        assert_eq!(
            mesh.half_edge(edge).begins_at_corner(),
            built.half_edge(edge).begins_at_corner()
        );
        assert_eq!(mesh.fan(fan).walls(), built.fan(built_fan).walls());
        assert_eq!(mesh.fan(fan).exceeds_full_turn(), built.fan(built_fan).exceeds_full_turn());
        assert!(mesh.half_edges_at(fan).eq(built.half_edges_at(built_fan)));
        for goal in mesh.areas() {
            let leads_to = |mesh: &NavMesh| {
                mesh.half_edge(edge).block_cut_range().leads_to(mesh.block_cut_number(goal))
            };
            // Ranges of walls, and those for other components or the area itself, may differ.
            let area = mesh.area_of(edge);
            let is_border = mesh.twin(edge).is_some();
            if is_border && goal != area && mesh.component(goal) == mesh.component(area) {
                assert_eq!(leads_to(mesh), leads_to(&built));
            }
        }
    }
    let first = AreaId(0);
    for (one, other) in mesh.areas().map(|area| (area, first)) {
        assert_eq!(mesh.may_reach(one, other), built.may_reach(one, other));
        assert_eq!(
            mesh.component(one) == mesh.component(other),
            built.component(one) == built.component(other)
        );
    }
}

fn ask(mesh: &NavMesh, dice: &mut Dice) {
    let mut scratch = CorridorScratch::new();
    for _ in 0..3 {
        let mut point = || Vec2::new(dice.coordinate(1.5), dice.coordinate(2.5));
        let (start, goal) = (point(), point());
        let _answers = (
            mesh.locate(start),
            mesh.nearest(start, 3.0, &QueryFilter::uniform()),
            mesh.locate_at(goal, 1.0),
        );
        let query = PathQuery::new(start, goal);
        let _outcome = find_corridor(mesh, &query, &mut scratch, &mut Corridor::default());
    }
}

#[test]
fn a_forged_mesh_is_refused_or_is_the_mesh_that_is_built_from_it() {
    const ROUNDS: usize = 100_000;
    let sound: Vec<StoredMesh> = (0..20)
        .map(|seed| rich_mesh(seed).to_stored())
        .chain((1..4).map(|floors| floors_on_one_vertex(floors).to_stored()))
        .collect();
    let mut dice = Dice(0x7a07);
    let mut accepted = 0;
    for round in 0..ROUNDS {
        let mut stored = sound[dice.roll(sound.len())].clone();
        for _ in 0..=dice.roll(3) {
            dice.damage(&mut stored);
        }
        match stored.verify() {
            Ok(mesh) => {
                accepted += 1;
                assert_is_as_built(&mesh);
                ask(&mesh, &mut dice);
            }
            Err(error) => {
                let line = error.to_string();
                assert!(!line.is_empty() && !line.contains('\n'), "round {round}: {line}");
            }
        }
    }
    assert!(accepted > ROUNDS / 20, "only {accepted} were accepted");
}

/// Merges a fan into another one: all half-edges of `from` get `to`. So the fan `to` is not
/// connected any more.
fn unite_fans(stored: &mut StoredMesh, to: u32, from: u32) {
    stored.fan_vertices.remove(from as usize);
    for fan in &mut stored.half_edge_fans {
        *fan = if *fan == from { to } else { *fan };
        *fan -= u32::from(*fan > from);
    }
}

#[test]
fn two_fans_are_not_accepted_as_one() {
    // A closed fan and one between walls, then two closed ones, at one vertex.
    let mut with_a_wall = floors_on_one_vertex(2).to_raw();
    let cut = with_a_wall.neighbours.iter().rposition(|&across| across == 4).unwrap();
    let other = with_a_wall.neighbours[12..15].iter().position(|&across| across == 7).unwrap();
    with_a_wall.neighbours[cut] = RawMesh::NO_NEIGHBOUR;
    with_a_wall.neighbours[12 + other] = RawMesh::NO_NEIGHBOUR;
    for mesh in [build(&with_a_wall), floors_on_one_vertex(2)] {
        assert_eq!(mesh.fan(FanId(0)).vertex(), mesh.fan(FanId(1)).vertex());
        let mut stored = mesh.to_stored();
        unite_fans(&mut stored, 0, 1);
        assert_eq!(stored.verify(), Err(StoredMeshError::NonManifoldFan { fan: FanId(0) }));
    }
}

#[test]
fn every_kind_of_forgery_has_its_error() {
    let sound = floors_on_one_vertex(1).to_stored();
    let refusal = |forge: fn(&mut StoredMesh)| {
        let mut stored = sound.clone();
        forge(&mut stored);
        stored.verify().unwrap_err()
    };
    type Error = StoredMeshError;
    let fault = |error: &Error| match error {
        Error::Faults(faults) => faults.all()[0].clone(),
        _ => Fault::NoAreas,
    };
    let error = refusal(|stored| stored.twins.truncate(5));
    assert!(matches!(fault(&error), Fault::ListLength { list: "twins", .. }));
    let error = refusal(|stored| stored.vertices[2][1] = f32::NAN);
    assert!(matches!(fault(&error), Fault::NotFinite { vertex: 2, .. }));
    let error = refusal(|stored| stored.half_edge_ends[0] = 2);
    assert!(matches!(fault(&error), Fault::TooFewCorners { area: 0, corners: 2 }));
    let error = refusal(|stored| stored.vertex_order.swap(0, 1));
    assert!(matches!(error, Error::VertexOrder { .. }));
    let error = refusal(|stored| stored.vertices[3] = stored.vertices[1]);
    assert!(matches!(error, Error::VertexOrder { .. }), "{error:?}");
    let error = refusal(|stored| stored.fan_vertices[4] = 5);
    assert!(matches!(error, Error::FanVertex { fan: FanId(4), vertices: 5, .. }));
    let error = refusal(|stored| stored.half_edge_fans[3] = 9);
    assert!(matches!(error, Error::HalfEdgeFan { fan: FanId(9), fans: 5, .. }));
    let error = refusal(|stored| stored.half_edge_fans.swap(1, 2));
    assert!(matches!(error, Error::NotConvex { area: AreaId(0) } | Error::Twin { .. }));
    let error = refusal(|stored| stored.twins[1] = 4);
    assert!(matches!(error, Error::Twin { .. }));
    let error = refusal(|stored| stored.fan_vertices.push(4));
    assert!(matches!(error, Error::NonManifoldFan { fan: FanId(5) }));
    let error = refusal(|stored| stored.block_cut_numbers[2] = stored.block_cut_numbers[1]);
    assert!(matches!(error, Error::BlockCutNumber { area: AreaId(2), .. }), "{error:?}");
    let error = refusal(|stored| stored.block_cut_numbers.swap(1, 2));
    assert!(matches!(error, Error::BlockCutNumber { .. }), "{error:?}");
}
