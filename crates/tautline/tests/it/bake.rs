//! From a map file to a baked map.

use tautline::bake::{
    BakedFile, LabelChoice, LandmarkChoice, MapBaker, MapError, MapOption, Stage, Warning,
};
#[cfg(any(feature = "geojson", feature = "tiled"))]
use tautline::bake::{TerrainNames, Unlabelled};
use tautline::baked::BakedMap;
#[cfg(any(feature = "geojson", feature = "tiled"))]
use tautline::formats::UnreadKind;
#[cfg(feature = "tiled")]
use tautline::formats::{Role, RoleSource};
use tautline::formats::{TileGrid, moving_ai, no_files, polyanya};
use tautline::navmesh::{LinkId, RandomPoints};
use tautline::{Ground, NavMesh, Path, Query, QueryFilter, Scratch, Vec2, path, path_in};
use tautline_fixtures::data::real_data;
use tautline_fixtures::random_mesh::RandomMeshOptions;
use tautline_fixtures::{SplitMix64, random_blocks, random_mesh};

fn baker() -> MapBaker {
    let mut baker = MapBaker::new().with_labels(LabelChoice::Off);
    baker.landmarks = LandmarkChoice::Off;
    baker
}

fn bake(baker: &MapBaker, name: &str, text: &str) -> Result<BakedFile, MapError> {
    baker.bake_bytes(name, text.as_bytes(), &mut no_files)
}

/// Two rooms of 3 by 3 cells with a door of one cell between them.
const ROOMS: &str = "type octile\nheight 3\nwidth 7\nmap\n...@...\n.......\n...@...\n";

#[test]
fn a_radius_that_closes_a_door_is_reported() {
    let wide = baker().with_radius(0.6);
    let baked = bake(&wide, "rooms.map", ROOMS).unwrap();
    let lost = Vec::new();
    let divides = Warning::RadiusDivides { radius: 0.6, before: 1, after: 2, lost };
    assert_eq!(baked.report.warnings, [divides]);
    let narrow = baker().with_radius(0.0).with_radius(0.4);
    assert_eq!(bake(&narrow, "rooms.map", ROOMS).unwrap().report.warnings, []);
}

#[test]
fn a_forgotten_scale_is_reported() {
    let pixels = baker().with_scale(16.0).with_radius(0.4);
    let baked = bake(&pixels, "rooms.map", ROOMS).unwrap();
    let [warning] = &baked.report.warnings[..] else { panic!("{:?}", baked.report.warnings) };
    assert_eq!(*warning, Warning::TinyRadius { radius: 0.4, cell: 16.0 });
    assert_eq!(warning.option(), Some(MapOption::Scale));
}

#[test]
fn a_link_that_a_radius_puts_out_of_reach_is_reported() {
    // The first link begins in a passage that is too narrow for the radius.
    let text = r#"{ "tautline": 1, "areas": [
        { "corners": [[0, 0], [10, 0], [10, 4], [10, 4.5], [10, 10], [0, 10]] },
        { "corners": [[10, 4], [15, 4], [15, 4.5], [10, 4.5]] },
        { "corners": [[30, 0], [40, 0], [40, 10], [30, 10]] } ],
      "links": [ { "from": [14, 4.25], "to": [31, 4] }, { "from": [9, 9], "to": [31, 9] } ] }"#;
    let baked = bake(&baker().with_radius(0.0).with_radius(0.5), "quay.json", text).unwrap();
    let [lost] = &baked.report.warnings[..] else { panic!("{:?}", baked.report.warnings) };
    assert_eq!(*lost, Warning::LostLinks { radius: 0.5, links: vec![LinkId(0)] });
    assert_eq!(lost.to_string(), "link 0 is out of reach with radius 0.5, and disabled");
    // Both meshes have both links, under the same numbers, also in a file.
    let loaded = BakedMap::decode(&baked.map.encode().unwrap()).unwrap();
    for map in [&baked.map, &loaded] {
        let enabled = map
            .meshes()
            .iter()
            .map(|mesh| [0, 1].map(|link| mesh.mesh().links()[link].is_enabled()));
        assert_eq!(enabled.collect::<Vec<_>>(), [[true, true], [false, true]]);
        // The number closes the second link in the mesh of each radius.
        let mut closed = QueryFilter::uniform();
        closed.forbid_link(LinkId(1));
        let across = Query::new(Vec2::new(2.0, 2.0), Vec2::new(35.0, 5.0));
        let wide = Ground::from(&map.meshes()[1]);
        let (mut scratch, mut found) = (Scratch::new(), Path::default());
        path_in(wide, &across, &mut scratch, &mut found).unwrap();
        assert_eq!(found.links[0].link, LinkId(1));
        assert!(path_in(wide, &across.with_filter(&closed), &mut scratch, &mut found).is_err());
    }
}

#[cfg(feature = "geojson")]
#[test]
fn a_map_that_is_far_from_the_origin_is_reported() {
    // A yard of 676 by 556 metres.
    let yard = r#"{ "type": "Polygon", "coordinates":
        [[[13.4, 52.5], [13.41, 52.5], [13.41, 52.505], [13.4, 52.505], [13.4, 52.5]]] }"#;
    let warnings = |baker: &MapBaker| bake(baker, "yard.geojson", yard).unwrap().report.warnings;
    let degrees = warnings(&baker());
    let [far] = &degrees[..] else { panic!("{degrees:?}") };
    assert_eq!(far.option(), Some(MapOption::MetresAround));
    insta::assert_snapshot!(far, @"coordinates up to 52.505 are rounded to steps of 0.0000038146973, which is much for this map; give a longitude and latitude in it as the origin");
    let around = |place| {
        let mut baker = baker();
        baker.metres_around = Some(place);
        baker
    };
    assert_eq!(warnings(&around([13.4, 52.5])), []);
    // Longitude and latitude are swapped.
    assert_eq!(warnings(&around([52.5, 13.4])).len(), 1);
}

#[cfg(feature = "geojson")]
#[test]
fn metres_far_from_the_origin_are_not_taken_for_degrees() {
    // UTM: an origin in degrees would not help.
    let yard = r#"{ "type": "Polygon", "coordinates":
        [[[500000, 5800000], [500100, 5800000], [500100, 5800060], [500000, 5800060], [500000, 5800000]]] }"#;
    let found = bake(&baker(), "yard.geojson", yard).unwrap().report.warnings;
    let [far] = &found[..] else { panic!("{found:?}") };
    assert_eq!(far.option(), None);
    insta::assert_snapshot!(far, @"coordinates up to 5800060 are rounded to steps of 0.5, which is much for this map; subtract an origin near the map from all coordinates");
    let mut around = baker();
    around.metres_around = Some([500_000.0, 5_800_000.0]);
    let refused = bake(&around, "yard.geojson", yard).unwrap_err();
    insta::assert_snapshot!(refused, @"the option metres_around is 500000, but must be a longitude from -360 to 360 and a latitude from -90 to 90");
}

#[cfg(feature = "geojson")]
#[test]
fn a_town_in_degrees_is_reported() {
    let town = r#"{ "type": "Polygon", "coordinates":
        [[[13.25, 52.5], [13.75, 52.5], [13.75, 52.75], [13.25, 52.75], [13.25, 52.5]]] }"#;
    let warnings = |baker: &MapBaker| bake(baker, "town.geojson", town).unwrap().report.warnings;
    let found = warnings(&baker());
    let [degrees] = &found[..] else { panic!("{found:?}") };
    assert_eq!(degrees.option(), Some(MapOption::MetresAround));
    insta::assert_snapshot!(degrees, @"the map is 0.5 by 0.25 units large; if these are degrees, give a longitude and latitude in it as the origin");
    let mut around = baker();
    around.metres_around = Some([13.5, 52.6]);
    assert_eq!(warnings(&around), []);
}

/// Two banks with a pond in one of them, and a ferry between them that is drawn from edge to edge.
#[cfg(feature = "geojson")]
const BANKS: &str = r#"{ "type": "FeatureCollection", "features": [
  { "type": "Feature", "properties": {}, "geometry": { "type": "MultiPolygon", "coordinates": [
    [[[13.4, 52.5], [13.401, 52.5], [13.4013, 52.5007], [13.4, 52.5007]],
     [[13.4004, 52.5002], [13.4006, 52.5002], [13.4006, 52.5004], [13.4004, 52.5004]]],
    [[[13.402, 52.5], [13.403, 52.5], [13.403, 52.5007], [13.402, 52.5007]]]] } },
  { "type": "Feature", "properties": { "link": "other", "cost": 100, "both_ways": true },
    "geometry": { "type": "LineString", "coordinates":
      [[13.4011, 52.50023333333333], [13.4015, 52.5001], [13.402, 52.5003]] } } ] }"#;

#[cfg(feature = "geojson")]
#[test]
fn links_of_drawings_lead_from_ground_to_ground_for_all_radii() {
    let mut around = baker().with_radius(0.0).with_radius(0.4).with_radius(3.0);
    around.metres_around = Some([13.4, 52.5]);
    let baked = bake(&around, "banks.geojson", BANKS).unwrap();
    assert_eq!(baked.report.warnings, []);
    let (start, goal) = (Vec2::new(10.0, 10.0), Vec2::new(190.0, 40.0));
    for mesh in baked.map.meshes() {
        let [link] = mesh.mesh().links() else { panic!("{:?}", mesh.mesh().links()) };
        assert_eq!((link.both_ways, link.cost.to_bits()), (true, 100_f64.to_bits()));
        let found = path(mesh, start, goal).unwrap();
        assert!((found.cost - found.length - 100.0).abs() < 1e-9, "over the ferry");
        // The ends have moved from the drawn edges only as far as the radius demands.
        let drawn = [[74.54, 25.97], [135.53, 33.40]].map(Vec2::from);
        for (end, drawn) in [link.from.point, link.to.point].into_iter().zip(drawn) {
            assert!(end.distance(drawn) < 1.05 * mesh.radius() + 0.02, "{end} {}", mesh.radius());
        }
    }
    let mut wide = baker().with_radius(3.0);
    wide.metres_around = around.metres_around;
    let wide = bake(&wide, "banks.geojson", BANKS);
    assert_eq!(wide.unwrap().map.mesh(), baked.map.meshes()[2].mesh(), "also without radius 0");
    // Without the ferry, the ground for each radius is the same.
    let dry = bake(&around, "banks.geojson", &BANKS.replace("\"link\"", "\"name\"")).unwrap();
    for (one, other) in baked.map.meshes().iter().zip(dry.map.meshes()) {
        let size = |mesh: &NavMesh| RandomPoints::new(mesh).size();
        let sizes = [size(one.mesh()), size(other.mesh())];
        assert!((sizes[0] - sizes[1]).abs() < 1e-3, "{sizes:?}");
        assert!(other.mesh().links().is_empty());
    }
}

#[cfg(feature = "geojson")]
#[test]
fn a_link_of_a_drawing_that_ends_off_the_ground_is_refused() {
    let mut around = baker().with_radius(0.4);
    around.metres_around = Some([13.4, 52.5]);
    let short = BANKS.replace("[13.402, 52.5003]]", "[13.4019, 52.5003]]");
    let error = bake(&around, "banks.geojson", &short).unwrap_err();
    assert_eq!(error.code(), (20, "faults"));
    insta::assert_snapshot!(error, @"link 0 has its end at (128.75732, 33.395847), which is off the mesh; the nearest ground is at (135.53403, 33.395847), 6.776703 away");
}

#[cfg(feature = "svg")]
#[test]
fn a_link_may_end_on_a_curve() {
    // The ends are on the circle, and so off its chords.
    for end in ["66 62", "62 66", "34 38", "38 66"] {
        let text = format!(
            r#"<svg viewBox="0 0 200 100"><circle cx="50" cy="50" r="20"/>
              <rect x="100" width="50" height="100"/>
              <path data-link="jump" d="M {end} L 100 50"/></svg>"#
        );
        for tolerance in [0.001, 0.05, 1.0] {
            let mut baker = baker().with_radius(0.0).with_radius(0.4);
            baker.tolerance = Some(tolerance);
            let baked = bake(&baker, "islands.svg", &text).unwrap();
            assert!(baked.map.meshes().iter().all(|of| of.mesh().links().len() == 1), "{end}");
        }
    }
}

#[cfg(feature = "tiled")]
#[test]
fn y_grows_upwards_if_asked_to() {
    let text = r#"<map orientation="orthogonal" width="3" height="2" tilewidth="16" tileheight="8">
      <tileset firstgid="1"/>
      <layer name="ground" width="3" height="2"><data encoding="csv">1,0,1,1,0,0</data></layer>
      <objectgroup name="jumps"><object x="16" y="2"><properties><property name="link" value="jump"/></properties>
        <polyline points="0,0 16,4"/></object></objectgroup>
    </map>"#;
    for scale in [1.0_f32, 0.3] {
        let down = baker().with_scale(scale.into());
        let up = bake(&down.clone().with_flip_y(), "yard.tmx", text).unwrap();
        let down = bake(&down, "yard.tmx", text).unwrap();
        assert_eq!([&up, &down].map(|baked| baked.map.y_down), [false, true]);
        assert_eq!([&up, &down].map(|baked| baked.report.warnings.len()), [0, 0]);
        let mirrored = |point: Vec2| Vec2::new(point.x, -point.y);
        let (start, goal) = (Vec2::new(4.0, 14.0), Vec2::new(40.0, 2.0));
        let [start, goal] = [start, goal].map(|point| point * scale);
        let found = path(&down.map, start, goal).unwrap();
        assert_eq!(found.links.len(), 1);
        let other = path(&up.map, mirrored(start), mirrored(goal)).unwrap();
        assert!((found.cost - other.cost).abs() < 1e-5, "{} {}", found.cost, other.cost);
        let points = found.points.iter().copied().map(mirrored).zip(&other.points);
        points.for_each(|(one, &other)| assert!(one.distance(other) < 1e-5, "{one} {other}"));
    }
    let refused = bake(&baker().with_flip_y(), "plan.svg", "<svg/>").unwrap_err();
    assert!(matches!(refused, MapError::DoesNotApply { option: MapOption::FlipY, .. }));
}

#[test]
fn y_that_grows_upwards_is_the_exact_negative() {
    let text = "type octile\nheight 7\nwidth 3\nmap\n..T\nT..\n...\n.T.\n...\n...\n.T.\n";
    let down = baker().with_scale(1.0 / 3.0);
    let up = bake(&down.clone().with_flip_y(), "yard.map", text).unwrap();
    let down = bake(&down, "yard.map", text).unwrap();
    let sorted = |mesh: &NavMesh, sign: f32| {
        let mut vertices: Vec<_> =
            mesh.vertices().iter().map(|at| [at.x, sign * at.y + 0.0].map(f32::to_bits)).collect();
        vertices.sort_unstable();
        vertices
    };
    assert_eq!(sorted(up.map.mesh(), 1.0), sorted(down.map.mesh(), -1.0));
    assert!(up.map.mesh().locate(Vec2::ZERO).is_some(), "the upper left corner");
}

#[test]
fn walls_that_lie_on_no_edge_are_named() {
    let text = r#"{ "tautline": 1, "areas": [
        { "corners": [[0, 0], [4, 0], [4, 4], [0, 4]] },
        { "corners": [[4, 0], [8, 0], [8, 4], [4, 4]] } ],
      "walls": [ [[2, 0], [2, 4]], [[4, 4], [4, 0]], [[0, 0], [4, 4]], [[4, 0], [4, 2.5]] ] }"#;
    let error = bake(&baker(), "walls.json", text).unwrap_err();
    assert_eq!(error.code(), (25, "walls"));
    insta::assert_snapshot!(error, @"walls[0] from (2, 0) to (2, 4), walls[2] from (0, 0) to (4, 4), walls[3] from (4, 0) to (4, 2.5) lie on no edge of an area, but the ends of a wall must be successive corners of an area; split the areas there");
}

#[test]
fn areas_that_overlap_without_elevations_are_reported() {
    let map = |x: u32, top: &str| {
        format!(
            r#"{{ "tautline": 1, "areas": [ {{ "corners": [[0, 0], [4, 0], [4, 4], [0, 4]] }},
            {{ "id": 7, "corners": [[{x}, 1], [9, 1], [9, 3{top}], [{x}, 3{top}]] }} ] }}"#
        )
    };
    let warnings = |text: &str| bake(&baker(), "floors.json", text).unwrap().report.warnings;
    assert_eq!(warnings(&map(3, "")), [Warning::Overlap { areas: [1, 7] }]);
    assert_eq!(warnings(&map(4, "")), [], "they touch along a part of an edge");
    assert_eq!(warnings(&map(3, ", 5")), [], "one of them is a ramp");
}

#[test]
fn areas_of_one_concave_area_do_not_count_as_overlapping() {
    let text = r#"{ "tautline": 1, "areas": [
        { "corners": [[0, 0], [4, 0], [4, 1], [1, 1], [1, 4], [0, 4]] },
        { "corners": [[1, 1], [4, 1], [4, 4], [1, 4]] } ] }"#;
    let baked = bake(&baker(), "corner.json", text).unwrap();
    assert_eq!(baked.report.build.split_areas.len(), 1);
    assert_eq!(baked.report.warnings, []);
}

/// Illustrator puts fills into a style sheet, unless it is asked for attributes.
#[cfg(feature = "svg")]
#[test]
fn a_style_sheet_that_would_leave_shapes_out_is_reported() {
    let drawing = |style: &str, class: &str| {
        let svg = r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9">"#;
        let text =
            format!(r#"{svg}<style>{style}</style><path class="{class}" d="M0 0h9v9"/></svg>"#);
        let report = bake(&baker(), "plan.svg", &text).unwrap().report;
        report.warnings.iter().map(Warning::to_string).collect::<Vec<_>>()
    };
    let found = drawing(".cls-1{fill:none;stroke:#000}", "cls-1");
    assert_eq!(
        found,
        ["the style sheet \".cls-1{fill:none;stroke:#000}\" is not read; export the drawing with \
          fills as attributes of its shapes, which decide what is ground"]
    );
    assert!(drawing(".cls-1{fill:none}", "ground").is_empty(), "labels decide");
    assert!(drawing(".cls-1{fill:#fff}", "cls-1").is_empty());
}

#[cfg(feature = "obj")]
#[test]
fn objects_that_almost_meet_are_reported_and_can_be_welded() {
    let text = "v 0 0 0\nv 4 0 0\nv 4 0 -4\nv 0 0 -4\nf 1 2 3 4\n\
                v 4.0000005 0 0\nv 8 0 0\nv 8 0 -4\nv 4.0000005 0 -4\nf 5 6 7 8\n";
    let baked = bake(&baker(), "tiles.obj", text).unwrap();
    assert_eq!(baked.map.mesh().component_count(), 2);
    let [warning @ Warning::CloseVertices(close)] = &baked.report.warnings[..] else {
        panic!("{:?}", baked.report.warnings)
    };
    assert_eq!((close.count, warning.option()), (2, Some(MapOption::Weld)));
    let mut welding = baker();
    welding.weld = Some(close.distance);
    let baked = bake(&welding, "tiles.obj", text).unwrap();
    assert_eq!((baked.map.mesh().component_count(), baked.report.warnings.len()), (1, 0));
}

#[cfg(feature = "obj")]
#[test]
fn open_ground_of_many_triangles_gets_landmarks_only_if_asked_for() {
    use std::fmt::Write as _;
    // Bumps, so that no areas are merged, and some holes.
    let mut random = SplitMix64::new(8);
    let (mut vertices, mut faces) = (String::new(), String::new());
    for y in 0..=40 {
        for x in 0..=40 {
            writeln!(vertices, "v {x} {} -{y}", 0.3 * random.unit()).unwrap();
            let first = 41 * y + x + 1;
            if x < 40 && y < 40 && (x % 10, y % 10) != (5, 5) {
                writeln!(faces, "f {first} {} {} {}", first + 1, first + 42, first + 41).unwrap();
            }
        }
    }
    let model = vertices + &faces;
    let bytes = |choice| {
        let mut baker = baker();
        baker.landmarks = choice;
        bake(&baker, "hills.obj", &model).unwrap().report.meshes[0].landmark_bytes
    };
    assert_eq!(bytes(LandmarkChoice::Auto), 0);
    assert!(bytes(LandmarkChoice::On) > 0);
}

#[cfg(feature = "obj")]
#[test]
fn a_model_of_walls_alone_is_refused() {
    let text = "v 0 0 0\nv 4 0 0\nv 4 0 -4\no Wall\nf 1 2 3\n";
    let refused = bake(&baker(), "walls.obj", text).unwrap_err().to_string();
    assert!(refused.contains("named `hole`, `wall` or `obstacle`"), "{refused}");
}

#[cfg(feature = "obj")]
#[test]
fn z_points_up_in_a_model_if_asked_to() {
    use tautline::meshgen::UpAxis;
    use tautline::navmesh::AreaId;

    let text = "v 0 0 5\nv 4 0 5\nv 4 3 5\nv 0 3 5\nf 1 2 3 4\n";
    assert!(bake(&baker(), "floor.obj", text).is_err(), "with y up, it is a wall");
    let mut with_z_up = baker();
    with_z_up.up = Some(UpAxis::Z);
    let mesh = bake(&with_z_up, "floor.obj", text).unwrap().map.mesh().clone();
    assert_eq!((mesh.bounds().min, mesh.bounds().max), (Vec2::ZERO, Vec2::new(4.0, 3.0)));
    assert_eq!(mesh.elevation_at(AreaId(0), Vec2::new(1.0, 1.0)).to_bits(), 5.0_f32.to_bits());
}

#[test]
fn an_option_that_does_not_apply_is_refused() {
    let refused = bake(&baker().with_key("1", None), "rooms.map", ROOMS).unwrap_err();
    assert_eq!(
        refused.to_string(),
        "the option keys does not apply to this .map file, only to .ldtk, .png; leave it out"
    );
    let refused = bake(&baker().with_scale(f64::NAN), "rooms.map", ROOMS).unwrap_err();
    assert!(matches!(refused, MapError::OutOfRange { option: MapOption::Scale, .. }), "{refused}");
    let refused = bake(&baker().with_radius(-1.0), "rooms.map", ROOMS).unwrap_err();
    assert!(refused.to_string().contains("-1"), "{refused}");
}

#[test]
fn a_grid_of_a_program_is_baked_like_its_map_file() {
    let grid = || TileGrid::from(&moving_ai::parse_map(ROOMS).unwrap());
    let plain = baker().with_radius(0.0).with_radius(0.25);
    for baker in [plain.clone().with_scale(1.1), plain.clone().with_flip_y(), plain] {
        let of_file = bake(&baker, "rooms.map", ROOMS).unwrap().map;
        let of_grid = baker.bake_grid(grid(), &mut |_| true).unwrap().map;
        assert_eq!(of_grid.encode().unwrap(), of_file.encode().unwrap());
        assert_eq!(of_grid.y_down, of_file.y_down);
    }
    // The middle of the room to the right is mud.
    let mut muddy = grid();
    muddy.cells[12] = Some(1);
    let named = baker().with_terrains(["ground", "mud"]);
    let map = named.bake_grid(muddy, &mut |_| true).unwrap().map;
    let mesh = map.mesh();
    let terrain_at = |x, y| mesh.terrain(mesh.locate(Vec2::new(x, y)).unwrap()).0;
    assert_eq!([terrain_at(5.5, 1.5), terrain_at(4.5, 1.5), terrain_at(5.5, 0.5)], [1, 0, 0]);

    let refused = baker().with_key("1", None).bake_grid(grid(), &mut |_| true).unwrap_err();
    assert!(matches!(refused, MapError::DoesNotApply { option: MapOption::Keys, .. }), "{refused}");
    let ended = baker().bake_grid(grid(), &mut |_| false);
    assert!(matches!(ended, Err(MapError::Cancelled)), "{ended:?}");
}

#[test]
fn a_map_remembers_which_way_y_grows() {
    let map = bake(&baker(), "rooms.map", ROOMS).unwrap().map;
    assert!(BakedMap::decode(&map.encode().unwrap()).unwrap().y_down);
}

#[test]
fn baking_ends_when_the_caller_says_so() {
    let mut stages = Vec::new();
    let mut keep_going = |stage: Stage<'_>| {
        stages.push(format!("{stage:?}"));
        stages.len() < 3
    };
    let several = baker().with_radius(0.0).with_radius(0.3);
    let ended = several.bake_with("rooms.map", ROOMS.as_bytes(), &mut no_files, &mut keep_going);
    assert!(matches!(ended, Err(MapError::Cancelled)), "{ended:?}");
    assert_eq!(stages, ["Reading", "Building { radius: 0.0 }", "Building { radius: 0.3 }"]);
}

#[cfg(feature = "geojson")]
#[test]
fn a_property_that_looks_like_a_label_is_reported() {
    let feature = |properties: &str, size: u32| {
        format!(
            r#"{{ "type": "Feature", "properties": {properties}, "geometry": {{ "type": "Polygon",
            "coordinates": [[[1, 1], [{size}, 1], [{size}, {size}], [1, {size}]]] }} }}"#
        )
    };
    let house = feature(r#"{ "kind": "hole", "height": 3, "role": null, "walkable": null }"#, 3);
    let text = format!(
        r#"{{ "type": "FeatureCollection", "features": [{}, {house}, {}] }}"#,
        feature(r#"{ "role": "ground" }"#, 9),
        feature(r#"{ "terrain": "Mud" }"#, 2),
    );
    let baked = bake(&baker(), "park.geojson", &text).unwrap();
    let [Warning::UnreadName(unread)] = &baked.report.warnings[..] else { panic!("{baked:?}") };
    assert_eq!((unread.kind, unread.name.as_str()), (UnreadKind::Property, "kind"));
    assert_eq!(baked.map.terrain_names, ["ground", "Mud"]);
    assert_eq!(baked.report.terrain_names, TerrainNames::Labels);
    // The house is ground, unless shapes without a label are not.
    let area = |baked: &BakedFile| baked.map.mesh().locate([2.5, 2.5].into()).is_some();
    assert!(area(&baked));
    let holes = baker().with_unlabelled(Unlabelled::Hole);
    assert!(!area(&bake(&holes, "park.geojson", &text).unwrap()));
    // With names given, another name is a mistake.
    let refused = bake(&baker().with_terrains(["grass"]), "park.geojson", &text).unwrap_err();
    assert!(refused.to_string().contains("unknown terrain \"Mud\""), "{refused}");
    // More names than there are classes, "ground" included.
    let many: Vec<String> =
        (0..256).map(|name| feature(&format!(r#"{{ "terrain": "kind {name}" }}"#), 9)).collect();
    let text = format!(r#"{{ "type": "FeatureCollection", "features": [{}] }}"#, many.join(","));
    let refused = bake(&baker(), "park.geojson", &text).unwrap_err();
    assert!(matches!(refused, MapError::TooManyTerrains { count: 257 }), "{refused}");
}

#[cfg(feature = "tiled")]
#[test]
fn layers_and_objects_that_are_not_read_are_reported() {
    let text = r#"<map orientation="orthogonal" width="2" height="1" tilewidth="1" tileheight="1">
      <tileset firstgid="1"><tile id="3" class="wall"/></tileset>
      <layer name="ground" width="2" height="1"><data encoding="csv">1,1</data></layer>
      <layer name="Walls" width="2" height="1"><data encoding="csv">0,1</data></layer>
      <objectgroup name="spawns"/>
    </map>"#;
    let baked = bake(&baker(), "yard.tmx", text).unwrap();
    let told: Vec<(UnreadKind, String)> =
        baked.report.interpretation.unread().iter().map(|it| (it.kind, it.name.clone())).collect();
    let expected = [
        (UnreadKind::Class, "wall"),
        (UnreadKind::Layer, "Walls"),
        (UnreadKind::ObjectLayer, "spawns"),
    ];
    assert_eq!(told, expected.map(|(kind, name)| (kind, name.to_owned())));
}

/// A map of 6x4 tiles with a rock, a crate that is turned by 45 degrees, a puddle of mud and a plank that leads off
/// the tiles; an object layer without labels, and a jump over the rock.
#[cfg(feature = "tiled")]
const DRAWN: &str = r#"<map orientation="orthogonal" width="6" height="4" tilewidth="16" tileheight="16">
  <tileset firstgid="1"/>
  <layer name="ground" width="6" height="4"><data encoding="csv">
    1,1,1,1,1,0, 1,1,1,1,1,0, 1,1,1,1,1,0, 1,1,1,1,1,0</data></layer>
  <objectgroup name="Collision">
    <object x="16" y="16"><polygon points="0,0 24,0 0,24"/></object>
    <object x="64" y="8" width="8" height="8" rotation="45"/>
    <object x="8" y="24"><properties><property name="link" value="jump"/></properties>
      <polyline points="0,0 32,16"/></object>
  </objectgroup>
  <objectgroup name="puddles"><object x="48" y="48" width="16" height="8">
    <properties><property name="terrain" value="mud"/></properties></object></objectgroup>
  <objectgroup name="planks"><object x="80" y="32" width="16" height="4" class="ground"/></objectgroup>
  <objectgroup name="spawns"><object x="4" y="4" width="8" height="8"/></objectgroup>
</map>"#;

#[cfg(feature = "tiled")]
#[test]
fn objects_with_a_label_are_drawn_over_tiles() {
    for (scale, flips) in [(1.0_f32, false), (1.0 / 16.0, false), (1.0, true)] {
        let mut baker = baker().with_scale(scale.into()).with_radius(0.0).with_radius(2.0 * scale);
        baker.flip_y = flips;
        let baked = bake(&baker, "yard.tmx", DRAWN).unwrap();
        let mesh = baked.map.mesh();
        let place = |x: f32, y: f32| Vec2::new(x, if flips { -y } else { y }) * scale;
        let class = |x, y| mesh.locate(place(x, y)).map(|area| mesh.terrain(area).0);
        let found =
            [(20.0, 20.0), (36.0, 36.0), (64.0, 18.0), (69.5, 10.0), (56.0, 52.0), (90.0, 34.0)];
        let expected = [None, Some(0), None, Some(0), Some(1), Some(0)];
        assert_eq!(found.map(|(x, y)| class(x, y)), expected, "{scale} {flips}");
        // The tiles and the plank, less the rock and the crate.
        let size = RandomPoints::new(mesh).size() / f64::from(scale * scale);
        assert!((size - (80.0 * 64.0 + 64.0 - 288.0 - 64.0)).abs() < 1e-3, "{size}");
        let over_the_rock = path(&baked.map, place(8.0, 24.0), place(40.0, 40.0)).unwrap();
        assert_eq!(over_the_rock.links.len(), 1);
        // Further from the rock than the radius.
        let wide = baked.map.mesh_for(2.0 * scale).unwrap().mesh();
        assert!(
            wide.locate(place(14.5, 24.0)).is_none() && wide.locate(place(13.5, 24.0)).is_some()
        );
        let told: Vec<String> = baked.report.warnings.iter().map(Warning::to_string).collect();
        assert!(told.len() == 1 && told[0].starts_with("the object layer \"spawns\""), "{told:?}");
        assert_eq!(baked.report.warnings[0].option(), Some(MapOption::CollisionLayers));
        let meanings = baked.report.interpretation.meanings().iter();
        let objects = meanings.filter(|it| it.source == RoleSource::Object);
        let objects: Vec<_> = objects.map(|it| (it.role, it.count)).collect();
        let mud = Some(Role::Terrain(1));
        assert_eq!(objects, [(Some(Role::Ground), 1), (Some(Role::Hole), 2), (mud, 1)]);
    }
}

#[cfg(feature = "tiled")]
#[test]
fn collision_layers_may_be_object_layers() {
    let is_open = |baker: &MapBaker, x: f32, y: f32| {
        let baked = bake(baker, "yard.tmx", DRAWN).unwrap();
        baked.map.mesh().locate(Vec2::new(x, y)).is_some()
    };
    let mut other = baker();
    other.collision_layers = vec!["Spawns".to_owned()];
    assert!(is_open(&baker(), 8.0, 8.0) && !is_open(&other, 8.0, 8.0));
    // If only some layers are read, no objects are read but those of collision layers.
    let mut some = baker();
    some.layers = vec!["ground".to_owned()];
    assert!(!is_open(&some, 20.0, 20.0) && !is_open(&some, 90.0, 34.0));
    some.collision_layers = vec!["spawns".to_owned()];
    assert!(is_open(&some, 2.0, 2.0) && !is_open(&some, 8.0, 8.0));
    other.collision_layers = vec!["spawn".to_owned()];
    let refused = bake(&other, "yard.tmx", DRAWN).unwrap_err();
    assert!(
        matches!(&refused, MapError::UnknownName { known, .. } if known.len() == 5),
        "{refused}"
    );
}

#[cfg(feature = "geojson")]
#[test]
fn the_name_of_a_terrain_in_a_role_becomes_a_class() {
    let feature = |properties: &str, x: u8| {
        format!(
            r#"{{ "type": "Feature", "properties": {{ {properties} }}, "geometry":
              {{ "type": "Polygon", "coordinates": [[[{x},0],[4,0],[4,4]]] }} }}"#
        )
    };
    let features = [feature("", 0), feature(r#""role": "terrain-mud""#, 2)].join(",");
    let text = format!(r#"{{ "type": "FeatureCollection", "features": [{features}] }}"#);
    let map = bake(&baker(), "plan.geojson", &text).unwrap().map;
    assert_eq!(map.terrain_names, ["ground", "mud"]);
}

#[cfg(feature = "svg")]
#[test]
fn an_unknown_terrain_in_a_label_is_reported_with_the_option_that_names_it() {
    let text = r#"<svg><rect width="8" height="6"/><g id="terrain-mud"><rect width="2" height="2"/></g></svg>"#;
    let warnings = |baker: &MapBaker| bake(baker, "plan.svg", text).unwrap().report.warnings;
    let [warning] = &warnings(&baker())[..] else { panic!("one warning") };
    assert_eq!(warning.option(), Some(MapOption::Terrains));
    assert_eq!(
        warning.to_string(),
        "the id or label \"terrain-mud\" is not read; a terrain in an id or label needs a known \
         name; list the names, or use a class"
    );
    assert_eq!(warnings(&baker().with_terrains(["ground", "mud"])), []);
}

/// A random mesh of triangles and rectangles with zero-width walls, as a `.mesh` file, and its number
/// of areas.
fn random_mesh_file(seed: u64) -> (String, usize) {
    let mut random = SplitMix64::new(seed);
    let blocked = random.next_u64().to_le_bytes()[0] % 40;
    let mut cells = random_blocks(random.next_u64(), 12, 12, blocked);
    cells.set(0, 0, true);
    for cell in cells.clone().walkable_cells() {
        if random.chance(8) {
            cells.put_wall(cell, [cell[0] + 1, cell[1]]);
        }
    }
    let options = RandomMeshOptions { longest: 3, cut: 60 };
    let (plain, _) = random_mesh(random.next_u64(), &cells, |_| 0, options);
    let count = plain.areas.len();
    let areas = plain.areas.into_iter().zip(plain.neighbours);
    let polygon = |(corners, neighbours): (Vec<u32>, Vec<Option<u32>>)| polyanya::Polygon {
        corners,
        neighbours,
    };
    let polygons = areas.map(polygon).collect();
    (polyanya::write(&polyanya::Mesh { vertices: plain.vertices, polygons }), count)
}

/// Returns the number of pairs of random points between which paths differ.
fn differences(one: &NavMesh, other: &NavMesh, pairs: usize) -> usize {
    let everywhere = RandomPoints::new(one);
    let mut seed = 3;
    let drawn = std::iter::repeat_with(|| everywhere.draw(one, &mut seed)).take(2 * pairs);
    let points: Vec<Vec2> = drawn.flatten().map(|(_, point)| point).collect();
    assert_eq!(points.len(), 2 * pairs);
    let differs = |&&[start, goal]: &&[Vec2; 2]| {
        let lengths = [one, other].map(|mesh| path(mesh, start, goal).map(|path| path.length));
        match &lengths {
            [Ok(one), Ok(other)] => (one - other).abs() > 1e-11 * one,
            [one, other] => one != other,
        }
    };
    points.as_chunks().0.iter().filter(differs).count()
}

#[test]
fn areas_are_merged_without_a_change_of_the_ground() {
    for seed in 0..60 {
        let (text, count) = random_mesh_file(seed);
        let merged = bake(&baker(), "random.mesh", &text).unwrap().map;
        let kept = bake(&baker().with_areas_kept(), "random.mesh", &text).unwrap().map;
        assert_eq!((kept.mesh().area_count(), kept.merged_from), (count, None));
        if let Some(before) = merged.merged_from {
            assert_eq!(before as usize, count);
            assert!(merged.mesh().area_count() < count);
        } else {
            assert_eq!(merged.mesh(), kept.mesh());
        }
        let loaded = BakedMap::decode(&merged.encode().unwrap()).unwrap();
        assert_eq!(loaded, merged);
        let [one, other] = [kept.mesh(), merged.mesh()];
        assert_eq!(one.corner_count(), other.corner_count());
        assert_eq!(one.component_count(), other.component_count());
        assert_eq!(one.boundary_loops().len(), other.boundary_loops().len());
        let sizes = [one, other].map(|mesh| RandomPoints::new(mesh).size());
        assert!((sizes[0] - sizes[1]).abs() < 1e-9, "{sizes:?}");
        assert_eq!(differences(one, other, 40), 0, "seed {seed}");
    }
}

#[test]
fn areas_that_an_author_has_drawn_are_not_merged() {
    let text = r#"{ "tautline": 1, "areas": [
        { "id": 5, "corners": [[0, 0], [4, 0], [4, 4], [0, 4]] },
        { "id": 7, "corners": [[4, 0], [8, 0], [8, 4], [4, 4]] } ] }"#;
    let baked = bake(&baker(), "rooms.json", text).unwrap();
    assert_eq!((baked.map.mesh().area_count(), baked.map.merged_from), (2, None));
    let refused = bake(&baker().with_areas_kept(), "rooms.json", text).unwrap_err();
    assert!(matches!(refused, MapError::DoesNotApply { option: MapOption::KeepAreas, .. }));
}

/// The first two polygons are a concave area and a triangle next to it.
#[test]
fn split_areas_are_named_as_in_the_file_after_merging() {
    let text = "mesh 2 7 2  0 0 1 0  4 0 1 0  4 1 1 0  1 1 2 0 1  1 4 2 0 1  0 4 1 0  4 4 1 1
        6 0 1 2 3 4 5  -1 -1 -1 -1 1 -1
        3 3 6 4  0 -1 -1";
    let baked = bake(&baker(), "corner.mesh", text).unwrap();
    assert_eq!(baked.report.split_numbers, [0]);
    assert_eq!(baked.report.build.split_areas.len(), 1);
    let mut strict = baker();
    strict.strict = true;
    let refused = bake(&strict, "corner.mesh", text).unwrap_err();
    assert!(refused.to_string().contains("area 0 is concave"), "{refused}");
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn merging_real_maps_changes_no_path() -> Result<(), Box<dyn std::error::Error>> {
    for name in ["unmerged/arena", "unmerged/Aurora", "dao/orz900d", "sc1/Sandstorm"] {
        let Some(file) = real_data(&format!("maps/{name}.mesh")) else { return Ok(()) };
        let [merged, kept] = [baker(), baker().with_areas_kept()].map(|baker| baker.bake(&file));
        let [merged, kept] = [merged?.map, kept?.map];
        assert_eq!(merged.merged_from.map(|count| count as usize), Some(kept.mesh().area_count()));
        assert_eq!(differences(kept.mesh(), merged.mesh(), 500), 0, "{name}");
    }
    Ok(())
}
