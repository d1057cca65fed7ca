//! The world that all plugins are measured in: a town, agents with goals, and a clock.

use std::fs;
use std::time::{Duration, Instant};

/// The side of a cell of the town, in world units.
const CELL: f32 = 4.0;

/// A town: convex polygons around square houses, moved a little so that no two are alike. All
/// coordinates are multiples of 1/64.
pub struct Town {
    pub vertices: Vec<[f32; 2]>,
    pub polygons: Vec<Vec<usize>>,
}

/// Random numbers (SplitMix64).
pub struct Random(pub u64);

impl Random {
    pub fn below(&mut self, limit: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        (z ^ (z >> 31)) % limit
    }
}

impl Town {
    /// A town of `houses` by `houses` houses, each as wide as the streets.
    pub fn new(houses: usize) -> Self {
        let (cells, mut random) = (2 * houses + 1, Random(1));
        let mut offset = || (random.below(65) as f32 - 32.0) / 64.0;
        let mut vertices = Vec::new();
        for row in 0..=cells {
            for column in 0..=cells {
                vertices.push([CELL * column as f32 + offset(), CELL * row as f32 + offset()]);
            }
        }
        let mut polygons = Vec::new();
        for row in 0..cells {
            for column in 0..cells {
                let is_house = row % 2 == 1 && column % 2 == 1;
                if !is_house {
                    let first = row * (cells + 1) + column;
                    polygons.push(vec![first, first + 1, first + cells + 2, first + cells + 1]);
                }
            }
        }
        Self { vertices, polygons }
    }

    /// A random point inside a random polygon, at least about 1 from its corners.
    pub fn point(&self, random: &mut Random) -> [f32; 2] {
        let polygon = &self.polygons[random.below(self.polygons.len() as u64) as usize];
        let mut share = || 0.25 + 0.5 * random.below(64) as f32 / 64.0;
        let (s, t) = (share(), share());
        let mix = |a: [f32; 2], b: [f32; 2], s: f32| {
            [a[0] + (b[0] - a[0]) * s, a[1] + (b[1] - a[1]) * s]
        };
        let [a, b, c, d] = [0, 1, 2, 3].map(|corner| self.vertices[polygon[corner]]);
        mix(mix(a, b, s), mix(d, c, s), t)
    }

    /// Starts and goals of agents.
    pub fn journeys(&self, count: usize) -> Vec<[[f32; 2]; 2]> {
        let mut random = Random(2);
        (0..count).map(|_| [self.point(&mut random), self.point(&mut random)]).collect()
    }
}

/// Returns the processor time of all threads of this process that still run, in milliseconds.
pub fn process_ms() -> f64 {
    let tasks = fs::read_dir("/proc/self/task").expect("Linux");
    let times = tasks.flatten().filter_map(|task| time_of(task.path().join("schedstat")));
    times.sum()
}

fn time_of(file: std::path::PathBuf) -> Option<f64> {
    let text = fs::read_to_string(file).ok()?;
    Some(text.split(' ').next()?.parse::<f64>().ok()? / 1e6)
}

/// The cost of frames.
#[derive(Default)]
pub struct Frames {
    pub count: u32,
    /// Processor time of the whole process.
    pub process: f64,
    /// The time of the first frame on the wall: that of asking.
    pub first: f64,
    /// The longest frame on the wall.
    pub longest: f64,
}

impl Frames {
    /// Runs frames, paced at 60 a second, until one returns true, or `most` of them.
    pub fn run(most: u32, mut frame: impl FnMut() -> bool) -> Self {
        let mut frames = Self::default();
        let (begin, before) = (Instant::now(), process_ms());
        while frames.count < most {
            let wall = Instant::now();
            let is_done = frame();
            let wall = wall.elapsed().as_secs_f64() * 1e3;
            if frames.count == 0 {
                frames.first = wall;
            }
            frames.longest = frames.longest.max(wall);
            frames.count += 1;
            if is_done {
                break;
            }
            let next = begin + Duration::from_secs_f64(f64::from(frames.count) / 60.0);
            std::thread::sleep(next.saturating_duration_since(Instant::now()));
        }
        frames.process = process_ms() - before;
        frames
    }

    pub fn each(&self) -> f64 {
        self.process / f64::from(self.count)
    }
}

/// Returns the number of agents and of houses per side from the command line.
pub fn arguments() -> (usize, usize) {
    let mut numbers = std::env::args().skip(1).filter_map(|word| word.parse().ok());
    (numbers.next().unwrap_or(10_000), numbers.next().unwrap_or(32))
}
