//! Z-order: a numbering of grid cells that gives nearby cells nearby numbers.

/// Returns the Morton code of a cell: the interleaved bits of its column and row. Bit 0 is
/// the lowest bit of the column.
///
/// G. M. Morton, "A computer oriented geodetic data base and a new technique in file
/// sequencing" (1966).
///
/// ```
/// use tautline_geometry::morton_code;
///
/// let first_four = [[0, 0], [1, 0], [0, 1], [1, 1]].map(|[column, row]| morton_code(column, row));
/// assert_eq!(first_four, [0, 1, 2, 3]);
/// assert_eq!(morton_code(u16::MAX, 0), 0x5555_5555);
/// ```
#[must_use]
#[doc(hidden)]
pub fn morton_code(column: u16, row: u16) -> u32 {
    let spread =
        |bits: u16| (0..16).fold(0, |sum, bit| sum | (u32::from(bits) >> bit & 1) << (2 * bit));
    spread(column) | spread(row) << 1
}
