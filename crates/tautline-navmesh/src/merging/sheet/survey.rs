//! How many ways lead over each border.

use tautline_geometry::Wide;

use super::corners::Corners;
use super::flood::{Flood, Step};
use super::{NO_SIDE, Sheet};

/// How much of the ground beyond a border that is looked through in vain counts: searches
/// look through it, too, if their goal may lie there, though less often than where ways lead.
const IN_VAIN: f64 = 0.02;

impl Sheet<'_> {
    /// For each side of the raw areas, the ground that lies behind it on the shortest ways from
    /// some places: as a share of all ground, and summed up over the places. Sides that
    /// are gone count by the ways that cross them, so that the same ways can be led over raw
    /// areas that are joined otherwise.
    ///
    /// The places are spread evenly over the ground. O(places n log n); where very many
    /// corners see each other, floods end early.
    pub(super) fn survey(&self, places: u32) -> Vec<f64> {
        let trees = Trees::of_sheet(self);
        let corners = Corners::of_sheet(self);
        let mut ground = vec![0.0; self.sizes.len()];
        for (&size, &top) in self.sizes.iter().zip(&trees.tops) {
            ground[top as usize] += size;
        }
        let beyond = self.shares_beyond(|raw| ground[trees.tops[raw as usize] as usize]);
        let mut flood = Flood::new(self, &corners);
        let mut crossed = vec![0.0; self.side_count()];
        for place in self.places(places, &trees) {
            flood.run(place.point, place.side);
            let behind = self.ground_behind(&flood, &ground, &trees);
            for &number in &flood.taken {
                let step = &flood.steps[number as usize];
                let beyond = if step.is_corner { 1.0 } else { beyond[self.twin(step.to) as usize] };
                let ways = behind[number as usize] + IN_VAIN * beyond;
                self.cross(&flood, step, place.raw, &trees, |side| crossed[side as usize] += ways);
            }
        }
        for side in (0..).take(self.side_count()) {
            let twin = self.twin(side);
            if twin != NO_SIDE && side < twin {
                let both = crossed[side as usize] + crossed[twin as usize];
                crossed[side as usize] = both;
                crossed[twin as usize] = both;
            }
        }
        crossed
    }

    /// For each step of a flood, the share of all ground that is first reached through it.
    fn ground_behind(&self, flood: &Flood<'_>, ground: &[f64], trees: &Trees) -> Vec<f64> {
        let whole: f64 = ground.iter().sum();
        let mut is_reached = vec![false; ground.len()];
        let mut behind = vec![0.0; flood.steps.len()];
        for &step in std::iter::once(&0).chain(&flood.taken) {
            let area = trees.top_of(self, flood.steps[step as usize].to) as usize;
            if !is_reached[area] {
                is_reached[area] = true;
                behind[step as usize] = ground[area] / whole;
            }
        }
        // Steps have larger numbers than those before them.
        for (number, step) in flood.steps.iter().enumerate().skip(1).rev() {
            behind[step.before as usize] += behind[number];
        }
        behind
    }

    /// Tells the sides of raw areas that a step crosses, with the border that it leads
    /// through. A way from or to a corner does not cross the sides that end there.
    fn cross(
        &self,
        flood: &Flood<'_>,
        step: &Step,
        start: u32,
        trees: &Trees,
        mut tell: impl FnMut(u32),
    ) {
        let vertex = |side: u32| self.starts[side as usize];
        let bends = [
            flood.steps[step.before as usize].is_corner.then(|| vertex(step.from)),
            step.is_corner.then(|| vertex(step.to)),
        ];
        let last = if step.is_corner { step.to } else { self.twin(step.to) };
        let from = if step.before == 0 { start } else { self.sources[step.from as usize] };
        trees.between(self, [from, self.sources[last as usize]], |side| {
            if ![side, self.twin(side)].iter().any(|&end| bends.contains(&Some(vertex(end)))) {
                tell(side);
            }
        });
        if !step.is_corner {
            tell(step.to);
        }
    }

    /// The middles of some raw areas, with about the same ground between each two, in the
    /// order of raw areas.
    fn places(&self, count: u32, trees: &Trees) -> Vec<Place> {
        // A side of each area, by the raw area at its top.
        let mut side_of = vec![NO_SIDE; self.sizes.len()];
        for side in self.sides() {
            side_of[trees.top_of(self, side) as usize] = side;
        }
        let whole: f64 = self.sizes.iter().sum();
        let mut places: Vec<Place> = Vec::new();
        let (mut passed, mut found) = (0.0, 0_u32);
        for (raw, size) in (0..).zip(&self.sizes) {
            passed += size;
            let side = side_of[trees.tops[raw as usize] as usize];
            let is_due = passed * f64::from(count) > whole * (f64::from(found) + 0.5);
            if found < count && is_due && side != NO_SIDE {
                found += 1;
                let mut point = Wide::ZERO;
                let mut corners = 0.0;
                for corner in self.raw_sides(raw) {
                    point = point + Wide::from(self.start(corner));
                    corners += 1.0;
                }
                places.push(Place { point: point * (1.0 / corners), side, raw });
            }
        }
        places
    }
}

/// Where ways begin.
struct Place {
    point: Wide,
    /// A side of the area that it lies in.
    side: u32,
    /// The raw area that it lies in.
    raw: u32,
}

/// The raw areas of each area as a tree, whose edges are the sides that are gone.
struct Trees {
    /// The side through which each raw area is left towards the top, or [`NO_SIDE`] there.
    ups: Vec<u32>,
    depths: Vec<u32>,
    /// The raw area at the top of each one's tree.
    tops: Vec<u32>,
}

impl Trees {
    fn of_sheet(sheet: &Sheet<'_>) -> Self {
        let count = sheet.sizes.len();
        let mut trees =
            Self { ups: vec![NO_SIDE; count], depths: vec![0; count], tops: vec![NO_SIDE; count] };
        let mut open: Vec<u32> = Vec::new();
        for top in (0..).take(count) {
            if trees.tops[top as usize] != NO_SIDE {
                continue;
            }
            trees.tops[top as usize] = top;
            open.push(top);
            while let Some(area) = open.pop() {
                for side in sheet.raw_sides(area) {
                    if !sheet.is_gone[side as usize] {
                        continue;
                    }
                    let twin = sheet.twin(side);
                    let other = sheet.sources[twin as usize] as usize;
                    if trees.tops[other] == NO_SIDE {
                        trees.tops[other] = top;
                        trees.ups[other] = twin;
                        trees.depths[other] = trees.depths[area as usize] + 1;
                        open.push(sheet.sources[twin as usize]);
                    }
                }
            }
        }
        trees
    }

    /// The raw area at the top of the tree that a side belongs to.
    fn top_of(&self, sheet: &Sheet<'_>, side: u32) -> u32 {
        self.tops[sheet.sources[side as usize] as usize]
    }

    /// Tells the sides that are gone between two raw areas of the same area.
    fn between(&self, sheet: &Sheet<'_>, [mut from, mut to]: [u32; 2], mut tell: impl FnMut(u32)) {
        while from != to {
            let is_from = self.depths[from as usize] >= self.depths[to as usize];
            let lower = if is_from { &mut from } else { &mut to };
            let side = self.ups[*lower as usize];
            if side == NO_SIDE {
                return;
            }
            tell(side);
            *lower = sheet.sources[sheet.twin(side) as usize];
        }
    }
}
