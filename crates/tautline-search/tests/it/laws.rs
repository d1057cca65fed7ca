//! Laws of the searches and the queue, checked against slow oracles.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use proptest::prelude::*;
use tautline_search::{
    Budget, Cost, Exploration, Graph, HeapQueue, Node, Outcome, Progress, Scratch, SearchError,
    StrongComponents, astar, begin, dijkstra, one_to_many, step, strong_components,
};

/// A graph as a list of edges.
#[derive(Clone, Debug)]
struct Edges<C> {
    node_count: usize,
    edges: Vec<(Node, Node, C)>,
}

impl<C: Cost> Graph for Edges<C> {
    type Cost = C;
    fn node_count(&self) -> usize {
        self.node_count
    }
    fn successors(&self, node: Node, visit: &mut impl FnMut(Node, C)) {
        for &(_, to, cost) in self.edges.iter().filter(|edge| edge.0 == node) {
            visit(to, cost);
        }
    }
}

/// The least costs from node 0, by relaxing all edges n times.
fn bellman_ford(graph: &Edges<u32>) -> Vec<Option<u32>> {
    let mut costs = vec![None; graph.node_count];
    costs[0] = Some(0);
    for _ in 0..graph.node_count {
        for &(from, to, cost) in &graph.edges {
            if let Some(reached) = costs[from as usize].map(|known: u32| known + cost) {
                let best = &mut costs[to as usize];
                *best = Some(best.map_or(reached, |known: u32| known.min(reached)));
            }
        }
    }
    costs
}

fn graph() -> impl Strategy<Value = Edges<u32>> {
    (2_usize..24).prop_flat_map(|node_count| {
        let last = u32::try_from(node_count).unwrap_or(2) - 1;
        prop::collection::vec((0..=last, 0..=last, 0_u32..9), 0..80)
            .prop_map(move |edges| Edges { node_count, edges })
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn strong_components_are_nodes_that_reach_each_other(graph in graph(), root in 0_usize..3) {
        let nodes = graph.node_count;
        let mut reaches: Vec<Vec<bool>> =
            (0..nodes).map(|from| (0..nodes).map(|to| from == to).collect()).collect();
        for (from, to) in graph.edges.iter().map(|edge| (edge.0 as usize, edge.1 as usize)) {
            let behind = reaches[to].clone();
            for row in reaches.iter_mut().filter(|row| row[from]) {
                row.iter_mut().zip(&behind).for_each(|(reaches, &more)| *reaches |= more);
            }
        }
        let successor = |node: Node, index: usize| {
            graph.edges.iter().filter(|edge| edge.0 == node).map(|edge| edge.1).nth(index)
        };
        let first = Node::try_from(root % nodes).unwrap();
        let found = strong_components(nodes, [first], successor);
        let of = |node: usize| found.of_node[node];
        prop_assert!((0..nodes).all(|node| of(node) < found.count || of(node) == StrongComponents::NONE));
        for (one, row) in reaches.iter().enumerate() {
            prop_assert_eq!(of(one) != StrongComponents::NONE, reaches[root % nodes][one]);
            for other in (0..nodes).filter(|&other| of(one).max(of(other)) < StrongComponents::NONE) {
                prop_assert_eq!(of(one) == of(other), row[other] && reaches[other][one]);
                prop_assert!(!row[other] || of(one) >= of(other));
            }
        }
    }

    #[test]
    fn searches_agree_with_bellman_ford(
        graph in graph(), share in prop::collection::vec(0_u32..=4, 24), slice in 0_u64..5,
    ) {
        let expected = bellman_ford(&graph);
        let mut reversed = graph.clone();
        reversed.edges.iter_mut().for_each(|edge| std::mem::swap(&mut edge.0, &mut edge.1));
        let mut scratch = Scratch::new();
        let mut path = Vec::new();
        for (goal, &cost) in (0_u32..).zip(&expected) {
            // Admissible, but inconsistent on purpose: a share of the remaining cost
            // that differs from node to node.
            let mut to_go = reversed.clone();
            for edge in &mut to_go.edges {
                edge.0 = swap(edge.0, 0, goal);
                edge.1 = swap(edge.1, 0, goal);
            }
            let to_go = bellman_ford(&to_go);
            let heuristic = |node: Node, ()| {
                let true_cost = to_go[swap(node, 0, goal) as usize].unwrap_or(100);
                true_cost * share[node as usize] / 4
            };
            let outcome = cost.map_or(Outcome::Unreachable, |cost| Outcome::Found { cost });
            let found = astar(&graph, 0, goal, heuristic, Budget::UNLIMITED, &mut scratch);
            prop_assert_eq!(found, Ok(outcome));
            scratch.path_to(goal, &mut path);
            if let Some(cost) = cost {
                prop_assert_eq!((path[0], path[path.len() - 1]), (0, goal));
                prop_assert_eq!(cost_along(&graph, &path), Some(cost));
            }

            prop_assert_eq!(begin(&graph, 0, Budget::UNLIMITED, &mut scratch), Ok(()));
            let sliced = loop {
                match step(&graph, goal, heuristic, slice, &mut scratch) {
                    Ok(Progress::Running) => {}
                    Ok(Progress::Done(outcome)) => break Ok(outcome),
                    Err(error) => break Err(error),
                }
            };
            prop_assert_eq!(sliced, found);
            let again = step(&graph, goal, heuristic, 1, &mut scratch);
            prop_assert_eq!(again, Ok(Progress::Done(outcome)));
        }

        prop_assert_eq!(
            dijkstra(&graph, 0, None, Budget::UNLIMITED, &mut scratch),
            Ok(Exploration::Complete)
        );
        let reached: Vec<Option<u32>> = (0_u32..).take(expected.len()).map(|n| scratch.cost_of(n)).collect();
        prop_assert_eq!(&reached, &expected);

        prop_assert_eq!(
            dijkstra(&graph, 0, Some(7), Budget::UNLIMITED, &mut scratch),
            Ok(Exploration::Complete)
        );
        for (node, &cost) in (0_u32..).zip(&expected) {
            prop_assert_eq!(scratch.cost_of(node), cost.filter(|&cost| cost <= 7));
        }

        let goals = [1, 0, 1];
        prop_assert_eq!(
            one_to_many(&graph, 0, &goals, Budget::UNLIMITED, &mut scratch),
            Ok(Exploration::Complete)
        );
        for goal in goals {
            prop_assert_eq!(scratch.cost_of(goal), expected[goal as usize]);
        }
    }

    #[test]
    fn a_budget_bounds_the_expansions(graph in graph(), budget in 0_u64..30) {
        let mut scratch = Scratch::new();
        let goal = u32::try_from(graph.node_count).unwrap_or(1) - 1;
        let outcome = astar(&graph, 0, goal, |_, ()| 0, Budget(budget), &mut scratch);
        prop_assert!(scratch.expanded() <= budget);
        if outcome == Ok(Outcome::BudgetExhausted) {
            prop_assert_eq!(scratch.expanded(), budget);
        }
    }

    #[test]
    fn the_queue_agrees_with_the_standard_heap(
        operations in prop::collection::vec(prop::option::of(0_u8..40), 0..200),
    ) {
        let mut binary: HeapQueue<u8, 2> = HeapQueue::new();
        let mut octal: HeapQueue<u8, 8> = HeapQueue::new();
        let mut standard = BinaryHeap::new();
        for operation in operations {
            if let Some(element) = operation {
                binary.push(element);
                octal.push(element);
                standard.push(Reverse(element));
            } else {
                let expected = standard.pop().map(|Reverse(element)| element);
                prop_assert_eq!(binary.pop(), expected);
                prop_assert_eq!(octal.pop(), expected);
            }
            prop_assert_eq!(octal.peek(), standard.peek().map(|Reverse(element)| element));
            prop_assert_eq!(binary.len(), standard.len());
        }
    }
}

fn swap(node: Node, one: Node, other: Node) -> Node {
    if node == one {
        other
    } else if node == other {
        one
    } else {
        node
    }
}

fn cost_along(graph: &Edges<u32>, path: &[Node]) -> Option<u32> {
    path.windows(2)
        .map(|step| {
            let edges = graph.edges.iter();
            edges.filter(|edge| [edge.0, edge.1] == *step).map(|edge| edge.2).min()
        })
        .sum()
}

#[test]
fn one_scratch_serves_graphs_of_different_sizes() {
    let small = Edges { node_count: 2, edges: vec![(0, 1, 1_u32)] };
    let large = Edges { node_count: 50, edges: (0..49).map(|i| (i, i + 1, 2_u32)).collect() };
    let mut scratch = Scratch::new();
    for _ in 0..3 {
        assert_eq!(
            astar(&large, 0, 49, |_, ()| 0, Budget::UNLIMITED, &mut scratch),
            Ok(Outcome::Found { cost: 98 })
        );
        assert_eq!(
            astar(&small, 0, 1, |_, ()| 0, Budget::UNLIMITED, &mut scratch),
            Ok(Outcome::Found { cost: 1 })
        );
        assert_eq!(scratch.cost_of(49), None, "no node of the small graph");
    }
}

#[test]
fn invalid_graphs_are_reported() {
    let mut scratch = Scratch::new();
    let out_of_range = Edges { node_count: 2, edges: vec![(0, 7, 1_u32)] };
    let error = astar(&out_of_range, 0, 1, |_, ()| 0, Budget::UNLIMITED, &mut scratch);
    assert_eq!(error, Err(SearchError::NodeOutOfRange { node: 7, node_count: 2 }));
    let error = astar(&out_of_range, 5, 1, |_, ()| 0, Budget::UNLIMITED, &mut scratch);
    assert_eq!(error, Err(SearchError::NodeOutOfRange { node: 5, node_count: 2 }));

    let overflow = Edges { node_count: 3, edges: vec![(0, 1, u32::MAX - 1), (1, 2, 5)] };
    let error = astar(&overflow, 0, 2, |_, ()| 0, Budget::UNLIMITED, &mut scratch);
    assert_eq!(error, Err(SearchError::CostOverflow { from: 1, to: 2 }));

    let mut scratch = Scratch::new();
    for bad in [-1.0_f32, f32::NAN] {
        let graph = Edges { node_count: 2, edges: vec![(0, 1, bad)] };
        let error = astar(&graph, 0, 1, |_, ()| 0.0, Budget::UNLIMITED, &mut scratch);
        assert_eq!(error, Err(SearchError::InvalidCost { from: 0, to: 1 }));
    }
}

#[test]
fn an_invalid_heuristic_is_reported() {
    let graph = Edges { node_count: 2, edges: vec![(0, 1, 1.0)] };
    for heuristic in [-5.0, f64::NAN] {
        let outcome =
            astar(&graph, 0, 1, |_, ()| heuristic, Budget::UNLIMITED, &mut Scratch::new());
        assert_eq!(outcome, Err(SearchError::InvalidHeuristic { node: 1 }));
    }
    let dead_end =
        astar(&graph, 0, 1, |_, ()| f64::INFINITY, Budget::UNLIMITED, &mut Scratch::new());
    assert_eq!(dead_end, Ok(Outcome::Unreachable));
}

#[test]
fn an_infinite_edge_is_never_taken() {
    let graph = Edges { node_count: 2, edges: vec![(0, 1, f32::INFINITY)] };
    let outcome = astar(&graph, 0, 1, |_, ()| 0.0, Budget::UNLIMITED, &mut Scratch::new());
    assert_eq!(outcome, Ok(Outcome::Unreachable));
}

#[test]
fn the_largest_integer_is_infinity() {
    let closed = Edges { node_count: 3, edges: vec![(0, 1, 1), (1, 2, u32::MAX)] };
    let outcome = astar(&closed, 0, 2, |_, ()| 0, Budget::UNLIMITED, &mut Scratch::new());
    assert_eq!(outcome, Ok(Outcome::Unreachable), "an edge that is never taken");

    let fork = Edges { node_count: 3, edges: vec![(0, 1, 1), (0, 2, 5)] };
    let dead_end = |node, ()| if node == 1 { u32::MAX } else { 0 };
    let outcome = astar(&fork, 0, 2, dead_end, Budget::UNLIMITED, &mut Scratch::new());
    assert_eq!(outcome, Ok(Outcome::Found { cost: 5 }));
}

#[test]
fn a_path_that_costs_the_largest_integer_overflows() {
    let graph = Edges { node_count: 3, edges: vec![(0, 1, 1), (1, 2, u32::MAX - 1)] };
    let outcome = astar(&graph, 0, 2, |_, ()| 0, Budget::UNLIMITED, &mut Scratch::new());
    assert_eq!(outcome, Err(SearchError::CostOverflow { from: 1, to: 2 }), "not unreachable");
}

#[test]
fn a_largest_cost_of_zero_includes_nodes_of_cost_zero() {
    let graph = Edges { node_count: 3, edges: vec![(0, 1, 0.0), (0, 2, 1.0)] };
    let mut scratch = Scratch::new();
    for (max_cost, is_within) in
        [(0.0, true), (-0.0, true), (-1.0, false), (f64::NAN, false), (-f64::NAN, false)]
    {
        let outcome = dijkstra(&graph, 0, Some(max_cost), Budget::UNLIMITED, &mut scratch);
        assert_eq!(outcome, Ok(Exploration::Complete));
        assert_eq!(scratch.cost_of(0), Some(0.0));
        assert_eq!(scratch.cost_of(1), is_within.then_some(0.0), "within {max_cost}");
        assert_eq!(scratch.cost_of(2), None, "within {max_cost}");
    }
}

#[test]
fn a_partial_path_stays_at_the_start_if_every_edge_leads_away() {
    let away = Edges { node_count: 3, edges: vec![(0, 1, 1_u32)] };
    let mut scratch = Scratch::new();
    for budget in [0, 1, 2] {
        astar(&away, 0, 2, |node, ()| 7 + node, Budget(budget), &mut scratch).unwrap();
        assert_eq!(scratch.nearest(), Some(0), "budget {budget}");
    }
}

#[test]
fn a_partial_path_leads_to_the_node_of_least_heuristic() {
    let graph = Edges { node_count: 9, edges: (0..8).map(|i| (i, i + 1, 1_u32)).collect() };
    let mut scratch = Scratch::new();
    let outcome = astar(&graph, 0, 8, |node, ()| 8 - node, Budget(3), &mut scratch);
    assert_eq!(outcome, Ok(Outcome::BudgetExhausted));
    assert_eq!(scratch.nearest(), Some(3));
    let mut path = Vec::new();
    scratch.path_to(3, &mut path);
    assert_eq!(path, [0, 1, 2, 3]);
}
