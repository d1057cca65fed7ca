//! Keeping what a search says that it does.

use std::collections::BTreeMap;

use tautline_geometry::{DVec2, Vec2};
use tautline_navmesh::{AreaId, BlockCutRange, Budget, HalfEdgeId, NavMesh, PathQuery, QueryError};

use super::{DropReason, SearchTrace, TraceDrop, TraceItem, TraceKind, TraceMoment};
use crate::ExactError;
use crate::ground::{AllowedGround, Ground, WholeGround};
use crate::one_goal::OneGoal;
use crate::search::{Aim, Arrival, Item, ItemId, Memory, NO_ITEM, Note, Search, Sight, Window};
use crate::shortest::{AnyAngleScratch, Request};

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
        let aim = OneGoal {
            point: goal.point,
            areas: goal_areas,
            block_cut_numbers,
            best: *best,
            landmarks: None,
        };
        let watched = Watched { aim, bests: Vec::new(), taken: NO_ITEM, heard: Vec::new() };
        let watched = if !mesh.is_all_open(filter) {
            watched.run(&AllowedGround { mesh, filter }, memory, start.point, start_areas, budget)
        } else {
            watched.run(&WholeGround::<false>(mesh), memory, start.point, start_areas, budget)
        };
        let Some(Watched { aim, bests, heard, .. }) = watched else {
            return Err(QueryError::BudgetExhausted { expanded: memory.counters.expanded }.into());
        };
        if aim.best.length.is_infinite() {
            return Err(QueryError::Unreachable.into());
        }
        let items = memory.trace_items(mesh, &proposals(&heard));
        let mut telling = Telling::new(mesh, memory, items, goal.point);
        let mut bests = bests.into_iter().peekable();
        for (index, heard) in heard.iter().enumerate() {
            telling.tell(heard);
            while let Some((_, arrival)) = bests.next_if(|&(when, _)| when <= index + 1) {
                telling.found(&arrival);
            }
        }
        let Telling { items, moments, .. } = telling;
        let mut trace = Self { items, moments, points: Vec::new(), length: aim.best.length };
        memory.read_points(&aim.best, goal.point, &mut trace.points);
        trace.note_what_was_added();
        Ok(trace)
    }

    /// Tells each moment what the item that was taken led to.
    fn note_what_was_added(&mut self) {
        let taken = self.moments.iter().map(|moment| moment.taken);
        let moments: BTreeMap<Option<u32>, usize> = taken.zip(0..).collect();
        for (id, item) in (0..).zip(&self.items) {
            if let Some(&moment) = moments.get(&item.from) {
                self.moments[moment].added.push(id);
            }
        }
    }
}

/// What was found while each item was taken, with the least lengths.
fn proposals(heard: &[Heard]) -> BTreeMap<ItemId, Vec<(f64, Item)>> {
    let mut proposals: BTreeMap<ItemId, Vec<(f64, Item)>> = BTreeMap::new();
    for heard in heard {
        if let Heard::Proposes(by, least, item) = *heard {
            proposals.entry(by).or_default().push((least, item));
        }
    }
    proposals
}

/// Tells what was heard, moment by moment.
struct Telling<'a> {
    mesh: &'a NavMesh,
    memory: &'a Memory,
    items: Vec<TraceItem>,
    goal: Vec2,
    moments: Vec<TraceMoment>,
    /// Items that were dropped since the last one was taken.
    stale: Vec<u32>,
}

impl<'a> Telling<'a> {
    fn new(mesh: &'a NavMesh, memory: &'a Memory, items: Vec<TraceItem>, goal: Vec2) -> Self {
        let moments = vec![TraceMoment::default()];
        Self { mesh, memory, items, goal, moments, stale: Vec::new() }
    }

    fn tell(&mut self, heard: &Heard) {
        match *heard {
            Heard::Takes(id) => {
                let stale = std::mem::take(&mut self.stale);
                let best = self.moments.last().and_then(|moment| moment.best.clone());
                self.moments.push(TraceMoment {
                    taken: Some(id),
                    stale,
                    best,
                    ..Default::default()
                });
            }
            // A corner can turn out to be stale when it is taken.
            Heard::IsStale(id) if self.is_taken(id) => {
                let place = place_of(&self.items[id as usize].kind);
                self.drops(TraceDrop { why: DropReason::Stale, place });
            }
            Heard::IsStale(id) => self.stale.push(id),
            Heard::IsBeyondLimit(item) => {
                let place = place_of(&self.memory.trace_item(self.mesh, item).kind);
                self.drops(TraceDrop { why: DropReason::BeyondLimit, place });
            }
            Heard::Drops(dropped) => self.drops(dropped),
            Heard::Proposes(..) => {}
        }
    }

    fn is_taken(&self, id: ItemId) -> bool {
        self.moments.last().is_some_and(|moment| moment.taken == Some(id))
    }

    fn drops(&mut self, dropped: TraceDrop) {
        if let Some(moment) = self.moments.last_mut()
            && !moment.dropped.contains(&dropped)
        {
            moment.dropped.push(dropped);
        }
    }

    /// A shorter way to the goal.
    fn found(&mut self, arrival: &Arrival) {
        if let Some(moment) = self.moments.last_mut() {
            self.memory.read_points(arrival, self.goal, moment.best.insert(Vec::new()));
        }
    }
}

fn place_of(kind: &TraceKind) -> [Vec2; 2] {
    match *kind {
        TraceKind::Window { right, left, .. } => [right, left],
        TraceKind::Corner { point, .. } => [point, point],
    }
}

/// A goal, and what was heard while looking for it.
struct Watched<'a> {
    aim: OneGoal<'a>,
    /// The best ways, each with the number of notes that came before it.
    bests: Vec<(usize, Arrival)>,
    taken: ItemId,
    heard: Vec<Heard>,
}

/// A note that is kept.
enum Heard {
    Takes(ItemId),
    IsStale(ItemId),
    /// While an item was taken, one was found, with the least length.
    Proposes(ItemId, f64, Item),
    IsBeyondLimit(Item),
    Drops(TraceDrop),
}

impl Watched<'_> {
    /// Runs a search to its end; nothing if the budget does not suffice.
    fn run<G: Ground>(
        mut self,
        ground: &G,
        memory: &mut Memory,
        start: Vec2,
        areas: &[AreaId],
        budget: Budget,
    ) -> Option<Self> {
        let mut search = Search { ground, aim: &mut self, memory, current: NO_ITEM };
        search.begin(start, areas);
        search.run(budget.0).then_some(self)
    }
}

impl Aim for Watched<'_> {
    fn wants(&self, block_cut_range: BlockCutRange) -> bool {
        self.aim.wants(block_cut_range)
    }

    fn distance_from(&self, point: DVec2) -> f64 {
        self.aim.distance_from(point)
    }

    fn distance_through(&self, root: DVec2, window: &Window) -> f64 {
        self.aim.distance_through(root, window)
    }

    fn look_into(&mut self, sight: &Sight<'_>) {
        let before = self.aim.best.length;
        self.aim.look_into(sight);
        if self.aim.best.length < before {
            self.bests.push((self.heard.len(), self.aim.best));
        }
    }

    fn wants_areas(&self) -> bool {
        self.aim.wants_areas()
    }

    fn reach(&mut self, area: AreaId, length: f64) {
        self.aim.reach(area, length);
    }

    fn is_news_around(&self, vertex: HalfEdgeId, length: f64) -> bool {
        self.aim.is_news_around(vertex, length)
    }

    fn reach_around(&mut self, vertex: HalfEdgeId, area: AreaId, length: f64) {
        self.aim.reach_around(vertex, area, length);
    }

    fn limit(&self) -> f64 {
        self.aim.limit()
    }

    fn note(&mut self, note: Note<'_>) {
        let corner = |why, point| Heard::Drops(TraceDrop { why, place: [point, point] });
        self.heard.push(match note {
            Note::Takes(id) => {
                self.taken = id;
                Heard::Takes(id)
            }
            Note::IsStale(id) => Heard::IsStale(id),
            Note::Proposes(least, item) => Heard::Proposes(self.taken, least, item),
            Note::IsBeyondLimit(item) => Heard::IsBeyondLimit(item),
            Note::ClosesGate(mesh, edge) => {
                // The twin begins where the side ends.
                let end = edge.twin().map_or(edge.start(), |twin| mesh.half_edge(twin).start());
                let place = [edge.start(), end];
                Heard::Drops(TraceDrop { why: DropReason::ClosedGate, place })
            }
            Note::IsDominated(root, window) => Heard::Drops(TraceDrop {
                why: DropReason::Dominated,
                place: window.ends(root.into()).map(|point| point.as_vec2()),
            }),
            Note::IsFarther(point) => corner(DropReason::Farther, point),
            Note::IsNotTaut(point) => corner(DropReason::NotTaut, point),
        });
    }
}
