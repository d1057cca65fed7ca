//! Reading of one tile.

use super::{Edge, OffMeshConnection, Polygon, TILE, Tile, TileSide};
use crate::byte_reader::ByteReader;
use crate::error::{FormatError, Reason};
use crate::found::Found;
use crate::number::to_u64;

/// The largest number of corners of a polygon.
const MOST_CORNERS: usize = 6;
/// The flag of an edge whose neighbour is in another tile.
const PORTAL: u16 = 0x8000;
/// The bits of the area type. The upper two bits are the type of the polygon.
const AREA: u8 = 0x3f;
/// The flag of bidirectional connections.
const BIDIRECTIONAL: u8 = 1;

/// Reads a tile from its bytes.
pub(super) fn read(mut bytes: ByteReader<'_>) -> Result<Tile, FormatError> {
    let here = bytes;
    let magic: [u8; 4] = bytes.array()?;
    if magic != TILE {
        let found = Found::text(&String::from_utf8_lossy(&magic));
        return Err(here.error(Reason::unexpected("\"VAND\"", found)));
    }
    bytes.version("7")?;
    let position = [bytes.i32()?, bytes.i32()?];
    let layer = bytes.i32()?;
    let _user_id = bytes.u32()?;
    let mut counts = [0; 9];
    for count in &mut counts {
        *count = bytes.count()?;
    }
    // The first polygons are ground; the others represent off-mesh connections.
    let [
        polygon_count,
        vertex_count,
        links,
        detail_meshes,
        detail_vertices,
        detail_triangles,
        bounding_nodes,
        connection_count,
        ground_count,
    ] = counts;
    let [_height, radius, climb] = bytes.point()?;
    let (min, max) = (bytes.point()?, bytes.point()?);
    let _quantization = bytes.f32()?;

    // In 64 bits, so that declared counts do not overflow on 32-bit machines.
    let sum = |records: &[(usize, usize)]| -> u64 {
        records.iter().map(|&(count, length)| to_u64(count) * to_u64(length)).sum()
    };
    let read = [(vertex_count, 12), (polygon_count, Record::LENGTH), (connection_count, 36)];
    let derived = [(detail_meshes, 12), (detail_vertices, 12), (detail_triangles, 4)];
    let derived = sum(&derived) + sum(&[(bounding_nodes, 16)]);
    // The size of a link depends on that of the reference in it, 32 or 64 bits. The one with
    // which all sections fill the tile exactly is right.
    let between = [12, 16].map(|link| derived + sum(&[(links, link)]));
    let fits = |between: &u64| sum(&read) + between == to_u64(bytes.rest.len());
    let fitting = between.into_iter().find(fits).and_then(|it| usize::try_from(it).ok());
    let between = fitting.ok_or_else(|| bytes.range("the tile", sum(&read) + between[0]))?;
    let mut vertices = Vec::with_capacity(vertex_count);
    for _ in 0..vertex_count {
        vertices.push(bytes.point()?);
    }
    let mut records = Vec::with_capacity(polygon_count);
    for _ in 0..polygon_count {
        records.push(Record::read(&mut bytes)?);
    }
    bytes.take(between)?;
    let Some((ground, connection_records)) = records.split_at_checked(ground_count) else {
        return Err(here.index("polygons", ground_count, polygon_count));
    };
    let mut polygons = Vec::with_capacity(ground.len());
    for record in ground {
        polygons.push(record.polygon(vertex_count, ground_count)?);
    }
    let mut connections = Vec::with_capacity(connection_count);
    for _ in 0..connection_count {
        connections.push(connection(&mut bytes, ground_count, connection_records)?);
    }
    Ok(Tile { position, layer, min, max, climb, radius, vertices, polygons, connections })
}

/// A polygon as stored in the file.
struct Record<'b> {
    bytes: ByteReader<'b>,
    corners: [u16; MOST_CORNERS],
    edges: [u16; MOST_CORNERS],
    flags: u16,
    corner_count: u8,
    area: u8,
}

impl<'b> Record<'b> {
    const LENGTH: usize = 32;

    fn read(bytes: &mut ByteReader<'b>) -> Result<Self, FormatError> {
        let record = bytes.take(Self::LENGTH)?;
        let mut rest = record;
        let _first_link = rest.u32()?;
        let mut numbers = || -> Result<_, FormatError> {
            let mut numbers = [0; MOST_CORNERS];
            for number in &mut numbers {
                *number = rest.u16()?;
            }
            Ok(numbers)
        };
        let (corners, edges) = (numbers()?, numbers()?);
        let (flags, corner_count, area) = (rest.u16()?, rest.u8()?, rest.u8()? & AREA);
        Ok(Self { bytes: record, corners, edges, flags, corner_count, area })
    }

    /// Converts the record of a ground polygon, given the numbers of vertices and ground polygons.
    fn polygon(&self, vertices: usize, ground: usize) -> Result<Polygon, FormatError> {
        let count = usize::from(self.corner_count);
        if count < 3 {
            return Err(self.bytes.error(Reason::TooFewCorners { corners: to_u64(count) }));
        }
        let limit = Reason::Limit { what: "corners of a polygon", limit: to_u64(MOST_CORNERS) };
        let corners = self.corners.get(..count).ok_or_else(|| self.bytes.error(limit))?;
        if let Some(&corner) = corners.iter().find(|&&corner| usize::from(corner) >= vertices) {
            return Err(self.bytes.index("vertices", corner.into(), vertices));
        }
        let mut edges = Vec::with_capacity(count);
        for &edge in &self.edges[..count] {
            edges.push(self.edge(edge, ground)?);
        }
        let corners = corners.iter().map(|&corner| corner.into()).collect();
        Ok(Polygon { corners, edges, area: self.area, flags: self.flags })
    }

    fn edge(&self, across: u16, ground: usize) -> Result<Edge, FormatError> {
        Ok(match across {
            0 => Edge::Wall,
            _ if across & PORTAL != 0 => Edge::Portal(match across & !PORTAL {
                0 => TileSide::MaxX,
                2 => TileSide::MaxZ,
                4 => TileSide::MinX,
                6 => TileSide::MinZ,
                side => return Err(self.bytes.index("sides of a tile", side.into(), 8)),
            }),
            _ if usize::from(across) <= ground => Edge::Polygon(u32::from(across) - 1),
            _ => return Err(self.bytes.index("polygons", usize::from(across) - 1, ground)),
        })
    }
}

/// Reads an off-mesh connection. Its area type and flags are in a polygon after those of the
/// ground.
fn connection(
    bytes: &mut ByteReader<'_>,
    ground: usize,
    connection_records: &[Record<'_>],
) -> Result<OffMeshConnection, FormatError> {
    let here = *bytes;
    let (from, to, radius) = (bytes.point()?, bytes.point()?, bytes.f32()?);
    let polygon = usize::from(bytes.u16()?);
    let bidirectional = bytes.u8()? & BIDIRECTIONAL != 0;
    let _side = bytes.u8()?;
    let _user_id = bytes.u32()?;
    let record = polygon.checked_sub(ground).and_then(|record| connection_records.get(record));
    let Some(&Record { area, flags, .. }) = record else {
        return Err(here.index("polygons", polygon, ground + connection_records.len()));
    };
    Ok(OffMeshConnection { from, to, radius, bidirectional, area, flags })
}
