//! The spans of a small level, and the links from one of them.

use std::error::Error;

use tautline_platformer::Outside;
use tautline_platformer::Tiles;
use tautline_platformer::exact::{Planner, PlannerOptions, WalkableSpan};

use crate::ink;
use crate::{TILE, character, draw_tiles};
use tautline_fixtures::{Figure, TextAnchor};

const LEVEL: [&str; 10] = [
    "........................",
    "........................",
    "...............####.....",
    "........................",
    ".....====...........####",
    "........................",
    ".............##.........",
    "..####..................",
    "........................",
    "########..##############",
];

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    let character = character()?;
    let tiles = Tiles::from_rows(&LEVEL, Outside::Solid)?;
    let planner = Planner::new(tiles.clone(), character.clone(), PlannerOptions::default())?;
    let mut figure = Figure::new([0.0, 4.0], [24.0 * TILE, 10.0 * TILE], 2.6);
    draw_tiles(&mut figure, &tiles);
    let ends = |span: WalkableSpan| {
        [span.low, span.high].map(|x| {
            let [x, y] = character.to_pixels([x, span.y]);
            [x + 6.0, y]
        })
    };
    let from = character.from_pixels([13.0 * TILE, 4.0 * TILE]).ok_or("a position of the level")?;
    let links = planner.links_from(from);
    for link in &links {
        let ([low, high], [to_low, to_high]) = (ends(link.from), ends(link.to));
        figure.polygon(&[low, high, to_high, to_low], ink::LINK);
    }
    for span in planner.spans() {
        figure.line(&ends(span), ink::SPAN);
    }
    let text = format!("{} spans; {} links from one of them", planner.span_count(), links.len());
    figure.text([12.0 * TILE, 9.3 * TILE], TextAnchor::Middle, &text);
    Ok(figure.finish())
}
