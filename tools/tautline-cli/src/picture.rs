//! SVG pictures of a mesh with paths.

use tautline::baked::BakedMap;
use tautline::draw::{Draw, Marker, draw_mesh};
use tautline::{NavMesh, Path, Vec2};
use tautline_picture::{MapPicture, Style};

/// The options of a picture.
#[derive(Clone, Copy, Default)]
pub(crate) struct Options<'a> {
    /// The title; `None` for the name of the map.
    pub(crate) title: Option<&'a str>,
    /// True to mark repaired places with rings.
    pub(crate) repairs: bool,
    /// True if y grows downwards, even if the map does not say so.
    pub(crate) y_down: bool,
}

/// Draws a mesh of a map, and paths, as SVG.
pub(crate) fn draw(
    map: &BakedMap,
    mesh: &NavMesh,
    paths: &[Path],
    options: &Options<'_>,
) -> String {
    let mut picture = picture(map, mesh, options);
    paths.iter().for_each(|path| picture.path(path));
    if options.repairs {
        for at in map.repairs.iter().filter_map(|repair| repair.at) {
            picture.marker(at.into(), Marker::Repair);
        }
    }
    picture.finish()
}

/// Draws a mesh of a map, and the trajectories and radii of agents, as SVG.
pub(crate) fn draw_crowd<'a>(
    map: &BakedMap,
    mesh: &NavMesh,
    trails: impl Iterator<Item = (&'a [Vec2], f32)>,
    options: &Options<'_>,
) -> String {
    let mut picture = picture(map, mesh, options);
    trails.for_each(|(points, radius)| picture.trail(points, radius));
    picture.finish()
}

/// Returns a picture of a mesh.
fn picture(map: &BakedMap, mesh: &NavMesh, options: &Options<'_>) -> MapPicture {
    let title = options.title.or(map.name.as_deref()).unwrap_or_default();
    let style = Style::for_terrain_names(&map.terrain_names);
    // A blocked tile looks the same everywhere, while a hole in a drawing is a house.
    let style = if map.y_down { style.with_plain_holes() } else { style };
    let picture = MapPicture::new(style).with_title(title).with_legend(&map.terrain_names);
    let mut picture = if options.y_down || map.y_down { picture.with_y_down() } else { picture };
    draw_mesh(mesh, &mut picture);
    picture
}
