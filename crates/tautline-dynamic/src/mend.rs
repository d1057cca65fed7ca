//! Putting into the mesh what was planned.

use std::collections::{BTreeMap, BTreeSet};

use tautline_geometry::Aabb;

use super::ChangingGround;
use super::moves::Moves;
use super::new_area::NewArea;
use super::patch::Patch;
use super::plan::{Owner, Plan, Stand};
use super::seam::{OpenBorder, Seam};
use super::splice::splice;
use crate::query::Locator;
use tautline_navmesh::{AreaId, Side, Vec2};

/// What stands for areas of the base that obstacles have cut.
#[derive(Clone, Debug)]
pub(super) struct Patched {
    pub(super) bases: Vec<AreaId>,
    pub(super) areas: Vec<PatchedArea>,
    /// See [`Patch::origins`].
    pub(super) origins: BTreeMap<AreaId, AreaId>,
}

/// An area of the mesh that is a part of a patch.
#[derive(Clone, Debug)]
pub(super) struct PatchedArea {
    pub(super) area: AreaId,
    /// Which of its sides, by place, are borders of the base, and which ones.
    borders: Vec<(usize, Seam)>,
}

impl ChangingGround {
    /// Mends the mesh. Nothing can fail any more.
    pub(super) fn carry_out(&mut self, plan: Plan) {
        let Plan { removed, bases, patches, .. } = plan;
        if removed.is_empty() && bases.is_empty() && patches.is_empty() {
            return;
        }
        let open = self.open_borders(&removed);
        let cut = patches.iter().flat_map(|(bases, _)| bases);
        for &area in bases.iter().chain(cut) {
            if let Stand::Patch(head) = self.stands[area.index()] {
                self.patches.remove(&head);
            }
        }
        let mut added = Vec::new();
        let mut owners = Vec::new();
        for &area in &bases {
            added.push(self.whole(area));
            owners.push(Owner::Base(area));
        }
        for (bases, patch) in patches {
            self.put_in(bases, patch, &mut added, &mut owners);
        }

        let moves = Moves::plan(self.mesh.area_count(), &removed, added.len());
        let changed =
            splice(&mut self.mesh.ground, &removed, &added, &moves, &open, &mut self.spare);
        let ground = &mut self.mesh.ground;
        self.vertices.sweep(&changed, ground);
        if self.base.is_numbered_in_order {
            let moved = moves.moved.iter().map(|&(_, to)| to);
            for area in moves.placed.iter().copied().chain(moved) {
                ground.numbers[area.index()] = area.0;
            }
        }
        self.own(&moves, &owners, &added);
        self.index(&removed, &moves);
        self.attach_links();
        self.mesh.renew_identity();
    }

    /// An area of the base, to be put in whole.
    fn whole(&self, area: AreaId) -> NewArea {
        let mesh = &self.base.mesh;
        NewArea {
            corners: mesh.corner_vertices(area).map(|vertex| vertex.0).collect(),
            seams: mesh.sides_of(area).map(|side| self.base.seam(side)).collect(),
            terrain: mesh.terrain(area),
            number: Some(mesh.number(area)),
            gate_number: mesh.gate_number(area),
            gates: mesh.sides_in(area).iter().map(Side::gate).collect(),
        }
    }

    /// Prepares a patch to be put in.
    fn put_in(
        &mut self,
        bases: Vec<AreaId>,
        patch: Patch,
        added: &mut Vec<NewArea>,
        owners: &mut Vec<Owner>,
    ) {
        let Some(&head) = bases.first() else { return };
        for &base in &bases {
            self.stands[base.index()] = Stand::Patch(head);
        }
        let ground = &mut self.mesh.ground;
        let mut vertex = |&place| self.vertices.at(place, ground);
        let vertices: Vec<u32> = patch.vertices.iter().map(&mut vertex).collect();
        for area in patch.areas {
            let corners = area.corners.iter().map(|&corner| vertices[corner as usize]).collect();
            added.push(NewArea {
                corners,
                seams: area.seams,
                terrain: area.terrain,
                number: area.number,
                gate_number: self.base.mesh.gate_number(head),
                gates: Vec::new(),
            });
            owners.push(Owner::Patch { head, origin: area.origin });
        }
        self.patches.insert(head, Patched { bases, areas: Vec::new(), origins: patch.origins });
    }

    /// The sides that stay of borders between areas that go and others. All of them
    /// are whole borders of the base.
    fn open_borders(&self, removed: &[AreaId]) -> Vec<OpenBorder> {
        let mesh = &self.mesh;
        let mut open = Vec::new();
        let mut push = |area: AreaId, place: usize, seam: Seam| {
            let side = &mesh.sides_in(area)[place];
            if let Some(twin) = side.twin()
                && removed.binary_search(&side.across()).is_err()
            {
                let ends = mesh.ends(twin).map(|end| end.0);
                open.push(OpenBorder { side: twin, seam, ends });
            }
        };
        let mut heads = BTreeSet::new();
        for &area in removed {
            match self.owners[area.index()] {
                Owner::Base(base) => {
                    let sides = self.base.mesh.sides_of(base).enumerate();
                    sides.for_each(|(place, side)| push(area, place, self.base.seam(side)));
                }
                Owner::Patch { head, .. } => {
                    heads.insert(head);
                }
            }
        }
        // Patches go as a whole.
        for patch in heads.iter().filter_map(|head| self.patches.get(head)) {
            for PatchedArea { area, borders } in &patch.areas {
                borders.iter().for_each(|&(place, seam)| push(*area, place, seam));
            }
        }
        open
    }

    /// Notes what stands for what.
    fn own(&mut self, moves: &Moves, owners: &[Owner], added: &[NewArea]) {
        for &(from, to) in &moves.moved {
            match self.owners[from.index()] {
                Owner::Base(base) => self.stands[base.index()] = Stand::Itself(to),
                Owner::Patch { head, .. } => {
                    let areas = self.patches.get_mut(&head).map(|patch| &mut patch.areas);
                    for part in areas.into_iter().flatten().filter(|part| part.area == from) {
                        part.area = to;
                    }
                }
            }
        }
        for ((&area, &owner), new) in moves.placed.iter().zip(owners).zip(added) {
            match owner {
                Owner::Base(base) => self.stands[base.index()] = Stand::Itself(area),
                Owner::Patch { head, .. } => {
                    let Some(patch) = self.patches.get_mut(&head) else { continue };
                    let seams = new.seams.iter().copied().enumerate();
                    let borders = seams.filter(|(_, seam)| matches!(seam, Seam::Border(_)));
                    patch.areas.push(PatchedArea { area, borders: borders.collect() });
                }
            }
        }
        moves.apply(&mut self.owners, owners.iter().copied());
    }

    /// Mends the index from positions to areas, and the box around all of them.
    fn index(&mut self, removed: &[AreaId], moves: &Moves) {
        let with_box = |boxes: &[Aabb], area: AreaId| (area, boxes[area.index()]);
        let left = removed.iter().copied().chain(moves.moved.iter().map(|&(from, _)| from));
        let left: Vec<_> = left.map(|area| with_box(&self.boxes, area)).collect();
        let mesh = &self.mesh;
        let empty = Aabb { min: Vec2::ZERO, max: Vec2::ZERO };
        let around = |&area: &AreaId| Aabb::around(mesh.corners(area)).unwrap_or(empty);
        moves.apply(&mut self.boxes, moves.placed.iter().map(around));
        let came = moves.placed.iter().copied().chain(moves.moved.iter().map(|&(_, to)| to));
        let came: Vec<_> = came.map(|area| with_box(&self.boxes, area)).collect();
        let bounds = self.boxes.iter().copied().reduce(|all, bounds| all.union(&bounds));
        self.mesh.bounds = bounds.unwrap_or(empty);
        self.mesh.locator.exchange(&left, &came);
        if self.mesh.locator.entry_count() > self.most_entries {
            self.mesh.locator = Locator::build(&self.boxes, &self.base.mesh.bounds());
            self.most_entries = most_entries(&self.mesh.locator);
        }
    }
}

/// An index that has grown to more entries than this is worth building anew.
pub(super) fn most_entries(locator: &Locator) -> usize {
    1024 + 2 * locator.entry_count()
}
