//! Pictures of maps.

use tautline::draw::{Draw, draw_mesh};
use tautline::navmesh::{
    Faults, LinkKind, NavMesh, RawLink, RawMesh, Terrain, rectangles_from_cells,
};
use tautline::{Path, Vec2, path};
use tautline_picture::{MapPicture, Style};

/// A meadow with a fence around a house and a tree, a bridge above it, and a jump across the house.
fn yard() -> Result<NavMesh, Faults> {
    let cell = |x, y| match (x, y) {
        (2..4, 2..4) | (20, 30) => None,
        (0, _) => Some(Terrain(1)),
        _ => Some(Terrain(0)),
    };
    let mut raw = rectangles_from_cells(80, 40, cell);
    // The build finds the neighbours again, with those of the bridge.
    raw.neighbours.clear();
    raw.elevations = vec![0.0; raw.vertices.len()];
    let first = u32::try_from(raw.vertices.len()).unwrap_or(0);
    raw.vertices.extend([[5.0, 4.5], [9.0, 4.5], [9.0, 5.5], [5.0, 5.5]]);
    raw.elevations.extend([3.0; 4]);
    raw.push_area(&[first, first + 1, first + 2, first + 3]);
    raw.terrains.push(Terrain(2));
    let link = |from, to, both_ways| RawLink {
        from,
        from_elevation: 0.0,
        to,
        to_elevation: 0.0,
        cost: None,
        kind: LinkKind::Jump,
        both_ways,
        disabled: false,
    };
    raw.links = vec![link([1.5, 3.0], [4.5, 3.0], false), link([9.5, 1.0], [9.5, 9.0], true)];
    let mesh = raw.build()?;
    // A fence where the sand begins.
    let mut raw = mesh.to_raw();
    raw.neighbours = Vec::new();
    raw.walls = vec![fence(&mesh)];
    raw.build()
}

/// The ends of the first border that can be crossed.
fn fence(mesh: &NavMesh) -> [u32; 2] {
    let half_edges = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    let mut portals = half_edges.filter(|&half_edge| mesh.twin(half_edge).is_some());
    portals.next().map_or([0, 1], |portal| mesh.ends(portal).map(|vertex| vertex.0))
}

#[test]
fn a_small_mesh_is_drawn_with_houses_trees_shadows_links_and_paths() {
    let mesh = yard().unwrap();
    let names = ["grass", "sand", "planks"].map(str::to_owned);
    let mut picture = MapPicture::new(Style::for_terrain_names(&names));
    draw_mesh(&mesh, &mut picture);
    picture.path(&path(&mesh, Vec2::new(0.5, 3.0), Vec2::new(20.0, 3.5)).unwrap());
    insta::assert_snapshot!(picture.finish());
}

#[test]
fn ground_without_names_is_drawn_plainly_and_y_may_point_down() {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
    raw.push_area(&[0, 1, 2]);
    let mesh = raw.build().unwrap();
    let mut picture = MapPicture::new(Style::default()).with_y_down();
    draw_mesh(&mesh, &mut picture);
    insta::assert_snapshot!(picture.finish());
}

#[test]
fn a_title_may_have_any_characters() {
    let mut picture = MapPicture::new(Style::default()).with_title("A < B & C > D\u{1}\n\u{ffff}");
    let text = picture.finish();
    assert!(
        text.contains("<title>A &lt; B &amp; C &gt; D  \u{fffd}</title>\n<desc>0 areas</desc>")
    );
    picture.path(&Path { points: vec![Vec2::ZERO, Vec2::ONE], ..Path::default() });
    assert!(picture.finish().contains("<desc>0 areas, 1 path</desc>"));
}

#[test]
fn a_picture_without_a_mesh_is_empty() {
    let text = MapPicture::new(Style::default()).finish();
    assert!(text.contains(r#"viewBox="-0.04 -1.04 1.08 1.08""#), "{text}");
    assert!(!text.contains("NaN"));
}

#[test]
fn a_legend_names_what_is_drawn_and_nothing_else() {
    let mesh = yard().unwrap();
    let names = ["grass <wet>", "sand", "planks", "lava"].map(str::to_owned);
    let mut picture = MapPicture::new(Style::for_terrain_names(&names)).with_legend(&names);
    draw_mesh(&mesh, &mut picture);
    let text = picture.finish();
    let entries: Vec<&str> = text
        .lines()
        .filter_map(|line| line.strip_prefix("<text ")?.strip_suffix("</text>")?.split_once('>'))
        .map(|(_, name)| name)
        .collect();
    assert_eq!(entries, ["grass &lt;wet&gt;", "sand", "planks", "not walkable", "link"]);
    assert!(!MapPicture::new(Style::default()).finish().contains("<text"));
}

/// A blocked tile at the edge is outside of the ground; one in the middle is a hole in it. With
/// plain holes, both must look the same.
#[test]
fn a_blocked_tile_looks_the_same_at_the_edge() {
    let names = ["grass".to_owned()];
    let colours = |blocked: (u32, u32)| {
        let raw = rectangles_from_cells(5, 5, |x, y| ((x, y) != blocked).then_some(Terrain(0)));
        let mesh = raw.build().unwrap();
        let mut picture = MapPicture::new(Style::for_terrain_names(&names).with_plain_holes());
        draw_mesh(&mesh, &mut picture);
        let text = picture.finish();
        let fills = text.split("fill=\"").skip(1).filter_map(|rest| rest.split('"').next());
        let mut fills: Vec<String> = fills.map(str::to_owned).collect();
        fills.sort_unstable();
        fills.dedup();
        fills
    };
    assert_eq!(colours((2, 2)), colours((4, 2)));
}
