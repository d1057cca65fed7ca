//! Navigation meshes in Detour's binary form, byte by byte as its C++ lays them out.

/// A tile, in Detour's frame: x, y, z, and y is up.
#[derive(Debug, Clone, Default)]
pub struct DetourTile {
    /// Its column and row.
    pub place: [i32; 2],
    /// What agents climb.
    pub climb: f32,
    /// Corners of polygons.
    pub vertices: Vec<[f32; 3]>,
    /// Ground.
    pub polygons: Vec<DetourPolygon>,
    /// Ways that do not lead over the ground.
    pub connections: Vec<DetourConnection>,
}

/// A polygon as it is stored.
#[derive(Debug, Clone)]
pub struct DetourPolygon {
    /// Indices of vertices: 3 to 6.
    pub corners: Vec<u16>,
    /// What is across each edge: 0 for nothing, a polygon's number and 1, or 0x8000 and
    /// the side of the tile.
    pub edges: Vec<u16>,
    /// The kind of ground.
    pub area: u8,
    /// Bits of the user's own.
    pub flags: u16,
}

/// An off-mesh connection.
#[derive(Debug, Clone)]
pub struct DetourConnection {
    /// Where it begins and where it leads.
    pub ends: [[f32; 3]; 2],
    /// How far the ground may be from its ends.
    pub radius: f32,
    /// Whether it leads back.
    pub both_ways: bool,
    /// The kind of way.
    pub area: u8,
    /// Bits of the user's own.
    pub flags: u16,
}

/// Two tiles of 4 by 4 beside each other, whose shared border the left one has at 4 and
/// the right one at the next number; a strip before the left one that no flag lets anybody
/// enter; an island 6 above the right one, to which a connection leads.
///
/// The left tile is one polygon at height 0, the right one two at height 0.5, which meet
/// at z = 1.5. The island's kind is 5, and its flags are 8.
#[must_use]
pub fn detour_tiles() -> [DetourTile; 2] {
    let polygon = |corners: [u16; 4], edges: [u16; 4]| DetourPolygon {
        corners: corners.to_vec(),
        edges: edges.to_vec(),
        area: 0,
        flags: 1,
    };
    let (max_x, min_x) = (0x8000, 0x8004);
    let beside = 4_f32.next_up();
    let left = DetourTile {
        place: [0, 0],
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
            both_ways: false,
            area: 7,
            flags: 2,
        }],
    };
    let right = DetourTile {
        place: [1, 0],
        climb: 0.9,
        vertices: vec![
            [beside, 0.5, 0.0],
            [beside, 0.5, 1.5],
            [beside, 0.5, 4.0],
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

/// A file of tiles, with references of 64 bits or of 32.
#[must_use]
pub fn detour_file(tiles: &[DetourTile], long_references: bool) -> Vec<u8> {
    let mut file = Vec::new();
    file.extend(*b"TESM");
    push(&mut file, &[1, number(tiles.len())]);
    // The origin, the size of tiles, and how many tiles and polygons there may be.
    push_floats(&mut file, &[0.0, 0.0, 0.0, 4.0, 4.0]);
    push(&mut file, &[16, 1 << 16]);
    for tile in tiles {
        let bytes = tile.bytes(long_references);
        let length = number(bytes.len());
        // Long references align what follows.
        let words = if long_references { 2 } else { 1 };
        push(&mut file, &[9, 0][..words]);
        push(&mut file, &[length, 0][..words]);
        file.extend(bytes);
    }
    file
}

impl DetourTile {
    /// The bytes of the tile.
    #[must_use]
    pub fn bytes(&self, long_references: bool) -> Vec<u8> {
        let Self { vertices, polygons, connections, .. } = self;
        let least = |axis: usize| vertices.iter().map(|at| at[axis]).fold(f32::MAX, f32::min);
        let greatest = |axis: usize| vertices.iter().map(|at| at[axis]).fold(f32::MIN, f32::max);
        // Of what is derived: a link for each polygon, a detail mesh, a detail vertex, two
        // triangles, a node.
        let counts = [polygons.len() + connections.len(), vertices.len(), polygons.len()];
        let derived = [1, 1, 2, 1, connections.len(), polygons.len()];
        let mut bytes = b"VAND".to_vec();
        push(&mut bytes, &[7]);
        push(&mut bytes, &self.place.map(i32::cast_unsigned));
        push(&mut bytes, &[0, 0]);
        push(&mut bytes, &counts.map(number));
        push(&mut bytes, &derived.map(number));
        push_floats(&mut bytes, &[2.0, 0.5, self.climb]);
        push_floats(&mut bytes, &[0, 1, 2].map(least));
        push_floats(&mut bytes, &[0, 1, 2].map(greatest));
        push_floats(&mut bytes, &[3.5]);
        vertices.iter().for_each(|vertex| push_floats(&mut bytes, vertex));
        for polygon in polygons {
            push_polygon(&mut bytes, polygon, 0);
        }
        for &DetourConnection { area, flags, .. } in connections {
            let way = DetourPolygon { corners: vec![0, 0], edges: vec![0, 0], area, flags };
            push_polygon(&mut bytes, &way, 1);
        }
        let link = if long_references { 16 } else { 12 };
        bytes.resize(bytes.len() + polygons.len() * link + 12 + 12 + 2 * 4 + 16, 0xee);
        for (index, connection) in connections.iter().enumerate() {
            connection.ends.iter().for_each(|end| push_floats(&mut bytes, end));
            push_floats(&mut bytes, &[connection.radius]);
            let polygon = u16::try_from(polygons.len() + index).unwrap_or(u16::MAX);
            bytes.extend(polygon.to_le_bytes());
            bytes.extend([u8::from(connection.both_ways), 0xff]);
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
