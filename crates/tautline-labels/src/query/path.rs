//! The path that a query finds, and reading it.

use tautline_geometry::{DVec2, Vec2};

use super::merge::HubMatch;
use super::{NextCorner, PreparedGoal, WorkScratch};
use crate::labels::Labels;

/// The shape of a shortest path.
pub(super) enum LabelPath {
    Straight,
    /// Over a hub.
    ViaHub(HubMatch),
    /// Over a corner, and from there along the one-to-all paths of the prepared goal. With the length.
    ViaCorner(u32, f64),
    /// Over the bends in the scratch.
    Bends,
}

impl Labels {
    /// Resolves [`LabelPath::ViaCorner`] into its bends, which are written to the scratch. Returns other
    /// paths as they are.
    pub(super) fn follow(
        &self,
        path: LabelPath,
        goal: &PreparedGoal,
        work: &mut WorkScratch,
    ) -> LabelPath {
        let LabelPath::ViaCorner(corner, _) = path else { return path };
        goal.read_bends(self, corner, work);
        LabelPath::Bends
    }

    /// Replaces `points` by the points of a path, and returns its length.
    pub(super) fn read_path(
        &self,
        path: &LabelPath,
        [start, goal]: [Vec2; 2],
        bends: &mut Vec<u32>,
        points: &mut Vec<Vec2>,
    ) -> f64 {
        match path {
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

    /// Returns the first bend of a path, and the length of the path.
    pub(super) fn read_next(
        &self,
        path: &LabelPath,
        [start, goal]: [Vec2; 2],
        bends: &mut Vec<u32>,
        points: &mut Vec<Vec2>,
    ) -> NextCorner {
        if let LabelPath::ViaHub(hub_match) = path {
            let point = self.first_bend(*hub_match);
            if point != start {
                let distance = self.fixed_point.decode(hub_match.distance);
                return NextCorner { point, distance, link: None };
            }
        }
        let distance = self.read_path(path, [start, goal], bends, points);
        NextCorner { point: points.get(1).copied().unwrap_or(goal), distance, link: None }
    }
}
