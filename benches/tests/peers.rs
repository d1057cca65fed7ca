//! Checks of the peers: both answer every query of the real maps, and their answers are compared with the exact
//! lengths.
//!
//! This needs `TAUTLINE_DATA`. A release build also prints meaningful times:
//!
//! ```text
//! cargo test --release -p tautline-benches --features peers --test peers -- --ignored --nocapture --test-threads=1
//! ```
#![cfg(feature = "peers")]

use std::error::Error;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};
use std::time::Instant;

use tautline_benches::PlainMesh;
use tautline_benches::peers::{detour::Detour, polyanya::Peer};
use tautline_fixtures::data::real_data;

type Fallible<T> = Result<T, Box<dyn Error>>;

/// A query of `NAME.reference.csv`.
struct Query {
    start: [f32; 2],
    goal: [f32; 2],
    /// `None` if there is no path.
    length: Option<f64>,
    /// True if the start or the goal is where two parts of the ground touch only at a point, so that a shorter path
    /// may be right, too.
    pinch: bool,
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn the_peers_answer_all_queries_of_the_real_maps() -> Fallible<()> {
    let Some(maps) = real_data("maps") else { return Ok(()) };
    println!("{HEADING}");
    let mesh_files = mesh_files(&maps)?;
    assert_eq!(mesh_files.len(), 21);
    for mesh_file in mesh_files {
        let measured = Measured::from(&mesh_file)?;
        println!("{measured}");
        let Measured { name, rounding, detour, polyanya } = measured;
        assert!(rounding <= 0.0, "{name} lies on the lattice of integers");
        assert_eq!(detour.differ, detour.differ_at_contact, "{name}: Detour finds every path");
        assert!(
            detour.least > 1.0 - 1e-5,
            "{name}: no path of Detour is shorter than the shortest one"
        );
        assert!(detour.mean < 1.02, "{name}: Detour's paths are known to be 0.6 % too long");
        let polyanya = polyanya?;
        assert_eq!(
            polyanya.differ, polyanya.differ_at_contact,
            "{name}: polyanya finds every path"
        );
        assert!(
            polyanya.least > 1.0 - 1e-5,
            "{name}: no path of polyanya is shorter than the shortest one"
        );
        assert!(polyanya.most < 1.0 + 1e-4, "{name}: polyanya's paths are the shortest");
    }
    Ok(())
}

/// These maps are hard for the peers: Detour rounds the vertices, polyanya has absolute epsilons in f32 and does not
/// support zero-width walls. So the limits of this test are wide.
#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn the_peers_answer_nearly_all_queries_of_maps_off_the_lattice() -> Fallible<()> {
    let Some(float) = real_data("float") else { return Ok(()) };
    println!("{HEADING}");
    for mesh_file in mesh_files(&float)? {
        let measured = Measured::from(&mesh_file)?;
        println!("{measured}");
        let Measured { name, detour, polyanya, .. } = measured;
        assert!(detour.differ * 20 <= detour.queries, "{name}: Detour finds nearly all paths");
        assert!(detour.mean < 1.02, "{name}: Detour's paths are known to be 0.6 % too long");
        assert_eq!(polyanya.is_err(), name.ends_with("-walls"), "{name}: polyanya refuses walls");
    }
    Ok(())
}

const HEADING: &str = "map                  queries peer          mean     >1%       max       min \
                       differ touch        us  us, best";

/// Both peers on one map.
struct Measured {
    name: String,
    /// The greatest distance that Detour's lattice moved a vertex.
    rounding: f32,
    detour: Trial,
    polyanya: Result<Trial, String>,
}

impl Measured {
    fn from(mesh_file: &Path) -> Fallible<Self> {
        let name = mesh_file.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let plain = read_mesh(&fs::read_to_string(mesh_file)?)?;
        let reference = fs::read_to_string(mesh_file.with_extension("reference.csv"))?;
        let queries = read_queries(&reference)?;
        let contacts = contacts(&plain);

        let mut detour = Detour::build(&plain)?;
        let rounding = detour.rounding();
        let mut bends = Vec::new();
        let detour =
            Trial::run(&queries, &contacts, |start, goal| detour.path(start, goal, &mut bends));
        let polyanya = Peer::build(&plain)
            .map(|peer| Trial::run(&queries, &contacts, |start, goal| peer.path(start, goal)));
        Ok(Self { name, rounding, detour, polyanya })
    }
}

impl fmt::Display for Measured {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { name, rounding, detour, polyanya } = self;
        write!(out, "{name:<21} {:>6} detour   {detour}", detour.queries)?;
        if *rounding > 0.0 {
            write!(out, "  vertices moved by {rounding}")?;
        }
        match polyanya {
            Ok(trial) => write!(out, "\n{name:<21} {:>6} polyanya {trial}", trial.queries),
            Err(reason) => write!(out, "\n{name:<21} {:>6} polyanya refuses: {reason}", ""),
        }
    }
}

/// One peer on one map.
struct Trial {
    queries: usize,
    /// Mean, greatest and least ratio of a path's length to the reference.
    mean: f64,
    most: f64,
    least: f64,
    /// Share of paths more than 1 % too long.
    too_long: f64,
    /// Answers that disagree with the reference on whether there is a path.
    differ: usize,
    /// Those of them whose start or goal lies where polygons touch only at a point.
    differ_at_contact: usize,
    /// Mean time of a query in the first pass and in the fastest of three.
    first_micros: f64,
    best_micros: f64,
}

impl Trial {
    fn run(
        queries: &[Query],
        contacts: &[[f32; 2]],
        mut path: impl FnMut([f32; 2], [f32; 2]) -> Option<f64>,
    ) -> Self {
        let mut passes = [0.0; 3];
        let mut lengths = Vec::with_capacity(queries.len());
        #[expect(clippy::cast_precision_loss, reason = "counts far below 2^53")]
        let count = queries.len() as f64;
        for micros in &mut passes {
            lengths.clear();
            let clock = Instant::now();
            lengths.extend(queries.iter().map(|query| path(query.start, query.goal)));
            *micros = clock.elapsed().as_secs_f64() * 1e6 / count;
        }

        let mut trial = Self {
            queries: queries.len(),
            mean: 0.0,
            most: 0.0,
            least: f64::INFINITY,
            too_long: 0.0,
            differ: 0,
            differ_at_contact: 0,
            first_micros: passes[0],
            best_micros: passes.into_iter().fold(f64::INFINITY, f64::min),
        };
        let mut compared = 0.0;
        for (query, length) in queries.iter().zip(lengths) {
            let (Some(length), Some(reference)) = (length, query.length) else {
                if length.is_some() != query.length.is_some() {
                    trial.differ += 1;
                    let touching = [query.start, query.goal].iter().any(|at| contacts.contains(at));
                    trial.differ_at_contact += usize::from(touching);
                }
                continue;
            };
            let ratio = if reference > 0.0 { length / reference } else { 1.0 + length };
            compared += 1.0;
            trial.mean += ratio;
            trial.most = trial.most.max(ratio);
            if !query.pinch {
                trial.least = trial.least.min(ratio);
            }
            trial.too_long += f64::from(u8::from(ratio > 1.01));
        }
        trial.mean /= compared;
        trial.too_long /= compared;
        trial
    }
}

impl fmt::Display for Trial {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            out,
            "{:>9.6} {:>6.2}% {:>9.6} {:>9.6} {:>6} {:>5} {:>9.2} {:>9.2}",
            self.mean,
            self.too_long * 100.0,
            self.most,
            self.least,
            self.differ,
            self.differ_at_contact,
            self.first_micros,
            self.best_micros
        )
    }
}

/// The meshes below a folder that have reference lengths, sorted.
fn mesh_files(folder: &Path) -> Fallible<Vec<PathBuf>> {
    let mut found = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            found.append(&mut mesh_files(&path)?);
        } else if path.extension().is_some_and(|extension| extension == "mesh")
            && path.with_extension("reference.csv").exists()
        {
            found.push(path);
        }
    }
    found.sort();
    Ok(found)
}

/// Positions where fans of polygons touch only at a point.
fn contacts(plain: &PlainMesh) -> Vec<[f32; 2]> {
    let mut fans = vec![0; plain.vertices.len()];
    for (corners, neighbours) in plain.polygons.iter().zip(&plain.neighbours) {
        for (&corner, neighbour) in corners.iter().zip(neighbours) {
            // The clockwise end of a fan is a wall that leads away from the vertex.
            fans[corner as usize] += usize::from(neighbour.is_none());
        }
    }
    let touching = plain.vertices.iter().zip(fans).filter(|&(_, fans)| fans > 1);
    touching.map(|(&position, _)| position).collect()
}

/// Reads Polyanya's mesh format 2.
fn read_mesh(text: &str) -> Fallible<PlainMesh> {
    let mut words = text.split_ascii_whitespace();
    if (words.next(), words.next()) != (Some("mesh"), Some("2")) {
        return Err("not a mesh of format 2".into());
    }
    let mut word = || words.next().ok_or("the mesh ends early");
    let vertices = word()?.parse()?;
    let polygons = word()?.parse()?;
    let mut plain = PlainMesh::default();
    for _ in 0..vertices {
        plain.vertices.push([word()?.parse()?, word()?.parse()?]);
        for _ in 0..word()?.parse()? {
            word()?;
        }
    }
    for _ in 0..polygons {
        let count = word()?.parse()?;
        let corners = (0..count).map(|_| Ok(word()?.parse()?)).collect::<Fallible<_>>()?;
        let mut neighbours = (0..count)
            .map(|_| Ok(u32::try_from(word()?.parse::<i64>()?).ok()))
            .collect::<Fallible<Vec<_>>>()?;
        // The file names the neighbour before a corner, a plain mesh the one after it.
        neighbours.rotate_left(1);
        plain.polygons.push(corners);
        plain.neighbours.push(neighbours);
    }
    Ok(plain)
}

fn read_queries(text: &str) -> Fallible<Vec<Query>> {
    text.lines()
        .skip(1)
        .map(|line| {
            let fields: Vec<&str> = line.split(',').collect();
            let [start_x, start_y, goal_x, goal_y, length, pinch] = fields[..] else {
                return Err(format!("a reference line has 6 fields, unlike {line:?}").into());
            };
            Ok(Query {
                start: [start_x.parse()?, start_y.parse()?],
                goal: [goal_x.parse()?, goal_y.parse()?],
                length: Some(length.parse()?).filter(|&length: &f64| length >= 0.0),
                pinch: pinch == "1",
            })
        })
        .collect()
}
