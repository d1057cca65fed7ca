//! The interval search, step by step.

use tautline::Vec2;
use tautline::anyangle::{PruneReason, SearchTrace, TraceKind, TraceNode, TraceStep};
use tautline::navmesh::{NavMesh, PathQuery};
use wasm_bindgen::prelude::wasm_bindgen;

use super::{MOST_STEPS, filter, flat};
use crate::fault::{Answer, fault};

/// A search for the shortest path, with all of its steps.
#[wasm_bindgen]
#[derive(Debug)]
pub struct SearchLesson {
    trace: SearchTrace,
}

/// A node of the search: a window or a corner that was put into the queue.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct SearchItem {
    /// The item whose expansion found it. `None` if the start did.
    pub from: Option<u32>,
    /// The points of the path to its root.
    pub root_path: Vec<f32>,
    /// The length of that path.
    pub root_distance: f64,
    /// A lower bound on the length of a path through it.
    pub least: f64,
    /// The right and the left end of a window, or a corner.
    pub points: Vec<f32>,
    /// True if it is a corner.
    pub is_corner: bool,
    /// True if a path turns left at the corner.
    pub turns_left: bool,
    /// The area behind the border.
    pub area: Option<u32>,
}

/// A step of the search: the expansion of one item.
#[wasm_bindgen(getter_with_clone)]
#[derive(Clone, Debug)]
pub struct SearchStep {
    /// The expanded item. `None` in the first step, which expands the start.
    pub taken: Option<u32>,
    /// The items that were taken from the queue before it, and dropped as stale.
    pub stale: Vec<u32>,
    /// Its successors.
    pub added: Vec<u32>,
    /// The reasons for pruning successors: `block-cut`, `dominated`, `farther`, `not-taut`,
    /// `beyond` or `stale`.
    pub reasons: Vec<String>,
    /// Both ends of each pruned successor: x, y. A corner has the same point twice.
    pub ends: Vec<f32>,
    /// The best path so far; empty if there is none.
    pub best: Vec<f32>,
}

#[wasm_bindgen]
impl SearchLesson {
    /// Returns all items, by number.
    pub fn items(&self) -> Vec<SearchItem> {
        self.trace.nodes.iter().map(item).collect()
    }

    /// Returns the steps.
    pub fn steps(&self) -> Vec<SearchStep> {
        self.trace.steps.iter().map(step).collect()
    }

    /// Returns the path.
    pub fn path(&self) -> Vec<f32> {
        flat(self.trace.points.iter().copied())
    }

    /// Returns the length of the path.
    #[wasm_bindgen(getter)]
    pub fn length(&self) -> f64 {
        self.trace.length
    }
}

impl SearchLesson {
    pub(super) fn record(mesh: &NavMesh, start: Vec2, goal: Vec2) -> Answer<Self> {
        let filter = filter();
        let query = PathQuery::new(start, goal).with_filter(&filter).with_budget(MOST_STEPS);
        let trace = SearchTrace::record(mesh, &query).map_err(fault)?;
        Ok(Self { trace })
    }
}

fn item(item: &TraceNode) -> SearchItem {
    let (points, turn, area) = match item.kind {
        TraceKind::Window { right, left, into, .. } => (flat([right, left]), None, Some(into.0)),
        TraceKind::Corner { point, turns_left } => (flat([point]), Some(turns_left), None),
        _ => (Vec::new(), None, None),
    };
    SearchItem {
        from: item.parent,
        root_path: flat(item.root_path.iter().copied()),
        root_distance: item.root_distance,
        least: item.lower_bound,
        points,
        is_corner: turn.is_some(),
        turns_left: turn == Some(true),
        area,
    }
}

fn step(moment: &TraceStep) -> SearchStep {
    let reason = |why| match why {
        PruneReason::BlockCut => "block-cut",
        PruneReason::Dominated => "dominated",
        PruneReason::NotShortest => "farther",
        PruneReason::NotTaut => "not-taut",
        PruneReason::AboveBound => "beyond",
        _ => "stale",
    };
    SearchStep {
        taken: moment.expanded,
        stale: moment.stale.clone(),
        added: moment.successors.clone(),
        reasons: moment.pruned.iter().map(|dropped| reason(dropped.reason).to_owned()).collect(),
        ends: moment.pruned.iter().flat_map(|dropped| flat(dropped.ends)).collect(),
        best: flat(moment.best.iter().flatten().copied()),
    }
}
