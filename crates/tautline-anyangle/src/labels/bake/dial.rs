//! How many hubs are worth their memory.
//!
//! Any number of hubs gives the exact answer: what no hub serves is searched
//! among the other corners. More hubs take more memory; but not always less
//! time, because among scattered small obstacles labels grow long.

use std::fmt;

use tautline_geometry::Vec2;
use tautline_navmesh::{NavMesh, RandomPoints};

use super::beacons::Beacons;
use super::ground::Ground;
use super::hubs::Labeller;
use super::order::Ranker;
use super::progress::report;
use super::{BakeError, BakeProgress, BakeStage, Hubs, LabelBake};
use crate::labels::Labels;
use crate::labels::query::LabelScratch;
use crate::labels::tables::taut_graph::TautGraph;

/// A number of hubs that was tried.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Trial {
    /// How many corners were hubs.
    pub hubs: usize,
    /// How many bytes the labels took.
    pub bytes: usize,
    /// The mean of [`LabelCounters::work`](crate::LabelCounters::work) for random
    /// queries.
    pub work: u64,
}

/// Why labels have as many hubs as they have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Choice {
    /// The caller said so.
    Asked,
    /// Of the numbers that were tried, the least that takes at most a tenth more
    /// work than the best one.
    NearlyFastest,
    /// The same, but more hubs would have taken more bytes than are allowed.
    WithinBudget,
}

impl fmt::Display for LabelBake {
    /// One line: what was chosen, and why.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let stats = self.labels.stats();
        let why = match self.choice {
            Choice::Asked => "as asked for",
            Choice::NearlyFastest => "as fast as any number, within a tenth",
            Choice::WithinBudget => "the fastest within the bytes that are allowed",
        };
        let (hubs, corners, bytes) = (stats.hubs, stats.corners, stats.bytes);
        if corners == 0 {
            return write!(formatter, "no hubs, for no path ever turns: {bytes} bytes");
        }
        write!(formatter, "{hubs} of {corners} corners are hubs, {why}: {bytes} bytes")
    }
}

/// A share within which a time is as good as another.
const TENTH: u64 = 10;

/// How many random queries are asked for each number of hubs.
const QUERIES: usize = 256;

/// After so many hubs, and one more for each 4000 corners, it shows whether better hubs
/// serve the paths of others: on maps of games the last of them are in the labels of less
/// than half of all corners, among scattered tiles in those of nine tenths.
const FIRST_HUBS: usize = 32;

/// Bytes of an entry, and of its share in a row.
const ENTRY_BYTES: usize = 17;

/// Bakes labels with the number of hubs that is asked for, or chooses one.
pub(super) fn choose(
    ground: &Ground<'_>,
    graph: &TautGraph,
    ranker: Ranker<'_>,
    hubs: Hubs,
    most: usize,
    go_on: &mut dyn FnMut(&BakeProgress) -> bool,
) -> Result<LabelBake, BakeError> {
    let beacons = Beacons::new(ground.mesh, &ground.corners, graph);
    let dial = Dial { ground, graph, most, ranker, labeller: Labeller::new(graph), beacons };
    let all = ground.most_hubs();
    match hubs {
        Hubs::All => dial.asked(all, go_on),
        Hubs::AtMost(hubs) => dial.asked(hubs.min(all), go_on),
        Hubs::Auto => dial.best(all, go_on),
    }
}

struct Dial<'a> {
    ground: &'a Ground<'a>,
    graph: &'a TautGraph,
    most: usize,
    ranker: Ranker<'a>,
    labeller: Labeller<'a>,
    beacons: Beacons<'a>,
}

impl Dial<'_> {
    fn asked(
        mut self,
        hubs: usize,
        go_on: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<LabelBake, BakeError> {
        self.advance(hubs, go_on)?;
        let labels = self.pack()?;
        Ok(LabelBake { labels, choice: Choice::Asked, trials: Vec::new() })
    }

    fn best(
        mut self,
        all: usize,
        go_on: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<LabelBake, BakeError> {
        let queries = random_queries(self.ground.mesh);
        let mut steps = vec![0, all / 100, all / 10, all];
        steps.dedup();
        let mut trials: Vec<Trial> = Vec::new();
        let mut choice = Choice::NearlyFastest;
        let mut last = None;
        for hubs in steps {
            let advanced = self.try_first(hubs, go_on).and_then(|()| self.advance(hubs, go_on));
            let labels = match advanced.and_then(|()| self.pack()) {
                // There is something smaller.
                Err(BakeError::OverBudget { .. }) if last.is_some() => {
                    choice = Choice::WithinBudget;
                    break;
                }
                labels => labels?,
            };
            let work = mean_work(self.ground.mesh, &labels, &queries);
            let is_worse = trials.last().is_some_and(|before| before.work < work);
            trials.push(Trial { hubs, bytes: labels.stats().bytes, work });
            last = Some(labels);
            // Where a few hubs make it slower, more of them do not make it faster.
            if is_worse {
                break;
            }
        }
        let least = trials.iter().map(|trial| trial.work).min().unwrap_or(0);
        let is_good = |trial: &&Trial| trial.work <= least + least / TENTH;
        let hubs = trials.iter().find(is_good).map_or(0, |trial| trial.hubs);
        let labels = match last {
            Some(labels) if labels.hub_count as usize == hubs => labels,
            _ => {
                self.labeller.truncate(hubs);
                self.pack()?
            }
        };
        Ok(LabelBake { labels, choice, trials })
    }

    /// Works on the first of some hubs. Among scattered small obstacles, better hubs hardly
    /// serve the paths of others, and labels grow by all corners with each hub: if they
    /// will take too many bytes in that way, there is no need to work on all.
    fn try_first(
        &mut self,
        hubs: usize,
        go_on: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<(), BakeError> {
        let corners = self.labeller.labels.len();
        let first = FIRST_HUBS + corners / 4000;
        if self.labeller.hubs > 0 || hubs <= first {
            return Ok(());
        }
        self.advance(first / 2, go_on)?;
        let before = self.labeller.entries;
        self.advance(first, go_on)?;
        let lately = (self.labeller.entries - before) / (first - first / 2);
        let entries = self.labeller.entries + lately * (hubs - first);
        let bytes = self.ground.cone_bytes() + ENTRY_BYTES * entries;
        if lately > corners / 4 * 3 && bytes > self.most {
            return Err(BakeError::OverBudget { bytes, most: self.most });
        }
        Ok(())
    }

    fn advance(
        &mut self,
        hubs: usize,
        go_on: &mut dyn FnMut(&BakeProgress) -> bool,
    ) -> Result<(), BakeError> {
        let bytes = self.ground.cone_bytes();
        let mut step = |done| report(go_on, BakeStage::Ordering, [done, hubs], bytes).is_ok();
        if !self.ranker.advance(hubs, &mut step) {
            return Err(BakeError::Cancelled);
        }
        while self.labeller.hubs < hubs {
            let bytes = self.ground.cone_bytes() + ENTRY_BYTES * self.labeller.entries;
            if bytes > self.most {
                return Err(BakeError::OverBudget { bytes, most: self.most });
            }
            report(go_on, BakeStage::Labelling, [self.labeller.hubs, hubs], bytes)?;
            self.labeller.advance(&self.ranker.ranking, hubs);
        }
        Ok(())
    }

    fn pack(&mut self) -> Result<Labels, BakeError> {
        let Self { ground, graph, ranker, labeller, beacons, .. } = self;
        let labels = ground.pack(graph, &ranker.ranking, labeller, beacons)?;
        let (bytes, most) = (labels.stats().bytes, self.most);
        if bytes > most { Err(BakeError::OverBudget { bytes, most }) } else { Ok(labels) }
    }
}

/// Pairs of points that are joined by a way, the same for the same mesh.
fn random_queries(mesh: &NavMesh) -> Vec<[Vec2; 2]> {
    let (everywhere, mut seed) = (RandomPoints::new(mesh), 1);
    let mut draw = || everywhere.draw(mesh, &mut seed);
    let mut queries = Vec::new();
    for _ in 0..4 * QUERIES {
        let (Some(start), Some(goal)) = (draw(), draw()) else { break };
        if mesh.part(start.0) == mesh.part(goal.0) {
            queries.push([start.1, goal.1]);
        }
    }
    queries.truncate(QUERIES);
    queries
}

fn mean_work(mesh: &NavMesh, labels: &Labels, queries: &[[Vec2; 2]]) -> u64 {
    let (mut scratch, mut points) = (LabelScratch::new(), Vec::new());
    let work = queries.iter().map(|&[start, goal]| {
        // Whether there is a way does not matter here.
        let _ = labels.shortest_path(mesh, start.into(), goal.into(), &mut scratch, &mut points);
        scratch.counters().work()
    });
    work.sum::<u64>() / queries.len().max(1) as u64
}
