//! Parts of queries, for those who measure how long each takes.

use tautline_navmesh::{CorridorEnd, End, NavMesh, QueryError};

use super::end::EndScratch;
use super::marks::Marks;
use super::meet::MeetScratch;
use crate::labels::Labels;
use crate::taut::sight::SightScratch;
use crate::taut::signs::Signs;

/// How far to go with a query: each stage after those before it.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stage {
    /// The areas of both ends.
    Locate,
    /// Whether the straight way is free; if it is, all others are left out.
    Sight,
    /// Which corners both ends see.
    Scan,
    /// Where their labels meet.
    Meet,
}

/// The memory of [`Labels::ask_until`].
#[doc(hidden)]
#[derive(Clone, Debug, Default)]
pub struct StageScratch {
    ends: [EndScratch; 2],
    sight: SightScratch,
    marks: Marks,
    meet: MeetScratch,
}

impl Labels {
    /// Does what [`Self::shortest_path`] does with ends that are joined by a way, up
    /// to a stage; but reads no path, and does not search among corners that are no
    /// hubs.
    ///
    /// # Errors
    ///
    /// As of [`Self::shortest_path`].
    #[doc(hidden)]
    pub fn ask_until(
        &self,
        mesh: &NavMesh,
        [start, goal]: [CorridorEnd; 2],
        stage: Stage,
        scratch: &mut StageScratch,
    ) -> Result<(), QueryError> {
        let StageScratch { ends: [from, to], sight, marks, meet } = scratch;
        self.open(mesh, [(End::Start, start, from), (End::Goal, goal, to)])?;
        if stage == Stage::Locate {
            return Ok(());
        }
        let [start, goal] = [start.point, goal.point];
        let signs = Signs::of_points(mesh, &[start, goal]);
        let areas = [&from.areas[..], &to.areas];
        if self.is_straight(mesh, signs, [start, goal], areas, sight) || stage == Stage::Sight {
            return Ok(());
        }
        self.scan_both(mesh, signs, [start, goal], [from, to], marks);
        if stage == Stage::Meet {
            std::hint::black_box(self.meet(from.rows(), to.rows(), meet));
        }
        Ok(())
    }
}
