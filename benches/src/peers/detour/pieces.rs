//! Polygons as Detour stores them: with at most six corners.

use crate::plain::PlainMesh;

/// Corners that one Detour polygon can have.
pub(super) const MAX_CORNERS: usize = 6;
/// Fills the unused corners, and marks a wall among the neighbours.
pub(super) const NONE: u16 = 0xffff;
/// The limit on the number of polygons: neighbours have 15 bits, as the upper half of u16 means walls and tile borders.
const MAX_POLYGONS: usize = 0x8000;
/// A piece counts as flat if its doubled area is at most this share of the squared length of the cut. It is above 0
/// because of rounded coordinates.
const FLAT: f64 = 1e-4;

/// Polygons of at most six corners, clockwise.
#[derive(Debug)]
pub(super) struct Pieces {
    /// Indices of vertices.
    pub(super) corners: Vec<Vec<u16>>,
    /// The piece across the border from corner `i` to corner `i + 1`, or [`NONE`].
    pub(super) neighbours: Vec<Vec<u16>>,
    /// The polygon that each piece was cut from.
    pub(super) owners: Vec<usize>,
}

impl Pieces {
    /// Cuts six corners at a time off every polygon that has more.
    pub(super) fn cut(plain: &PlainMesh) -> Result<Self, String> {
        let mut cutter =
            Cutter { plain, keepers: Vec::new(), pieces: Vec::new(), owners: Vec::new() };
        if plain.neighbours.len() != plain.polygons.len() {
            return Err("the mesh needs one list of neighbours for each polygon".to_owned());
        }
        for (polygon, corners) in plain.polygons.iter().enumerate() {
            if corners.len() < 3 || plain.neighbours[polygon].len() != corners.len() {
                return Err(format!("polygon {polygon} needs 3 corners and a border for each"));
            }
            if let Some(corner) = corners.iter().find(|&&it| it as usize >= plain.vertices.len()) {
                return Err(format!("polygon {polygon} names vertex {corner}, which is not there"));
            }
            cutter.cut(polygon);
        }
        if cutter.pieces.len() >= MAX_POLYGONS {
            return Err(format!("{} pieces, but a tile has room for 32767", cutter.pieces.len()));
        }

        let mut pieces = Self {
            corners: Vec::new(),
            neighbours: Vec::new(),
            owners: std::mem::take(&mut cutter.owners),
        };
        for sides in &cutter.pieces {
            // In reverse order, a side starts at its former end. So each corner is paired with the side before it.
            let mut clockwise = (Vec::new(), Vec::new());
            for side in (0..sides.len()).rev() {
                let before = (side + sides.len() - 1) % sides.len();
                let across = cutter.across(sides[before])?;
                clockwise.0.push(u16::try_from(sides[side].corner).map_err(to_text)?);
                clockwise.1.push(across.map_or(Ok(NONE), u16::try_from).map_err(to_text)?);
            }
            pieces.corners.push(clockwise.0);
            pieces.neighbours.push(clockwise.1);
        }
        Ok(pieces)
    }
}

fn to_text(error: std::num::TryFromIntError) -> String {
    error.to_string()
}

/// A side of a counter-clockwise piece, with the corner at which it starts.
#[derive(Debug, Clone, Copy)]
struct Side {
    corner: u32,
    across: Across,
}

#[derive(Debug, Clone, Copy)]
enum Across {
    /// Border `border` of the whole polygon `polygon`.
    Border { polygon: usize, border: usize },
    /// Another piece of the same polygon.
    Piece(usize),
}

struct Cutter<'a> {
    plain: &'a PlainMesh,
    /// The piece that has each border of each polygon.
    keepers: Vec<Vec<usize>>,
    pieces: Vec<Vec<Side>>,
    owners: Vec<usize>,
}

impl Cutter<'_> {
    fn cut(&mut self, polygon: usize) {
        let corners = &self.plain.polygons[polygon];
        self.keepers.push(vec![0; corners.len()]);
        let mut ring: Vec<Side> = corners
            .iter()
            .enumerate()
            .map(|(border, &corner)| Side { corner, across: Across::Border { polygon, border } })
            .collect();
        while ring.len() > MAX_CORNERS {
            let first = self.best_ear(&ring);
            ring.rotate_left(first);
            let ear = self.pieces.len();
            let end = ring[MAX_CORNERS - 1].corner;
            let cut = Side { corner: ring[0].corner, across: Across::Piece(ear) };
            let mut sides: Vec<Side> = ring.splice(..MAX_CORNERS - 1, [cut]).collect();
            // `add` replaces this number by that of the piece across the cut, which does not exist yet.
            sides.push(Side { corner: end, across: Across::Piece(ear) });
            self.add(sides);
        }
        self.add(ring);
    }

    fn add(&mut self, sides: Vec<Side>) {
        let piece = self.pieces.len();
        for side in &sides {
            match side.across {
                Across::Border { polygon, border } => self.keepers[polygon][border] = piece,
                Across::Piece(ear) if ear < piece => {
                    if let Some(cut) = self.pieces[ear].last_mut() {
                        cut.across = Across::Piece(piece);
                    }
                }
                Across::Piece(_) => {}
            }
        }
        self.pieces.push(sides);
        self.owners.push(self.keepers.len() - 1);
    }

    /// Returns the first corner of the next ear: six corners in a row.
    ///
    /// Merged polygons have collinear corners, so that pieces can be flat, above all those of a triangle fan. Detour's
    /// paths through flat pieces can be ten times too long, and short cuts make its paths shorter. So this chooses the
    /// shortest cut that leaves no flat piece.
    fn best_ear(&self, ring: &[Side]) -> usize {
        let at = |step: usize| {
            let corner = ring[step % ring.len()].corner;
            self.plain.vertices[corner as usize].map(f64::from)
        };
        let area = |first: usize, last: usize| -> f64 {
            (first + 1..last).map(|step| doubled_area(at(first), at(step), at(step + 1))).sum()
        };
        let merit = |start: usize| {
            let end = start + MAX_CORNERS - 1;
            let ([x, y], [end_x, end_y]) = (at(start), at(end));
            let cut = (x - end_x) * (x - end_x) + (y - end_y) * (y - end_y);
            let thinner = area(start, end).min(area(end, start + ring.len()));
            (thinner > cut * FLAT, -cut)
        };
        (0..ring.len())
            .map(|start| (start, merit(start)))
            .max_by(|(_, left), (_, right)| left.0.cmp(&right.0).then(left.1.total_cmp(&right.1)))
            .map_or(0, |(start, _)| start)
    }

    /// The piece across a side, or `None` at a wall.
    fn across(&self, side: Side) -> Result<Option<usize>, String> {
        let (polygon, border) = match side.across {
            Across::Border { polygon, border } => (polygon, border),
            Across::Piece(piece) => return Ok(Some(piece)),
        };
        let Some(neighbour) = self.plain.neighbours[polygon][border] else {
            return Ok(None);
        };
        let neighbour = neighbour as usize;
        let ours = &self.plain.polygons[polygon];
        let ends = (ours[border], ours[(border + 1) % ours.len()]);
        let theirs = self.plain.polygons.get(neighbour).map_or(&[][..], Vec::as_slice);
        (0..theirs.len())
            .find(|&other| (theirs[(other + 1) % theirs.len()], theirs[other]) == ends)
            .map(|other| Some(self.keepers[neighbour][other]))
            .ok_or_else(|| {
                format!("polygon {neighbour} does not share border {border} of {polygon}")
            })
    }
}

fn doubled_area(a: [f64; 2], b: [f64; 2], c: [f64; 2]) -> f64 {
    (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A triangle with `along` more corners on each side, and one quad below its lowest side.
    fn crowded_triangle(along: u16) -> PlainMesh {
        let step = f32::from(along + 1);
        let mut plain = PlainMesh::default();
        let ends = [[0.0, 0.0], [step, 0.0], [0.0, step]];
        for side in 0..3 {
            let (start, end): ([f32; 2], [f32; 2]) = (ends[side], ends[(side + 1) % 3]);
            for place in 0..=along {
                let part = f32::from(place) / step;
                plain
                    .vertices
                    .push([0, 1].map(|axis| start[axis] + (end[axis] - start[axis]) * part));
            }
        }
        let count = 3 * (u32::from(along) + 1);
        plain.polygons.push((0..count).collect());
        plain.neighbours.push(vec![None; count as usize]);
        plain.neighbours[0][0] = Some(1);
        plain.vertices.extend([[0.0, -1.0], [1.0, -1.0]]);
        plain.polygons.push(vec![1, 0, count, count + 1]);
        plain.neighbours.push(vec![Some(0), None, None, None]);
        plain
    }

    #[test]
    fn no_piece_of_a_polygon_with_crowded_sides_is_flat() {
        let plain = crowded_triangle(9);
        let pieces = Pieces::cut(&plain).unwrap();
        assert_eq!(pieces.corners.len(), 1 + (30 - 2) / 4);
        for corners in &pieces.corners {
            assert!(corners.len() <= MAX_CORNERS);
            let at = |corner: u16| plain.vertices[usize::from(corner)].map(f64::from);
            let doubled: f64 = corners[1..]
                .windows(2)
                .map(|pair| doubled_area(at(corners[0]), at(pair[0]), at(pair[1])))
                .sum();
            assert!(doubled < 0.0, "{corners:?} is clockwise and has an area");
        }
    }

    #[test]
    fn neighbours_share_a_border_in_opposite_directions() {
        let pieces = Pieces::cut(&crowded_triangle(9)).unwrap();
        let mut shared = 0;
        for (piece, (corners, neighbours)) in
            (0u16..).zip(pieces.corners.iter().zip(&pieces.neighbours))
        {
            for (side, &neighbour) in neighbours.iter().enumerate().filter(|it| *it.1 != NONE) {
                let (start, end) = (corners[side], corners[(side + 1) % corners.len()]);
                let theirs = &pieces.corners[usize::from(neighbour)];
                let back = theirs.iter().position(|&corner| corner == end).unwrap();
                assert_eq!(theirs[(back + 1) % theirs.len()], start);
                assert_eq!(pieces.neighbours[usize::from(neighbour)][back], piece);
                shared += 1;
            }
        }
        // Six cuts within the triangle and the border to the quad, each from both sides.
        assert_eq!(shared, 2 * (6 + 1));
    }

    #[test]
    fn a_neighbour_that_does_not_answer_is_refused() {
        let mut plain = crowded_triangle(0);
        plain.neighbours[0][1] = Some(1);
        let refusal = Pieces::cut(&plain).unwrap_err();
        assert_eq!(refusal, "polygon 1 does not share border 1 of 0");
    }
}
