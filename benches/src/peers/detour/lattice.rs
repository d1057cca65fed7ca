//! Vertices as Detour stores them.

/// The lattice of vertices: u16 multiples of a cell, from a corner of the map.
#[derive(Debug)]
pub(super) struct Lattice {
    origin: [f32; 2],
    /// The elevation of the lowest vertex.
    bottom: f32,
    /// A power of two, so that multiples of it are exact.
    pub(super) cell: f32,
    /// The position of the opposite corner of the map.
    pub(super) far: [u16; 3],
}

impl Lattice {
    /// Returns the coarsest lattice with cells of at most 1 that has all positions and elevations, or else the finest
    /// one that the map fits into. Flat maps need no elevations.
    pub(super) fn of(positions: &[[f32; 2]], elevations: &[f32]) -> Result<Self, String> {
        let coordinates = || positions.iter().flatten().chain(elevations);
        if positions.is_empty() || !coordinates().all(|it| it.is_finite()) {
            return Err("the mesh has no vertices, or one that is not finite".to_owned());
        }
        let mut low = [f32::INFINITY; 2];
        let mut high = [f32::NEG_INFINITY; 2];
        for position in positions {
            for axis in 0..2 {
                low[axis] = low[axis].min(position[axis]);
                high[axis] = high[axis].max(position[axis]);
            }
        }
        let origin = low.map(f32::floor);
        let bottom = elevations.iter().copied().reduce(f32::min).unwrap_or(0.0).floor();
        let top = elevations.iter().copied().fold(bottom, f32::max);
        let extent = (high[0] - origin[0]).max(high[1] - origin[1]).max(top - bottom);
        if !extent.is_finite() {
            return Err("the width of the mesh is too large for f32".to_owned());
        }
        let mut cell = 1.0;
        while extent / cell > f32::from(u16::MAX) {
            cell *= 2.0;
        }
        let exact = |cell: f32| coordinates().all(|&coordinate| (coordinate / cell).fract() == 0.0);
        while !exact(cell) && extent / (cell / 2.0) <= f32::from(u16::MAX) {
            cell /= 2.0;
        }
        let mut lattice = Self { origin, bottom, cell, far: [0; 3] };
        lattice.far = lattice.place(high, top);
        Ok(lattice)
    }

    pub(super) fn place(&self, position: [f32; 2], elevation: f32) -> [u16; 3] {
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            reason = "the cell was chosen so that the map fits"
        )]
        let steps = |length: f32| (length / self.cell).round() as u16;
        let along = |axis: usize| steps(position[axis] - self.origin[axis]);
        [along(0), steps(elevation - self.bottom), along(1)]
    }

    /// Computed as the library does it.
    pub(super) fn position(&self, place: [u16; 3]) -> [f32; 3] {
        let along = |axis: usize, step: u16| self.origin[axis] + f32::from(step) * self.cell;
        [along(0, place[0]), self.bottom + f32::from(place[1]) * self.cell, along(1, place[2])]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn integers_keep_the_cell_of_one_and_quarters_make_it_finer() {
        assert_eq!(
            Lattice::of(&[[0.0, 3.0], [1000.0, 7.0]], &[]).unwrap().cell.to_bits(),
            1f32.to_bits()
        );
        assert_eq!(
            Lattice::of(&[[0.0, 3.25], [9.5, 7.0]], &[]).unwrap().cell.to_bits(),
            0.25f32.to_bits()
        );
    }

    #[test]
    fn a_map_that_fits_no_lattice_gets_the_finest_that_holds_it() {
        let positions = [[-0.1, 0.3], [100.7, 50.0]];
        let lattice = Lattice::of(&positions, &[]).unwrap();
        assert!(lattice.cell < 0.002);
        for position in positions {
            let [x, _, y] = lattice.position(lattice.place(position, 0.0));
            assert!((x - position[0]).abs() <= lattice.cell);
            assert!((y - position[1]).abs() <= lattice.cell);
        }
    }

    #[test]
    fn elevations_lie_on_the_lattice_too() {
        let lattice = Lattice::of(&[[0.0, 3.0], [9.0, 7.0]], &[-1.0, 1.5]).unwrap();
        assert!((lattice.cell - 0.5).abs() <= 0.0);
        assert_eq!(lattice.place([9.0, 7.0], 1.5), [18, 5, 8]);
        assert!((lattice.position([18, 5, 8])[1] - 1.5).abs() <= 0.0);
    }

    #[test]
    fn a_map_without_extent_is_refused() {
        assert!(Lattice::of(&[], &[]).is_err());
        assert!(Lattice::of(&[[f32::NAN, 0.0], [f32::INFINITY, 0.0]], &[]).is_err());
    }
}
