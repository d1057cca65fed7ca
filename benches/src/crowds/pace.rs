//! The time of ticks of large crowds, compared in turns.

use std::error::Error;

use super::Contestant;

/// The steps before the measurement: paths are found, and memory grows.
const WARM_UP: usize = 30;

/// The steps of one turn. Libraries spread some of their work over several steps: tautline over 8.
const TURN: u8 = 8;

/// A contestant with a number of agents, and the best of its turns.
#[derive(Debug)]
pub struct Paced<C> {
    contestant: C,
    agents: f64,
    seconds: f64,
}

impl<C: Contestant> Paced<C> {
    /// A contestant that has walked for a second, so that its agents are among others.
    ///
    /// # Errors
    ///
    /// Those of the contestant.
    pub fn new(mut contestant: C, agents: u32) -> Result<Self, Box<dyn Error>> {
        for _ in 0..WARM_UP {
            contestant.step()?;
        }
        Ok(Self { contestant, agents: agents.into(), seconds: f64::INFINITY })
    }

    /// Measures one turn.
    ///
    /// # Errors
    ///
    /// Those of the contestant.
    pub fn turn(&mut self) -> Result<(), Box<dyn Error>> {
        let mut seconds = 0.0;
        for _ in 0..TURN {
            seconds += self.contestant.step()?;
        }
        self.seconds = self.seconds.min(seconds / f64::from(TURN));
        Ok(())
    }

    /// Returns the time per agent and tick in the best turn, in microseconds: other programs on the
    /// machine only ever make a turn longer.
    #[must_use]
    pub fn microseconds(&self) -> f64 {
        1e6 * self.seconds / self.agents
    }
}
