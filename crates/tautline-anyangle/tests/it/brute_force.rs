//! Maps with rounded vertices, and small meshes full of degenerate cases, compared with
//! brute force on exact integers that shares no code with the search. Needs
//! `TAUTLINE_DATA`; without it, nothing is tested.

use std::path::Path;

use tautline_anyangle::AnyAngleScratch;
use tautline_fixtures::real_data::{data, files, references};
use tautline_fixtures::{PlainMesh, SplitMix64, VisibilityGraph};
use tautline_navmesh::{Budget, NavMesh, QueryFilter, RandomPoints, Vec2};

use crate::mesh_files::{Fallible, plain_mesh};
use crate::support::{build, find, raw_mesh};

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-9;

/// The number of random pairs of points on each mesh.
const RANDOM_PAIRS: usize = 400;

/// A mesh, and brute force on its data before it was built.
struct Subject {
    plain: PlainMesh,
    graph: VisibilityGraph,
    mesh: NavMesh,
    scratch: AnyAngleScratch,
}

/// The number of queries, and their results.
#[derive(Debug, Default)]
struct Tally {
    pairs: usize,
    reachable: usize,
    /// Pairs with an end off the mesh.
    off_mesh: usize,
    worst: f64,
    faults: Vec<String>,
}

impl Subject {
    fn new(plain: PlainMesh) -> Fallible<Self> {
        let graph = VisibilityGraph::new(&plain).ok_or("coordinates too far apart")?;
        let mesh = build(&raw_mesh(&plain, &[]))?;
        Ok(Self { plain, graph, mesh, scratch: AnyAngleScratch::new() })
    }

    fn ask(&mut self, ends: [[f32; 2]; 2], tally: &mut Tally) {
        let expected = self.graph.shortest_length(ends[0], ends[1]);
        let places = ends.map(Vec2::from);
        let answer =
            find(&self.mesh, places, &QueryFilter::uniform(), Budget(1_000_000), &mut self.scratch);
        tally.pairs += 1;
        tally.reachable += usize::from(expected.is_some());
        tally.off_mesh += usize::from(!ends.iter().all(|&end| self.graph.contains(end)));
        let is_right = match (&answer, expected) {
            (Ok((found, points)), Some(expected)) => {
                let difference = (found - expected).abs();
                tally.worst = tally.worst.max(difference / expected.max(f64::MIN_POSITIVE));
                difference <= ROUNDING * expected
                    && points.first() == Some(&places[0])
                    && points.last() == Some(&places[1])
            }
            (Err(_), None) => true,
            _ => false,
        };
        if !is_right {
            tally.faults.push(format!("{ends:?}: {answer:?} instead of {expected:?}"));
        }
    }

    /// Returns a vertex or a random point on the mesh.
    fn random_point(&self, ground: &RandomPoints, random: &mut SplitMix64) -> Fallible<[f32; 2]> {
        if random.chance(50) {
            let index = usize::try_from(random.below(self.plain.vertices.len() as u64))?;
            return Ok(self.plain.vertices[index]);
        }
        let mut seed = random.next_u64();
        Ok(ground.draw(&self.mesh, &mut seed).ok_or("no ground")?.1.into())
    }

    fn ask_at_random(&mut self, pairs: usize, tally: &mut Tally) -> Fallible<()> {
        let ground = RandomPoints::new(&self.mesh);
        let mut random = SplitMix64::new(7);
        for _ in 0..pairs {
            let start = self.random_point(&ground, &mut random)?;
            let goal = self.random_point(&ground, &mut random)?;
            self.ask([start, goal], tally);
        }
        Ok(())
    }
}

#[expect(clippy::print_stdout, reason = "how good the answers are is worth knowing")]
fn report(name: &str, tally: &Tally) {
    let Tally { pairs, reachable, off_mesh, worst, faults } = tally;
    println!(
        "{name}: {pairs} pairs, {reachable} reachable, {off_mesh} off the mesh, {} wrong, at most {worst:.1e} off",
        faults.len()
    );
}

fn scaled(point: [f32; 2], factor: f32) -> [f32; 2] {
    point.map(|value| value * factor)
}

#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn answers_on_scaled_maps_are_those_of_brute_force() -> Fallible<()> {
    let Some(folder) = data("") else { return Ok(()) };
    for name in [
        "maps/dao/arena",
        "maps/dao/den009d",
        "maps/da2/ht_store",
        "maps/bgmaps/AR0044SR",
        "maps/dao/rmtst",
        "float/arena-rotated",
    ] {
        let path = folder.join(name);
        let plain = plain_mesh(&path.with_extension("mesh"))?;
        let references = references(&path.with_extension("reference.csv"))?;
        // Brute force takes most of the time on the largest map, which is asked a third of the queries
        // at two scales; at one of them, rounding splits areas. `TAUTLINE_MAPS` asks all at all of them.
        let is_thorough = plain.areas.len() < 200 || std::env::var_os("TAUTLINE_MAPS").is_some();
        let (scales, stride) = if is_thorough { (5, 1) } else { (2, 3) };
        for factor in [1.0, 0.01, 0.001, 100.0, 10_000.0].into_iter().take(scales) {
            let mut plain = plain.clone();
            for vertex in &mut plain.vertices {
                *vertex = scaled(*vertex, factor);
            }
            let area_count = plain.areas.len();
            let mut subject = Subject::new(plain)?;
            let further_areas = subject.mesh.area_count() - area_count;
            let mut tally = Tally::default();
            for reference in references.iter().step_by(stride) {
                subject.ask(reference.ends.map(|end| scaled(end, factor)), &mut tally);
            }
            // Rounding moves ends inside slanted walls off the mesh.
            assert!(4 * tally.off_mesh <= tally.pairs, "{name} by {factor}: {tally:?}");
            subject.ask_at_random(RANDOM_PAIRS / stride, &mut tally)?;
            report(&format!("{name} by {factor}, {further_areas} areas split"), &tally);
            assert_eq!(tally.faults, Vec::<String>::new(), "{name} by {factor}");
        }
    }
    Ok(())
}

/// The vertices of a mesh, and the points between them on a lattice of half its unit, some
/// of them off the mesh.
fn lattice(mesh: &NavMesh, unit: f32) -> Vec<[f32; 2]> {
    let bounds = mesh.bounds();
    let steps = |from: f32, to: f32| {
        let step = move |number: u16| from + (f32::from(number) - 1.0) * unit / 2.0;
        (0..u16::MAX).map(step).take_while(move |&value| value <= to + unit)
    };
    let rows = steps(bounds.min.y, bounds.max.y);
    let points = rows.flat_map(|y| steps(bounds.min.x, bounds.max.x).map(move |x| [x, y]));
    points.chain(mesh.vertices().iter().map(|&vertex| vertex.into())).collect()
}

fn ask_on_degenerate_mesh(path: &Path, seed: u64) -> Fallible<Tally> {
    let mut subject = Subject::new(plain_mesh(path)?)?;
    let mut tally = Tally::default();
    let vertices = subject.plain.vertices.clone();
    for &start in &vertices {
        for &goal in &vertices {
            subject.ask([start, goal], &mut tally);
        }
    }
    let points = lattice(&subject.mesh, 1.0);
    let mut random = SplitMix64::new(seed);
    let mut point = || -> Fallible<[f32; 2]> {
        Ok(points[usize::try_from(random.below(points.len() as u64))?])
    };
    for _ in 0..3000 {
        subject.ask([point()?, point()?], &mut tally);
    }
    subject.ask_at_random(RANDOM_PAIRS, &mut tally)?;
    Ok(tally)
}

/// Collinear corners, vertices of several components, a rotated lattice.
#[test]
#[ignore = "needs TAUTLINE_DATA"]
fn answers_on_degenerate_meshes_are_those_of_brute_force() -> Fallible<()> {
    let Some(folder) = data("degenerate") else { return Ok(()) };
    let mesh_files = files(&folder, "mesh")?;
    assert_eq!(mesh_files.len(), 7);
    for (seed, mesh_file) in (0..).zip(mesh_files) {
        let name = mesh_file.display().to_string();
        let tally = ask_on_degenerate_mesh(&mesh_file, seed)?;
        report(&name, &tally);
        assert_eq!(tally.faults, Vec::<String>::new(), "{name}");
        assert!(10 * tally.reachable > tally.pairs, "{name}");
    }
    Ok(())
}
