//! Cutting obstacles out of areas of the base.

use std::collections::BTreeMap;

use crate::ChangeError;
use crate::base::Base;
use crate::groups::{Group, planar_groups};
use crate::heights;
use crate::obstacle::Cover;
use crate::patch::{Patch, Seam};
use crate::sheet::{Outcome, Sheet};
use tautline_meshgen::internal::grid::{GridPoint, difference, dot};
use tautline_navmesh::{AreaId, HalfEdgeId};

/// Cuts obstacles out of some areas of the base, in order. Groups of areas that
/// cover no place twice are counted.
pub(super) fn cut(
    base: &Base,
    areas: &[AreaId],
    covers: &[&Cover],
    groups_before: &mut u32,
) -> Result<Outcome<Patch>, ChangeError> {
    let groups = planar_groups(base, areas);
    let mut sheets = Vec::with_capacity(groups.len());
    for group in &groups {
        let group = Group { base, areas: group, cluster: areas, number: *groups_before };
        *groups_before += 1;
        match group.cut(covers)? {
            Outcome::Cut(sheet) => sheets.push(sheet),
            Outcome::BrokenBorder(edge) => return Ok(Outcome::BrokenBorder(edge)),
        }
    }
    if groups.len() > 1 {
        check_between(base, areas, &sheets)?;
    }
    let mut patch = heights::raise(base, &groups, &sheets);
    patch.strays = sheets.into_iter().flat_map(|sheet| sheet.strays).collect();
    Ok(Outcome::Cut(patch))
}

/// Checks that groups were cut alike where they meet: that their sides on a border
/// between them are the same, or have only an end in common.
fn check_between(base: &Base, areas: &[AreaId], sheets: &[Sheet]) -> Result<(), ChangeError> {
    let mut edges: BTreeMap<HalfEdgeId, Vec<[GridPoint; 2]>> = BTreeMap::new();
    for sheet in sheets {
        for area in &sheet.areas {
            let next = area.corners.iter().cycle().skip(1);
            for ((&from, &to), &seam) in area.corners.iter().zip(next).zip(&area.seams) {
                let Seam::Border(border) = seam else { continue };
                let twin = base.mesh.twin(border);
                let both = [Some(border), twin].map(|edge| {
                    edge.is_some_and(|edge| areas.binary_search(&base.mesh.area_of(edge)).is_ok())
                });
                if both == [true; 2] {
                    let [from, to] = [from, to].map(|place| sheet.places[place as usize]);
                    edges.entry(border).or_default().push([from.min(to), from.max(to)]);
                }
            }
        }
    }
    for (border, mut pieces) in edges {
        let [a, b] = base.ends(border);
        let along = difference(a.min(b), a.max(b));
        let share = |point: GridPoint| dot(along, difference(a.min(b), point));
        pieces.sort_unstable_by_key(|&[from, to]| (share(from), share(to)));
        pieces.dedup();
        let overlaps = |pair: &&[[GridPoint; 2]]| share(pair[0][1]) > share(pair[1][0]);
        if let Some(pair) = pieces.windows(2).find(overlaps) {
            let [x, y] = base.grid.position(pair[1][0]);
            return Err(ChangeError::FloorsTogether { x, y });
        }
    }
    Ok(())
}
