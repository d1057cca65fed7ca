//! A taut path over a square grid, without any mesh.
//!
//! Portals may come from any source. Here they are the sides between the cells of a
//! grid path: A* finds *which* cells to pass, the funnel finds the shortest path through
//! them.
//!
//! The path is the shortest through *these* cells. Where the cells are enclosed by
//! walls, as on this map, it bends at walls only. On open ground a sequence of
//! cells is still a corridor of width 1, and the path may bend at its sides
//! although there is no wall. The example `quadtree` uses wider corridors.
//!
//! ```text
//! cargo run -p tautline-funnel --example square_grid
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline_funnel::{Funnel, Portal, Vec2, pull};
use tautline_search::{Budget, Graph, Node, Outcome, Scratch, astar};

const MAP: &str = "\
#####################
#S..####......#######
###..###.####..######
####.....#####..#####
####.#########...####
####....###.....##.G#
#######.....###....##
#####################";

/// A map of cells with sides of length 1. The first cell lies at the origin.
struct Grid {
    width: u16,
    height: u16,
    /// Row by row from the bottom, because the funnel's y points up.
    cells: Vec<Cell>,
}

#[derive(Clone, Copy)]
struct Cell {
    x: u16,
    y: u16,
    mark: char,
}

impl Cell {
    fn is_wall(self) -> bool {
        self.mark == '#'
    }

    fn center(self) -> Vec2 {
        Vec2::new(f32::from(self.x), f32::from(self.y)) + 0.5
    }
}

impl Grid {
    fn read(text: &str) -> Result<Self, Box<dyn Error>> {
        let mut cells = Vec::new();
        for (y, line) in (0..).zip(text.lines().rev()) {
            cells.extend((0..).zip(line.chars()).map(|(x, mark)| Cell { x, y, mark }));
        }
        let height = u16::try_from(text.lines().count())?;
        let width = u16::try_from(text.lines().next().map_or(0, str::len))?;
        if cells.len() != usize::from(width) * usize::from(height) {
            return Err("the lines of the map are not all of the same length".into());
        }
        Ok(Self { width, height, cells })
    }

    fn cell(&self, node: Node) -> Cell {
        self.cells[node as usize]
    }

    fn node_at(&self, x: u16, y: u16) -> Option<Node> {
        let is_inside = x < self.width && y < self.height;
        is_inside.then(|| u32::from(y) * u32::from(self.width) + u32::from(x))
    }

    fn node_marked(&self, mark: char) -> Result<Node, Box<dyn Error>> {
        let node = self.cells.iter().position(|cell| cell.mark == mark);
        Ok(Node::try_from(node.ok_or_else(|| format!("the map has no {mark}"))?)?)
    }
}

impl Graph for Grid {
    type Cost = u32;

    fn node_count(&self) -> usize {
        self.cells.len()
    }

    /// Visits the cells that share a side. For cells that touch at a corner, the portal
    /// would have zero width.
    fn successors(&self, node: Node, visit: &mut impl FnMut(Node, u32)) {
        let Cell { x, y, .. } = self.cell(node);
        for (dx, dy) in [(1, 0), (0, 1), (-1, 0), (0, -1)] {
            let (Some(x), Some(y)) = (x.checked_add_signed(dx), y.checked_add_signed(dy)) else {
                continue;
            };
            if let Some(neighbour) = self.node_at(x, y)
                && !self.cell(neighbour).is_wall()
            {
                visit(neighbour, 1);
            }
        }
    }
}

/// The side between two neighbouring cells, as a portal for an agent that moves from
/// one to the other. The agent's left is the direction of movement, turned
/// counter-clockwise by 90 degrees.
fn side_between(from: Cell, to: Cell) -> Portal {
    let (from, to) = (from.center(), to.center());
    let middle = (from + to) * 0.5;
    let to_the_left = (to - from).perp() * 0.5;
    Portal::new(middle + to_the_left, middle - to_the_left)
}

fn main() -> Result<(), Box<dyn Error>> {
    let grid = Grid::read(MAP)?;
    let (start, goal) = (grid.node_marked('S')?, grid.node_marked('G')?);

    // A* finds the cells. With edges of cost 1, the Manhattan distance is an
    // admissible heuristic.
    let target = grid.cell(goal);
    let manhattan = |node: Node, ()| {
        let cell = grid.cell(node);
        u32::from(cell.x.abs_diff(target.x)) + u32::from(cell.y.abs_diff(target.y))
    };
    let mut scratch = Scratch::new();
    let outcome = astar(&grid, start, goal, manhattan, Budget::UNLIMITED, &mut scratch)?;
    let Outcome::Found { cost: steps } = outcome else {
        return Err("there is no path from S to G".into());
    };
    let mut passed = Vec::new();
    scratch.path_to(goal, &mut passed);

    // The funnel finds the path through them. A cell is convex, so the convex hull of the
    // sides through which the agent enters and leaves it is free, as the funnel requires.
    let portals: Vec<Portal> = passed
        .windows(2)
        .map(|step| side_between(grid.cell(step[0]), grid.cell(step[1])))
        .collect();
    let mut corners = Vec::new();
    let (from, to) = (grid.cell(start).center(), target.center());
    let length = pull(from, &portals, to, &mut Funnel::new(), &mut corners);

    draw(&grid, &passed, &corners);
    println!("from cell to cell {:6.3}", f64::from(steps));
    println!("pulled taut       {length:6.3}");
    for (number, corner) in corners.iter().enumerate() {
        println!("  {number}: ({}, {})", corner.x, corner.y);
    }

    // A taut path bends only at obstacles: here, at the corners of walls.
    let [_, bends @ .., _] = &corners[..] else {
        return Err("a path has a start and a goal".into());
    };
    let is_at_wall = |bend: &Vec2| {
        let touches = |cell: &Cell| (cell.center() - *bend).abs() == Vec2::splat(0.5);
        grid.cells.iter().any(|cell| cell.is_wall() && touches(cell))
    };
    assert!(bends.iter().all(is_at_wall));
    assert_eq!((steps, bends.len()), (26, 5));
    assert!((length - 19.975).abs() < 1e-3);
    Ok(())
}

/// Draws the map at twice its size, so that corners of cells have characters of
/// their own: `.` for the cells of the grid path, digits for the points of
/// the taut path.
fn draw(grid: &Grid, passed: &[Node], corners: &[Vec2]) {
    for y in (0..=2 * grid.height).rev() {
        let line: String = (0..=2 * grid.width)
            .map(|x| {
                // Halves are exact in f32, so points can be compared with ==.
                let here = Vec2::new(f32::from(x), f32::from(y)) * 0.5;
                let digit = (0..).zip(corners).find(|&(_, &corner)| corner == here);
                if let Some(digit) = digit.and_then(|(number, _)| char::from_digit(number, 36)) {
                    return digit;
                }
                // Up to four cells touch this point.
                let mut around = [x.saturating_sub(1) / 2, x / 2]
                    .into_iter()
                    .flat_map(|x| [y.saturating_sub(1) / 2, y / 2].map(|y| (x, y)))
                    .filter_map(|(x, y)| grid.node_at(x, y));
                if around.clone().any(|node| grid.cell(node).is_wall()) {
                    '#'
                } else if around.all(|node| passed.contains(&node)) {
                    '.'
                } else {
                    ' '
                }
            })
            .collect();
        println!("{line}");
    }
}
