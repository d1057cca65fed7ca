//! A spiral staircase: floors above each other.

/// Returns the cells of a spiral staircase with a number of turns around a square pillar, on 7 by 7
/// cells. Its flights are three cells long and two cells wide, with landings between them. Each cell
/// is given by its column and row, and by the elevations of its corners, counter-clockwise from the
/// lower left one.
///
/// ```
/// use tautline_fixtures::spiral_stairs;
///
/// let cells = spiral_stairs(2);
/// assert_eq!(cells.len(), 2 * 4 * (4 + 6));
/// assert_eq!(cells[0], ([0, 0], [0.0; 4]));
/// // A turn higher, above the first cell.
/// assert_eq!(cells[40], ([0, 0], [6.0; 4]));
/// ```
#[must_use]
pub fn spiral_stairs(turns: u8) -> Vec<([i16; 2], [f32; 4])> {
    let mut cells = Vec::new();
    for flight in 0..4 * u16::from(turns) {
        let bottom = 1.5 * f32::from(flight);
        let mut push = |x: i16, y: i16, rise: [f32; 4]| {
            // Rotated by quarter turns around the centre.
            let (mut at, mut elevations) = ([x, y], rise.map(|rise| bottom + rise));
            for _ in 0..flight % 4 {
                at = [6 - at[1], at[0]];
                elevations.rotate_right(1);
            }
            cells.push((at, elevations));
        };
        for y in 0..2 {
            for x in 0..2 {
                push(x, y, [0.0; 4]);
            }
            for x in 2..5 {
                let [low, high] = [x - 2, x - 1].map(|steps| 0.5 * f32::from(steps));
                push(x, y, [low, high, high, low]);
            }
        }
    }
    cells
}
