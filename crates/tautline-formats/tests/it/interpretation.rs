//! Reports of what files say about their shapes and cells.

#[cfg(any(feature = "ldtk", feature = "tiled"))]
use tautline_formats::no_files;
use tautline_formats::{Interpretation, UnreadKind};

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

/// Only the layers that are read matter, and offsets of groups count.
#[cfg(feature = "tiled")]
#[test]
fn layers_of_tiled_with_an_offset_are_reported() {
    use tautline_formats::tiled::{self, TiledOptions};

    let layer = |name: &str, offset: &str| {
        format!(
            r#"<layer name="{name}" width="1" height="1"{offset}><data encoding="csv">1</data></layer>"#
        )
    };
    let objects = |name: &str, property: &str| {
        format!(
            r#"<objectgroup name="{name}" offsety="-0.5"><object x="0" y="0"><properties>
              <property name="{property}" value="jump"/></properties><polyline points="0,0 1,0"/></object></objectgroup>"#
        )
    };
    let text = format!(
        r#"<map orientation="orthogonal" width="1" height="1" tilewidth="1" tileheight="1"><tileset firstgid="1"/>
        {}{}{}<group offsetx="8">{}<group offsetx="-8">{}</group></group>{}{}</map>"#,
        layer("floor", r#" offsetx="0" offsety="0""#),
        layer("walls", r#" offsety="16""#),
        layer("sky", r#" offsetx="3""#),
        layer("bushes", ""),
        layer("back where it was", ""),
        objects("ladders", "link"),
        objects("spawns", "team"),
    );
    let mut options = TiledOptions::default();
    let read = ["floor", "walls", "bushes", "back where it was"];
    options.layers = Some(read.map(str::to_owned).to_vec());
    let offsets = |found: &Interpretation| {
        let unread = found.unread().iter().filter(|it| it.kind == UnreadKind::Offset);
        unread.map(|it| it.name.clone()).collect::<Vec<_>>()
    };
    let grid = tiled::parse(&text, &options, &mut no_files).unwrap();
    assert_eq!(offsets(&grid.interpretation), ["bushes", "ladders", "walls"]);
    let objects = tiled::parse_objects(&text, &options).unwrap();
    assert_eq!(offsets(&objects.interpretation), ["ladders"]);
}

#[cfg(feature = "tiled")]
#[test]
fn collision_shapes_and_members_of_classes_are_not_read_but_reported() {
    use tautline_formats::tiled::{self, TiledOptions};

    // Tile 0 has an empty group, tiles 1 and 2 have shapes; tile 2 has a label, and 4 is in no layer.
    let shape = r#"<objectgroup><object width="8" height="8"/></objectgroup>"#;
    let xml = format!(
        r#"<map orientation="orthogonal" width="4" height="1" tilewidth="8" tileheight="8">
        <tileset firstgid="1" name="roofs"><tile id="0"><objectgroup/></tile><tile id="1">{shape}</tile>
          <tile id="2"><properties><property name="walkable" value="false"/></properties>{shape}</tile>
          <tile id="3"><properties><property name="nav" type="class"><properties>
            <property name="Walkable" type="bool" value="false"/></properties></property>
            <property name="sound" type="class"><properties><property name="step" value="hard"/>
            </properties></property></properties></tile><tile id="4">{shape}</tile></tileset>
        <layer name="a" width="4" height="1"><data encoding="csv">1,2,3,4</data></layer></map>"#
    );
    let shape =
        r#""objectgroup": { "type": "objectgroup", "objects": [ { "width": 8, "height": 8 } ] }"#;
    let json = format!(
        r#"{{ "orientation": "orthogonal", "width": 4, "height": 1, "tilewidth": 8, "tileheight": 8,
        "tilesets": [ {{ "firstgid": 1, "name": "roofs", "tiles": [
          {{ "id": 0, "objectgroup": {{ "objects": [] }} }}, {{ "id": 1, {shape} }},
          {{ "id": 2, {shape}, "properties": [ {{ "name": "walkable", "value": false }} ] }},
          {{ "id": 3, "properties": [ {{ "name": "nav", "type": "class", "value": {{ "Walkable": false }} }},
            {{ "name": "sound", "type": "class", "value": {{ "step": "hard" }} }} ] }},
          {{ "id": 4, {shape} }} ] }} ],
        "layers": [ {{ "type": "tilelayer", "name": "a", "width": 4, "height": 1, "data": [1,2,3,4] }} ] }}"#
    );
    for text in [xml, json] {
        let grid = tiled::parse(&text, &TiledOptions::default(), &mut no_files).unwrap();
        assert_eq!(grid.cells, [Some(0), Some(0), None, Some(0)]);
        let unread = grid.interpretation.unread().iter();
        let unread: Vec<_> = unread.map(|it| (it.kind, it.name.as_str(), it.count)).collect();
        let expected =
            [(UnreadKind::Property, "nav.Walkable", 1), (UnreadKind::TileShape, "roofs", 1)];
        assert_eq!(unread, expected);
    }
}

#[cfg(feature = "tiled")]
#[test]
fn layers_without_labels_in_a_group_or_class_of_obstacles_are_reported() {
    use tautline_formats::tiled::{self, TiledOptions};

    let layer = |name: &str, class: &str, tile: u8| {
        format!(
            r#"<layer name="{name}" class="{class}" width="1" height="1"><data encoding="csv">{tile}</data></layer>"#
        )
    };
    let text = format!(
        r#"<map orientation="orthogonal" width="1" height="1" tilewidth="8" tileheight="8"><tileset firstgid="1">
          <tile id="1"><properties><property name="walkable" value="false"/></properties></tile></tileset>
        <group name="Walls"><group name="north">{}{}</group></group>{}{}</map>"#,
        layer("houses", "", 1),
        layer("labelled", "", 2),
        layer("rocks", "Obstacle", 1),
        layer("floor", "", 1),
    );
    let grid = tiled::parse(&text, &TiledOptions::default(), &mut no_files).unwrap();
    let unread = grid.interpretation.unread().iter();
    let unread: Vec<_> = unread.map(|it| (it.kind, it.name.as_str())).collect();
    assert_eq!(unread, [(UnreadKind::Layer, "houses"), (UnreadKind::Layer, "rocks")]);
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
    use tautline_formats::{Role, RoleSource};

    let mut found = Interpretation::default();
    for number in 0..5000_u32 {
        found.count(Some(Role::Hole), RoleSource::OtherValue(number.to_string()), 2);
        found.notice(UnreadKind::Property, &format!("kind{number}"));
    }
    assert!(found.meanings().len() <= 1025 && found.unread().len() <= 256);
    assert_eq!(found.meanings().iter().map(|it| it.count).sum::<u64>(), 10_000);
    // The rest is counted as what it is: its values are not listed, but it has them.
    let rest = found.meanings().last().unwrap();
    assert_eq!((&rest.source, rest.count), (&RoleSource::Others, 2 * (5000 - 1024)));
    assert!(rest.source.may_be_key("4999") && !found.meanings()[0].source.may_be_key("4999"));
}
