//! Reports of what files say about their shapes and cells.

use tautline_formats::Interpretation;
#[cfg(any(feature = "ldtk", feature = "tiled"))]
use tautline_formats::no_files;

/// Formats the meanings and the unread names, one in each line.
#[cfg(any(feature = "ldtk", feature = "svg", feature = "tiled"))]
fn report(found: &Interpretation) -> String {
    let meanings =
        found.meanings().iter().map(|it| format!("{:?}: {}, {}", it.role, it.count, it.source));
    let unread = found
        .unread()
        .iter()
        .map(|it| format!("unread {} {}: {}", it.kind.name(), it.name, it.count));
    meanings.chain(unread).collect::<Vec<_>>().join("\n")
}

#[cfg(feature = "tiled")]
#[test]
fn cells_of_tiled_are_counted_by_the_source_of_their_meaning() {
    use tautline_formats::tiled::{self, TiledOptions};

    let text = r#"<map orientation="orthogonal" width="6" height="1" tilewidth="1" tileheight="1">
      <tileset firstgid="1">
        <tile id="1"><properties><property name="terrain" type="int" value="3"/></properties></tile>
        <tile id="2"><properties><property name="walkable" type="bool" value="false"/></properties></tile>
        <tile id="3"><properties><property name="walkable" type="bool" value="true"/>
          <property name="solid" type="bool" value="false"/></properties></tile>
        <tile id="4"><properties><property name="Terrain" value="mud"/></properties></tile>
      </tileset>
      <layer name="floor" width="6" height="1"><data encoding="csv">0,1,2,3,4,5</data></layer>
      <layer name="collision" width="6" height="1"><data encoding="csv">0,0,0,0,0,1</data></layer>
    </map>"#;
    let grid = tiled::parse(text, &TiledOptions::default(), &mut no_files).unwrap();
    insta::assert_snapshot!(report(&grid.interpretation), @r#"
    Some(Ground): 1, property "walkable"
    Some(Ground): 1, without a label
    Some(Hole): 1, property "walkable"
    Some(Hole): 1, collision layer
    Some(Hole): 1, without a tile
    Some(Terrain(3)): 1, property "terrain"
    unread property Terrain: 1
    unread property solid: 1
    "#);
}

#[cfg(feature = "ldtk")]
#[test]
fn cells_of_ldtk_are_counted_by_value() {
    use tautline_formats::ldtk::{self, LdtkOptions};

    let text = r#"{ "defs": { "layers": [ { "uid": 7, "intGridValues": [
        { "value": 1, "identifier": "wall" }, { "value": 2, "identifier": "water" } ] } ] },
      "levels": [ { "identifier": "Cellar", "layerInstances": [ { "__identifier": "Walls",
        "__type": "IntGrid", "layerDefUid": 7, "__cWid": 5, "__cHei": 1, "__gridSize": 16,
        "intGridCsv": [0, 1, 2, 2, 9] } ] } ] }"#;
    let mut options = LdtkOptions::default();
    options.names.insert("Water".to_owned(), Some(4));
    let levels = ldtk::parse(text, &options, &mut no_files).unwrap();
    insta::assert_snapshot!(report(&levels[0].grid.interpretation), @r"
    Some(Ground): 1, key for 0
    Some(Hole): 1, value 1 (wall) without a key
    Some(Hole): 1, value 9 without a key
    Some(Terrain(4)): 2, key for 2 (water)
    ");
}

#[cfg(feature = "svg")]
#[test]
fn shapes_of_a_drawing_are_counted_by_label() {
    use tautline_formats::svg::{self, SvgOptions};

    let text = r#"<svg xmlns="http://www.w3.org/2000/svg">
      <rect class="ground" width="9" height="9"/>
      <g id="wall"><rect width="1" height="1"/><rect id="terrain-2" width="1" height="1"/></g>
      <rect class="obstacles" width="2" height="2"/>
      <rect id="terrain-mud" data-kind="mud" width="2" height="2"/>
      <rect class="ignore" width="3" height="3"/>
      <path d="M0 0h9" fill="none"/>
    </svg>"#;
    let map = svg::parse(text, &SvgOptions::default()).unwrap();
    insta::assert_snapshot!(report(&map.interpretation), @r"
    None: 1, class
    Some(Ground): 1, class
    Some(Ground): 2, without a label
    Some(Hole): 1, label of a group
    Some(Terrain(2)): 1, id or label
    unread property data-kind: 1
    unread class obstacles: 1
    unread id or label terrain-mud: 1
    ");
}

/// Inkscape names layers by a label, which is on a group, and marks circles with `sodipodi:type`.
#[cfg(feature = "svg")]
#[test]
fn labels_of_groups_are_reported_and_attributes_of_editors_are_not() {
    use tautline_formats::svg::{self, SvgOptions};

    let text = r#"<svg xmlns="http://www.w3.org/2000/svg"
        xmlns:inkscape="http://www.inkscape.org/namespaces/inkscape"
        xmlns:sodipodi="http://sodipodi.sourceforge.net/DTD/sodipodi-0.dtd">
      <g inkscape:groupmode="layer" inkscape:label="terrain-mud"><rect width="2" height="2"/></g>
      <g class="walls"><g><rect width="2" height="2"/></g></g>
      <path inkscape:label="sofa" sodipodi:type="arc" d="M0 0h4v4z"/>
    </svg>"#;
    let map = svg::parse(text, &SvgOptions::default()).unwrap();
    insta::assert_snapshot!(report(&map.interpretation), @r"
    Some(Ground): 3, without a label
    unread class walls: 1
    unread id or label terrain-mud: 1
    ");
}

/// A report stays short, whatever the file contains.
#[test]
fn a_report_of_many_names_is_short() {
    use tautline_formats::{Role, RoleSource, UnreadKind};

    let mut found = Interpretation::default();
    for number in 0..5000_u32 {
        found.count(Some(Role::Hole), RoleSource::OtherValue(number.to_string()), 2);
        found.notice(UnreadKind::Property, &format!("kind{number}"));
    }
    assert!(found.meanings().len() <= 1025 && found.unread().len() <= 256);
    assert_eq!(found.meanings().iter().map(|it| it.count).sum::<u64>(), 10_000);
}
