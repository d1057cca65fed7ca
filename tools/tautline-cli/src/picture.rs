//! Pictures of a mesh with paths.

use tautline::baked::BakedMap;
use tautline::draw::{Draw, Marker, Style, Svg, draw_mesh};
use tautline::{NavMesh, Path};

/// The SVG text of a mesh of a map with paths on it.
pub(crate) fn draw(map: &BakedMap, mesh: &NavMesh, paths: &[Path], y_down: bool) -> String {
    picture(map, mesh, paths, y_down).finish()
}

/// The same, with rings around what was mended.
pub(crate) fn draw_repaired(
    map: &BakedMap,
    mesh: &NavMesh,
    paths: &[Path],
    y_down: bool,
) -> String {
    let mut picture = picture(map, mesh, paths, y_down);
    for at in map.repairs.iter().filter_map(|repair| repair.at) {
        picture.marker(at.into(), Marker::Repair);
    }
    picture.finish()
}

fn picture(map: &BakedMap, mesh: &NavMesh, paths: &[Path], y_down: bool) -> Svg {
    let picture = Svg::new(Style::for_terrain_names(&map.terrain_names));
    let mut picture = if y_down { picture.with_y_down() } else { picture };
    draw_mesh(mesh, &mut picture);
    paths.iter().for_each(|path| picture.path(path));
    picture
}
