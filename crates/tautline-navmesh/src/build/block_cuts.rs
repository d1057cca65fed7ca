//! Block-cut numbers: the order of a depth-first search that keeps blocks together.

use crate::half_edges;

/// A depth-first search over borders, with low-links: R. Tarjan, "Depth-first search and
/// linear graph algorithms", 1972.
struct DepthFirstSearch {
    /// The areas in the order of their discovery.
    order: Vec<u32>,
    /// The discovery index of each area.
    discovered: Vec<u32>,
    /// The area from which each area was discovered; itself for the root of a component.
    parent: Vec<u32>,
    /// The earliest discovery index among the areas of the subtree and their neighbours (the
    /// *low-link*).
    low: Vec<u32>,
}

const UNDISCOVERED: u32 = u32::MAX;

impl DepthFirstSearch {
    fn new(across: &[u32], first_half_edges: &[u32]) -> Self {
        let areas = first_half_edges.len() - 1;
        let mut search = Self {
            order: Vec::with_capacity(areas),
            discovered: vec![UNDISCOVERED; areas],
            parent: vec![0; areas],
            low: vec![UNDISCOVERED; areas],
        };
        // The areas from the root to the current one, each with its next half-edge. An explicit
        // stack: a mesh of a million areas would overflow the call stack.
        let mut path: Vec<(u32, u32)> = Vec::new();
        for (root, &first_half_edge) in (0_u32..).zip(&first_half_edges[..areas]) {
            if search.discovered[root as usize] != UNDISCOVERED {
                continue;
            }
            search.discover(root, root);
            path.push((root, first_half_edge));
            while let Some((area, next)) = path.last_mut() {
                let here = *area as usize;
                if *next == first_half_edges[here + 1] {
                    let low = search.low[here];
                    path.pop();
                    if let Some(&(parent, _)) = path.last() {
                        let parent_low = &mut search.low[parent as usize];
                        *parent_low = low.min(*parent_low);
                    }
                    continue;
                }
                let across = across[*next as usize];
                *next += 1;
                if search.discovered[across as usize] == UNDISCOVERED {
                    let from = *area;
                    search.discover(across, from);
                    path.push((across, first_half_edges[across as usize]));
                } else {
                    search.low[here] = search.low[here].min(search.discovered[across as usize]);
                }
            }
        }
        search
    }

    fn discover(&mut self, area: u32, from: u32) {
        let now = half_edges::number(self.order.len());
        self.discovered[area as usize] = now;
        self.low[area as usize] = now;
        self.parent[area as usize] = from;
        self.order.push(area);
    }

    /// Returns true if the subtree of `area` has no border with any area discovered before
    /// its parent: without the parent, it is cut off.
    fn is_cut_off(&self, area: u32) -> bool {
        let parent = self.parent[area as usize];
        parent != area && self.low[area as usize] >= self.discovered[parent as usize]
    }
}

/// The block-cut number of each area, given the area across each half-edge (its own area at
/// a wall): see [`BlockCutTree`](crate::derived::BlockCutTree). O(n).
pub(crate) fn number(across: &[u32], first_half_edges: &[u32]) -> Vec<u32> {
    let search = DepthFirstSearch::new(across, first_half_edges);
    let areas = search.order.len();
    // The size of each subtree, and the number of areas in it that are cut off without its
    // root.
    let mut subtree_size = vec![1_u32; areas];
    let mut cut_off = vec![0_u32; areas];
    for &area in search.order.iter().rev() {
        let (parent, count) = (search.parent[area as usize], subtree_size[area as usize]);
        if parent != area {
            subtree_size[parent as usize] += count;
            if search.is_cut_off(area) {
                cut_off[parent as usize] += count;
            }
        }
    }
    // Each subtree gets consecutive numbers after that of its root, first the areas that are
    // cut off without the root.
    let mut numbers = vec![0_u32; areas];
    let mut next_cut_off = vec![0_u32; areas];
    let mut next_attached = vec![0_u32; areas];
    let mut next_root = 0;
    for &area in &search.order {
        let (here, parent) = (area as usize, search.parent[area as usize] as usize);
        let next = if parent == here {
            &mut next_root
        } else if search.is_cut_off(area) {
            &mut next_cut_off[parent]
        } else {
            &mut next_attached[parent]
        };
        numbers[here] = *next;
        *next += subtree_size[here];
        next_cut_off[here] = numbers[here] + 1;
        next_attached[here] = numbers[here] + 1 + cut_off[here];
    }
    numbers
}

#[cfg(test)]
mod tests {
    use tautline_fixtures::random_blocks;

    use crate::{AreaId, BuildOptions, NavMesh, Terrain, rectangles_from_cells};

    /// The areas that are reachable from an area without another one.
    fn reached_without(mesh: &NavMesh, from: AreaId, without: AreaId) -> Vec<AreaId> {
        let mut reached = vec![from];
        let mut next = 0;
        while let Some(&area) = reached.get(next) {
            next += 1;
            for twin in mesh.half_edges_of(area).filter_map(|edge| mesh.twin(edge)) {
                let across = mesh.area_of(twin);
                if across != without && !reached.contains(&across) {
                    reached.push(across);
                }
            }
        }
        reached
    }

    #[test]
    fn block_cuts_say_where_a_simple_path_can_lead() {
        for seed in 0..200 {
            let cells = random_blocks(seed, 9, 9, 45);
            let is_open = |x: u32, y: u32| cells.is_walkable([x.cast_signed(), y.cast_signed()]);
            let raw = rectangles_from_cells(9, 9, |x, y| is_open(x, y).then_some(Terrain(0)));
            let mesh = NavMesh::build(&raw, &BuildOptions::default()).unwrap().mesh;
            for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
                let Some(twin) = mesh.twin(edge) else { continue };
                let (area, across) = (mesh.area_of(edge), mesh.area_of(twin));
                let reached = reached_without(&mesh, across, area);
                for goal in mesh.areas().filter(|&goal| goal != area) {
                    let number = mesh.block_cut_number(goal);
                    let leads_to = mesh.half_edge(edge).block_cut_range().leads_to(number);
                    let is_reached = reached.contains(&goal);
                    assert!(leads_to || !is_reached, "{edge} of {area} leads to {goal}");
                    if mesh.component(goal) == mesh.component(area) {
                        assert_eq!(leads_to, is_reached, "{edge} of {area}, {goal}");
                    }
                }
            }
        }
    }
}
