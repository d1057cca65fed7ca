//! Navigation meshes in Detour's binary format, as its C++ code lays them out.

/// A tile, in Detour's coordinates: x, y, z, with y up.
#[derive(Debug, Clone, Default)]
pub struct DetourTile {
    /// The column and row.
    pub position: [i32; 2],
    /// The largest step that agents climb.
    pub climb: f32,
    /// The vertices of polygons.
    pub vertices: Vec<[f32; 3]>,
    /// The polygons of the ground.
    pub polygons: Vec<DetourPolygon>,
    /// The off-mesh connections.
    pub connections: Vec<DetourConnection>,
}

/// A polygon as stored in the file.
#[derive(Debug, Clone)]
pub struct DetourPolygon {
    /// The corners: 3 to 6 indices of vertices.
    pub corners: Vec<u16>,
    /// The neighbour across each edge: 0 for none, a polygon's index plus 1, or 0x8000 plus
    /// the side of the tile.
    pub edges: Vec<u16>,
    /// The area type.
    pub area: u8,
    /// The user-defined flags.
    pub flags: u16,
}

/// An off-mesh connection.
#[derive(Debug, Clone)]
pub struct DetourConnection {
    /// The start and the end.
    pub ends: [[f32; 3]; 2],
    /// The largest distance of the ground from its ends.
    pub radius: f32,
    /// True if the connection is bidirectional.
    pub bidirectional: bool,
    /// The area type.
    pub area: u8,
    /// The user-defined flags.
    pub flags: u16,
}

/// Returns two adjacent tiles of 4 by 4. Their border is at x = 4 in the left one and at
/// the next number in the right one. There are also a strip next to the left one without flags, which
/// no agent may enter, and an island 6 above the right one, to which an off-mesh connection leads.
///
/// The left tile has one polygon at height 0, the right one two polygons at height 0.5 with a common
/// edge at z = 1.5. The island has area type 5 and flags 8.
#[must_use]
pub fn detour_tiles() -> [DetourTile; 2] {
    let polygon = |corners: [u16; 4], edges: [u16; 4]| DetourPolygon {
        corners: corners.to_vec(),
        edges: edges.to_vec(),
        area: 0,
        flags: 1,
    };
    let (max_x, min_x) = (0x8000, 0x8004);
    let next_x = 4_f32.next_up();
    let left = DetourTile {
        position: [0, 0],
        climb: 0.9,
        vertices: vec![
            [0.0, 0.0, 0.0],
            [0.0, 0.0, 4.0],
            [4.0, 0.0, 4.0],
            [4.0, 0.0, 0.0],
            [0.0, 0.0, -2.0],
            [4.0, 0.0, -2.0],
        ],
        polygons: vec![
            polygon([0, 1, 2, 3], [0, 0, max_x, 2]),
            DetourPolygon { flags: 0, ..polygon([4, 0, 3, 5], [0, 1, max_x, 0]) },
        ],
        connections: vec![DetourConnection {
            ends: [[2.0, 0.25, 2.0], [7.25, 6.0, 2.0]],
            radius: 0.5,
            bidirectional: false,
            area: 7,
            flags: 2,
        }],
    };
    let right = DetourTile {
        position: [1, 0],
        climb: 0.9,
        vertices: vec![
            [next_x, 0.5, 0.0],
            [next_x, 0.5, 1.5],
            [next_x, 0.5, 4.0],
            [8.0, 0.5, 4.0],
            [8.0, 0.5, 1.5],
            [8.0, 0.5, 0.0],
            [5.0, 6.0, 1.0],
            [5.0, 6.0, 3.0],
            [7.0, 6.0, 3.0],
            [7.0, 6.0, 1.0],
        ],
        polygons: vec![
            polygon([0, 1, 4, 5], [min_x, 2, 0, 0]),
            polygon([1, 2, 3, 4], [min_x, 0, 0, 1]),
            DetourPolygon { area: 5, flags: 8, ..polygon([6, 7, 8, 9], [0; 4]) },
        ],
        connections: Vec::new(),
    };
    [left, right]
}

/// Returns a file of tiles, with references of 64 or 32 bits.
#[must_use]
pub fn detour_file(tiles: &[DetourTile], long_references: bool) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(*b"TESM");
    push(&mut file, &[1, number(tiles.len())]);
    // The origin, the size of tiles, and the largest numbers of tiles and polygons.
    push_floats(&mut file, &[0.0, 0.0, 0.0, 4.0, 4.0]);
    push(&mut file, &[16, 1 << 16]);
    for tile in tiles {
        let bytes = tile.bytes(long_references);
        let length = number(bytes.len());
        // With long references, the length is padded to their alignment.
        let words = if long_references { 2 } else { 1 };
        push(&mut file, &[9, 0][..words]);
        push(&mut file, &[length, 0][..words]);
        file.extend(bytes);
    }
    file
}

impl DetourTile {
    /// Returns the bytes of the tile.
    #[must_use]
    pub fn bytes(&self, long_references: bool) -> Vec<u8> {
        let Self { vertices, polygons, connections, .. } = self;
        let least = |axis: usize| vertices.iter().map(|at| at[axis]).fold(f32::MAX, f32::min);
        let largest = |axis: usize| vertices.iter().map(|at| at[axis]).fold(f32::MIN, f32::max);
        // Derived data: a link for each polygon, one detail mesh, one detail vertex, two
        // triangles, one node.
        let counts = [polygons.len() + connections.len(), vertices.len(), polygons.len()];
        let derived = [1, 1, 2, 1, connections.len(), polygons.len()];
        let mut bytes = b"VAND".to_vec();
        push(&mut bytes, &[7]);
        push(&mut bytes, &self.position.map(i32::cast_unsigned));
        push(&mut bytes, &[0, 0]);
        push(&mut bytes, &counts.map(number));
        push(&mut bytes, &derived.map(number));
        push_floats(&mut bytes, &[2.0, 0.5, self.climb]);
        push_floats(&mut bytes, &[0, 1, 2].map(least));
        push_floats(&mut bytes, &[0, 1, 2].map(largest));
        push_floats(&mut bytes, &[3.5]);
        vertices.iter().for_each(|vertex| push_floats(&mut bytes, vertex));
        for polygon in polygons {
            push_polygon(&mut bytes, polygon, 0);
        }
        for &DetourConnection { area, flags, .. } in connections {
            let record = DetourPolygon { corners: vec![0, 0], edges: vec![0, 0], area, flags };
            push_polygon(&mut bytes, &record, 1);
        }
        let link = if long_references { 16 } else { 12 };
        bytes.resize(bytes.len() + polygons.len() * link + 12 + 12 + 2 * 4 + 16, 0xee);
        for (index, connection) in connections.iter().enumerate() {
            connection.ends.iter().for_each(|end| push_floats(&mut bytes, end));
            push_floats(&mut bytes, &[connection.radius]);
            let polygon = u16::try_from(polygons.len() + index).unwrap_or(u16::MAX);
            bytes.extend(polygon.to_le_bytes());
            bytes.extend([u8::from(connection.bidirectional), 0xff]);
            push(&mut bytes, &[77]);
        }
        bytes
    }
}

fn push_polygon(bytes: &mut Vec<u8>, polygon: &DetourPolygon, kind: u8) {
    push(bytes, &[u32::MAX]);
    for list in [&polygon.corners, &polygon.edges] {
        let rest = std::iter::repeat_n(0, 6_usize.saturating_sub(list.len()));
        bytes.extend(list.iter().copied().chain(rest).take(6).flat_map(u16::to_le_bytes));
    }
    bytes.extend(polygon.flags.to_le_bytes());
    bytes.push(u8::try_from(polygon.corners.len()).unwrap_or(u8::MAX));
    bytes.push(polygon.area & 0x3f | kind << 6);
}

fn push(bytes: &mut Vec<u8>, numbers: &[u32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn push_floats(bytes: &mut Vec<u8>, numbers: &[f32]) {
    bytes.extend(numbers.iter().flat_map(|number| number.to_le_bytes()));
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
