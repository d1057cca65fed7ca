//! Pictures.

use tautline::draw::{BorderKind, Draw, DrawnArea, DrawnBorder, Marker, Svg, draw_mesh};
use tautline::navmesh::{
    AreaId, Faults, Link, LinkKind, NavMesh, RawLink, RawMesh, Terrain, rectangles_from_cells,
};
use tautline::{Path, Vec2, path};

/// A meadow around a house and a tree, in which a fence stands, with a bridge
/// above it and a jump across the house.
fn yard() -> Result<NavMesh, Faults> {
    let cell = |x, y| match (x, y) {
        (2..4, 2..4) | (20, 30) => None,
        (0, _) => Some(Terrain(1)),
        _ => Some(Terrain(0)),
    };
    let mut raw = rectangles_from_cells(80, 40, cell);
    // Neighbours are found again, with the bridge.
    raw.neighbours.clear();
    raw.elevations = vec![0.0; raw.vertices.len()];
    let first = u32::try_from(raw.vertices.len()).unwrap_or(0);
    raw.vertices.extend([[5.0, 4.5], [9.0, 4.5], [9.0, 5.5], [5.0, 5.5]]);
    raw.elevations.extend([3.0; 4]);
    raw.push_area(&[first, first + 1, first + 2, first + 3]);
    raw.terrains.push(Terrain(2));
    let link = |from, to, both_ways| RawLink {
        from,
        to,
        kind: LinkKind::Jump,
        both_ways,
        ..RawLink::default()
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
    let sides = mesh.areas().flat_map(|area| mesh.half_edges_of(area));
    let mut shared = sides.filter(|&side| mesh.twin(side).is_some());
    shared.next().map_or([0, 1], |side| mesh.ends(side).map(|vertex| vertex.0))
}

/// Counts what it is told.
#[derive(Default)]
struct Tally {
    areas: Vec<(f32, AreaId)>,
    borders: [usize; 3],
    outlines: usize,
    links: usize,
}

impl Draw for Tally {
    fn area(&mut self, area: &DrawnArea<'_>) {
        self.areas.push((area.elevation, area.id));
    }
    fn border(&mut self, border: &DrawnBorder) {
        self.borders[border.kind as usize] += 1;
    }
    fn outline(&mut self, outline: &[DrawnBorder]) {
        assert!(outline.iter().all(|border| border.kind != BorderKind::Portal));
        self.outlines += 1;
    }
    fn link(&mut self, _: &Link) {
        self.links += 1;
    }
    fn path(&mut self, _: &Path) {}
    fn marker(&mut self, _: Vec2, _: Marker) {}
}

#[test]
fn everything_is_drawn_once_and_low_areas_first() {
    let mesh = yard().unwrap();
    let mut tally = Tally::default();
    draw_mesh(&mesh, &mut tally);
    assert_eq!(tally.areas.len(), mesh.area_count());
    assert!(tally.areas.is_sorted());
    assert!(tally.areas.last().unwrap().0 > 2.5, "the bridge");
    let [portals, boundaries, walls] = tally.borders;
    assert_eq!(2 * portals + boundaries + walls, mesh.half_edge_count());
    assert_eq!(walls, 2, "both sides of the fence");
    assert_eq!(tally.outlines, mesh.boundary_loops().len());
    assert_eq!(tally.links, 2);
}

#[test]
fn a_plan_shows_areas_borders_links_and_paths() {
    let mesh = yard().unwrap();
    let mut plan = Svg::new();
    draw_mesh(&mesh, &mut plan);
    let way = path(&mesh, Vec2::new(0.5, 3.0), Vec2::new(20.0, 3.5)).unwrap();
    plan.path(&way);
    let text = plan.finish();
    assert_eq!(text.matches("<path fill=").count(), mesh.area_count());
    let (sides, portals) = (mesh.half_edge_count(), text.matches("stroke-opacity=\"0.4\"").count());
    let ends = text.matches("stroke-width=\"2\"").count() + text.matches("\"#7a4a2b\"").count();
    assert_eq!(2 * portals + ends, sides + mesh.links().len());
    assert_eq!(
        text.matches("stroke-width=\"4\"").count() - 2,
        way.walked_segments().count(),
        "but the fence"
    );
    assert!(text.contains("M0.5 3L0.5 3"), "the start");
}

#[test]
fn a_plan_is_as_large_as_what_is_on_it_and_y_may_grow_downwards() {
    let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0]]);
    raw.push_area(&[0, 1, 2]);
    let mesh = raw.build().unwrap();
    for (plan, top, flip) in [(Svg::new(), "-3.16", -1), (Svg::new().with_y_down(), "-0.16", 1)] {
        let mut plan = plan;
        draw_mesh(&mesh, &mut plan);
        let text = plan.finish();
        assert!(text.contains(&format!("viewBox=\"-0.16 {top} 4.32 3.32\"")), "{text}");
        assert!(text.contains(&format!("scale(1 {flip})")));
    }
    assert!(!Svg::new().finish().contains("NaN"));
}

/// Regression: its width was infinite.
#[test]
fn a_plan_of_a_single_point_has_a_size() {
    let mut picture = Svg::new();
    picture.marker(Vec2::new(3.0, 4.0), Marker::Goal);
    let text = picture.finish();
    let size = "width=\"1200\" height=\"1200\" viewBox=\"2 -5 2 2\"";
    assert!(text.contains(size), "{text}");
}
