//! A taut path through the leaves of a quadtree.
//!
//! A quadtree covers free ground with few large squares and many small ones
//! along the obstacles. Large squares make wide corridors, in which the path can be
//! straight where a sequence of small cells might make it bend. Leaves of different
//! sizes share only a part of a side: that part is the portal.
//!
//! ```text
//! cargo run -p tautline-funnel --example quadtree
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline_funnel::{Funnel, Portal, Vec2, pull};
use tautline_search::{Budget, Graph, Node, Outcome, Scratch, astar};

/// A map of obstacles (`#`), one character for each square with sides of length 1.
const BITMAP: &str = "\
................
................
..####..........
..####..........
..####..........
..####..####....
........####....
........####....
........####....
........####....
........#.......
........#.......
..####..........
..####..........
................
................";

/// The length of the bitmap's sides, a power of two.
const SIZE: u16 = 16;

/// A square with sides along the axes.
#[derive(Clone, Copy)]
struct Square {
    x: u16,
    y: u16,
    size: u16,
}

impl Square {
    /// The corners with the least and the largest coordinates.
    fn extent(self) -> [Vec2; 2] {
        let low = Vec2::new(f32::from(self.x), f32::from(self.y));
        [low, low + f32::from(self.size)]
    }

    fn center(self) -> Vec2 {
        let [low, high] = self.extent();
        (low + high) * 0.5
    }

    fn contains(self, point: Vec2) -> bool {
        let [low, high] = self.extent();
        point.cmpge(low).all() && point.cmple(high).all()
    }

    fn quarters(self) -> [Self; 4] {
        let size = self.size / 2;
        [(0, 0), (size, 0), (0, size), (size, size)].map(|(dx, dy)| Self {
            x: self.x + dx,
            y: self.y + dy,
            size,
        })
    }

    /// The intersection of two closed squares (a point, a part of a side, or a
    /// square), as its least and largest corner; `None` if they are disjoint.
    fn overlap(self, other: Self) -> Option<[Vec2; 2]> {
        let ([low_a, high_a], [low_b, high_b]) = (self.extent(), other.extent());
        let (low, high) = (low_a.max(low_b), high_a.min(high_b));
        low.cmple(high).all().then_some([low, high])
    }

    /// The part of a side that two leaves share, as a portal for an agent that moves
    /// from `self` to `other`; `None` if they touch only at a point.
    fn portal_to(self, other: Self) -> Option<Portal> {
        let [low, high] = self.overlap(other)?;
        if low == high {
            return None;
        }
        // The left end is the one to which the side leads in a direction that is
        // counter-clockwise from the direction of movement.
        let ahead = other.center() - self.center();
        Some(if ahead.perp_dot(high - low) > 0.0 {
            Portal::new(high, low)
        } else {
            Portal::new(low, high)
        })
    }
}

/// A node of the tree. Squares that are completely blocked have no leaf.
enum Branch {
    Blocked,
    Leaf(Node),
    Split(Box<[Branch; 4]>),
}

struct Quadtree {
    root: Branch,
    leaves: Vec<Square>,
}

impl Quadtree {
    const WHOLE: Square = Square { x: 0, y: 0, size: SIZE };

    fn over(is_blocked: &impl Fn(u16, u16) -> bool) -> Result<Self, Box<dyn Error>> {
        let mut leaves = Vec::new();
        let root = Self::branch(Self::WHOLE, is_blocked, &mut leaves)?;
        Ok(Self { root, leaves })
    }

    /// Splits a square until each part is either free or blocked.
    fn branch(
        square: Square,
        is_blocked: &impl Fn(u16, u16) -> bool,
        leaves: &mut Vec<Square>,
    ) -> Result<Branch, Box<dyn Error>> {
        let Square { x, y, size } = square;
        let first = is_blocked(x, y);
        let is_uniform = (y..y + size).all(|y| (x..x + size).all(|x| is_blocked(x, y) == first));
        if !is_uniform {
            let [a, b, c, d] = square.quarters();
            let mut split = |quarter| Self::branch(quarter, is_blocked, leaves);
            return Ok(Branch::Split(Box::new([split(a)?, split(b)?, split(c)?, split(d)?])));
        }
        if first {
            return Ok(Branch::Blocked);
        }
        leaves.push(square);
        Ok(Branch::Leaf(Node::try_from(leaves.len() - 1)?))
    }

    fn leaf(&self, node: Node) -> Square {
        self.leaves[node as usize]
    }

    /// Visits all leaves that touch a square. Skips whole branches that do not
    /// touch it, which is the point of the tree.
    fn leaves_touching(
        branch: &Branch,
        extent: Square,
        square: Square,
        visit: &mut impl FnMut(Node),
    ) {
        if extent.overlap(square).is_none() {
            return;
        }
        match branch {
            Branch::Blocked => {}
            Branch::Leaf(leaf) => visit(*leaf),
            Branch::Split(branches) => {
                for (branch, quarter) in branches.iter().zip(extent.quarters()) {
                    Self::leaves_touching(branch, quarter, square, visit);
                }
            }
        }
    }

    /// Returns the leaf that contains a point, or one of them if several meet there.
    fn locate(&self, point: Vec2) -> Result<Node, Box<dyn Error>> {
        let leaf = self.leaves.iter().position(|leaf| leaf.contains(point));
        Ok(Node::try_from(leaf.ok_or_else(|| format!("{point} is blocked"))?)?)
    }
}

impl Graph for Quadtree {
    type Cost = f32;

    fn node_count(&self) -> usize {
        self.leaves.len()
    }

    fn successors(&self, node: Node, visit: &mut impl FnMut(Node, f32)) {
        let from = self.leaf(node);
        Self::leaves_touching(&self.root, Self::WHOLE, from, &mut |neighbour| {
            let to = self.leaf(neighbour);
            if neighbour != node && from.portal_to(to).is_some() {
                visit(neighbour, from.center().distance(to.center()));
            }
        });
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    // The first line of the text is the uppermost row, and y points up.
    let rows: Vec<&[u8]> = BITMAP.lines().rev().map(str::as_bytes).collect();
    let is_blocked = |x: u16, y: u16| rows[usize::from(y)][usize::from(x)] == b'#';
    let tree = Quadtree::over(&is_blocked)?;

    // A* finds the leaves. Edge costs are distances between centres, which is inaccurate
    // for large leaves, so the leaves may not be those of the shortest path of all. The
    // funnel then finds the shortest path through these leaves.
    let (start, goal) = (Vec2::new(0.5, 8.5), Vec2::new(15.5, 7.5));
    let (first, last) = (tree.locate(start)?, tree.locate(goal)?);
    let target = tree.leaf(last).center();
    let heuristic = |node: Node, ()| tree.leaf(node).center().distance(target);
    let mut scratch = Scratch::new();
    let outcome = astar(&tree, first, last, heuristic, Budget::UNLIMITED, &mut scratch)?;
    if !matches!(outcome, Outcome::Found { .. }) {
        return Err("there is no path from the start to the goal".into());
    }
    let mut passed = Vec::new();
    scratch.path_to(last, &mut passed);

    // A leaf is convex, so the convex hull of the portals through which the agent enters
    // and leaves it is free, whatever the sizes of its neighbours.
    let portals: Vec<Portal> = passed
        .windows(2)
        .filter_map(|step| tree.leaf(step[0]).portal_to(tree.leaf(step[1])))
        .collect();
    assert_eq!(portals.len(), passed.len() - 1, "successive leaves share a side");
    let mut corners = Vec::new();
    let length = pull(start, &portals, goal, &mut Funnel::new(), &mut corners);

    // For comparison: the length of the path through the middles of the portals.
    let middles = portals.iter().map(|portal| (portal.left + portal.right) * 0.5);
    let mut from_middle_to_middle = 0.0;
    let mut here = start;
    for next in middles.chain([goal]) {
        from_middle_to_middle += f64::from(here.distance(next));
        here = next;
    }

    draw(&tree, &passed);
    println!("{} leaves, {} of them passed", tree.leaves.len(), passed.len());
    println!("from middle to middle {from_middle_to_middle:.3}");
    println!("pulled taut           {length:.3}");
    for corner in &corners {
        println!("  ({}, {})", corner.x, corner.y);
    }

    assert!(length < from_middle_to_middle);
    // Below one obstacle and above the other.
    let bends = [[6.0, 10.0], [8.0, 11.0], [12.0, 11.0]].map(Vec2::from);
    assert_eq!(corners, [&[start], &bends[..], &[goal]].concat());
    assert!((length - 16.887).abs() < 1e-3);
    Ok(())
}

/// Draws the bitmap, with a letter on each leaf that the path passes.
fn draw(tree: &Quadtree, passed: &[Node]) {
    for y in (0..SIZE).rev() {
        let line: String = (0..SIZE)
            .map(|x| {
                let middle = Vec2::new(f32::from(x), f32::from(y)) + 0.5;
                let holds = |node: &Node| tree.leaf(*node).contains(middle);
                match ('a'..='z').zip(passed).find(|(_, node)| holds(node)) {
                    Some((letter, _)) => letter,
                    None if tree.locate(middle).is_ok() => '.',
                    None => '#',
                }
            })
            .collect();
        println!("{line}");
    }
}
