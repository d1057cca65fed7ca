//! SVG pictures of side-view levels.

use std::fmt::Write as _;

use tautline::platformer::exact::{JumpLink, WalkableSpan};
use tautline::platformer::{Character, Input, State, Tile, Tiles};

use crate::escaped::Escaped;

/// An SVG picture of a level, in pixels, with spans, links and trajectories.
///
/// ```
/// use tautline::platformer::exact::{Planner, PlannerOptions};
/// use tautline::platformer::{Body, Character, Input, Outside, Physics, State, Tiles};
/// use tautline_picture::LevelPicture;
///
/// let tiles = Tiles::from_rows(&["....", "..==", "####"], Outside::Solid)?;
/// let character = Character::new(&Physics::default(), Body::default())?;
/// let planner = Planner::new(tiles, character, PlannerOptions::default())?;
/// let jump = [(Input::walking(8).with_jump(true), 20)];
/// let mut picture = LevelPicture::new(planner.tiles(), planner.character());
/// picture.spans(planner.spans());
/// picture.flight(State::standing(0, 57_600), jump);
/// let text = picture.finish();
/// assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct LevelPicture<'a> {
    tiles: &'a Tiles,
    character: &'a Character,
    title: String,
    text: String,
}

/// The style sheet, by classes of elements.
const STYLE: &str = "\
.sky{fill:#f4f1ea}\
.solid{fill:#5b6472}\
.one-way{fill:#b98a4e}\
.deadly{fill:#d1495b}\
.spans{stroke:#3f8f6b;stroke-width:2;stroke-linecap:round;fill:none}\
.links{stroke:#8a5fbf;stroke-opacity:.6;fill:none}\
.ends{stroke:#8a5fbf;stroke-width:3;stroke-opacity:.6;fill:none}\
.flight{stroke:#2f5fd0;stroke-width:1.5;stroke-linejoin:round;fill:none}\
.dots{stroke:#1c3a8a;stroke-width:2.5;stroke-linecap:round;fill:none}\
.body{fill:#2f5fd0;fill-opacity:.25;stroke:#2f5fd0}\
.goal{fill:#e08a1e;fill-opacity:.35;stroke:#e08a1e}";

impl<'a> LevelPicture<'a> {
    /// Creates a picture of the tiles.
    #[must_use]
    pub fn new(tiles: &'a Tiles, character: &'a Character) -> Self {
        let mut picture = Self { tiles, character, title: String::new(), text: String::new() };
        let [width, height] = picture.size();
        picture.push(format_args!("<rect class=\"sky\" width=\"{width}\" height=\"{height}\"/>\n"));
        for (tile, class) in
            [(Tile::Solid, "solid"), (Tile::OneWay, "one-way"), (Tile::Deadly, "deadly")]
        {
            picture.fill(tile, class);
        }
        picture
    }

    /// The same picture with a title for screen readers and tooltips, which is
    /// not drawn. The default is "Side-view level".
    #[must_use]
    pub fn with_title(self, title: impl Into<String>) -> Self {
        Self { title: title.into(), ..self }
    }

    /// Draws spans (walkable intervals) as lines under all positions of the whole body.
    pub fn spans(&mut self, spans: impl IntoIterator<Item = WalkableSpan>) {
        let [width, _] = self.character.body_size();
        let mut data = String::new();
        for WalkableSpan { low, high, y } in spans {
            let [left, top] = self.to_picture([low, y]);
            let [right, _] = self.to_picture([high + width, y]);
            // Writing into a String cannot fail.
            let _ = write!(data, "M{left} {top}H{right}");
        }
        self.push(format_args!("<path class=\"spans\" d=\"{data}\"/>\n"));
    }

    /// Draws links between spans: a curve from the middle of the take-off interval to
    /// that of the landing interval, and both intervals as lines.
    pub fn links(&mut self, links: &[JumpLink]) {
        let width = self.character.body_size()[0];
        let tile = self.character.tile_size()[1];
        let (mut curves, mut ends) = (String::new(), String::new());
        for JumpLink { from, to, .. } in links {
            let middle = |low: i32, high: i32| i32::midpoint(low, high) + width / 2;
            let [fx, fy] = self.to_picture([middle(from.low, from.high), from.y]);
            let [tx, ty] = self.to_picture([middle(to.low, to.high), to.y]);
            let [_, top] = self.to_picture([0, from.y.max(to.y).saturating_add(2 * tile)]);
            // Writing into a String cannot fail.
            let _ = write!(curves, "M{fx} {fy}Q{} {top} {tx} {ty}", f64::midpoint(fx, tx));
            for span in [from, to] {
                let [left, y] = self.to_picture([span.low, span.y]);
                let [right, _] = self.to_picture([span.high.saturating_add(width), span.y]);
                let _ = write!(ends, "M{left} {y}H{right}");
            }
        }
        self.push(format_args!(
            "<path class=\"ends\" d=\"{ends}\"/>\n<path class=\"links\" d=\"{curves}\"/>\n"
        ));
    }

    /// Draws the trajectory of the middle of the body: a line with a dot for each frame, and the body
    /// at both ends. Each input is held for a number of frames.
    pub fn flight(&mut self, start: State, inputs: impl IntoIterator<Item = (Input, u32)>) {
        let (mut line, mut dots) = (String::new(), String::new());
        let mut state = start;
        let mut mark = |state: State, command: char| {
            let [x, y] = self.middle(state);
            let _ = write!(line, "{command}{x} {y}");
            let _ = write!(dots, "M{x} {y}h0");
        };
        mark(state, 'M');
        for (input, frames) in inputs {
            for _ in 0..frames {
                let next = self.character.step(state, input, self.tiles);
                if next == state && input == Input::default() {
                    // At rest without input, the state stays the same for all further frames.
                    break;
                }
                state = next;
                mark(state, 'L');
            }
        }
        self.push(format_args!(
            "<path class=\"flight\" d=\"{line}\"/>\n<path class=\"dots\" d=\"{dots}\"/>\n"
        ));
        self.body(start, "body");
        self.body(state, "goal");
    }

    /// Returns the text of the picture.
    #[must_use]
    pub fn finish(self) -> String {
        let [width, height] = self.size();
        let title = if self.title.is_empty() { "Side-view level" } else { self.title.as_str() };
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
             width=\"{width}\" height=\"{height}\" style=\"max-width:100%;height:auto\">\n\
             <title>{}</title>\n<desc>{} by {} tiles</desc>\n<style>{STYLE}</style>\n{}</svg>\n",
            Escaped(title),
            self.tiles.columns(),
            self.tiles.rows(),
            self.text,
        )
    }

    /// Draws all tiles of a kind, with one rectangle for each run of such tiles in a row.
    fn fill(&mut self, kind: Tile, class: &str) {
        let [width, height] = self.character.tile_size();
        let columns = i32::from(self.tiles.columns());
        let mut data = String::new();
        for row in 0..i32::from(self.tiles.rows()) {
            let mut column = 0;
            while column < columns {
                let first = column;
                while column < columns && self.tiles.tile(column, row) == kind {
                    column += 1;
                }
                if column > first {
                    // A one-way tile is only solid at its top: draw its upper quarter.
                    let low = if kind == Tile::OneWay { height * 3 / 4 } else { 0 };
                    let [left, bottom] = self.to_picture([first * width, row * height + low]);
                    let [right, top] = self.to_picture([column * width, (row + 1) * height]);
                    let _ = write!(data, "M{left} {bottom}H{right}V{top}H{left}z");
                }
                column += 1;
            }
        }
        if !data.is_empty() {
            self.push(format_args!("<path class=\"{class}\" d=\"{data}\"/>\n"));
        }
    }

    fn body(&mut self, state: State, class: &str) {
        let [width, height] = self.character.body_size();
        let [left, bottom] = self.to_picture([state.x, state.y]);
        let [right, top] =
            self.to_picture([state.x.saturating_add(width), state.y.saturating_add(height)]);
        self.push(format_args!(
            "<path class=\"{class}\" d=\"M{left} {bottom}H{right}V{top}H{left}z\"/>\n"
        ));
    }

    fn middle(&self, state: State) -> [f64; 2] {
        let [width, height] = self.character.body_size();
        self.to_picture([state.x.saturating_add(width / 2), state.y.saturating_add(height / 2)])
    }

    /// Converts subpixels of the level to pixels of the picture, whose y points down.
    fn to_picture(&self, position: [i32; 2]) -> [f64; 2] {
        let [x, y] = self.character.to_pixels(position);
        [x, self.size()[1] - y].map(|length| (length * 100.0).round() / 100.0)
    }

    fn size(&self) -> [f64; 2] {
        let [width, height] = self.character.tile_size();
        let [columns, rows] = [self.tiles.columns(), self.tiles.rows()].map(i32::from);
        self.character.to_pixels([columns * width, rows * height])
    }

    fn push(&mut self, text: std::fmt::Arguments<'_>) {
        let _ = self.text.write_fmt(text);
    }
}
