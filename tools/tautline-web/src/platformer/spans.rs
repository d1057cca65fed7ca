//! Spans, the links from them, and the discovery of all links a few at a time.

use tautline::platformer::exact::{Components, Planner, WalkableSpan};
use wasm_bindgen::prelude::wasm_bindgen;

use super::Stage;

/// All spans of a level with its current tiles, and the number of those whose moves are known.
#[derive(Debug)]
pub(super) struct Spans {
    all: Vec<WalkableSpan>,
    /// The number of spans whose moves have been found.
    explored: usize,
    /// The reachability of spans. `None` until all links are known.
    components: Option<Components>,
}

impl Spans {
    /// Returns the spans of a planner, before any of their moves are found.
    pub(super) fn of(planner: &Planner) -> Self {
        Self { all: planner.spans().collect(), explored: 0, components: None }
    }

    /// Returns true if the moves of all spans are known.
    pub(super) const fn are_explored(&self) -> bool {
        self.components.is_some()
    }

    /// Returns the widest span; of several, the first.
    pub(super) fn widest(&self) -> Option<WalkableSpan> {
        self.all.iter().rev().max_by_key(|span| span.high - span.low).copied()
    }

    /// Returns the first span on which the body can stand with its lower left corner in a cell. The size of a cell is in
    /// subpixels.
    pub(super) fn in_cell(
        &self,
        [width, height]: [i32; 2],
        [column, row]: [i32; 2],
    ) -> Option<&WalkableSpan> {
        let [left, right] = [column * width, (column + 1) * width - 1];
        let here =
            |span: &&WalkableSpan| span.y == row * height && span.low <= right && left <= span.high;
        self.all.iter().find(here)
    }

    /// Finds the moves of some more spans, and returns the share of spans whose moves are known.
    fn explore(&mut self, planner: &mut Planner, spans: usize) -> f64 {
        for span in self.all.iter().skip(self.explored).take(spans) {
            // The planner stores them.
            let _ = planner.links_from([span.low, span.y]);
            self.explored += 1;
        }
        if self.explored < self.all.len() {
            return self.explored as f64 / self.all.len() as f64;
        }
        if self.components.is_none() {
            self.components = Some(planner.components());
        }
        1.0
    }
}

#[wasm_bindgen]
impl Stage {
    /// Returns the spans: the least and greatest x of the body, and its y.
    pub fn spans(&self) -> Vec<f64> {
        self.spans.all.iter().flat_map(|span| self.span_in_pixels(span)).collect()
    }

    /// Returns the number of known links.
    #[wasm_bindgen(getter)]
    pub fn link_count(&self) -> usize {
        self.planner.link_count()
    }

    /// Returns the moves from the highest span below a point: the interval of launches and that of landings, both as in
    /// [`spans`](Self::spans), and the number of frames.
    pub fn links_below(&self, x: f64, y: f64) -> Vec<f64> {
        let Some([x, y]) = self.planner.character().from_pixels([x, y]) else { return Vec::new() };
        let [width, _] = self.planner.character().body_size();
        let is_below = |span: &&WalkableSpan| {
            span.y <= y && span.low <= x && x < span.high.saturating_add(width)
        };
        let Some(span) = self.spans.all.iter().filter(is_below).max_by_key(|span| span.y) else {
            return Vec::new();
        };
        let links = self.planner.links_from([span.low, span.y]);
        let numbers = links.iter().flat_map(|link| {
            let [from, to] = [link.from, link.to].map(|positions| self.span_in_pixels(&positions));
            from.into_iter().chain(to).chain([f64::from(link.frames)])
        });
        numbers.collect()
    }

    /// Finds the moves of some more spans, and returns the share of spans whose moves are known.
    pub fn explore(&mut self, spans: usize) -> f64 {
        self.spans.explore(&mut self.planner, spans)
    }

    /// Returns true if the start of the plan is reachable from its end. `None` while
    /// that is not known.
    pub fn can_return(&self) -> Option<bool> {
        let (components, end) = (self.spans.components.as_ref()?, self.plan.end()?);
        let from = [self.start.x, self.start.y];
        self.start.is_grounded().then(|| components.can_return(&self.planner, from, end))
    }
}

impl Stage {
    fn span_in_pixels(&self, span: &WalkableSpan) -> [f64; 3] {
        let [low, y] = self.pixels([span.low, span.y]);
        let [high, _] = self.pixels([span.high, span.y]);
        [low, high, y]
    }
}
