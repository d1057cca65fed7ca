//! Tiles of different weight, and upper bounds of the cheapest paths over them by a dense graph.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::SplitMix64;

/// A square map of tiles, each with a class of terrain.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct WeightedTiles {
    /// The number of tiles in a row, and of rows.
    pub side: u32,
    /// The classes, row by row from y = 0; `None` is blocked.
    pub classes: Vec<Option<u8>>,
}

impl WeightedTiles {
    /// Patches of the classes 2 and 3 and of rock on a ground of class 0, crossed by two roads
    /// of class 1.
    #[must_use]
    pub fn random(seed: u64, side: u32) -> Self {
        let mut random = SplitMix64::new(seed);
        let last = side.cast_signed() - 1;
        let mut below = |most: i32| random.between(0, most).cast_unsigned();
        let mut tiles = Self { side, classes: vec![Some(0); (side * side) as usize] };
        for _ in 0..side {
            let class = [Some(2), Some(3), None][below(2) as usize];
            let [x, y, width, height] = [below(last), below(last), below(3), below(3)];
            for y in y..=(y + height).min(side - 1) {
                for x in x..=(x + width).min(side - 1) {
                    tiles.set(x, y, class);
                }
            }
        }
        let [row, column] = [below(last), below(last)];
        for at in 0..side {
            tiles.set(at, row, Some(1));
            tiles.set(column, at, Some(1));
        }
        tiles
    }

    /// The open cells of a map, rows from y = 0, with patches of the classes 2 and 3, crossed by
    /// roads of class 1. The rest of a square around the map is blocked.
    #[must_use]
    pub fn strewn(seed: u64, open: &[Vec<bool>]) -> Self {
        let width = open.iter().map(Vec::len).max().unwrap_or(0);
        let side = u32::try_from(width.max(open.len())).unwrap_or(0);
        let mut random = SplitMix64::new(seed);
        let last = side.cast_signed() - 1;
        let mut below = |most: i32| random.between(0, most).cast_unsigned();
        let mut classes = Self { side, classes: vec![Some(0); (side * side) as usize] };
        for _ in 0..3 * side {
            let class = Some(2 + u8::from(below(1) == 1));
            let [x, y, width, height] = [below(last), below(last), below(9), below(9)];
            for y in y..=(y + height).min(side - 1) {
                for x in x..=(x + width).min(side - 1) {
                    classes.set(x, y, class);
                }
            }
        }
        for _ in 0..8 {
            let [row, column] = [below(last), below(last)];
            for at in 0..side {
                classes.set(at, row, Some(1));
                classes.set(column, at, Some(1));
            }
        }
        let is_open = |x: u32, y: u32| {
            let row = open.get(y as usize);
            row.and_then(|row| row.get(x as usize)).copied().unwrap_or(false)
        };
        for (x, y) in (0..side).flat_map(|y| (0..side).map(move |x| (x, y))) {
            if !is_open(x, y) {
                classes.set(x, y, None);
            }
        }
        classes
    }

    /// Squares of `size` tiles, alternately of the classes 1 and 3.
    #[must_use]
    pub fn chequered(side: u32, size: u32) -> Self {
        let class = |tile: u32| {
            if (tile % side / size + tile / side / size).is_multiple_of(2) { 1 } else { 3 }
        };
        Self { side, classes: (0..side * side).map(|tile| Some(class(tile))).collect() }
    }

    fn set(&mut self, x: u32, y: u32, class: Option<u8>) {
        self.classes[(y * self.side + x) as usize] = class;
    }

    /// The class of a tile; `None` if it is blocked or off the map.
    #[must_use]
    pub fn class(&self, x: i32, y: i32) -> Option<u8> {
        let [x, y] = [x, y].map(|at| u32::try_from(at).ok().filter(|&at| at < self.side));
        self.classes[(y? * self.side + x?) as usize]
    }

    /// The cost of a polyline, given the weight of each class; along an edge, that of the cheaper tile.
    /// Infinite if it leads over blocked tiles.
    #[must_use]
    pub fn cost_along(&self, points: &[[f32; 2]], weights: &[f32]) -> f64 {
        let leg = |leg: &[[f32; 2]]| self.cost_of_leg([leg[0], leg[1]], weights);
        points.windows(2).map(leg).sum()
    }

    fn cost_of_leg(&self, ends: [[f32; 2]; 2], weights: &[f32]) -> f64 {
        /// An amount beyond the rounding of points, in tiles.
        const ROUNDING: f64 = 1e-5;
        let [from, to] = ends.map(|end| end.map(f64::from));
        let at = |fraction: f64| [0, 1].map(|axis| from[axis] + fraction * (to[axis] - from[axis]));
        // The fractions at which it crosses edges.
        let mut fractions = vec![0.0, 1.0];
        for axis in 0..2 {
            let [low, high] = [from[axis].min(to[axis]), from[axis].max(to[axis])];
            let mut line = low.floor() + 1.0;
            while line < high {
                fractions.push((line - from[axis]) / (to[axis] - from[axis]));
                line += 1.0;
            }
        }
        fractions.sort_by(f64::total_cmp);
        let part = |part: &[f64]| {
            let middle = at(0.5 * (part[0] + part[1]));
            #[expect(clippy::cast_possible_truncation, reason = "maps are small")]
            let [columns, rows] =
                middle.map(|at| [at - ROUNDING, at + ROUNDING].map(|at| at.floor() as i32));
            let tiles = columns.into_iter().flat_map(|x| rows.map(|y| self.class(x, y)));
            let weight = tiles.map(|class| {
                class.map_or(f64::INFINITY, |class| f64::from(weights[usize::from(class)]))
            });
            (part[1] - part[0]) * weight.fold(f64::INFINITY, f64::min)
        };
        let [dx, dy] = [to[0] - from[0], to[1] - from[1]];
        let length = (dx * dx + dy * dy).sqrt();
        // Parts without length may lie in blocked tiles.
        let parts = fractions.windows(2).filter(|part| (part[1] - part[0]) * length > ROUNDING);
        length * parts.map(part).sum::<f64>()
    }

    /// Returns true if two tiles touch at a vertex, and only there. No path leads through.
    #[must_use]
    pub fn is_pinched(&self, x: i32, y: i32) -> bool {
        let is_open = |left: i32, below: i32| self.class(x - left, y - below).is_some();
        let [one, other] = [is_open(0, 0), is_open(1, 0)];
        one == is_open(1, 1) && other == is_open(0, 1) && one != other
    }
}

/// A graph of all vertices of tiles and of points between them on their edges, with a straight arc
/// between any two points of a tile. Its paths are possible paths over the tiles, so their costs are
/// upper bounds.
///
/// It uses neither areas nor Snell's law.
#[derive(Debug)]
pub struct DenseGraph<'a> {
    tiles: &'a WeightedTiles,
    /// The weight of each class.
    weights: &'a [f32],
    /// The number of points on each edge of a tile.
    per_edge: i32,
}

impl<'a> DenseGraph<'a> {
    /// A graph with a number of points on each edge.
    #[must_use]
    pub const fn new(tiles: &'a WeightedTiles, weights: &'a [f32], per_edge: i32) -> Self {
        Self { tiles, weights, per_edge }
    }

    /// The cost of the cheapest path over the graph between two vertices of tiles; infinity if
    /// there is none. O(points * points of a tile).
    #[must_use]
    pub fn cost(&self, start: [i32; 2], goal: [i32; 2]) -> f64 {
        let per_edge = self.per_edge;
        let width = self.tiles.side.cast_signed() * per_edge + 1;
        let node = |[x, y]: [i32; 2]| (y * width + x).cast_unsigned() as usize;
        let [start, goal] = [start, goal].map(|point| point.map(|at| at * per_edge));
        let mut costs = vec![f64::INFINITY; (width * width).cast_unsigned() as usize];
        costs[node(start)] = 0.0;
        // The bits of non-negative floats have the order of the floats.
        let mut queue = BinaryHeap::from([(Reverse(0_u64), start)]);
        while let Some((Reverse(bits), here)) = queue.pop() {
            let cost = f64::from_bits(bits);
            if here == goal {
                return cost;
            }
            if cost > costs[node(here)] {
                continue;
            }
            let touching = here.map(|at| [(at - 1).div_euclid(per_edge), at.div_euclid(per_edge)]);
            for [x, y] in touching[0].into_iter().flat_map(|x| touching[1].map(|y| [x, y])) {
                let Some(class) = self.tiles.class(x, y) else { continue };
                let weight = f64::from(self.weights[usize::from(class)]) / f64::from(per_edge);
                for next in self.points_of([x, y]) {
                    let [dx, dy] = [0, 1].map(|axis| f64::from(next[axis] - here[axis]));
                    let there = cost + weight * (dx * dx + dy * dy).sqrt();
                    if there < costs[node(next)] && !self.is_pinched(next) {
                        costs[node(next)] = there;
                        queue.push((Reverse(there.to_bits()), next));
                    }
                }
            }
        }
        f64::INFINITY
    }

    /// The points on the edges of a tile.
    fn points_of(&self, tile: [i32; 2]) -> impl Iterator<Item = [i32; 2]> + use<> {
        let per_edge = self.per_edge;
        (0..4 * per_edge).map(move |at| {
            let along = at % per_edge;
            let [x, y] = match at / per_edge {
                0 => [along, 0],
                1 => [per_edge, along],
                2 => [per_edge - along, per_edge],
                _ => [0, per_edge - along],
            };
            [tile[0] * per_edge + x, tile[1] * per_edge + y]
        })
    }

    fn is_pinched(&self, point: [i32; 2]) -> bool {
        let is_vertex = point.iter().all(|at| at % self.per_edge == 0);
        let [x, y] = point.map(|at| at / self.per_edge);
        is_vertex && self.tiles.is_pinched(x, y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cost_of_a_polyline_is_that_of_its_tiles() {
        let classes = vec![Some(0), Some(1), Some(0), None];
        let tiles = WeightedTiles { side: 2, classes };
        let cost = |points: &[[f32; 2]]| tiles.cost_along(points, &[1.0, 4.0]);
        assert!((cost(&[[0.5, 0.5], [1.5, 0.5]]) - 2.5).abs() < 1e-9);
        assert!((cost(&[[1.0, 0.0], [1.0, 1.0]]) - 1.0).abs() < 1e-9, "along the cheaper side");
        assert!((cost(&[[0.0, 0.0], [0.0, 2.0], [1.0, 2.0]]) - 3.0).abs() < 1e-9);
        assert!(cost(&[[0.5, 0.5], [1.5, 1.5]]).is_infinite());
        assert!(cost(&[[0.3, 0.3], [0.3, 0.3]]).abs() < 1e-9);
    }

    #[test]
    fn the_dense_graph_knows_straight_paths_roads_and_pinches() {
        let open = WeightedTiles { side: 4, classes: vec![Some(0); 16] };
        let cost = DenseGraph::new(&open, &[2.0], 4).cost([0, 0], [4, 4]);
        assert!((cost - 2.0 * 32_f64.sqrt()).abs() < 1e-9);
        // Along the border of the dear half, on the cheap side.
        let halves = WeightedTiles { side: 2, classes: vec![Some(0), Some(0), Some(1), Some(1)] };
        let cost = DenseGraph::new(&halves, &[1.0, 5.0], 1).cost([0, 1], [2, 1]);
        assert!((cost - 2.0).abs() < 1e-9);
        let pinched = WeightedTiles { side: 2, classes: vec![Some(0), None, None, Some(0)] };
        assert!(pinched.is_pinched(1, 1));
        assert!(DenseGraph::new(&pinched, &[1.0], 3).cost([0, 0], [2, 2]).is_infinite());
    }
}
