//! Graphs with very many nodes, or that only declare very many.

use tautline_search::{
    Budget, Exploration, Graph, Node, Outcome, Scratch, SearchError, astar, dijkstra, one_to_many,
};

/// A path graph with edges of cost 1, of which only the first `length` exist.
struct Line {
    node_count: usize,
    length: Node,
}

impl Graph for Line {
    type Cost = u32;
    fn node_count(&self) -> usize {
        self.node_count
    }
    fn successors(&self, node: Node, visit: &mut impl FnMut(Node, u32)) {
        if node < self.length {
            visit(node + 1, 1);
        }
    }
}

#[test]
fn a_node_count_alone_takes_no_memory() {
    let mut scratch = Scratch::new();
    for node_count in [usize::MAX, u32::MAX as usize] {
        let absurd = Line { node_count, length: 9 };
        let outcome = astar(&absurd, 0, 9, |_, ()| 0, Budget::UNLIMITED, &mut scratch);
        assert_eq!(outcome, Ok(Outcome::Found { cost: 9 }));
        let mut path = Vec::new();
        scratch.path_to(9, &mut path);
        assert_eq!(path, [0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
        let outcome = dijkstra(&absurd, 0, None, Budget::UNLIMITED, &mut scratch);
        assert_eq!(outcome, Ok(Exploration::Complete));
        assert_eq!((scratch.cost_of(9), scratch.cost_of(u32::MAX)), (Some(9), None));
        // `u32::MAX` is a valid node only if the node count is larger.
        let last = astar(&absurd, 0, u32::MAX, |_, ()| 0, Budget(20), &mut scratch);
        let error = SearchError::NodeOutOfRange { node: u32::MAX, node_count };
        let is_valid = node_count > u32::MAX as usize;
        assert_eq!(last, if is_valid { Ok(Outcome::Unreachable) } else { Err(error) });
    }
}

#[test]
fn nodes_beyond_the_initial_records_are_found() {
    const LAST: Node = (1 << 20) + 3000;
    let line = Line { node_count: LAST as usize + 1, length: LAST };
    let mut scratch = Scratch::new();
    for _ in 0..2 {
        let outcome = astar(&line, 0, LAST, |_, ()| 0, Budget::UNLIMITED, &mut scratch);
        assert_eq!(outcome, Ok(Outcome::Found { cost: LAST }));
        let outcome = astar(&line, LAST - 1, LAST, |_, ()| 0, Budget::UNLIMITED, &mut scratch);
        assert_eq!(outcome, Ok(Outcome::Found { cost: 1 }));
        assert_eq!(scratch.cost_of(LAST - 2), None, "from the search before");
    }
    let goals = [LAST, 5];
    let outcome = one_to_many(&line, LAST - 4, &goals, Budget::UNLIMITED, &mut Scratch::new());
    assert_eq!(outcome, Ok(Exploration::Complete));
}
