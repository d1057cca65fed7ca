//! The published method from the same start to the same goal, for comparison.

use tautline::platformer::classic::{Cell, Follower, Jumper, Level, Options, Scratch};
use tautline::platformer::exact::Planner;
use tautline::platformer::{Stance, State};

use crate::clock::timed;

/// The number of frames after which the follower gives up.
const MOST_FRAMES: u32 = 3_600;
/// The number of replans after which the follower gives up.
const MOST_PLANS: u32 = 12;
/// The limit of labels in a search. A longer search would visibly freeze the page.
const MOST_LABELS: u32 = 150_000;

/// The follower of the classic method, frame by frame.
#[derive(Debug, Default)]
pub(super) struct Ghost {
    pub(super) positions: Vec<[i32; 2]>,
    /// 0 if it does not arrive.
    pub(super) frames: u32,
    /// The time of its first search.
    pub(super) milliseconds: f64,
    /// A message about a failure, or about the number of replans.
    pub(super) message: String,
}

impl Ghost {
    /// Follows the published method from a state to a cell.
    pub(super) fn follow(planner: &Planner, start: State, [column, row]: [i32; 2]) -> Self {
        let (character, tiles) = (planner.character(), planner.tiles());
        let mut ghost = Self { positions: vec![[start.x, start.y]], ..Self::default() };
        let jumper = match Jumper::of(character) {
            Ok(jumper) => jumper,
            Err(error) => return ghost.ended(error.to_string()),
        };
        let level = Level::new(tiles, jumper);
        let options = Options { search_limit: MOST_LABELS, ..Options::default() };
        let goal = Cell::new(column, row);
        let mut scratch = Scratch::new();
        let (follower, milliseconds) =
            timed(|| Follower::new(&level, character, start, goal, options, &mut scratch));
        ghost.milliseconds = milliseconds;
        let mut follower = match follower {
            Ok(follower) => follower,
            Err(error) => return ghost.ended(error.to_string()),
        };
        let mut state = start;
        for frame in 0..MOST_FRAMES {
            if state.stance == Stance::Dead {
                return ghost.ended(format!("it dies in frame {frame}"));
            }
            if follower.replans() > MOST_PLANS {
                return ghost
                    .ended(format!("it is stuck, and gives up after {MOST_PLANS} new plans"));
            }
            match follower.input(&level, character, state, &mut scratch) {
                Ok(Some(input)) => state = character.step(state, input, tiles),
                Ok(None) => {
                    ghost.frames = frame;
                    let replans = follower.replans();
                    let times =
                        if replans == 1 { "once".into() } else { format!("{replans} times") };
                    return ghost.ended(if replans > 0 {
                        format!("it replanned {times}")
                    } else {
                        String::new()
                    });
                }
                Err(error) => return ghost.ended(error.to_string()),
            }
            ghost.positions.push([state.x, state.y]);
        }
        ghost.ended(format!("it has not arrived after {MOST_FRAMES} frames"))
    }

    fn ended(mut self, message: String) -> Self {
        self.message = message;
        self
    }
}
