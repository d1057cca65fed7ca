//! Pairs of places that are spread over the ground evenly.

use tautline_geometry::Wide;

use super::Sheet;
use super::search::Place;

/// The shares of a whole that multiples of these leave are spread evenly, however many: the
/// generalised golden ratios of two dimensions (Roberts 2018), for ends of ways, and roots of
/// other numbers, for points of areas.
const ENDS: [f64; 2] = [0.754_877_666_246_692_8, 0.569_840_290_998_053_2];
const POINTS: [[f64; 2]; 2] =
    [[0.414_213_562_373_095, 0.732_050_807_568_877], [0.236_067_977_499_79, 0.645_751_311_064_59]];

/// The ground, in an order in which what hangs together stands together.
pub(super) struct Places {
    raw_areas: Vec<u32>,
    /// The ground up to the end of each raw area.
    sums: Vec<f64>,
    /// For each, the first one of the part of the ground that it belongs to, and the one after
    /// the last.
    parts: Vec<[u32; 2]>,
}

impl Places {
    /// The ground of raw areas, given their [numbers](super::gates::Gates::numbers).
    /// O(n log n).
    pub(super) fn of_sheet(raw: &Sheet<'_>, numbers: &[u32]) -> Self {
        let mut raw_areas: Vec<u32> = (0..).take(numbers.len()).collect();
        raw_areas.sort_unstable_by_key(|&area| numbers[area as usize]);
        let mut sums = Vec::with_capacity(raw_areas.len());
        let mut parts: Vec<[u32; 2]> = Vec::with_capacity(raw_areas.len());
        let (mut sum, mut first) = (0.0, 0);
        for (place, &area) in (0..).zip(&raw_areas) {
            sum += raw.sizes[area as usize];
            sums.push(sum);
            let mut across = raw.raw_sides(area).map(|side| raw.twin(side) as usize);
            let is_before = |&area: &u32| numbers[area as usize] < place;
            // A walk over the borders begins each part anew.
            if !across.any(|twin| raw.sources.get(twin).is_some_and(is_before)) {
                first = place;
            }
            parts.push([first, place + 1]);
        }
        for place in (1..parts.len()).rev() {
            let [first, end] = parts[place];
            if parts[place - 1][0] == first {
                parts[place - 1][1] = end;
            }
        }
        Self { raw_areas, sums, parts }
    }

    /// A pair of places on the same part of the ground; nothing where there is no ground.
    pub(super) fn pair(&self, raw: &Sheet<'_>, number: u32) -> Option<[Place; 2]> {
        let share = |of: f64| (f64::from(number) + 0.5) * of % 1.0;
        let start = self.at(share(ENDS[0]) * self.sums.last()?);
        let [first, end] = self.parts[start].map(|place| place as usize);
        let before = if first == 0 { 0.0 } else { self.sums[first - 1] };
        let goal = self.at(before + share(ENDS[1]) * (self.sums[end - 1] - before));
        let [from, to] = POINTS.map(|shares| shares.map(share));
        Some([self.point(raw, start, from), self.point(raw, goal.clamp(first, end - 1), to)])
    }

    fn at(&self, ground: f64) -> usize {
        self.sums.partition_point(|&sum| sum <= ground).min(self.sums.len() - 1)
    }

    /// A point of a raw area: of the triangle of its first corners.
    fn point(&self, raw: &Sheet<'_>, place: usize, [right, left]: [f64; 2]) -> Place {
        let raw_area = self.raw_areas[place];
        let mut corners = raw.raw_sides(raw_area).map(|side| Wide::from(raw.start(side)));
        let mut corner = || corners.next().unwrap_or(Wide::ZERO);
        let [apex, right_end, left_end] = [corner(), corner(), corner()];
        // The other half of the parallelogram is turned back on to the triangle.
        let [right, left] =
            if right + left > 1.0 { [1.0 - right, 1.0 - left] } else { [right, left] };
        Place { point: apex + (right_end - apex) * right + (left_end - apex) * left, raw_area }
    }
}
