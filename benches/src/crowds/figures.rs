//! The figures of a crowd, from the positions of its agents alone.

use super::{HEIGHT, RADIUS, SPEED, TICK, Walkable};

/// The depth of an overlap, as a share of the sum of both radii, above which it counts, and above which it counts as
/// deep.
const DEPTHS: [f64; 2] = [0.05, 0.25];

/// The share of its preferred speed below which an agent counts as standing.
const STANDING: f64 = 0.1;

/// The figures of a crowd in a scenario.
#[derive(Clone, Debug, Default)]
pub struct Figures {
    /// The number of agents.
    pub agents: usize,
    /// The time of each agent that arrived, divided by the time that it needs alone.
    pub ratios: Vec<f64>,
    /// The time when the last one arrived, in seconds.
    pub last: f64,
    /// The time of all steps but the first one, in which the paths are found, in seconds.
    pub seconds: f64,
    /// The number of agents in each of these steps, summed.
    pub timed: f64,
    /// The number of agents on their way in each step, summed over all steps. The next three counts are summed in the
    /// same way.
    pub agent_ticks: f64,
    /// The agents that overlap another one, and those that overlap it deeply.
    pub overlaps: [f64; 2],
    /// The agents that move at less than a tenth of their speed.
    pub standing: f64,
    /// The agents that are off the ground.
    pub off_mesh: f64,
    /// The sum of all turns of moving agents, in radians.
    pub turned: f64,
    /// The time in which they turned, in seconds.
    pub turning_seconds: f64,
    /// The position and the direction of each agent one step before.
    before: Vec<Option<Before>>,
}

#[derive(Clone, Copy, Debug)]
struct Before {
    position: [f64; 3],
    /// Zero until it moves.
    direction: [f64; 2],
}

impl Figures {
    /// The head of a table.
    pub const HEAD: &'static str = "| scenario | crowd | arrived | time ratio, 95 % | > 5 % | > 25 % | jam % | turn | off mesh | last s | us |\n|---|---|---|---|---|---|---|---|---|---|---|";

    /// Creates the figures of a number of agents, before the first step.
    #[must_use]
    pub fn new(agents: usize) -> Self {
        Self { agents, before: vec![None; agents], ..Self::default() }
    }

    /// Records a step: the index and the position (x, y, elevation) of each agent on its way.
    pub fn record(&mut self, walkable: &Walkable, agents: &[(usize, [f32; 3])]) {
        for &(index, position) in agents {
            self.off_mesh += count(!walkable.contains(position));
            self.move_to(index, position.map(f64::from));
        }
        let positions: Vec<_> = agents.iter().map(|(_, at)| at.map(f64::from)).collect();
        for depth in deepest_overlaps(positions) {
            for (overlaps, least) in self.overlaps.iter_mut().zip(DEPTHS) {
                *overlaps += count(depth > least);
            }
            self.agent_ticks += 1.0;
        }
    }

    fn move_to(&mut self, index: usize, position: [f64; 3]) {
        let mut now = Before { position, direction: [0.0; 2] };
        if let Some(before) = self.before[index] {
            let step = [position[0] - before.position[0], position[1] - before.position[1]];
            let length = (step[0] * step[0] + step[1] * step[1]).sqrt();
            now.direction = before.direction;
            if length < STANDING * f64::from(SPEED * TICK) {
                self.standing += 1.0;
            } else {
                now.direction = step.map(|coordinate| coordinate / length);
                self.turn(before.direction, now.direction);
            }
        }
        self.before[index] = Some(now);
    }

    fn turn(&mut self, [a, b]: [f64; 2], [c, d]: [f64; 2]) {
        if [a, b].iter().any(|coordinate| coordinate.abs() > 0.0) {
            let (sine, cosine) = ((a * d - b * c).abs(), a * c + b * d);
            // Approximates the angle in radians, without a function that differs by platform.
            self.turned += if cosine > 0.0 { sine } else { 2.0 - sine };
            self.turning_seconds += f64::from(TICK);
        }
    }

    /// Returns the mean time ratio of the agents that arrived, and its 95th percentile.
    #[must_use]
    pub fn time_ratios(&self) -> [f64; 2] {
        let mut ratios = self.ratios.clone();
        ratios.sort_by(f64::total_cmp);
        let number = ratios.iter().fold(0.0, |number, _| number + 1.0);
        let late = ratios.get(ratios.len() * 19 / 20).copied().unwrap_or(f64::NAN);
        [ratios.iter().sum::<f64>() / number, late]
    }

    /// A line of a table.
    #[must_use]
    pub fn line(&self, scenario: &str, who: &str) -> String {
        let [mean, late] = self.time_ratios();
        let percent = |part: f64| 100.0 * part / self.agent_ticks;
        format!(
            "| {scenario} | {who} | {} of {} | {mean:.2}, {late:.2} | {:.2} | {:.2} | {:.1} | {:.2} | {} | {:.0} | {:.2} |",
            self.ratios.len(),
            self.agents,
            percent(self.overlaps[0]),
            percent(self.overlaps[1]),
            percent(self.standing),
            self.turned / self.turning_seconds.max(f64::from(TICK)),
            self.off_mesh,
            self.last,
            1e6 * self.seconds / self.timed.max(1.0),
        )
    }
}

fn count(is_one: bool) -> f64 {
    f64::from(u8::from(is_one))
}

/// Returns the deepest overlap of each agent with another one, as a share of the sum of both radii; 0 if there is
/// none. Sorts the agents by x, so that each is compared only with those within reach.
fn deepest_overlaps(mut positions: Vec<[f64; 3]>) -> Vec<f64> {
    let reach = 2.0 * f64::from(RADIUS);
    positions.sort_unstable_by(|a, b| a[0].total_cmp(&b[0]));
    let mut deepest = vec![0.0_f64; positions.len()];
    for (left, one) in positions.iter().enumerate() {
        for (right, other) in positions.iter().enumerate().skip(left + 1) {
            let [x, y, z] = [0, 1, 2].map(|axis| other[axis] - one[axis]);
            if x > reach {
                break;
            }
            if z.abs() < f64::from(HEIGHT) {
                let depth = 1.0 - (x * x + y * y).sqrt() / reach;
                deepest[left] = deepest[left].max(depth);
                deepest[right] = deepest[right].max(depth);
            }
        }
    }
    deepest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn agents_on_different_floors_do_not_overlap() {
        let floors = vec![[0.0, 0.0, 0.0], [0.0, 0.0, 3.0], [0.3, 0.0, 0.0]];
        let deepest = deepest_overlaps(floors);
        assert!(deepest[0] > 0.49 && deepest[1] <= 0.0 && deepest[2] > 0.49);
    }
}
