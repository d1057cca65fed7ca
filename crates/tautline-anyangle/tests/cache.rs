//! A cache of the taut graph answers as the online search does.

#[path = "support/files.rs"]
mod mesh_files;
#[path = "support/random_ground.rs"]
mod random_ground;
mod support;

use tautline_anyangle::{AnyAngleScratch, Landmarks, SearchMesh, TautCache};
use tautline_fixtures::real_data::{data, files, meshes_with_references, references};
use tautline_fixtures::{Cells, SplitMix64, random_blocks, rooms};
use tautline_navmesh::{Budget, Costs, NavMesh, QueryError, RandomPoints, Terrain, Vec2, rectangles_from_cells};
use tautline_dynamic::{ChangeError, ChangingGround, Edit, Obstacle, ObstacleId};
use tautline_meshgen::{OutlineOptions, Outlines, Role};

use mesh_files::{Fallible, plain_mesh};
use random_ground::random_ground;
use support::{build, find, raw_mesh};

/// How far lengths may be apart, as a share.
const ROUNDING: f64 = 1e-12;

/// The length, as bits, and the points.
type Answer = Result<(u64, Vec<Vec2>), QueryError>;

fn ask<'a>(
    cache: &mut TautCache,
    mesh: impl Into<SearchMesh<'a>>,
    [start, goal]: [Vec2; 2],
) -> Answer {
    let mut points = Vec::new();
    let length = cache.shortest_path(mesh, start.into(), goal.into(), &mut points)?;
    Ok((length.to_bits(), points))
}

/// What is wrong with an answer, or nothing.
fn fault(
    mesh: &NavMesh,
    [start, goal]: [Vec2; 2],
    answer: &Answer,
    scratch: &mut AnyAngleScratch,
) -> Option<String> {
    let costs = Costs::uniform();
    let expected = find(mesh, [start, goal], &costs, Budget::UNLIMITED, scratch);
    let report = || Some(format!("{start} to {goal}: {answer:?} for {expected:?}"));
    let (length, points, wanted) = match (answer, &expected) {
        (Ok((length, points)), Ok((wanted, _))) => (f64::from_bits(*length), points, *wanted),
        (Err(error), Err(expected)) => return if error == expected { None } else { report() },
        _ => return report(),
    };
    let leg = |leg: &[Vec2]| {
        let [dx, dy] = [0, 1].map(|axis| f64::from(leg[1][axis]) - f64::from(leg[0][axis]));
        (dx * dx + dy * dy).sqrt()
    };
    let is_close = |length: f64| (length - wanted).abs() <= ROUNDING * wanted;
    let has_ends = points.first() == Some(&start) && points.last() == Some(&goal);
    let is_walkable =
        points.windows(2).all(|leg| mesh.sees(leg[0].into(), leg[1].into(), &costs) == Ok(true));
    let sum: f64 = points.windows(2).map(leg).sum();
    if is_close(length) && is_close(sum) && has_ends && is_walkable { None } else { report() }
}

fn random_pairs(mesh: &NavMesh, count: usize, mut seed: u64) -> Fallible<Vec<[Vec2; 2]>> {
    let everywhere = RandomPoints::new(mesh);
    let mut point = || everywhere.draw(mesh, &mut seed).map(|(_, point)| point).ok_or("no ground");
    let mut pairs = Vec::new();
    for _ in 0..count {
        pairs.push([point()?, point()?]);
    }
    Ok(pairs)
}

/// `TAUTLINE_MAPS` tells on how many maps.
#[test]
fn random_maps_are_answered_as_online_and_alike_whatever_was_asked_before() -> Fallible<()> {
    let maps = std::env::var("TAUTLINE_MAPS").ok().map_or(Ok(600), |maps| maps.parse())?;
    let mut scratch = AnyAngleScratch::new();
    // One for all maps, one that keeps next to nothing, and new ones.
    let (mut all, mut tiny) = (TautCache::new(), TautCache::with_limit(100));
    let mut wrong = Vec::new();
    for seed in 0..maps {
        let mut random = SplitMix64::new(seed);
        let (mesh, cells, place) = random_ground(&mut random)?;
        let [width, height] = [cells.width, cells.height].map(i32::from);
        for _ in 0..60 {
            let mut point = || place([random.between(0, 2 * width), random.between(0, 2 * height)]);
            let pair = [point(), point()];
            let answer = ask(&mut all, &mesh, pair);
            let fault = fault(&mesh, pair, &answer, &mut scratch);
            wrong.extend(fault.map(|fault| format!("seed {seed}: {fault}\n{cells}")));
            assert_eq!(ask(&mut tiny, &mesh, pair), answer, "seed {seed}: {pair:?}\n{cells}");
            assert_eq!(ask(&mut TautCache::new(), &mesh, pair), answer, "seed {seed}: {pair:?}");
        }
    }
    let shortest = wrong.iter().min_by_key(|fault| fault.len());
    assert!(wrong.is_empty(), "{} wrong: {}", wrong.len(), shortest.ok_or("none")?);
    Ok(())
}

#[test]
fn reference_queries_are_answered_as_online() -> Fallible<()> {
    let mut scratch = AnyAngleScratch::new();
    let mut wrong = Vec::new();
    for folder in ["maps", "float"] {
        let Some(folder) = data(folder) else { return Ok(()) };
        for mesh_file in meshes_with_references(&folder)? {
            let name = mesh_file.file_name().unwrap_or_default().to_string_lossy();
            let reference_file = mesh_file.with_extension("reference.csv");
            let mesh = build(&raw_mesh(&plain_mesh(&mesh_file)?, &[]))?;
            let landmarks = Landmarks::choose(&mesh);
            let guided = SearchMesh::of(&mesh).with_landmarks(&landmarks);
            let mut cache = TautCache::new();
            for reference in references(&reference_file)? {
                let pair = reference.ends.map(Vec2::from);
                let answers = [ask(&mut cache, &mesh, pair), ask(&mut cache, guided, pair)];
                for answer in &answers {
                    wrong.extend(fault(&mesh, pair, answer, &mut scratch));
                }
            }
            println!("{name}: {} wrong so far, {} bytes", wrong.len(), cache.bytes());
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    Ok(())
}

/// `TAUTLINE_PAIRS` tells how many on each map.
#[test]
fn random_pairs_on_real_maps_are_answered_as_online() -> Fallible<()> {
    let count = std::env::var("TAUTLINE_PAIRS").ok().map_or(Ok(300), |count| count.parse())?;
    let mut scratch = AnyAngleScratch::new();
    let mut wrong = Vec::new();
    for folder in ["maps", "float"] {
        let Some(folder) = data(folder) else { return Ok(()) };
        for mesh_file in files(&folder, "mesh")? {
            let mesh = build(&raw_mesh(&plain_mesh(&mesh_file)?, &[]))?;
            let landmarks = Landmarks::choose(&mesh);
            let guided = SearchMesh::of(&mesh).with_landmarks(&landmarks);
            // One that forgets in the midst of queries, too.
            let (mut cache, mut small) = (TautCache::new(), TautCache::with_limit(50_000));
            for pair in random_pairs(&mesh, count, 7)? {
                let answer = ask(&mut cache, &mesh, pair);
                assert_eq!(ask(&mut small, &mesh, pair), answer, "{mesh_file:?}: {pair:?}");
                for answer in [answer, ask(&mut cache, guided, pair)] {
                    wrong.extend(fault(&mesh, pair, &answer, &mut scratch));
                }
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    Ok(())
}

const SIZE: u16 = 14;

/// The outlines of a map of cells.
fn outlines_of(cells: &Cells) -> Fallible<Outlines> {
    let raw = rectangles_from_cells(cells.width.into(), cells.height.into(), |x, y| {
        cells.is_walkable([x.cast_signed(), y.cast_signed()]).then_some(Terrain(0))
    });
    let mesh = build(&raw)?;
    let ring = |ring: &Vec<_>| ring.iter().map(|&side| mesh.side(side).start().into()).collect();
    let mut outlines = Outlines::default();
    outlines.push(Role::Ground, mesh.outlines().iter().map(ring).collect::<Vec<_>>());
    Ok(outlines)
}

/// A box or a triangle, on the lattice of cells or off it.
fn obstacle(random: &mut SplitMix64) -> Fallible<Obstacle> {
    let is_on_lattice = random.chance(60);
    let mut coordinate = |low: i32, high: i32| -> Fallible<f32> {
        let part = if is_on_lattice { 0 } else { random.between(0, 999) };
        Ok(f32::from(i16::try_from(random.between(low, high))?)
            + f32::from(i16::try_from(part)?) / 1000.0)
    };
    let [x, y] = [coordinate(-1, 14)?, coordinate(-1, 14)?];
    let [to_x, to_y] = [x + coordinate(1, 3)?, y + coordinate(1, 3)?];
    Ok(Obstacle::new([if random.chance(70) {
        vec![[x, y], [to_x, y], [to_x, to_y], [x, to_y]]
    } else {
        vec![[x, y], [to_x, y], [x, to_y]]
    }]))
}

/// `TAUTLINE_MAPS` tells on how many maps.
#[test]
fn a_cache_that_followed_all_changes_gives_the_bits_of_an_empty_one() -> Fallible<()> {
    let maps = std::env::var("TAUTLINE_MAPS").ok().map_or(Ok(120), |maps| maps.parse())?;
    let mut scratch = AnyAngleScratch::new();
    let (mut wrong, mut looks, mut looks_anew) = (Vec::new(), 0, 0);
    for seed in 0..maps {
        let mut random = SplitMix64::new(seed);
        let outlines = outlines_of(&random_blocks(seed, SIZE, SIZE, 20))?;
        let mut ground = ChangingGround::of_outlines(&outlines, &OutlineOptions::default())?;
        let (mut cache, mut there) = (TautCache::new(), Vec::<ObstacleId>::new());
        for version in 0..12 {
            let mut anew = TautCache::new();
            let mesh = ground.mesh();
            for pair in random_pairs(mesh, 20, random.next_u64())? {
                let answer = ask(&mut cache, mesh, pair);
                looks += cache.counters().looks;
                assert_eq!(answer, ask(&mut anew, mesh, pair), "{seed}, {version}: {pair:?}");
                looks_anew += anew.counters().looks;
                let fault = fault(mesh, pair, &answer, &mut scratch);
                wrong.extend(fault.map(|fault| format!("{seed}, {version}: {fault}")));
            }
            let mut edit = Edit::default();
            for _ in 0..random.between(0, 2) {
                edit.add.push(obstacle(&mut random)?);
            }
            edit.remove.extend(there.iter().copied().filter(|_| random.chance(25)));
            match ground.edit(&edit) {
                Ok(edited) => {
                    there.retain(|id| !edit.remove.contains(id));
                    there.extend(edited.added);
                }
                Err(error) => assert_eq!(error, ChangeError::NothingLeft),
            }
        }
    }
    assert!(wrong.is_empty(), "{} wrong: {:#?}", wrong.len(), &wrong[..wrong.len().min(5)]);
    assert!(looks < looks_anew, "{looks} looks for {looks_anew}");
    Ok(())
}

#[test]
fn only_what_looked_at_a_change_looks_again() -> Fallible<()> {
    let outlines = outlines_of(&rooms(5, 80, 80))?;
    let mut ground = ChangingGround::of_outlines(&outlines, &OutlineOptions::default())?;
    let pairs = random_pairs(ground.mesh(), 3000, 3)?;
    let mut cache = TautCache::new();
    let mut looks = |mesh: &NavMesh| -> u64 {
        let looks = |&pair| ask(&mut cache, mesh, pair).map_or(0, |_| cache.counters().looks);
        pairs.iter().map(looks).sum()
    };
    let first = looks(ground.mesh());
    assert!(first > 100, "{first}");
    assert_eq!(looks(ground.mesh()), 0, "all is known");
    assert_eq!(looks(&ground.mesh().clone()), 0, "of clones, too");
    let (crate_, _) = ground.add_obstacle(&Obstacle::new([vec![
        [40.25, 40.25],
        [40.75, 40.25],
        [40.75, 40.75],
        [40.25, 40.75],
    ]]))?;
    let again = looks(ground.mesh());
    assert!(0 < again && again < first / 4, "{again} of {first}");
    ground.remove_obstacle(crate_)?;
    let without = looks(ground.mesh());
    assert!(0 < without && without < first / 4, "{without} of {first}");
    assert!(looks(ground.base()) <= without, "the same ground, as another mesh");
    Ok(())
}
