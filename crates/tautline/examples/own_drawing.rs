//! A mesh drawn as characters.
//!
//! `draw_mesh` passes the elements of a mesh to a `Draw`, which renders them. The
//! `Draw` in this example fills a page of text; one for an engine would draw debug
//! lines.
//!
//! ```text
//! cargo run -p tautline --example own_drawing
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline::draw::{Draw, DrawnArea, DrawnBorder, Marker, draw_mesh};
use tautline::navmesh::{Link, Terrain, rectangles_from_cells};
use tautline::{Path, Vec2, path};

const WIDTH: u16 = 24;
const HEIGHT: u16 = 8;

/// One character per unit square.
struct Page {
    rows: Vec<Vec<char>>,
}

impl Page {
    fn new() -> Self {
        Self { rows: vec![vec!['#'; WIDTH.into()]; HEIGHT.into()] }
    }

    /// Puts a character into each square for whose middle `is_wanted` returns true.
    fn fill(&mut self, character: char, is_wanted: impl Fn(Vec2) -> bool) {
        for (y, row) in (0_u16..).zip(&mut self.rows) {
            for (x, place) in (0_u16..).zip(row) {
                if is_wanted(Vec2::new(f32::from(x) + 0.5, f32::from(y) + 0.5)) {
                    *place = character;
                }
            }
        }
    }

    fn put(&mut self, character: char, at: Vec2) {
        self.fill(character, |middle| (middle - at).abs().max_element() <= 0.5);
    }
}

impl Draw for Page {
    fn area(&mut self, area: &DrawnArea<'_>) {
        let character = if area.terrain == Terrain(1) { '~' } else { '.' };
        // Corners run counter-clockwise, so that the inside is to their left.
        let corners = area.corners;
        let sides = || corners.iter().zip(corners.iter().cycle().skip(1));
        self.fill(character, |middle| sides().all(|(&a, &b)| (b - a).perp_dot(middle - a) >= 0.0));
    }

    // One character per square leaves no room for borders.
    fn border(&mut self, _: &DrawnBorder) {}

    fn link(&mut self, link: &Link) {
        self.put('<', link.from.point);
        self.put('>', link.to.point);
    }

    fn path(&mut self, path: &Path) {
        for leg in path.walked_segments() {
            for step in 0..=100_u8 {
                self.put('*', leg.a.lerp(leg.b, f32::from(step) / 100.0));
            }
        }
    }

    fn marker(&mut self, point: Vec2, marker: Marker) {
        let letter = match marker {
            Marker::Start => 'S',
            Marker::Goal => 'G',
            Marker::Repair => '!',
        };
        self.put(letter, point);
    }
}

fn main() -> Result<(), Box<dyn Error>> {
    let raw = rectangles_from_cells(WIDTH.into(), HEIGHT.into(), |x, y| match (x, y) {
        (6..=8, 2..) | (15..=17, ..=5) => None,
        (10..=13, 3..=5) => Some(Terrain(1)),
        _ => Some(Terrain(0)),
    });
    let mesh = raw.build()?;
    let (start, goal) = (Vec2::new(2.5, 6.5), Vec2::new(21.5, 1.5));

    let mut page = Page::new();
    draw_mesh(&mesh, &mut page);
    page.path(&path(&mesh, start, goal)?);
    page.marker(start, Marker::Start);
    page.marker(goal, Marker::Goal);

    // y points up, text runs down.
    let text: Vec<String> = page.rows.iter().rev().map(|row| row.iter().collect()).collect();
    println!("{}", text.join("\n"));
    assert!(text[1].contains('S') && text[6].contains('G'));
    assert!(text.concat().contains('*') && text.concat().contains('~'));
    Ok(())
}
