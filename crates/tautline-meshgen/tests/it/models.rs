//! The walkable ground of models made of triangles.
#![expect(clippy::unwrap_used, reason = "the helpers read models that are known to be valid")]

use proptest::prelude::*;
use tautline_fixtures::data::real_data;
use tautline_meshgen::{
    DropReason, ModelError, ModelMesh, ModelOptions, UpAxis, walkable_triangles,
};
use tautline_navmesh::{
    AreaId, BorderDictionary, BuildOptions, NavMesh, RawMesh, TJunctions, Terrain, Vec2,
};

/// The vertices and triangles of an OBJ file that has only `v` and `f` lines with
/// plain numbers, or ones like `7/8/9`.
pub(crate) fn read_obj(text: &str) -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let (mut vertices, mut triangles) = (Vec::new(), Vec::new());
    for line in text.lines() {
        let mut words = line.split_whitespace();
        match words.next() {
            Some("v") => {
                let numbers: Vec<f32> = words.map(|word| word.parse().unwrap()).collect();
                vertices.push(numbers.try_into().unwrap());
            }
            Some("f") => {
                let index =
                    |word: &str| word.split('/').next().unwrap().parse::<u32>().unwrap() - 1;
                let face: Vec<u32> = words.map(index).collect();
                triangles.extend((2..face.len()).map(|last| [face[0], face[last - 1], face[last]]));
            }
            _ => {}
        }
    }
    (vertices, triangles)
}

/// z up, and every triangle an area of its own.
fn plain() -> ModelOptions {
    ModelOptions { up: UpAxis::Z, merge: false, ..ModelOptions::default() }
}

fn ground(vertices: &[[f32; 3]], triangles: &[[u32; 3]], options: &ModelOptions) -> ModelMesh {
    walkable_triangles(vertices, triangles, &[], options).unwrap()
}

fn border_count(mesh: &NavMesh, a: AreaId, b: AreaId) -> usize {
    BorderDictionary::new(mesh).borders_between(a, b).count()
}

fn build(model: &ModelMesh) -> NavMesh {
    model.mesh.build().unwrap()
}

#[test]
fn y_up_becomes_the_frame_of_the_ground() {
    let vertices = [[0.0, 5.0, 0.0], [1.0, 5.0, 0.0], [0.0, 5.0, -3.0]];
    let model = ground(&vertices, &[[0, 1, 2]], &ModelOptions::default());
    assert_eq!(model.mesh.vertices, [[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]]);
    assert_eq!(model.mesh.elevations, [5.0; 3]);
}

#[test]
fn each_reason_to_drop_a_triangle_is_reported() {
    let vertices = [
        [0.0, 0.0, 0.0],
        [2.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [0.0, 2.0, 4.0],
        [1.0, 0.0, 0.0],
        [2.0, 0.0, 7.0],
    ];
    let triangles = [[0, 2, 1], [0, 1, 3], [0, 1, 4], [0, 1, 5], [0, 1, 2], [1, 2, 0], [0, 0, 1]];
    let model = ground(&vertices, &triangles, &plain());
    let dropped: Vec<_> =
        model.report.dropped.iter().map(|it| (it.reason, it.count, it.first)).collect();
    let expected = [
        (DropReason::FacesDown, 1, 0),
        (DropReason::Steep, 1, 1),
        (DropReason::NoArea, 2, 2),
        (DropReason::Vertical, 1, 3),
        (DropReason::Repeated, 1, 5),
    ];
    assert_eq!(dropped, expected);
    assert_eq!(model.mesh.area_count(), 1);
    assert_eq!(model.mesh.vertices.len(), 3, "vertices without ground are left out");
}

#[test]
fn the_greatest_slope_is_rise_over_run_and_may_be_met() {
    let vertices = [[0.0, 0.0, 0.0], [3.0, 0.0, 0.0], [0.0, 4.0, 3.0]];
    let with_slope = |max_slope| {
        walkable_triangles(&vertices, &[[0, 1, 2]], &[], &ModelOptions { max_slope, ..plain() })
    };
    assert!(with_slope(0.75).is_ok());
    assert!(with_slope(f32::INFINITY).is_ok());
    let error = ModelError::NothingWalkable { triangles: 1, steep: 1, facing_down: 0, vertical: 0 };
    assert_eq!(with_slope(0.75_f32.next_down()), Err(error));
    assert_eq!(with_slope(-1.0), Err(ModelError::MaxSlope { max_slope: -1.0 }));
    assert!(matches!(with_slope(f32::NAN), Err(ModelError::MaxSlope { .. })));
}

#[test]
fn vertices_within_the_weld_distance_become_the_first_of_them() {
    let vertices = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.01, 0.01, 0.0],
        [1.0, 0.99, 0.01],
        [0.0, 1.0, 0.0],
        [0.0, 0.0, 5.0],
    ];
    let triangles = [[0, 1, 2], [3, 4, 5]];
    let apart = ground(&vertices, &triangles, &plain());
    assert_eq!((apart.mesh.vertices.len(), apart.report.welded_vertices), (6, 0));
    let model = ground(&vertices, &triangles, &ModelOptions { weld_distance: 0.05, ..plain() });
    assert_eq!(model.report.welded_vertices, 2);
    assert_eq!(model.mesh.corners, [0, 1, 2, 0, 2, 3]);
    let mesh = build(&model);
    assert_eq!(border_count(&mesh, AreaId(0), AreaId(1)), 1);
}

/// A quarter turn in `f32` puts a corner of the second tile beside that of the first one.
#[test]
fn tiles_that_almost_meet_are_reported_with_the_weld_distance_that_connects_them() {
    let vertices = |gap: f32| {
        [
            [-4.0, 0.0, 0.0],
            [0.0, 0.0, 0.0],
            [0.0, 4.0, 0.0],
            [-4.0, 4.0, 0.0],
            [-gap, 0.0, 0.0],
            [4.0, 0.0, 0.0],
            [4.0, 4.0, 0.0],
            [gap, 4.0, 0.0],
        ]
    };
    let triangles = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
    let found = |gap, options| ground(&vertices(gap), &triangles, &options);
    let model = found(2e-7, plain());
    let close = model.report.close_vertices.unwrap();
    assert_eq!((close.count, close.first), (2, [-2e-7, 0.0, 0.0]));
    assert_eq!(build(&model).component_count(), 2);
    let options = ModelOptions { weld_distance: close.distance, ..plain() };
    let model = found(2e-7, options);
    assert_eq!(model.report.close_vertices, None);
    assert_eq!(build(&model).component_count(), 1);
    for gap in [0.0, 0.01] {
        assert_eq!(found(gap, plain()).report.close_vertices, None, "{gap}");
    }
}

#[test]
fn a_weld_distance_that_the_coordinates_cannot_resolve_is_refused() {
    let vertices = [[0.0, 0.0, 0.0], [1e30, 0.0, 0.0], [0.0, 1e30, 0.0]];
    let weld = |weld_distance| {
        walkable_triangles(&vertices, &[[0, 1, 2]], &[], &ModelOptions { weld_distance, ..plain() })
    };
    for distance in [1e-3, -1.0, f32::NAN, f32::INFINITY] {
        assert!(matches!(weld(distance), Err(ModelError::WeldDistance { .. })), "{distance}");
    }
    assert!(weld(1e20).is_ok());
}

#[test]
fn an_edge_of_three_triangles_is_reported_and_is_a_wall() {
    // A floor, and a ramp that begins in the middle of it.
    let vertices = [
        [0.0, 0.0, 0.0],
        [0.0, 2.0, 0.0],
        [-2.0, 1.0, 0.0],
        [2.0, 1.0, 0.0],
        [4.0, 1.0, 2.0],
        [-4.0, 2.0, 0.0],
    ];
    let triangles = [[0, 1, 2], [1, 0, 3], [1, 0, 4], [2, 1, 5]];
    for merge in [false, true] {
        let model = ground(&vertices, &triangles, &ModelOptions { merge, ..plain() });
        let crowded = model.report.non_manifold_edges.unwrap();
        assert_eq!((crowded.count, crowded.first), (1, [[0.0, 0.0, 0.0], [0.0, 2.0, 0.0]]));
        assert_eq!(model.mesh.area_count(), if merge { 3 } else { 4 });
        let mesh = build(&model);
        let beside = mesh.locate(Vec2::new(-0.5, 1.0)).unwrap();
        let across = mesh.locate_at(Vec2::new(0.5, 1.0), 0.0).unwrap();
        assert_eq!(border_count(&mesh, beside, across), 0);
    }
}

#[test]
fn t_junctions_are_linked_beside_a_side_of_three_triangles() {
    // A deck in the middle of the edge of a quay; elsewhere, three triangles with one side.
    let vertices = [
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [0.0, 4.0, 0.0],
        [1.0, 0.0, 0.0],
        [2.0, -1.0, 0.0],
        [2.0, 0.0, 0.0],
        [9.0, 0.0, 0.0],
        [9.0, 2.0, 0.0],
        [7.0, 1.0, 0.0],
        [11.0, 1.0, 0.0],
        [12.0, 1.0, 2.0],
    ];
    let triangles = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [7, 6, 9], [7, 6, 10]];
    let model = ground(&vertices, &triangles, &plain());
    assert_eq!(model.report.non_manifold_edges.unwrap().count, 1);
    let options =
        BuildOptions { t_junctions: TJunctions::Link { max_step: 0.0 }, ..BuildOptions::default() };
    let built = NavMesh::build(&model.mesh, &options).unwrap();
    assert!(built.report.t_junctions_linked);
    assert_eq!(built.mesh.component_count(), 4);
    // Two copies side by side, by way of `append`.
    let mut both = model.mesh.clone();
    both.append(&ground(&vertices.map(|[x, y, z]| [x + 20.0, y, z]), &triangles, &plain()).mesh);
    assert_eq!(NavMesh::build(&both, &options).unwrap().mesh.component_count(), 8);
}

#[test]
fn two_triangles_on_the_same_side_of_their_edge_are_not_connected() {
    let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, 1.0, 0.0], [1.0, 1.0, 0.5]];
    let model = ground(&vertices, &[[0, 1, 2], [0, 1, 3]], &plain());
    assert_eq!(model.report.non_manifold_edges.unwrap().count, 1);
    build(&model);
}

#[test]
fn areas_of_different_classes_or_slopes_are_not_merged() {
    let vertices = [
        [0.0, 0.0, 0.0],
        [1.0, 0.0, 0.0],
        [1.0, 1.0, 0.0],
        [0.0, 1.0, 0.0],
        [2.0, 0.0, 0.5],
        [2.0, 1.0, 0.5],
    ];
    let triangles = [[0, 1, 2], [0, 2, 3], [1, 4, 5], [1, 5, 2]];
    let options = ModelOptions { merge: true, ..plain() };
    let classes = [Terrain(1), Terrain(1), Terrain(1), Terrain(2)];
    let model = walkable_triangles(&vertices, &triangles, &classes, &options).unwrap();
    assert_eq!(model.mesh.terrains, [Terrain(1), Terrain(1), Terrain(2)]);
    let other = [Terrain(0), Terrain(1), Terrain(1), Terrain(2)];
    let model = walkable_triangles(&vertices, &triangles, &other, &options).unwrap();
    assert_eq!(model.mesh.area_count(), 4);
}

#[test]
fn faults_of_models_are_named() {
    let vertices = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0], [0.0, f32::NAN, 1.0]];
    let of = |vertices: &[[f32; 3]], triangles: &[[u32; 3]], terrains: &[Terrain]| {
        walkable_triangles(vertices, triangles, terrains, &plain()).unwrap_err().to_string()
    };
    assert_eq!(
        of(&vertices, &[[0, 1, 2]], &[]),
        "vertex 2 is at (0, NaN, 1), but coordinates must be finite"
    );
    assert_eq!(
        of(&vertices[..2], &[[0, 1, 0], [0, 1, 2]], &[]),
        "triangle 1 has vertex 2, but there are only 2 vertices"
    );
    assert_eq!(
        of(&vertices[..2], &[[0, 1, 0]], &[Terrain(0); 2]),
        "there are 2 terrain classes, but must be 1 (or none)"
    );
    assert_eq!(
        of(&[], &[], &[]),
        "none of the 0 triangles are walkable: 0 are too steep, 0 face down, and 0 are vertical or have no area; \
         check which axis points up, and which way faces look"
    );
}

#[test]
fn components_without_common_vertices_are_linked_over_a_small_step() {
    // A plank whose end lies on the edge of a floor, a little above it.
    let vertices = [
        [0.0, 0.0, 0.0],
        [4.0, 0.0, 0.0],
        [4.0, 4.0, 0.0],
        [0.0, 4.0, 0.0],
        [4.0, 1.0, 0.1],
        [9.0, 1.0, 0.1],
        [9.0, 2.0, 0.1],
        [4.0, 2.0, 0.1],
    ];
    let triangles = [[0, 1, 2], [0, 2, 3], [4, 5, 6], [4, 6, 7]];
    let model = ground(&vertices, &triangles, &ModelOptions { merge: true, ..plain() });
    let joined = |max_step| {
        let t_junctions = TJunctions::Link { max_step };
        let options = BuildOptions { t_junctions, ..BuildOptions::default() };
        let build = NavMesh::build(&model.mesh, &options).unwrap();
        border_count(&build.mesh, AreaId(0), AreaId(1))
    };
    assert_eq!(joined(0.05), 0);
    assert_eq!(joined(0.2), 1);
}

/// A passage of 2 units under a deck, reached over a ramp; y up.
fn bridge() -> (Vec<[f32; 3]>, Vec<[u32; 3]>) {
    let mut vertices = Vec::new();
    let mut triangles = Vec::new();
    let mut quad = |corners: [[f32; 3]; 4]| {
        let first = u32::try_from(vertices.len()).unwrap();
        vertices.extend(corners);
        triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
    };
    quad([[-9.0, 0.0, 4.0], [9.0, 0.0, 4.0], [9.0, 0.0, -4.0], [-9.0, 0.0, -4.0]]);
    quad([[-9.0, 0.0, 6.0], [-5.0, 3.0, 6.0], [-5.0, 3.0, 4.0], [-9.0, 0.0, 4.0]]);
    quad([[-5.0, 3.0, 6.0], [-3.0, 3.0, 6.0], [-3.0, 3.0, 4.0], [-5.0, 3.0, 4.0]]);
    quad([[-5.0, 3.0, 4.0], [-3.0, 3.0, 4.0], [-3.0, 3.0, -4.0], [-5.0, 3.0, -4.0]]);
    (vertices, triangles)
}

#[test]
fn a_bridge_stays_apart_from_the_passage_below_it() {
    let (vertices, triangles) = bridge();
    let model = ground(&vertices, &triangles, &ModelOptions::default());
    assert_eq!(model.report.welded_vertices, 5, "of the ramp, the turn and the deck");
    let mesh = build(&model);
    let point = Vec2::new(-4.0, 0.0);
    let (below, above) = (mesh.locate_at(point, 0.0).unwrap(), mesh.locate_at(point, 3.0).unwrap());
    assert_ne!(below, above);
    assert_eq!(mesh.areas_at(point).count(), 2);
    assert_eq!(border_count(&mesh, below, above), 0);
}

#[test]
fn the_shipped_bridge_has_two_connected_floors() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/../../tools/tautline-cli/maps/bridge.obj");
    let Ok(text) = std::fs::read_to_string(path) else {
        println!("skipped: the map bridge.obj is not here");
        return;
    };
    let (vertices, triangles) = read_obj(&text);
    let model = ground(&vertices, &triangles, &ModelOptions::default());
    assert_eq!(model.report.non_manifold_edges, None);
    let mesh = build(&model);
    let point = point_on_two_floors(&mesh).unwrap();
    let [below, above] = [0.0, 3.0].map(|elevation| mesh.locate_at(point, elevation).unwrap());
    assert!(mesh.may_reach(below, above) && border_count(&mesh, below, above) == 0);
}

/// A point of a lattice over the map that lies on two floors.
fn point_on_two_floors(mesh: &NavMesh) -> Option<Vec2> {
    let points = (0_i8..24).flat_map(|x| (-24_i8..24).map(move |y| [x, y].map(f32::from)));
    points
        .map(|[x, y]| Vec2::new(x + 0.7, y + 0.3))
        .find(|&point| mesh.locate_at(point, 0.0) != mesh.locate_at(point, 3.0))
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn the_models_of_the_recast_demo_have_ground() {
    let Some(models) = real_data("recast") else { return };
    for name in ["dungeon.obj", "nav_test.obj"] {
        let text = std::fs::read_to_string(models.join(name)).unwrap();
        let (vertices, triangles) = read_obj(&text);
        let model = ground(&vertices, &triangles, &ModelOptions::default());
        let walkable =
            triangles.len() - model.report.dropped.iter().map(|it| it.count).sum::<usize>();
        println!(
            "{name}: {walkable} of {} triangles, {} areas",
            triangles.len(),
            model.mesh.area_count()
        );
        println!("{:?}", model.report);
        assert!(model.mesh.area_count() <= walkable && model.mesh.area_count() > 100);
        build(&model);
        let without_walls = NavMesh::build(
            &RawMesh { walls: Vec::new(), ..model.mesh.clone() },
            &BuildOptions { t_junctions: TJunctions::Ignore, ..BuildOptions::default() },
        );
        assert_eq!(without_walls.is_err(), model.report.non_manifold_edges.is_some());
    }
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Vertices on a small lattice, so that edges, points and planes coincide.
    #[test]
    fn any_triangles_give_a_valid_mesh(
        vertices in prop::collection::vec([0_u8..4, 0_u8..4, 0_u8..3], 3..14),
        triangles in prop::collection::vec([0_usize..14, 0_usize..14, 0_usize..14], 1..30),
        classes in prop::collection::vec(0_u8..2, 30),
        weld_distance in prop::sample::select(vec![0.0_f32, 0.6, 1.0, 1.5]),
        max_slope in prop::sample::select(vec![0.0_f32, 1.0, f32::INFINITY]),
        merge: bool,
    ) {
        let count = vertices.len();
        let vertices: Vec<[f32; 3]> = vertices.iter().map(|point| point.map(f32::from)).collect();
        let triangles: Vec<[u32; 3]> = triangles
            .iter()
            .map(|corners| corners.map(|corner| u32::try_from(corner % count).unwrap()))
            .collect();
        let terrains: Vec<Terrain> = classes[..triangles.len()].iter().copied().map(Terrain).collect();
        let options = ModelOptions { up: UpAxis::Z, max_slope, weld_distance, merge };
        match walkable_triangles(&vertices, &triangles, &terrains, &options) {
            Ok(model) => {
                prop_assert!(NavMesh::build(&model.mesh, &BuildOptions::default()).is_ok());
                let dropped: usize = model.report.dropped.iter().map(|it| it.count).sum();
                if !merge {
                    prop_assert_eq!(model.mesh.area_count() + dropped, triangles.len());
                }
            }
            Err(error) => prop_assert!(
                matches!(error, ModelError::NothingWalkable { .. }), "{error}"
            ),
        }
    }
    /// Coordinates of any size, so that nothing overflows.
    #[test]
    fn finite_coordinates_of_any_size_give_a_valid_mesh(
        coordinates in prop::collection::vec(
            prop::array::uniform3(prop::num::f32::NORMAL | prop::num::f32::SUBNORMAL | prop::num::f32::ZERO),
            3..12,
        ),
        weld_distance in prop::sample::select(vec![0.0_f32, 1e-3, 1e30, f32::MAX]),
        max_slope in prop::sample::select(vec![1.0_f32, f32::MAX, f32::INFINITY]),
    ) {
        let count = u32::try_from(coordinates.len()).unwrap();
        let triangles: Vec<[u32; 3]> =
            (2..count).flat_map(|c| [[c - 2, c - 1, c], [0, c, c - 1]]).collect();
        let options = ModelOptions { up: UpAxis::Z, max_slope, weld_distance, merge: true };
        match walkable_triangles(&coordinates, &triangles, &[], &options) {
            Ok(model) => {
                let build = NavMesh::build(&model.mesh, &BuildOptions::default());
                prop_assert!(build.is_ok(), "{}", build.unwrap_err());
            }
            Err(error) => prop_assert!(
                matches!(error, ModelError::NothingWalkable { .. } | ModelError::WeldDistance { .. }),
                "{error}"
            ),
        }
    }
}
