//! The time of ticks of large crowds, compared in turns.

use std::error::Error;

use super::Contestant;

/// The steps before the measurement: paths are found, and memory grows.
const WARM_UP: usize = 30;

/// The number of steps of one turn. Libraries spread some of their work over several steps; tautline, over 8.
const TURN: u8 = 8;

/// A contestant with a number of agents, and the time of its best turn.
#[derive(Debug)]
pub struct Paced<C> {
    contestant: C,
    agents: f64,
    seconds: f64,
}

impl<C: Contestant> Paced<C> {
    /// Creates a measurement, and lets the agents walk for a second, so that they are on their way.
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

    /// Returns the time per agent and tick in the best turn, in microseconds. The best turn is the one that other
    /// programs on the machine delay least.
    #[must_use]
    pub fn microseconds(&self) -> f64 {
        1e6 * self.seconds / self.agents
    }
}
