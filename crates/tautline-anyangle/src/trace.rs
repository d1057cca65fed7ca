//! A search, item by item, for pictures and explanations.

use tautline_geometry::{Vec2, Wide};
use tautline_navmesh::{AreaId, Budget, CorridorEnd, Costs, Gate, NavMesh, QueryError};

use crate::aim::{Aim, Arrival, OneGoal};
use crate::ground::{AllowedGround, Ground, WholeGround};
use crate::search::{Item, ItemId, Memory, NO_ITEM, Note, Search, Sight, Window};
use crate::shortest::{AnyAngleScratch, Request};

/// What a search for the shortest path did, from the start to the end.
///
/// It is made by the search itself, which tells what it does: the same code as
/// [`shortest_path`](crate::shortest_path), and the same path. It takes much more
/// memory, and is meant for small maps and for people.
///
/// ```
/// use tautline_anyangle::{SearchTrace, TraceKind};
/// use tautline_navmesh::{BuildOptions, Budget, Costs, NavMesh, Terrain, Vec2, rectangles_from_cells};
///
/// let is_block = |x, y| (1..4).contains(&x) && (1..4).contains(&y);
/// let raw = rectangles_from_cells(5, 5, |x, y| (!is_block(x, y)).then_some(Terrain(0)));
/// let mesh = NavMesh::build(&raw, &BuildOptions::default())?.mesh;
/// let (start, goal) = (Vec2::new(0.0, 0.0), Vec2::new(5.0, 4.0));
/// let trace =
///     SearchTrace::record(&mesh, start.into(), goal.into(), &Costs::uniform(), Budget::UNLIMITED)?;
///
/// assert_eq!(trace.points, [start, Vec2::new(4.0, 1.0), goal]);
/// assert_eq!(trace.moments[0].taken, None, "first it looks around");
/// let corner = trace.items.iter().find(|item| matches!(item.kind, TraceKind::Corner { .. }));
/// assert_eq!(corner.map(|item| item.least), Some(trace.length));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchTrace {
    /// All that was ever noted to be gone on with, by number.
    pub items: Vec<TraceItem>,
    /// What happened, in order: the look around at the start, and then one moment
    /// for each item that was taken.
    pub moments: Vec<TraceMoment>,
    /// The path.
    pub points: Vec<Vec2>,
    /// Its length.
    pub length: f64,
}

/// Something to go on with.
#[derive(Clone, Debug, PartialEq)]
pub struct TraceItem {
    /// The item from which it was seen; nothing at the start.
    pub from: Option<u32>,
    /// The points of the way to where it is seen from, start included.
    pub way: Vec<Vec2>,
    /// The length of that way.
    pub way_length: f64,
    /// The length that a path through it has at least: its place in the queue.
    pub least: f64,
    /// What it is.
    pub kind: TraceKind,
}

/// What an item is.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub enum TraceKind {
    /// The part of a border that is seen. Where it ends between the ends of the
    /// border is rounded here; the search keeps the vertices that bound the view.
    Window {
        /// Its right end, as seen.
        right: Vec2,
        /// Its left end.
        left: Vec2,
        /// The whole border, its right end first.
        border: [Vec2; 2],
        /// The area behind.
        into: AreaId,
    },
    /// A corner to turn at.
    Corner {
        /// Where.
        point: Vec2,
        /// Which way the path turns there.
        turns_left: bool,
    },
}

/// What a search did with one item.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TraceMoment {
    /// The item; nothing for the look around at the start.
    pub taken: Option<u32>,
    /// Items that were to come first, and were dropped because a shorter way to
    /// where they were seen from is known by now.
    pub stale: Vec<u32>,
    /// What it leads to.
    pub added: Vec<u32>,
    /// What was seen and not noted, each once.
    pub dropped: Vec<TraceDrop>,
    /// The best path to the goal so far, afterwards: its points, if there is one.
    pub best: Option<Vec<Vec2>>,
}

/// Something that is not gone on with.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct TraceDrop {
    /// Why.
    pub why: DropReason,
    /// A corner, twice, or both ends of a part of a border.
    pub place: [Vec2; 2],
}

/// Why something is not gone on with.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DropReason {
    /// Nothing behind the border leads to the goal without coming back.
    ClosedGate,
    /// A way along the border is shorter.
    Dominated,
    /// A shorter way to the corner is known.
    Farther,
    /// The path would not wrap the corner.
    NotTaut,
    /// It cannot lead to a shorter path than the best one.
    BeyondLimit,
    /// A shorter way to the corner was found while it waited.
    Stale,
}

impl SearchTrace {
    /// Searches, and keeps what happens.
    ///
    /// # Errors
    ///
    /// As [`shortest_path`](crate::shortest_path).
    pub fn record(
        mesh: &NavMesh,
        start: CorridorEnd,
        goal: CorridorEnd,
        costs: &Costs,
        budget: Budget,
    ) -> Result<Self, QueryError> {
        let mut scratch = AnyAngleScratch::new();
        Request { mesh: mesh.into(), start, goal, costs, budget }.prepare(&mut scratch)?;
        let AnyAngleScratch { memory, start_areas, goal_areas, gate_numbers, best, .. } =
            &mut scratch;
        let aim = OneGoal {
            point: goal.point,
            areas: goal_areas,
            gate_numbers,
            best: *best,
            landmarks: None,
        };
        let watched = Watched { aim, bests: Vec::new(), taken: NO_ITEM, heard: Vec::new() };
        let watched = if costs.forbids_ground() {
            watched.run(&AllowedGround { mesh, costs }, memory, start.point, start_areas, budget)
        } else {
            watched.run(&WholeGround::<false>(mesh), memory, start.point, start_areas, budget)
        };
        let Some(Watched { aim, bests, heard, .. }) = watched else {
            return Err(QueryError::BudgetExhausted { expanded: memory.counters.expanded });
        };
        if aim.best.length.is_infinite() {
            return Err(QueryError::Unreachable);
        }
        let mut trace = Self { length: aim.best.length, ..Self::default() };
        memory.read_points(&aim.best, goal.point, &mut trace.points);
        let least = |from: ItemId, item: Item| {
            let proposed = heard.iter().find_map(|heard| match *heard {
                Heard::Proposes(by, least, proposed) if by == from && proposed == item => {
                    Some(least)
                }
                _ => None,
            });
            proposed.unwrap_or(0.0)
        };
        trace.items = memory.trace_items(mesh, least);
        trace.moments.push(TraceMoment::default());
        let mut bests = bests.into_iter().peekable();
        let mut stale = Vec::new();
        for (index, heard) in heard.iter().enumerate() {
            let now = match *heard {
                Heard::Takes(id) => {
                    let stale = std::mem::take(&mut stale);
                    let best = trace.moments.last().and_then(|moment| moment.best.clone());
                    let taken = Some(id);
                    trace.moments.push(TraceMoment { taken, stale, best, ..Default::default() });
                    None
                }
                Heard::IsStale(id) => {
                    // A corner can turn out to be stale when it is taken.
                    match trace.moments.last_mut().filter(|moment| moment.taken == Some(id)) {
                        Some(_) => Some(TraceDrop {
                            why: DropReason::Stale,
                            place: corner_or_window(&trace.items[id as usize].kind),
                        }),
                        None => {
                            stale.push(id);
                            None
                        }
                    }
                }
                Heard::IsBeyondLimit(item) => Some(TraceDrop {
                    why: DropReason::BeyondLimit,
                    place: corner_or_window(&memory.trace_item(mesh, item).kind),
                }),
                Heard::Drops(dropped) => Some(dropped),
                Heard::Proposes(..) => None,
            };
            let Some(moment) = trace.moments.last_mut() else { break };
            if let Some(dropped) = now.filter(|dropped| !moment.dropped.contains(dropped)) {
                moment.dropped.push(dropped);
            }
            while let Some((_, arrival)) = bests.next_if(|&(when, _)| when <= index + 1) {
                let mut points = Vec::new();
                memory.read_points(&arrival, goal.point, &mut points);
                moment.best = Some(points);
            }
        }
        for (id, item) in (0..).zip(&trace.items) {
            let moment = trace.moments.iter_mut().find(|moment| moment.taken == item.from);
            if let Some(moment) = moment {
                moment.added.push(id);
            }
        }
        Ok(trace)
    }
}

fn corner_or_window(kind: &TraceKind) -> [Vec2; 2] {
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
    fn wants(&self, gate: Gate) -> bool {
        self.aim.wants(gate)
    }

    fn distance_from(&self, point: Wide) -> f64 {
        self.aim.distance_from(point)
    }

    fn distance_through(&self, root: Wide, window: &Window) -> f64 {
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
            Note::ClosesGate(mesh, side) => {
                // The twin begins where the side ends.
                let end = side.twin().map_or(side.start(), |twin| mesh.side(twin).start());
                let place = [side.start(), end];
                Heard::Drops(TraceDrop { why: DropReason::ClosedGate, place })
            }
            Note::IsDominated(root, window) => Heard::Drops(TraceDrop {
                why: DropReason::Dominated,
                place: window.ends(root.into()).map(Wide::narrowed),
            }),
            Note::IsFarther(point) => corner(DropReason::Farther, point),
            Note::IsNotTaut(point) => corner(DropReason::NotTaut, point),
        });
    }
}
