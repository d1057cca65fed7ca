//! The search loop of A*, Dijkstra and one-to-many.

use crate::scratch::{Entry, Relaxation};
use crate::{ArrivalGraph, Budget, Cost, Node, Scratch, SearchError};

/// The outcome of a search for one goal.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Outcome<C> {
    /// The goal was reached; read the path with [`Scratch::path_to`].
    Found {
        /// The least cost of any path from the start to the goal.
        cost: C,
    },
    /// There is no path from the start to the goal.
    Unreachable,
    /// The budget ran out first. [`Scratch::nearest`] names the node with the least
    /// heuristic; the path to it is known.
    BudgetExhausted,
}

/// The state of a search in slices.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Progress<C> {
    /// There is more to do: call [`step`] again.
    Running,
    /// The search has ended. Further calls of [`step`] return the same outcome.
    Done(Outcome<C>),
}

/// The outcome of a search with no goal, or several.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Exploration {
    /// All requested costs are final.
    Complete,
    /// The budget ran out first. Costs of nodes that were not expanded may be too high.
    BudgetExhausted,
}

/// Finds a path of least cost from `start` to `goal` by A*.
///
/// `heuristic` is a lower bound on the remaining cost from a node with an arrival, at
/// least 0. If it is not admissible (exceeds the remaining cost), the path may not be
/// of least cost. On graphs that do not [reopen](ArrivalGraph::REOPENS) nodes it must
/// also be consistent: along an edge it falls by at most the edge's cost. Infinity
/// (or [`Cost::UNREACHED`]) marks a dead end, from which the goal cannot be reached.
///
/// # Errors
///
/// A [`SearchError`] if the graph or the heuristic violates its contract.
pub fn astar<G: ArrivalGraph>(
    graph: &G,
    start: Node,
    goal: Node,
    heuristic: impl Fn(Node, G::Arrival) -> G::Cost,
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Arrival>,
) -> Result<Outcome<G::Cost>, SearchError> {
    begin(graph, start, budget, scratch)?;
    loop {
        if let Progress::Done(outcome) = step(graph, goal, &heuristic, u64::MAX, scratch)? {
            return Ok(outcome);
        }
    }
}

/// Begins a search that [`step`] continues, a slice at a time.
///
/// # Errors
///
/// [`SearchError::NodeOutOfRange`] if there is no node `start`.
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
pub fn begin<G: ArrivalGraph>(
    graph: &G,
    start: Node,
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Arrival>,
) -> Result<(), SearchError> {
    scratch.restart(graph.node_count(), budget);
    let index = scratch.index_of(start)?;
    let (arrival, zero) = (G::Arrival::default(), G::Cost::ZERO);
    scratch.relax(index, start, Relaxation { parent: start, arrival, cost: zero, priority: zero });
    Ok(())
}

/// Continues a search by at most `slice` expansions; 0 counts as 1, so that
/// every search ends.
///
/// Pass the same graph, goal and heuristic in every call. Call [`begin`] before the first step, and again
/// after an error or after another search with the same scratch. Otherwise the search has no start, or the
/// start of the other search, and its outcome is meaningless.
///
/// # Errors
///
/// A [`SearchError`] if the graph violates its contract.
pub fn step<G: ArrivalGraph>(
    graph: &G,
    goal: Node,
    heuristic: impl Fn(Node, G::Arrival) -> G::Cost,
    slice: u64,
    scratch: &mut Scratch<G::Cost, G::Arrival>,
) -> Result<Progress<G::Cost>, SearchError> {
    scratch.index_of(goal)?;
    record_start(&heuristic, scratch);
    for _ in 0..slice.max(1) {
        let Some(&entry) = next_entry(scratch) else {
            return Ok(Progress::Done(Outcome::Unreachable));
        };
        // The goal stays in the queue, so that further calls return the same outcome.
        if entry.node == goal {
            return Ok(Progress::Done(Outcome::Found { cost: entry.cost }));
        }
        if !scratch.count_expansion() {
            return Ok(Progress::Done(Outcome::BudgetExhausted));
        }
        scratch.queue.pop();
        expand(graph, entry, &heuristic, G::Cost::UNREACHED, scratch)?;
    }
    Ok(Progress::Running)
}

/// Records the start as the node with the least heuristic so far, before the first expansion. If every
/// edge from there leads away from the goal, it is the best end of a partial path.
fn record_start<C: Cost, A: Copy + Default>(
    heuristic: &impl Fn(Node, A) -> C,
    scratch: &mut Scratch<C, A>,
) {
    if scratch.expanded() > 0 {
        return;
    }
    let Some(&Entry { node, .. }) = next_entry(scratch) else { return };
    let remaining_cost = scratch.arrival_at(node).map(|arrival| heuristic(node, arrival));
    if let Some(remaining_cost) = remaining_cost.filter(|remaining_cost| remaining_cost.is_valid())
    {
        scratch.update_nearest(remaining_cost, node);
    }
}

/// Finds the least cost from `start` to every node that costs at most `max_cost`, or to every
/// reachable node. Read it with [`Scratch::cost_of`]. If `max_cost` is negative or not a number,
/// only the start is reached.
///
/// # Errors
///
/// A [`SearchError`] if the graph violates its contract.
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
/// // A one-way street of houses: every edge costs 2.
/// let mut scratch = Scratch::new();
/// let outcome = dijkstra(&Street, 3, Some(7), Budget::UNLIMITED, &mut scratch)?;
/// assert_eq!(outcome, Exploration::Complete);
/// assert_eq!((scratch.cost_of(3), scratch.cost_of(6)), (Some(0), Some(6)));
/// assert_eq!(scratch.cost_of(7), None, "it costs 8");
/// # Ok::<(), tautline_search::SearchError>(())
/// ```
pub fn dijkstra<G: ArrivalGraph>(
    graph: &G,
    start: Node,
    max_cost: Option<G::Cost>,
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Arrival>,
) -> Result<Exploration, SearchError> {
    begin(graph, start, budget, scratch)?;
    let max_cost = max_cost.unwrap_or(G::Cost::UNREACHED);
    if !max_cost.is_valid() {
        return Ok(Exploration::Complete);
    }
    // Turns -0 into 0: in the total order, the start's cost of 0 would exceed -0.
    let max_cost = G::Cost::ZERO.plus(max_cost).unwrap_or(G::Cost::UNREACHED);
    run_dijkstra(graph, max_cost, usize::MAX, scratch)
}

/// Finds the least cost from `start` to each of some goals, and stops when
/// all of them are known. Read it with [`Scratch::cost_of`], which is `None` for an
/// unreachable goal. For the *nearest* of some goals, see [the crate](crate#the-nearest-of-several-goals).
///
/// # Errors
///
/// A [`SearchError`] if the graph violates its contract, or there is no such start or goal.
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
/// // A one-way street of houses: every edge costs 2.
/// let mut scratch = Scratch::new();
/// let outcome = one_to_many(&Street, 3, &[5, 4, 0], Budget::UNLIMITED, &mut scratch)?;
/// assert_eq!(outcome, Exploration::Complete);
/// assert_eq!([5, 4, 0].map(|goal| scratch.cost_of(goal)), [Some(4), Some(2), None]);
/// # Ok::<(), tautline_search::SearchError>(())
/// ```
pub fn one_to_many<G: ArrivalGraph>(
    graph: &G,
    start: Node,
    goals: &[Node],
    budget: Budget,
    scratch: &mut Scratch<G::Cost, G::Arrival>,
) -> Result<Exploration, SearchError> {
    begin(graph, start, budget, scratch)?;
    let mut targets = 0;
    for &goal in goals {
        let index = scratch.index_of(goal)?;
        targets += usize::from(scratch.mark_target(index));
    }
    if targets == 0 {
        return Ok(Exploration::Complete);
    }
    run_dijkstra(graph, G::Cost::UNREACHED, targets, scratch)
}

/// Expands nodes in ascending order of cost until the queue is empty or `targets_left` marked
/// nodes have been found.
fn run_dijkstra<G: ArrivalGraph>(
    graph: &G,
    max_cost: G::Cost,
    mut targets_left: usize,
    scratch: &mut Scratch<G::Cost, G::Arrival>,
) -> Result<Exploration, SearchError> {
    while let Some(&entry) = next_entry(scratch) {
        if scratch.reached(entry.node).is_some_and(|record| record.is_target) {
            targets_left -= 1;
            // The last target is not expanded: its cost is final as it is.
            if targets_left == 0 {
                break;
            }
        }
        if !scratch.count_expansion() {
            return Ok(Exploration::BudgetExhausted);
        }
        scratch.queue.pop();
        expand(graph, entry, &|_, _| G::Cost::ZERO, max_cost, scratch)?;
    }
    Ok(Exploration::Complete)
}

/// Returns the first current entry of the queue, and removes the stale ones before it: those
/// whose node has since been reached at lower priority.
#[inline]
fn next_entry<C: Cost, A: Copy + Default>(scratch: &mut Scratch<C, A>) -> Option<&Entry<C>> {
    while let Some(&entry) = scratch.queue.peek() {
        let is_current = scratch
            .reached(entry.node)
            .is_some_and(|record| record.priority.total_cmp(&entry.priority).is_eq());
        if is_current {
            break;
        }
        scratch.queue.pop();
    }
    scratch.queue.peek()
}

/// Expands the node of an entry: relaxes all edges that leave it.
#[inline]
fn expand<G: ArrivalGraph>(
    graph: &G,
    entry: Entry<G::Cost>,
    heuristic: &impl Fn(Node, G::Arrival) -> G::Cost,
    max_cost: G::Cost,
    scratch: &mut Scratch<G::Cost, G::Arrival>,
) -> Result<(), SearchError> {
    let Some(arrival) = scratch.arrival_at(entry.node) else {
        return Ok(());
    };
    if !G::REOPENS {
        scratch.close(entry.node);
    }
    let mut result = Ok(());
    graph.successors_after(entry.node, arrival, &mut |to, arrival, edge_cost| {
        if result.is_ok() {
            result = relax_edge(entry, to, arrival, edge_cost, heuristic, max_cost, scratch);
        }
    });
    result
}

/// Relaxes one edge, unless it is a dead end or leads beyond `max_cost`.
#[inline]
fn relax_edge<C: Cost, A: Copy + Default>(
    from: Entry<C>,
    to: Node,
    arrival: A,
    edge_cost: C,
    heuristic: &impl Fn(Node, A) -> C,
    max_cost: C,
    scratch: &mut Scratch<C, A>,
) -> Result<(), SearchError> {
    let index = scratch.index_of(to)?;
    if !edge_cost.is_valid() {
        return Err(SearchError::InvalidCost { from: from.node, to });
    }
    // Checked before adding: the largest integer, which means infinity, would overflow.
    if edge_cost == C::UNREACHED {
        return Ok(());
    }
    let overflow = SearchError::CostOverflow { from: from.node, to };
    let cost = from.cost.plus(edge_cost).ok_or(overflow)?;
    let remaining_cost = heuristic(to, arrival);
    if !remaining_cost.is_valid() {
        return Err(SearchError::InvalidHeuristic { node: to });
    }
    if remaining_cost == C::UNREACHED {
        return Ok(());
    }
    let priority = cost.plus(remaining_cost).ok_or(overflow)?;
    if cost.total_cmp(&max_cost).is_gt() || priority == C::UNREACHED {
        return Ok(());
    }
    scratch.update_nearest(remaining_cost, to);
    scratch.relax(index, to, Relaxation { parent: from.node, arrival, cost, priority });
    Ok(())
}
