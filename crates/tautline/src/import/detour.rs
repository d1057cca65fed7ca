//! From meshes of Detour.
//!
//! Detour joins tiles while it loads them, along the edges where they meet. Here they
//! become one mesh, by [`join_tiles`].

use std::collections::BTreeSet;

use tautline_formats::detour::{Edge, Mesh, OffMeshConnection, Tile, TileSide};
use tautline_geometry::polygon::edges;
use tautline_meshgen::{TileBorder, TileLine, join_tiles};
use tautline_navmesh::{Faults, LinkKind, Location, NavMesh, RawLink, RawMesh, Terrain, Vec2};

/// The flags by which polygons and connections of a Detour mesh are taken or left out, as in
/// `dtQueryFilter`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DetourFilter {
    /// Those that have any of these flags are taken; by default, any flag. One without flags is
    /// never taken, as in Detour.
    pub include: u16,
    /// Those that have any of these flags are left out; by default, none.
    pub exclude: u16,
}

impl Default for DetourFilter {
    fn default() -> Self {
        Self { include: u16::MAX, exclude: 0 }
    }
}

impl DetourFilter {
    /// Returns true if polygons with these flags are taken.
    #[must_use]
    pub const fn takes(self, flags: u16) -> bool {
        flags & self.include != 0 && flags & self.exclude == 0
    }
}

/// Converts a mesh of Detour. Detour's `[x, y, z]` becomes the point (x, -z) at the elevation y, so
/// that left and right are not exchanged.
///
/// * Each polygon becomes an area. Its area id in Detour becomes the terrain class, and the
///   area's [number](NavMesh::number) is its position among all polygons of the file.
/// * Tiles are joined where Detour joins them: along their edges, where heights differ
///   by at most twice the height that agents climb. Where corners of two tiles coincide, they
///   get the elevation of the tile that comes first. If several tiles have the same position and
///   layer, the first one is used.
/// * Edges that are walls in the file stay walls, whatever ground meets them.
/// * A connection becomes a link of [`LinkKind::Other`], at the cost of its straight distance.
///   Each end is moved to the nearest ground within its radius, as Detour does when it loads a
///   tile; where there is none, there is no link.
///
/// Detail meshes are ignored: elevations are those of the polygons' corners.
///
/// # Errors
///
/// [`Faults`], if the polygons are not a valid mesh: with a repeated corner, or without an inside.
/// Also if floors above each other are so close that both would be joined with the same edge of
/// the next tile.
pub fn from_detour(mesh: &Mesh, filter: DetourFilter) -> Result<RawMesh, Faults> {
    let climb = mesh.tiles.iter().map(|tile| tile.climb).fold(0.0, f32::max);
    let (raw, borders) = ground(mesh, filter);
    let joined = join_tiles(raw, &borders, 2.0 * climb)?;
    let connections = tiles(mesh).flat_map(|(_, tile)| &tile.connections);
    let connections = connections.filter(|connection| filter.takes(connection.flags));
    let links = connections.filter_map(|connection| link(&joined, connection, climb)).collect();
    Ok(RawMesh { links, ..joined.to_raw() })
}

/// Returns the tiles, with the numbers of their first polygons. If several tiles have the same
/// position and layer, returns only the first: Detour refuses the others.
fn tiles(mesh: &Mesh) -> impl Iterator<Item = (u32, &Tile)> {
    let (mut number, mut known) = (0_u32, BTreeSet::new());
    mesh.tiles.iter().filter_map(move |tile| {
        let first = number;
        number = number.saturating_add(super::number(tile.polygons.len()));
        known.insert((tile.position, tile.layer)).then_some((first, tile))
    })
}

/// All polygons that the filter takes, and their sides on the borders of tiles.
fn ground(mesh: &Mesh, filter: DetourFilter) -> (RawMesh, Vec<TileBorder>) {
    let mut raw = RawMesh::default();
    let mut borders = Vec::new();
    for (number, tile) in tiles(mesh) {
        let first = super::number(raw.vertices.len());
        // Subtraction, because messages would show the negative zero of `-z`.
        raw.vertices.extend(tile.vertices.iter().map(|&[x, _, z]| [x, 0.0 - z]));
        raw.elevations.extend(tile.vertices.iter().map(|&[_, y, _]| y));
        let polygons = (number..).zip(&tile.polygons);
        for (number, polygon) in polygons.filter(|(_, polygon)| filter.takes(polygon.flags)) {
            let corners: Vec<u32> =
                polygon.corners.iter().map(|&corner| vertex_of(tile, first, corner)).collect();
            for ([start, end], &edge) in edges(&corners).zip(&polygon.edges) {
                match edge {
                    Edge::Wall => raw.walls.push([start, end]),
                    Edge::Polygon(_) => {}
                    Edge::Portal(side) => {
                        borders.push(TileBorder { line: line(tile, side), ends: [start, end] });
                    }
                }
            }
            raw.push_area(&corners);
            raw.terrains.push(Terrain(polygon.area));
            raw.numbers.push(number);
        }
    }
    (raw, borders)
}

/// The line that a side of a tile lies on.
const fn line(tile: &Tile, side: TileSide) -> TileLine {
    let [column, row] = tile.position;
    match side {
        TileSide::MinX => TileLine::Column(column),
        TileSide::MaxX => TileLine::Column(column.saturating_add(1)),
        TileSide::MinZ => TileLine::Row(row),
        TileSide::MaxZ => TileLine::Row(row.saturating_add(1)),
    }
}

/// Returns the vertex of a corner of a tile whose vertices begin at `first`. If the tile does not have
/// such a vertex, returns a number that no vertex has, so that building reports the mesh as invalid.
fn vertex_of(tile: &Tile, first: u32, corner: u32) -> u32 {
    if super::number(tile.vertices.len()) > corner {
        first.saturating_add(corner)
    } else {
        u32::MAX
    }
}

/// A connection as a link between the nearest ground at both ends, if there is any.
fn link(mesh: &NavMesh, connection: &OffMeshConnection, climb: f32) -> Option<RawLink> {
    let end = |[x, y, z]: [f32; 3]| {
        let location = Location::at_elevation(Vec2::new(x, 0.0 - z), y);
        let nearest = mesh.nearest_where(location, connection.radius, |_| true).ok().flatten()?;
        let elevation = mesh.elevation_at(nearest.area, nearest.point);
        ((elevation - y).abs() <= climb).then_some((nearest.point, elevation))
    };
    let ((from, from_elevation), (to, to_elevation)) = (end(connection.from)?, end(connection.to)?);
    Some(RawLink {
        from: from.into(),
        from_elevation,
        to: to.into(),
        to_elevation,
        cost: None,
        kind: LinkKind::Other,
        both_ways: connection.bidirectional,
        disabled: false,
    })
}
