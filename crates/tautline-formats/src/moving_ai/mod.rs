//! Tile maps and scenarios of the MovingAI benchmark collection.
//!
//! Sturtevant, *Benchmarks for Grid-Based Pathfinding* (2012), describes both
//! formats. A `.map` file is a grid of free and blocked cells, a `.scen` file a
//! list of problems on such a grid.
//!
//! The frame of both: x counts columns from the left, y counts rows from the
//! top, so y grows **downwards**. Cell (x, y) is the square from x to x + 1 and
//! from y to y + 1.
//!
//! ```
//! use tautline_formats::moving_ai;
//!
//! let map = moving_ai::parse_map("type octile\nheight 2\nwidth 3\nmap\n.@.\nG.T\n")?;
//! assert!(map.is_walkable(0, 0));
//! assert!(!map.is_walkable(1, 0));
//! assert!(!map.is_walkable(3, 0), "outside");
//!
//! let scenarios = moving_ai::parse_scenarios("version 1\n0\ta b.map\t3\t2\t0\t0\t2\t0\t3.41421\n")?;
//! assert_eq!(scenarios[0].map, "a b.map");
//! assert_eq!(scenarios[0].goal, [2, 0]);
//! # Ok::<(), tautline_formats::FormatError>(())
//! ```

mod map;
mod scenarios;

pub(crate) use map::is_walkable;
pub use map::{MAX_SIDE, Map, MapReason, parse_map, write_map};
pub use scenarios::{Scenario, parse_scenarios, write_scenarios};
