//! Pictures of a mesh with paths.

use tautline::draw::{Draw, Style, Svg, draw_mesh};
use tautline::{NavMesh, Path};

/// The SVG text of a mesh with paths on it.
pub(crate) fn draw(
    mesh: &NavMesh,
    terrain_names: &[String],
    paths: &[Path],
    y_down: bool,
) -> String {
    let picture = Svg::new(Style::for_terrain_names(terrain_names));
    let mut picture = if y_down { picture.with_y_down() } else { picture };
    draw_mesh(mesh, &mut picture);
    paths.iter().for_each(|path| picture.path(path));
    picture.finish()
}
