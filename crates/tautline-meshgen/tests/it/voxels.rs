//! The ground that an agent can walk on, from arbitrary triangles.
#![expect(clippy::unwrap_used, reason = "the helpers make models that are known to be valid")]

use proptest::prelude::*;
use tautline_fixtures::data::real_data;
use tautline_geometry::to_f32;
use tautline_meshgen::{ModelError, UpAxis, VoxelError, VoxelMesh, VoxelOptions, walkable_voxels};
use tautline_navmesh::{AreaId, BuildOptions, LinkKind, NavMesh, Terrain, Vec2};

use crate::models::read_obj;

/// A model that is put together of boxes; z up.
#[derive(Default)]
struct Boxes {
    vertices: Vec<[f32; 3]>,
    triangles: Vec<[u32; 3]>,
    terrains: Vec<Terrain>,
}

impl Boxes {
    fn quad(&mut self, corners: [[f32; 3]; 4]) {
        let first = u32::try_from(self.vertices.len()).unwrap();
        self.vertices.extend(corners);
        self.triangles.extend([[first, first + 1, first + 2], [first, first + 2, first + 3]]);
        self.terrains.extend([Terrain(0); 2]);
    }

    /// Level ground, and nothing below it.
    fn floor(&mut self, [x, y]: [f32; 2], [far_x, far_y]: [f32; 2], z: f32) {
        self.quad([[x, y, z], [far_x, y, z], [far_x, far_y, z], [x, far_y, z]]);
    }

    fn solid(&mut self, low: [f32; 3], high: [f32; 3]) {
        let [[x, y, z], [far_x, far_y, top]] = [low, high];
        self.floor([x, y], [far_x, far_y], top);
        self.quad([[x, y, z], [x, far_y, z], [far_x, far_y, z], [far_x, y, z]]);
        let ring = [[x, y], [far_x, y], [far_x, far_y], [x, far_y]];
        for (a, b) in ring.into_iter().zip(ring.into_iter().cycle().skip(1)) {
            let at = |[x, y]: [f32; 2], z| [x, y, z];
            self.quad([at(a, z), at(b, z), at(b, top), at(a, top)]);
        }
    }

    fn ground(&self, options: &VoxelOptions) -> Result<VoxelMesh, VoxelError> {
        walkable_voxels(&self.vertices, &self.triangles, &self.terrains, options)
    }

    fn mesh(&self, options: &VoxelOptions) -> NavMesh {
        build(&self.ground(options).unwrap())
    }
}

fn options() -> VoxelOptions {
    VoxelOptions { up: UpAxis::Z, ..VoxelOptions::default() }
}

fn build(model: &VoxelMesh) -> NavMesh {
    model.mesh.build().unwrap()
}

fn size(mesh: &NavMesh) -> f64 {
    let area = |area: AreaId| {
        let ring: Vec<Vec2> = mesh.corners(area).collect();
        tautline_geometry::polygon::signed_area(&ring)
    };
    mesh.areas().map(area).sum()
}

#[test]
fn a_floor_shrinks_by_the_radius_and_one_cell() {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [20.0, 10.0], 0.0);
    let mesh = model.mesh(&VoxelOptions { cell_size: 0.25, agent_radius: 0.5, ..options() });
    assert_eq!(mesh.area_count(), 1);
    assert!((size(&mesh) - 18.5 * 8.5).abs() < 0.5 * 60.0, "{}", size(&mesh));
    assert!(mesh.elevations().iter().all(|elevation| elevation.abs() <= 0.1));
}

#[test]
fn a_high_box_is_an_obstacle_with_a_top_and_a_low_one_is_a_step() {
    for (height, may_reach) in [(1.5, false), (0.3, true)] {
        let mut model = Boxes::default();
        model.floor([0.0, 0.0], [12.0, 12.0], 0.0);
        model.solid([4.0, 4.0, -0.5], [8.0, 8.0, height]);
        let mesh = model.mesh(&options());
        let floor = mesh.locate(Vec2::new(1.5, 6.0)).unwrap();
        let top = mesh.locate_at(Vec2::new(6.0, 6.0), height).unwrap();
        assert_eq!(mesh.may_reach(floor, top), may_reach, "{height}");
        let beside = Vec2::new(3.9, 6.0);
        assert_eq!(mesh.locate(beside).is_some(), may_reach, "too near to the box");
        // A box that is a step is in one layer with the floor around it.
        let most = if may_reach { options().layer_rise } else { 0.1 };
        assert!((mesh.elevation_at(top, Vec2::new(6.0, 6.0)) - height).abs() < most);
    }
}

/// A passage along y under a deck along x, with a ramp up to one of its ends.
fn bridge() -> Boxes {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [30.0, 12.0], 0.0);
    model.solid([14.0, 4.0, 3.0], [24.0, 8.0, 3.5]);
    model.quad([[4.0, 4.0, 0.0], [14.0, 4.0, 3.5], [14.0, 8.0, 3.5], [4.0, 8.0, 0.0]]);
    model
}

#[test]
fn a_bridge_leads_over_a_passage() {
    let mesh = bridge().mesh(&options());
    let position = Vec2::new(20.0, 6.0);
    let (below, above) =
        (mesh.locate_at(position, 0.0).unwrap(), mesh.locate_at(position, 3.5).unwrap());
    assert_ne!(below, above);
    assert_eq!(mesh.areas_at(position).count(), 2);
    assert!(mesh.may_reach(below, above), "over the ramp");
    assert!((mesh.elevation_at(below, position)).abs() < 0.3);
    assert!((mesh.elevation_at(above, position) - 3.5).abs() < 0.3);
}

#[test]
fn a_tall_agent_cannot_pass_below_the_bridge() {
    let mesh = bridge().mesh(&VoxelOptions { agent_height: 3.2, ..options() });
    let position = Vec2::new(20.0, 6.0);
    assert_eq!(mesh.areas_at(position).count(), 1);
}

#[test]
fn stairs_are_climbed_and_a_steep_ramp_is_not() {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [6.0, 6.0], 0.0);
    for step in 0_u8..10 {
        let low = 6.0 + 0.6 * f32::from(step);
        model.solid([low, 0.0, -1.0], [low + 0.6, 6.0, 0.3 * f32::from(step + 1)]);
    }
    model.floor([12.0, 0.0], [18.0, 6.0], 3.0);
    let mesh = model.mesh(&options());
    let [bottom, top] =
        [[3.0, 0.0], [15.0, 3.0]].map(|[x, z]| mesh.locate_at(Vec2::new(x, 3.0), z).unwrap());
    assert!(mesh.may_reach(bottom, top));

    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [6.0, 6.0], 0.0);
    model.quad([[6.0, 0.0, 0.0], [8.0, 0.0, 3.0], [8.0, 6.0, 3.0], [6.0, 6.0, 0.0]]);
    model.floor([8.0, 0.0], [14.0, 6.0], 3.0);
    let mesh = model.mesh(&options());
    let [bottom, top] =
        [[3.0, 0.0], [11.0, 3.0]].map(|[x, z]| mesh.locate_at(Vec2::new(x, 3.0), z).unwrap());
    assert!(!mesh.may_reach(bottom, top), "a slope of 1.5");
}

#[test]
fn terrain_keeps_its_class_and_its_borders_can_be_crossed() {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [6.0, 6.0], 0.0);
    model.floor([6.0, 0.0], [12.0, 6.0], 0.0);
    model.terrains[2..].fill(Terrain(7));
    let mesh = model.mesh(&options());
    let [left, right] = [3.0, 9.0].map(|x| mesh.locate(Vec2::new(x, 3.0)).unwrap());
    assert_eq!([left, right].map(|area| mesh.terrain(area)), [Terrain(0), Terrain(7)]);
    assert!(mesh.may_reach(left, right));
}

#[test]
fn small_regions_are_dropped_and_reported() {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [12.0, 12.0], 0.0);
    model.solid([4.0, 4.0, 0.0], [6.0, 6.0, 2.0]);
    let kept = model.ground(&VoxelOptions { min_region_size: 0.0, ..options() }).unwrap();
    assert_eq!(kept.report.dropped_regions, 0);
    let model = model.ground(&options()).unwrap();
    assert_eq!(model.report.dropped_regions, 1);
    let (position, elevation) = model.report.first_dropped.unwrap();
    assert!(
        position.iter().all(|value| (4.0..6.0).contains(value)) && (elevation - 2.0).abs() < 0.1
    );
    assert!(model.mesh.area_count() < kept.mesh.area_count());
}

#[test]
fn a_hill_is_divided_into_layers_with_true_elevations() {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [40.0, 40.0], 0.0);
    let (ring, top) = ([[8.0, 8.0], [32.0, 8.0], [32.0, 32.0], [8.0, 32.0]], [20.0, 20.0, 6.0]);
    for (a, b) in ring.into_iter().zip(ring.into_iter().cycle().skip(1)) {
        model.quad([[a[0], a[1], 0.0], [b[0], b[1], 0.0], top, top]);
    }
    let ground = model.ground(&options()).unwrap();
    assert!(ground.report.layers > 3);
    let mesh = build(&ground);
    let beside = mesh.locate(Vec2::new(4.0, 20.0)).unwrap();
    for (x, z) in [(4.0, 0.0), (14.0, 3.0), (20.0, 6.0), (29.0, 1.5)] {
        let position = Vec2::new(x, 20.0);
        let area = mesh.locate_at(position, z).unwrap();
        assert!((mesh.elevation_at(area, position) - z).abs() < 1.2, "{x}");
        assert!(mesh.may_reach(beside, area), "{x}");
    }
    let inside = mesh.locate_at(Vec2::new(20.0, 20.0), 0.0).unwrap();
    assert!(!mesh.may_reach(beside, inside), "the floor goes on below the hill");
}

/// A plateau of a height above a field, along x = 10.
fn plateau(height: f32) -> Boxes {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [20.0, 20.0], 0.0);
    model.solid([0.0, 0.0, -1.0], [10.0, 20.0, height]);
    model
}

#[test]
fn an_agent_drops_from_a_plateau_but_not_too_deep() {
    let dropping = VoxelOptions { max_drop: 3.0, ..options() };
    let raw = plateau(2.5).ground(&dropping).unwrap().mesh;
    // One for each 10 cells of 0.2.
    assert!((8..=12).contains(&raw.links.len()), "{}", raw.links.len());
    for link in &raw.links {
        assert!(!link.both_ways && link.kind == LinkKind::Jump, "{link:?}");
        assert!(link.from[0] < 9.61 && link.to[0] > 10.39, "{link:?}");
        assert!((link.from[1] - link.to[1]).abs() < 0.01, "{link:?}");
        assert!(link.from_elevation > 2.3 && link.to_elevation < 0.1, "{link:?}");
    }
    let mesh = raw.build().unwrap();
    assert_eq!(mesh.links().len(), raw.links.len());
    assert!(plateau(3.5).ground(&dropping).unwrap().mesh.links.is_empty());
    assert!(plateau(2.5).ground(&options()).unwrap().mesh.links.is_empty());
}

#[test]
fn a_parapet_a_roof_over_the_edge_or_a_beam_under_it_are_in_the_way() {
    for (low, high) in [
        ([9.8, 0.0, 2.0], [10.0, 20.0, 3.6]),
        ([9.8, 0.0, 3.0], [10.0, 20.0, 3.2]),
        ([11.0, 0.0, 2.3], [11.6, 20.0, 2.6]),
    ] {
        let mut model = plateau(2.5);
        model.solid(low, high);
        let dropping = VoxelOptions { max_drop: 3.0, ..options() };
        assert!(model.ground(&dropping).unwrap().mesh.links.is_empty(), "{low:?}");
    }
}

#[test]
fn a_gap_is_jumped_in_both_directions_if_it_is_narrow_enough() {
    for (width, may_jump) in [(1.5, true), (2.5, false)] {
        let mut model = Boxes::default();
        model.floor([0.0, 0.0], [10.0, 10.0], 0.0);
        model.floor([10.0 + width, 0.0], [20.0, 10.0], 0.3);
        let links = model.ground(&VoxelOptions { max_jump: 2.0, ..options() }).unwrap().mesh.links;
        assert_eq!(!links.is_empty(), may_jump, "{width}");
        assert!(links.iter().all(|link| link.both_ways), "{links:?}");
    }
}

#[test]
fn where_walking_is_as_short_nobody_jumps() {
    // Stairs lead down from the plateau along its edge; elsewhere they are far away.
    let mut model = plateau(1.5);
    for step in 0_u8..5 {
        let x = 10.0 + f32::from(step);
        model.solid([x, 9.0, -1.0], [x + 1.0, 11.0, 1.2 - 0.3 * f32::from(step)]);
    }
    let links = model.ground(&VoxelOptions { max_drop: 3.0, ..options() }).unwrap().mesh.links;
    assert!(
        links.iter().any(|link| link.from[1] < 6.0) && links.iter().any(|link| link.from[1] > 14.0)
    );
    // The third step is 0.6 above the field, which is two steps away.
    assert!(links.iter().all(|link| link.from[0] < 12.0), "{links:?}");
}

/// Boxes at random on four fields. The bodies of agents that jump are compared with the boxes themselves.
#[test]
fn bodies_that_jump_touch_no_box() {
    let mut random = tautline_fixtures::SplitMix64::new(11);
    let (mut drops, mut jumps) = (0, 0);
    for _ in 0..25 {
        let mut model = Boxes::default();
        for field in [[0.0, 0.0], [8.5, 0.0], [0.0, 8.5], [8.5, 8.5]] {
            model.floor(field, field.map(|low| low + 7.5), 0.0);
        }
        let mut number = |low: f32, high: f32| low + (high - low) * to_f32(random.unit());
        let boxes: Vec<_> = (0..14)
            .map(|_| {
                let low = [number(0.0, 13.0), number(0.0, 13.0), number(-1.0, 4.0)];
                let size = [number(0.2, 5.0), number(0.2, 5.0), number(0.2, 3.0)];
                (low, [0, 1, 2].map(|axis| low[axis] + size[axis]))
            })
            .collect();
        for &(low, high) in &boxes {
            model.solid(low, high);
        }
        let jumping = VoxelOptions { max_drop: 3.0, max_jump: 1.5, layer_rise: 0.2, ..options() };
        let raw = model.ground(&jumping).unwrap().mesh;
        for link in &raw.links {
            let [from, to] = [link.from, link.to].map(|[x, y]| [x, y].map(f64::from));
            let [z, landing] = [link.from_elevation, link.to_elevation].map(f64::from);
            // Elevations are off by some voxels, ends by a cell: what is compared is thinner.
            let slack = 0.3;
            let [feet, head] = [z + 0.5 + slack, z + 2.0 - slack];
            for (low, high) in
                boxes.iter().map(|ends| (ends.0.map(f64::from), ends.1.map(f64::from)))
            {
                let touches = |share: f64, feet: f64, head: f64| {
                    let at = [0, 1].map(|axis| from[axis] + share * (to[axis] - from[axis]));
                    (0..2).all(|axis| low[axis] - 0.2 < at[axis] && at[axis] < high[axis] + 0.2)
                        && low[2] < head
                        && feet < high[2]
                };
                let hits = (0..=100_u8).any(|step| touches(f64::from(step) / 100.0, feet, head));
                assert!(!hits, "{link:?} {low:?} {high:?}");
                assert!(!touches(1.0, landing + 0.5 + slack, head), "{link:?} {low:?} {high:?}");
            }
            assert!(z - landing < 3.0 + slack, "{link:?}");
            if link.both_ways { jumps += 1 } else { drops += 1 }
        }
        raw.build().unwrap();
    }
    assert!(drops > 100 && jumps > 10, "{drops} {jumps}");
}

#[test]
fn options_and_models_out_of_range_are_refused() {
    let mut model = Boxes::default();
    model.floor([0.0, 0.0], [12.0, 12.0], 0.0);
    let message = |options: VoxelOptions| model.ground(&options).unwrap_err().to_string();
    let bad = [
        VoxelOptions { cell_size: 0.0, ..options() },
        VoxelOptions { cell_size: f32::NAN, ..options() },
        VoxelOptions { cell_height: -1.0, ..options() },
        VoxelOptions { agent_radius: f32::INFINITY, ..options() },
        VoxelOptions { agent_radius: 30.0, ..options() },
        VoxelOptions { agent_height: 0.1, ..options() },
        VoxelOptions { agent_height: 100.0, ..options() },
        VoxelOptions { max_step: 100.0, ..options() },
        VoxelOptions { max_slope: f32::NAN, ..options() },
        VoxelOptions { max_deviation: -1.0, ..options() },
        VoxelOptions { layer_rise: f32::NAN, ..options() },
        VoxelOptions { min_region_size: -1.0, ..options() },
    ];
    for options in bad {
        assert!(
            matches!(model.ground(&options), Err(VoxelError::OutOfRange { .. })),
            "{options:?}"
        );
    }
    assert_eq!(
        message(VoxelOptions { agent_radius: 30.0, ..options() }),
        "the agent radius is 30, but must be from 0 to 127 cells"
    );
    let nothing = VoxelError::NothingWalkable { triangles: 2 };
    assert_eq!(model.ground(&VoxelOptions { agent_radius: 7.0, ..options() }), Err(nothing));

    let far = |positions: [[f32; 3]; 3], options: &VoxelOptions| {
        walkable_voxels(&positions, &[[0, 1, 2]], &[], options).unwrap_err()
    };
    let [a, b] = [[0.0, 0.0, 0.0], [1.0, 0.0, 0.0]];
    assert!(matches!(far([a, b, [0.0, 1e6, 0.0]], &options()), VoxelError::FarFromOrigin { .. }));
    assert!(matches!(far([a, b, [0.0, 1.0, 3e38]], &options()), VoxelError::TooHigh { .. }));
    let wide = [a, [3000.0, 0.0, 0.0], [0.0, 3000.0, 0.0]];
    assert!(matches!(far(wide, &options()), VoxelError::TooManyColumns { .. }));
    assert!(matches!(far([a, b, [0.0, f32::NAN, 0.0]], &options()), VoxelError::Model(_)));
    let classes = [Terrain(255)];
    assert!(matches!(
        walkable_voxels(&[a, b, [0.0, 1.0, 0.0]], &[[0, 1, 2]], &classes, &options()),
        Err(VoxelError::TerrainClass { triangle: 0, terrain: 255 })
    ));
    assert!(matches!(
        walkable_voxels(&[], &[[0, 0, 0]], &[], &options()),
        Err(VoxelError::Model(ModelError::VertexOutOfRange { .. }))
    ));
    assert!(matches!(
        walkable_voxels(&[], &[], &[], &options()),
        Err(VoxelError::NothingWalkable { triangles: 0 })
    ));
}

#[test]
fn too_many_floors_are_refused() {
    let mut model = Boxes::default();
    for floor in 0_u8..80 {
        model.floor([0.0, 0.0], [6.0, 6.0], 3.0 * f32::from(floor));
    }
    let error = model.ground(&options()).unwrap_err();
    assert!(matches!(error, VoxelError::TooManyFloors { floors: 80, limit: 62, .. }), "{error}");
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn the_models_of_the_recast_demo_become_ground() {
    let Some(models) = real_data("recast") else { return };
    for name in ["dungeon.obj", "nav_test.obj"] {
        let text = std::fs::read_to_string(models.join(name)).unwrap();
        let (vertices, triangles) = read_obj(&text);
        let options = VoxelOptions {
            agent_radius: 0.6,
            max_step: 0.9,
            cell_size: 0.3,
            cell_height: 0.2,
            max_deviation: 0.4,
            max_drop: 8.0,
            max_jump: 4.0,
            ..VoxelOptions::default()
        };
        let start = std::time::Instant::now();
        let ground = walkable_voxels(&vertices, &triangles, &[], &options).unwrap();
        println!(
            "{name}: {} areas in {:?}, {:?}",
            ground.mesh.area_count(),
            start.elapsed(),
            ground.report
        );
        assert_eq!(walkable_voxels(&vertices, &triangles, &[], &options).unwrap(), ground);
        let mesh = build(&ground);
        assert_eq!(mesh.component_count() as usize, ground.report.regions);
        // Recast itself, with the same voxels, finds about as much.
        let cells = f64::from(u32::try_from(ground.report.spans).unwrap())
            * f64::from(ground.report.cell_size).powi(2);
        assert!((size(&mesh) - cells).abs() < 0.05 * cells);

        // The bodies of agents that jump hit no triangle. Elevations are off by up to the rise of a layer, which is
        // 1 and the body 1.1 above steps: what is in the middle is free.
        assert!(!mesh.links().is_empty(), "{name}");
        for link in &ground.mesh.links {
            let height = link.from_elevation + 1.45;
            let [from, to] = [link.from, link.to].map(|[x, y]| [x, y, height].map(f64::from));
            for triangle in &triangles {
                // The model has y up.
                let corners = triangle.map(|corner| {
                    let [x, y, z] = vertices[corner as usize];
                    [x, -z, y].map(f64::from)
                });
                assert!(!crosses(from, to, corners), "{name}: {link:?} {corners:?}");
            }
        }
    }
}

/// Returns true if a segment crosses a triangle: its ends are on different sides of the plane, and its line
/// passes all edges on one side.
fn crosses(from: [f64; 3], to: [f64; 3], [a, b, c]: [[f64; 3]; 3]) -> bool {
    let volume = |a: [f64; 3], b: [f64; 3], c: [f64; 3], d: [f64; 3]| {
        let [b, c, d] = [b, c, d].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
        b[0] * (c[1] * d[2] - c[2] * d[1]) - b[1] * (c[0] * d[2] - c[2] * d[0])
            + b[2] * (c[0] * d[1] - c[1] * d[0])
    };
    let edges = [[a, b], [b, c], [c, a]].map(|[start, end]| volume(from, to, start, end));
    volume(a, b, c, from) * volume(a, b, c, to) < 0.0
        && (edges.iter().all(|&edge| edge > 0.0) || edges.iter().all(|&edge| edge < 0.0))
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    /// Triangles with corners on a lattice, crossing each other at will.
    #[test]
    fn any_triangles_give_a_valid_mesh(
        corners in prop::collection::vec([0_i8..24, 0_i8..24, 0_i8..10], 3..40),
        max_slope in prop::sample::select(vec![0.5_f32, f32::INFINITY]),
        agent_radius in prop::sample::select(vec![0.0_f32, 0.2]),
        agent_height in prop::sample::select(vec![0.5_f32, 2.0]),
        max_step in prop::sample::select(vec![0.0_f32, 0.5, 3.0]),
        max_deviation in prop::sample::select(vec![0.0_f32, 0.3, 2.0]),
        layer_rise in prop::sample::select(vec![0.1_f32, 1.0, 9.0]),
        jump in prop::sample::select(vec![0.0_f32, 1.0, 9.0]),
    ) {
        let vertices: Vec<[f32; 3]> = corners.iter().map(|corner| corner.map(f32::from)).collect();
        let count = u32::try_from(vertices.len()).unwrap();
        let triangles: Vec<[u32; 3]> = (0..count / 3)
            .map(|index| [3 * index, 3 * index + 1, 3 * index + 2])
            .flat_map(|[a, b, c]| [[a, b, c], [a, c, b]])
            .collect();
        let terrains: Vec<Terrain> = (0..triangles.len()).map(|index| Terrain(u8::from(index % 4 < 2))).collect();
        let options = VoxelOptions {
            up: UpAxis::Z,
            max_slope,
            agent_radius,
            agent_height,
            max_step,
            max_deviation,
            layer_rise,
            min_region_size: 0.0,
            max_drop: 2.0 * jump,
            max_jump: jump,
            ..VoxelOptions::default()
        };
        check(&vertices, &triangles, &terrains, &options)?;
    }

    /// Vertices far from the lattice of voxels, and very near to it.
    #[test]
    fn vertices_off_and_near_the_lattice_give_a_valid_mesh(
        corners in prop::collection::vec(
            prop::array::uniform3((-40_i8..40, prop::sample::select(vec![0.0_f32, 1e-6, -1e-6, 0.3]))),
            3..30,
        ),
        cell_size in prop::sample::select(vec![0.25_f32, 0.3, 0.5]),
        max_deviation in prop::sample::select(vec![0.3_f32, 1.0]),
    ) {
        let position = |corner: &[(i8, f32); 3]| corner.map(|(whole, part)| f32::from(whole) / 4.0 + part);
        let vertices: Vec<[f32; 3]> = corners.iter().map(position).collect();
        let triangles: Vec<[u32; 3]> =
            (2..u32::try_from(vertices.len()).unwrap()).map(|last| [last - 2, last - 1, last]).collect();
        let options = VoxelOptions {
            up: UpAxis::Z,
            cell_size,
            max_deviation,
            agent_radius: 0.0,
            min_region_size: 0.0,
            max_drop: 5.0,
            max_jump: 1.0,
            ..VoxelOptions::default()
        };
        check(&vertices, &triangles, &[], &options)?;
    }
}

/// Checks that the mesh is valid, and connected like the voxels.
fn check(
    vertices: &[[f32; 3]],
    triangles: &[[u32; 3]],
    terrains: &[Terrain],
    options: &VoxelOptions,
) -> Result<(), TestCaseError> {
    let ground = match walkable_voxels(vertices, triangles, terrains, options) {
        Err(VoxelError::NothingWalkable { .. }) => return Ok(()),
        other => other.map_err(|error| TestCaseError::fail(error.to_string()))?,
    };
    let strict = BuildOptions { strict: true, ..BuildOptions::default() };
    let mesh = NavMesh::build(&ground.mesh, &strict)
        .map_err(|faults| TestCaseError::fail(faults.to_string()))?
        .mesh;
    prop_assert_eq!(mesh.component_count() as usize, ground.report.regions);
    if options.max_deviation == 0.0 {
        let cells = f64::from(u32::try_from(ground.report.spans).unwrap());
        let cell = f64::from(ground.report.cell_size);
        prop_assert!((size(&mesh) - cells * cell * cell).abs() < 1e-3);
    }
    Ok(())
}
