//! Keeping what a search says that it does.

use std::collections::BTreeMap;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, Budget, HalfEdgeId, NavMesh, PathQuery, QueryError};

use super::{PruneReason, PrunedNode, SearchTrace, TraceKind, TraceNode, TraceStep};
use crate::ExactError;
use crate::search::{
    FoundPath, Memory, NO_NODE, NodeId, Objective, Search, SearchEvent, SearchNode, VisibleRegion,
    Window,
};
use crate::search_space::{FilteredMesh, SearchSpace, WholeMesh};
use crate::shortest::{AnyAngleScratch, Request};
use crate::single_goal::SingleGoal;

impl SearchTrace {
    /// Searches, and keeps what happens.
    ///
    /// # Errors
    ///
    /// As [`shortest_path`](crate::shortest_path).
    pub fn record(mesh: &NavMesh, query: &PathQuery<'_>) -> Result<Self, ExactError> {
        let PathQuery { start, goal, filter, budget } = *query;
        let mut scratch = AnyAngleScratch::new();
        Request { mesh: mesh.into(), query }.prepare(&mut scratch)?;
        let AnyAngleScratch { memory, start_areas, goal_areas, block_cut_numbers, best, .. } =
            &mut scratch;
        let objective = SingleGoal {
            point: goal.point,
            areas: goal_areas,
            block_cut_numbers,
            best: *best,
            landmarks: None,
        };
        let recorder = RecordingObjective {
            objective,
            improvements: Vec::new(),
            expanded: NO_NODE,
            events: Vec::new(),
        };
        let recorder = if !mesh.is_all_open(filter) {
            recorder.run(&FilteredMesh { mesh, filter }, memory, start.point, start_areas, budget)
        } else {
            recorder.run(&WholeMesh::<false>(mesh), memory, start.point, start_areas, budget)
        };
        let Some(RecordingObjective { objective, improvements, events, .. }) = recorder else {
            return Err(QueryError::BudgetExhausted { expanded: memory.counters.expanded }.into());
        };
        if objective.best.length.is_infinite() {
            return Err(QueryError::Unreachable.into());
        }
        let nodes = memory.trace_nodes(mesh, &generated_by(&events));
        let mut builder = TraceBuilder::new(mesh, memory, nodes, goal.point);
        let mut improvements = improvements.into_iter().peekable();
        for (index, event) in events.iter().enumerate() {
            builder.add(event);
            while let Some((_, path)) = improvements.next_if(|&(when, _)| when <= index + 1) {
                builder.found(&path);
            }
        }
        let TraceBuilder { nodes, steps, .. } = builder;
        let mut trace = Self { nodes, steps, points: Vec::new(), length: objective.best.length };
        memory.read_points(&objective.best, goal.point, &mut trace.points);
        trace.link_successors();
        Ok(trace)
    }

    /// Tells each moment what the item that was taken led to.
    fn link_successors(&mut self) {
        let expanded = self.steps.iter().map(|step| step.expanded);
        let steps: BTreeMap<Option<u32>, usize> = expanded.zip(0..).collect();
        for (id, node) in (0..).zip(&self.nodes) {
            if let Some(&step) = steps.get(&node.parent) {
                self.steps[step].successors.push(id);
            }
        }
    }
}

/// What was found while each item was expanded, with the least lengths.
fn generated_by(events: &[RecordedEvent]) -> BTreeMap<NodeId, Vec<(f64, SearchNode)>> {
    let mut generated: BTreeMap<NodeId, Vec<(f64, SearchNode)>> = BTreeMap::new();
    for event in events {
        if let RecordedEvent::Generated(by, lower_bound, node) = *event {
            generated.entry(by).or_default().push((lower_bound, node));
        }
    }
    generated
}

/// Tells what was event, moment by step.
struct TraceBuilder<'a> {
    mesh: &'a NavMesh,
    memory: &'a Memory,
    nodes: Vec<TraceNode>,
    goal: Vec2,
    steps: Vec<TraceStep>,
    /// Items that were dropped since the last one was expanded.
    stale: Vec<u32>,
}

impl<'a> TraceBuilder<'a> {
    fn new(mesh: &'a NavMesh, memory: &'a Memory, nodes: Vec<TraceNode>, goal: Vec2) -> Self {
        let steps = vec![TraceStep::default()];
        Self { mesh, memory, nodes, goal, steps, stale: Vec::new() }
    }

    fn add(&mut self, event: &RecordedEvent) {
        match *event {
            RecordedEvent::Expanded(id) => {
                let stale = std::mem::take(&mut self.stale);
                let best = self.steps.last().and_then(|step| step.best.clone());
                self.steps.push(TraceStep {
                    expanded: Some(id),
                    stale,
                    best,
                    ..Default::default()
                });
            }
            // A corner can turn out to be stale when it is expanded.
            RecordedEvent::Stale(id) if self.is_expanded(id) => {
                let ends = ends_of(&self.nodes[id as usize].kind);
                self.prune(PrunedNode { reason: PruneReason::Stale, ends });
            }
            RecordedEvent::Stale(id) => self.stale.push(id),
            RecordedEvent::AboveBound(node) => {
                let ends = ends_of(&self.memory.trace_node(self.mesh, node).kind);
                self.prune(PrunedNode { reason: PruneReason::AboveBound, ends });
            }
            RecordedEvent::Pruned(pruned) => self.prune(pruned),
            RecordedEvent::Generated(..) => {}
        }
    }

    fn is_expanded(&self, id: NodeId) -> bool {
        self.steps.last().is_some_and(|step| step.expanded == Some(id))
    }

    fn prune(&mut self, pruned: PrunedNode) {
        if let Some(step) = self.steps.last_mut()
            && !step.pruned.contains(&pruned)
        {
            step.pruned.push(pruned);
        }
    }

    /// A shorter way to the goal.
    fn found(&mut self, path: &FoundPath) {
        if let Some(step) = self.steps.last_mut() {
            self.memory.read_points(path, self.goal, step.best.insert(Vec::new()));
        }
    }
}

fn ends_of(kind: &TraceKind) -> [Vec2; 2] {
    match *kind {
        TraceKind::Window { right, left, .. } => [right, left],
        TraceKind::Corner { point, .. } => [point, point],
    }
}

/// A goal, and what was event while looking for it.
struct RecordingObjective<'a> {
    objective: SingleGoal<'a>,
    /// The best ways, each with the number of notes that came before it.
    improvements: Vec<(usize, FoundPath)>,
    expanded: NodeId,
    events: Vec<RecordedEvent>,
}

/// A note that is kept.
enum RecordedEvent {
    Expanded(NodeId),
    Stale(NodeId),
    /// While an item was expanded, one was found, with the least length.
    Generated(NodeId, f64, SearchNode),
    AboveBound(SearchNode),
    Pruned(PrunedNode),
}

impl RecordingObjective<'_> {
    /// Runs a search to its end; nothing if the budget does not suffice.
    fn run<G: SearchSpace>(
        mut self,
        space: &G,
        memory: &mut Memory,
        start: Vec2,
        areas: &[AreaId],
        budget: Budget,
    ) -> Option<Self> {
        let mut search = Search { space, objective: &mut self, memory, current: NO_NODE };
        search.begin(start, areas);
        search.run(budget.0).then_some(self)
    }
}

impl Objective for RecordingObjective<'_> {
    fn may_lead_to_goal(&self, block_cut_range: BlockCutRange) -> bool {
        self.objective.may_lead_to_goal(block_cut_range)
    }

    fn heuristic(&self, point: DVec2) -> f64 {
        self.objective.heuristic(point)
    }

    fn heuristic_through(&self, root: DVec2, window: &Window) -> f64 {
        self.objective.heuristic_through(root, window)
    }

    fn visit(&mut self, region: &VisibleRegion<'_>) {
        let before = self.objective.best.length;
        self.objective.visit(region);
        if self.objective.best.length < before {
            self.improvements.push((self.events.len(), self.objective.best));
        }
    }

    fn collects_areas(&self) -> bool {
        self.objective.collects_areas()
    }

    fn reach_area(&mut self, area: AreaId, length: f64) {
        self.objective.reach_area(area, length);
    }

    fn improves_around(&self, vertex: HalfEdgeId, length: f64) -> bool {
        self.objective.improves_around(vertex, length)
    }

    fn reach_area_around(&mut self, vertex: HalfEdgeId, area: AreaId, length: f64) {
        self.objective.reach_area_around(vertex, area, length);
    }

    fn upper_bound(&self) -> f64 {
        self.objective.upper_bound()
    }

    fn on_event(&mut self, note: SearchEvent<'_>) {
        let corner =
            |reason, point| RecordedEvent::Pruned(PrunedNode { reason, ends: [point, point] });
        self.events.push(match note {
            SearchEvent::Expanded(id) => {
                self.expanded = id;
                RecordedEvent::Expanded(id)
            }
            SearchEvent::Stale(id) => RecordedEvent::Stale(id),
            SearchEvent::Generated(lower_bound, node) => {
                RecordedEvent::Generated(self.expanded, lower_bound, node)
            }
            SearchEvent::AboveBound(node) => RecordedEvent::AboveBound(node),
            SearchEvent::BlockCut(mesh, edge) => {
                // The twin begins where the side ends.
                let end = edge.twin().map_or(edge.start(), |twin| mesh.half_edge(twin).start());
                let ends = [edge.start(), end];
                RecordedEvent::Pruned(PrunedNode { reason: PruneReason::BlockCut, ends })
            }
            SearchEvent::Dominated(root, window) => RecordedEvent::Pruned(PrunedNode {
                reason: PruneReason::Dominated,
                ends: window.ends(root.into()).map(|point| point.as_vec2()),
            }),
            SearchEvent::NotShortest(point) => corner(PruneReason::NotShortest, point),
            SearchEvent::NotTaut(point) => corner(PruneReason::NotTaut, point),
        });
    }
}
