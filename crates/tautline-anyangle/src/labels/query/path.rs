//! What a shortest path is like, and reading it.

use tautline_geometry::{DVec2, Vec2};

use super::merge::HubMatch;
use super::{NextCorner, PreparedGoal};
use crate::labels::Labels;

/// What a shortest path is like.
pub(super) enum LabelPath {
    Straight,
    /// Over a hub.
    ViaHub(HubMatch),
    /// By a corner, and then as the shared goal knows; with the length in units.
    ViaCorner(u32, u64),
    /// Over the bends in the scratch.
    Bends,
}

impl Labels {
    /// The same way, over the bends in the scratch if a shared goal knows them.
    pub(super) fn follow(
        &self,
        way: LabelPath,
        goal: &PreparedGoal,
        bends: &mut Vec<u32>,
    ) -> LabelPath {
        let LabelPath::ViaCorner(corner, _) = way else { return way };
        goal.read_bends(self, corner, bends);
        LabelPath::Bends
    }

    /// The points of a way, and its length.
    pub(super) fn read_path(
        &self,
        way: &LabelPath,
        [start, goal]: [Vec2; 2],
        bends: &mut Vec<u32>,
        points: &mut Vec<Vec2>,
    ) -> f64 {
        match way {
            LabelPath::Straight => bends.clear(),
            LabelPath::ViaHub(hub_match) => {
                bends.clear();
                self.add_bends(*hub_match, bends);
            }
            LabelPath::ViaCorner(..) | LabelPath::Bends => {}
        }
        points.clear();
        points.push(start);
        let mut length = 0.0;
        let mut last = start;
        let bends = bends.iter().map(|&corner| self.points[corner as usize]);
        for point in bends.chain([goal]) {
            if point != last {
                length += DVec2::from(last).distance(point.into());
                points.push(point);
                last = point;
            }
        }
        length
    }

    /// The first bend of a way, and its length.
    pub(super) fn read_next(
        &self,
        way: &LabelPath,
        [start, goal]: [Vec2; 2],
        bends: &mut Vec<u32>,
        points: &mut Vec<Vec2>,
    ) -> NextCorner {
        if let LabelPath::ViaHub(hub_match) = way {
            let point = self.first_bend(*hub_match);
            if point != start {
                return NextCorner { point, distance: self.fixed_point.decode(hub_match.distance) };
            }
        }
        let distance = self.read_path(way, [start, goal], bends, points);
        NextCorner { point: points.get(1).copied().unwrap_or(goal), distance }
    }

    pub(super) fn length_over(&self, start: Vec2, bends: &[u32], goal: Vec2) -> f64 {
        let bends = bends.iter().map(|&corner| self.points[corner as usize]);
        let mut last = start;
        let mut length = 0.0;
        for point in bends.chain([goal]) {
            length += DVec2::from(last).distance(point.into());
            last = point;
        }
        length
    }
}
