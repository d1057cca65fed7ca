//! The search loop: one for A*, Dijkstra and everything in between.

use crate::scratch::{Arrival, Entry};
use crate::{Budget, Cost, LabelledGraph, Node, Scratch, SearchError};

/// How a search for one goal ended.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome<C> {
    /// The goal was reached; read the way with [`Scratch::path_to`].
    Found {
        /// The least cost of any way from the start to the goal.
        cost: C,
    },
    /// There is no way from the start to the goal.
    Unreachable,
    /// The budget ran out first. [`Scratch::nearest`] names the node that
    /// seemed nearest to the goal; the way to it is known.
    BudgetExhausted,
}

/// How far a search in slices has come.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress<C> {
    /// There is more to do: call [`step`] again.
    Running,
    /// The search has ended. Further calls of [`step`] give the same answer.
    Done(Outcome<C>),
}

/// How a search without a single goal ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// All that was asked for is known.
    Complete,
    /// The budget ran out first. QueryFilter of nodes that were not expanded yet may
    /// be larger than the least.
    BudgetExhausted,
}

/// Finds a way of least cost from `start` to `goal`.
///
/// `estimate` guesses the cost to go from a node reached with a label. It must
/// never exceed the true cost, or the answer may cost more than need be; for
/// labels that carry more than `()`, it must also be consistent (never fall by
/// more than a step costs). It is at least 0; infinite (or [`Cost::UNREACHED`]), it
/// says that no way leads on from there.
///
/// # Errors
///
/// A [`SearchError`] if the graph breaks its promises, or an estimate is
/// negative or not a number.
pub fn astar<G: LabelledGraph>(
    graph: &G,
    start: Node,
    goal: Node,
    estimate: impl Fn(Node, G::Label) -> G::Cost,
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Label>,
) -> Result<Outcome<G::Cost>, SearchError> {
    begin(graph, start, budget, scratch)?;
    loop {
        if let Progress::Done(outcome) = step(graph, goal, &estimate, u64::MAX, scratch)? {
            return Ok(outcome);
        }
    }
}

/// Begins a search that is carried on with [`step`], a slice at a time.
///
/// # Errors
///
/// [`SearchError::NodeOutOfRange`] for the start.
///
/// ```
/// use tautline_search::{Budget, Graph, Node, Outcome, Progress, Scratch, begin, step};
///
/// struct Line;
/// impl Graph for Line {
///     type Cost = f32;
///     fn node_count(&self) -> usize {
///         1000
///     }
///     fn successors(&self, node: Node, visit: &mut impl FnMut(Node, f32)) {
///         if node < 999 {
///             visit(node + 1, 0.5);
///         }
///     }
/// }
///
/// let mut scratch = Scratch::new();
/// begin(&Line, 0, Budget::UNLIMITED, &mut scratch)?;
/// let mut frames = 0;
/// let outcome = loop {
///     frames += 1; // draw, move, … and search a little further:
///     if let Progress::Done(outcome) = step(&Line, 999, |_, _| 0.0, 100, &mut scratch)? {
///         break outcome;
///     }
/// };
/// assert_eq!((frames, outcome), (10, Outcome::Found { cost: 499.5 }));
/// # Ok::<(), tautline_search::SearchError>(())
/// ```
pub fn begin<G: LabelledGraph>(
    graph: &G,
    start: Node,
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Label>,
) -> Result<(), SearchError> {
    scratch.restart(graph.node_count(), budget);
    let index = scratch.check(start)?;
    let (label, zero) = (G::Label::default(), G::Cost::ZERO);
    scratch.arrive(index, start, Arrival { parent: start, label, cost: zero, priority: zero });
    Ok(())
}

/// Carries a search on by at most `slice` expansions; 0 counts as 1, so that
/// every search comes to its end.
///
/// Pass the same graph, goal and estimate in every call.
///
/// # Errors
///
/// A [`SearchError`] if the graph breaks its promises.
pub fn step<G: LabelledGraph>(
    graph: &G,
    goal: Node,
    estimate: impl Fn(Node, G::Label) -> G::Cost,
    slice: u64,
    scratch: &mut Scratch<G::Cost, G::Label>,
) -> Result<Progress<G::Cost>, SearchError> {
    scratch.check(goal)?;
    note_start(&estimate, scratch);
    for _ in 0..slice.max(1) {
        let Some(&entry) = next_entry(scratch) else {
            return Ok(Progress::Done(Outcome::Unreachable));
        };
        // The goal stays in the queue, so that asking again answers again.
        if entry.node == goal {
            return Ok(Progress::Done(Outcome::Found { cost: entry.cost }));
        }
        if !scratch.spend() {
            return Ok(Progress::Done(Outcome::BudgetExhausted));
        }
        scratch.queue.pop();
        expand(graph, entry, &estimate, G::Cost::UNREACHED, scratch)?;
    }
    Ok(Progress::Running)
}

/// Before anything is expanded, notes how near to the goal the start seems: every
/// step from there may lead away.
fn note_start<C: Cost, L: Copy + Default>(
    estimate: &impl Fn(Node, L) -> C,
    scratch: &mut Scratch<C, L>,
) {
    if scratch.expanded() > 0 {
        return;
    }
    let Some(&Entry { node, .. }) = next_entry(scratch) else { return };
    let to_go = scratch.label_of(node).map(|label| estimate(node, label));
    if let Some(to_go) = to_go.filter(|to_go| to_go.is_valid()) {
        scratch.note_estimate(to_go, node);
    }
}

/// Finds the least cost from `start` to every node that lies within `reach`,
/// or to every node at all. Read it with [`Scratch::cost_of`]. Within a reach that is
/// negative or not a number lies nothing but the start.
///
/// # Errors
///
/// A [`SearchError`] if the graph breaks its promises.
///
/// ```
/// use tautline_search::{Budget, Exploration, Graph, Node, Scratch, dijkstra};
///
/// # struct Street;
/// # impl Graph for Street {
/// #     type Cost = u32;
/// #     fn node_count(&self) -> usize {
/// #         10
/// #     }
/// #     fn successors(&self, node: Node, visit: &mut impl FnMut(Node, u32)) {
/// #         if node < 9 {
/// #             visit(node + 1, 2);
/// #         }
/// #     }
/// # }
/// // A street of houses in one direction: every step costs 2.
/// let mut scratch = Scratch::new();
/// let told = dijkstra(&Street, 3, Some(7), Budget::UNLIMITED, &mut scratch)?;
/// assert_eq!(told, Exploration::Complete);
/// assert_eq!((scratch.cost_of(3), scratch.cost_of(6)), (Some(0), Some(6)));
/// assert_eq!(scratch.cost_of(7), None, "it costs 8");
/// # Ok::<(), tautline_search::SearchError>(())
/// ```
pub fn dijkstra<G: LabelledGraph>(
    graph: &G,
    start: Node,
    reach: Option<G::Cost>,
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Label>,
) -> Result<Exploration, SearchError> {
    begin(graph, start, budget, scratch)?;
    let reach = reach.unwrap_or(G::Cost::UNREACHED);
    if !reach.is_valid() {
        return Ok(Exploration::Complete);
    }
    // The sum has no sign of zero, which costs are ordered by.
    let reach = G::Cost::ZERO.plus(reach).unwrap_or(G::Cost::UNREACHED);
    explore(graph, reach, usize::MAX, scratch)
}

/// Finds the least cost from `start` to each of some goals, and stops when
/// the last of them is known. Read it with [`Scratch::cost_of`]; goals that
/// cannot be reached have none.
///
/// # Errors
///
/// A [`SearchError`] if the graph breaks its promises or a goal is no node.
///
/// ```
/// use tautline_search::{Budget, Exploration, Graph, Node, Scratch, one_to_many};
///
/// # struct Street;
/// # impl Graph for Street {
/// #     type Cost = u32;
/// #     fn node_count(&self) -> usize {
/// #         10
/// #     }
/// #     fn successors(&self, node: Node, visit: &mut impl FnMut(Node, u32)) {
/// #         if node < 9 {
/// #             visit(node + 1, 2);
/// #         }
/// #     }
/// # }
/// // A street of houses in one direction: every step costs 2.
/// let mut scratch = Scratch::new();
/// let told = one_to_many(&Street, 3, &[5, 4, 0], Budget::UNLIMITED, &mut scratch)?;
/// assert_eq!(told, Exploration::Complete);
/// assert_eq!([5, 4, 0].map(|goal| scratch.cost_of(goal)), [Some(4), Some(2), None]);
/// # Ok::<(), tautline_search::SearchError>(())
/// ```
pub fn one_to_many<G: LabelledGraph>(
    graph: &G,
    start: Node,
    goals: &[Node],
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Label>,
) -> Result<Exploration, SearchError> {
    begin(graph, start, budget, scratch)?;
    let mut wanted = 0;
    for &goal in goals {
        let index = scratch.check(goal)?;
        wanted += usize::from(scratch.want(index));
    }
    if wanted == 0 {
        return Ok(Exploration::Complete);
    }
    explore(graph, G::Cost::UNREACHED, wanted, scratch)
}

/// Expands in the order of cost until the queue is empty or `wanted` marked
/// nodes have come up.
fn explore<G: LabelledGraph>(
    graph: &G,
    reach: G::Cost,
    mut wanted: usize,
    scratch: &mut Scratch<G::Cost, G::Label>,
) -> Result<Exploration, SearchError> {
    while let Some(&entry) = next_entry(scratch) {
        if scratch.reached(entry.node).is_some_and(|record| record.is_wanted) {
            wanted -= 1;
            if wanted == 0 {
                break;
            }
        }
        if !scratch.spend() {
            return Ok(Exploration::BudgetExhausted);
        }
        scratch.queue.pop();
        expand(graph, entry, &|_, _| G::Cost::ZERO, reach, scratch)?;
    }
    Ok(Exploration::Complete)
}

/// The first entry that still says what its node's record says; those before
/// it, overtaken by better arrivals, are dropped.
#[inline]
fn next_entry<C: Cost, L: Copy + Default>(scratch: &mut Scratch<C, L>) -> Option<&Entry<C>> {
    while let Some(&entry) = scratch.queue.peek() {
        let is_current = scratch
            .reached(entry.node)
            .is_some_and(|record| record.priority.order(&entry.priority).is_eq());
        if is_current {
            break;
        }
        scratch.queue.pop();
    }
    scratch.queue.peek()
}

/// Pushes the successors of an entry's node.
#[inline]
fn expand<G: LabelledGraph>(
    graph: &G,
    entry: Entry<G::Cost>,
    estimate: &impl Fn(Node, G::Label) -> G::Cost,
    reach: G::Cost,
    scratch: &mut Scratch<G::Cost, G::Label>,
) -> Result<(), SearchError> {
    let Some(label) = scratch.label_of(entry.node) else {
        return Ok(());
    };
    if !G::REOPENS {
        scratch.close(entry.node);
    }
    let mut result = Ok(());
    graph.labelled_successors(entry.node, label, &mut |to, label, step_cost| {
        if result.is_ok() {
            result = visit(entry, to, label, step_cost, estimate, reach, scratch);
        }
    });
    result
}

/// Handles one successor.
#[inline]
fn visit<C: Cost, L: Copy + Default>(
    from: Entry<C>,
    to: Node,
    label: L,
    step_cost: C,
    estimate: &impl Fn(Node, L) -> C,
    reach: C,
    scratch: &mut Scratch<C, L>,
) -> Result<(), SearchError> {
    let index = scratch.check(to)?;
    if !step_cost.is_valid() {
        return Err(SearchError::InvalidCost { from: from.node, to });
    }
    // No sum is taken with what stands for infinity: of integers, it would overflow.
    if step_cost == C::UNREACHED {
        return Ok(());
    }
    let overflow = SearchError::CostOverflow { from: from.node, to };
    let cost = from.cost.plus(step_cost).ok_or(overflow)?;
    let to_go = estimate(to, label);
    if !to_go.is_valid() {
        return Err(SearchError::InvalidEstimate { node: to });
    }
    if to_go == C::UNREACHED {
        return Ok(());
    }
    let priority = cost.plus(to_go).ok_or(overflow)?;
    if cost.order(&reach).is_gt() || priority == C::UNREACHED {
        return Ok(());
    }
    scratch.note_estimate(to_go, to);
    scratch.arrive(index, to, Arrival { parent: from.node, label, cost, priority });
    Ok(())
}
