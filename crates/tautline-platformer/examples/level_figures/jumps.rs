//! One jump for each hold of the button that makes a difference.

use std::error::Error;

use tautline_platformer::{Input, Outside, State, Tile, Tiles};

use crate::ink;
use crate::{TILE, character, draw_tiles};
use tautline_fixtures::{Figure, TextAnchor};

pub(crate) fn figure() -> Result<String, Box<dyn Error>> {
    let character = character()?;
    let tiles =
        Tiles::from_fn(
            12,
            9,
            Outside::Solid,
            |_, row| {
                if row == 0 { Tile::Solid } else { Tile::Empty }
            },
        )?;
    let mut figure = Figure::new([-30.0, 8.0], [12.0 * TILE, 7.2 * TILE], 4.0);
    draw_tiles(&mut figure, &tiles);
    for height in 1..=5 {
        let y = TILE + f64::from(height) * TILE;
        figure.line(&[[0.0, y], [12.0 * TILE, y]], ink::HEIGHT);
        let name = if height == 1 { "1 tile".to_owned() } else { format!("{height} tiles") };
        figure.text([-2.0, y - 1.0], TextAnchor::End, &name);
    }
    let [x, y] = character.from_pixels([4.0, TILE]).ok_or("a position of the level")?;
    let longest = character.different_holds();
    for hold in 1..=longest {
        let mut state = State::standing(x, y);
        let mut course = vec![character.to_pixels([x, y])];
        for frame in 0..200 {
            let input = Input::walking(character.walk_step()).with_jump(frame < hold);
            state = character.step(state, input, &tiles);
            course.push(character.to_pixels([state.x, state.y]));
            if state.is_grounded() {
                break;
            }
        }
        figure.line(&course, if hold == longest { ink::LONGEST } else { ink::COURSE });
        let apex = course.iter().copied().max_by(|one, other| one[1].total_cmp(&other[1]));
        if let Some([x, y]) = apex
            && [1, 5, 10, longest].contains(&hold)
        {
            let frames = if hold == 1 { "1 frame".to_owned() } else { format!("{hold} frames") };
            let text = format!("{frames}: {:.1} px", y - TILE);
            figure.text([x, y + 1.5], TextAnchor::Middle, &text);
        }
    }
    Ok(figure.finish())
}
