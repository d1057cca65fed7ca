//! What joins the areas of a stored mesh.

use std::hint::select_unpredictable;

use super::{StoredMesh, StoredMeshError};
use crate::derived::{Gates, Spokes, areas_of_sides, ends_of_sides};
use crate::{AreaId, SideId};

/// How areas hang together.
pub(super) struct Joined {
    /// The area of each side.
    pub(super) areas: Vec<AreaId>,
    /// The fan at which each side ends.
    pub(super) ends: Vec<u32>,
    /// The area across each side, its own at a wall.
    pub(super) across: Vec<u32>,
    pub(super) gates: Gates,
    pub(super) spokes: Spokes,
}

impl Joined {
    /// Checks twins, gate numbers and that no fan is torn, given where the sides of each
    /// area begin; all sides must begin at fans. O(n).
    pub(super) fn new(stored: &StoredMesh, first_sides: &[u32]) -> Result<Self, StoredMeshError> {
        let StoredMesh { fan_vertices, side_fans, twins, .. } = stored;
        let areas = areas_of_sides(first_sides, side_fans.len());
        let ends = ends_of_sides(first_sides, side_fans);
        let across = stored.across(&areas, &ends)?;
        let gates = stored.gates(&across, first_sides)?;
        let spokes = Spokes::find(fan_vertices.len(), side_fans, &ends, twins);
        match spokes.torn(side_fans, twins) {
            None => Ok(Self { areas, ends, across, gates, spokes }),
            Some(fan) => Err(StoredMeshError::TornFan { fan }),
        }
    }
}

impl StoredMesh {
    /// The area across each side, its own at a wall, given the area of each and the fan
    /// at which it ends.
    ///
    /// Checks that twins name each other, belong to different areas and join the same
    /// fans in opposite directions; then sides that follow each other around a vertex
    /// begin at the same fan.
    fn across(&self, areas: &[AreaId], ends: &[u32]) -> Result<Vec<u32>, StoredMeshError> {
        // All are as long: where one number of a side is, there are all.
        let count = areas.len();
        let (fans, twins, ends) = (&self.side_fans[..count], &self.twins[..count], &ends[..count]);
        // Whether a side is sound, and the area across.
        let look_across = |side: u32, area: AreaId, twin: u32, end: u32| {
            // A side without a twin is its own here: with walls among the sides in no
            // order, that is faster than to leave them out.
            let other = select_unpredictable((twin as usize) < count, twin, side) as usize;
            let across = areas[other];
            let is_mutual = (across != area) & (twins[other] == side) & (fans[other] == end);
            (is_mutual | (twin == Self::NO_TWIN), across.0)
        };
        let sides = (0..).zip(areas).zip(twins.iter().zip(ends));
        let mut are_sound = true;
        let across = sides.clone().map(|((side, &area), (&twin, &end))| {
            let (is_sound, across) = look_across(side, area, twin, end);
            are_sound &= is_sound;
            across
        });
        let across = across.collect();
        if are_sound {
            return Ok(across);
        }
        for ((side, &area), (&twin, &end)) in sides {
            if !look_across(side, area, twin, end).0 {
                return Err(StoredMeshError::Twin { side: SideId(side), twin: SideId(twin) });
            }
        }
        Ok(across)
    }

    /// Checks that every number below the number of areas is that of one area, and
    /// that the numbers are those of gates.
    fn gates(&self, across: &[u32], first_sides: &[u32]) -> Result<Gates, StoredMeshError> {
        let mut is_taken = vec![false; self.gate_numbers.len()];
        for (area, &number) in self.gate_numbers.iter().enumerate() {
            match is_taken.get_mut(number as usize) {
                Some(is_taken) if !*is_taken => *is_taken = true,
                _ => {
                    let area = AreaId::from_index(area);
                    return Err(StoredMeshError::GateNumber { area, number });
                }
            }
        }
        let gates = Gates::describe(across, first_sides, &self.gate_numbers);
        match gates.misnumbered(&self.gate_numbers) {
            None => Ok(gates),
            Some(area) => {
                let number = self.gate_numbers[area.index()];
                Err(StoredMeshError::GateNumber { area, number })
            }
        }
    }
}
