//! From a map file to a baked map.

use tautline::bake::{
    BakedFile, LabelChoice, LandmarkChoice, MapBaker, MapError, MapOption, Stage, Warning,
};
#[cfg(any(feature = "geojson", feature = "tiled"))]
use tautline::bake::{TerrainNames, Unlabelled};
use tautline::baked::BakedMap;
#[cfg(any(feature = "geojson", feature = "tiled"))]
use tautline::formats::UnreadKind;
use tautline::formats::no_files;

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
    let house = feature(r#"{ "kind": "hole", "height": 3 }"#, 3);
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
