//! Equal input gives equal bits, however many threads work on it.

use std::error::Error;

use crate::support::queries::random_queries;
use crate::support::{build, raw_mesh};
use rayon::ThreadPoolBuilder;
use tautline::navmesh::{StoredMesh, StoredMeshError};
use tautline::{End, NavMesh, Path, PathError, Query, Scratch, Vec2, path_in, paths};
use tautline_fixtures::{Cells, maze, random_blocks, rooms};

type Answer = Result<Path, PathError>;

/// Equal to the last bit, which `==` of floats does not say.
#[track_caller]
fn assert_same_bits(answers: &[Answer], expected: &[Answer]) {
    assert_eq!(answers.len(), expected.len());
    for (answer, expected) in answers.iter().zip(expected) {
        // Errors may hold NaN, which differs from itself; their texts do not.
        let bits = |answer: &Answer| match answer {
            Ok(path) => Ok((
                path.points
                    .iter()
                    .map(|point| point.to_array().map(f32::to_bits))
                    .collect::<Vec<_>>(),
                path.length.to_bits(),
                path.cost.to_bits(),
                path.areas.clone(),
                path.links.clone(),
            )),
            Err(error) => Err(error.to_string()),
        };
        assert_eq!(bits(answer), bits(expected));
    }
}

fn on_threads(
    threads: usize,
    mesh: &NavMesh,
    queries: &[Query<'_>],
) -> Result<Vec<Answer>, Box<dyn Error>> {
    let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
    Ok(pool.install(|| paths(mesh, queries)))
}

/// Each query alone, with memory that nothing was found in before.
fn one_by_one(mesh: &NavMesh, queries: &[Query<'_>]) -> Vec<Answer> {
    let alone = |query| {
        let mut path = Path::default();
        path_in(mesh, query, &mut Scratch::new(), &mut path).map(|()| path)
    };
    queries.iter().map(alone).collect()
}

fn maps() -> [Cells; 3] {
    [random_blocks(5, 70, 60, 30), rooms(6, 61, 61), maze(7, 41, 41)]
}

#[test]
fn one_and_two_and_eight_threads_give_the_bits_of_single_requests() -> Result<(), Box<dyn Error>> {
    for (seed, cells) in (0..).zip(maps()) {
        let mesh = build(&raw_mesh(&cells))?;
        let queries = random_queries(&cells, seed, 1_500);
        let expected = one_by_one(&mesh, &queries);
        assert!(expected.iter().filter(|answer| answer.is_ok()).count() > 200);
        assert!(expected.iter().any(Result::is_err));
        for threads in [1, 2, 8] {
            assert_same_bits(&on_threads(threads, &mesh, &queries)?, &expected);
        }
    }
    Ok(())
}

#[test]
fn the_same_batch_asked_twice_gives_the_same_bits() -> Result<(), Box<dyn Error>> {
    let [cells, ..] = maps();
    let queries = random_queries(&cells, 9, 500);
    // Also from a mesh that was built again.
    let [first, second] =
        [build(&raw_mesh(&cells))?, build(&raw_mesh(&cells))?].map(|mesh| paths(&mesh, &queries));
    assert_same_bits(&first, &second);
    Ok(())
}

#[test]
fn a_bad_query_leaves_the_others_alone() -> Result<(), Box<dyn Error>> {
    let cells = tautline_fixtures::open(20, 20);
    let mesh = build(&raw_mesh(&cells))?;
    let sound = random_queries(&cells, 3, 100);
    let expected = one_by_one(&mesh, &sound);

    let mut queries = sound.clone();
    let somewhere = Vec2::new(1.0, 1.0);
    queries.insert(70, Query::new(somewhere, Vec2::new(1.0, f32::INFINITY)));
    queries.insert(40, Query::new(Vec2::splat(-5.0), somewhere));
    queries.insert(0, Query::new(Vec2::new(f32::NAN, 1.0), somewhere));
    for threads in [1, 2, 8] {
        let mut answers = on_threads(threads, &mesh, &queries)?;
        assert!(matches!(answers.remove(0), Err(PathError::NotFinite { end: End::Start, .. })));
        assert_eq!(
            answers.remove(40),
            Err(PathError::StartOffMesh { x: -5.0, y: -5.0, nearest: Vec2::ZERO })
        );
        assert!(matches!(answers.remove(70), Err(PathError::NotFinite { end: End::Goal, .. })));
        assert_same_bits(&answers, &expected);
    }
    Ok(())
}

#[test]
fn answers_come_in_the_order_of_their_queries() -> Result<(), Box<dyn Error>> {
    let mesh = build(&raw_mesh(&tautline_fixtures::open(200, 1)))?;
    let goals: Vec<Vec2> = (0_u8..200).map(|x| Vec2::new(x.into(), 1.0)).collect();
    let queries: Vec<Query<'_>> = goals.iter().map(|&goal| Query::new(Vec2::ZERO, goal)).collect();
    let answers = on_threads(8, &mesh, &queries)?;
    assert_eq!(answers.len(), goals.len());
    for (answer, goal) in answers.into_iter().zip(goals) {
        assert_eq!(answer?.points.last(), Some(&goal));
    }
    Ok(())
}

#[test]
fn no_queries_have_no_answers() -> Result<(), Box<dyn Error>> {
    let mesh = build(&raw_mesh(&tautline_fixtures::open(2, 2)))?;
    assert!(paths(&mesh, &[]).is_empty());
    Ok(())
}

#[test]
fn a_mesh_that_is_loaded_on_any_number_of_threads_is_the_one_that_was_stored()
-> Result<(), Box<dyn Error>> {
    let cells = random_blocks(8, 200, 200, 30);
    let mesh = build(&raw_mesh(&cells))?;
    assert!(mesh.half_edge_count() > 20_000, "enough for more than one thread");
    let stored = mesh.to_stored();
    // Two faults, found by different threads: one of them is named.
    let mut forged = stored.clone();
    forged.fan_vertices.push(forged.fan_vertices[forged.fan_vertices.len() - 1]);
    forged.block_cut_numbers.swap(0, 1);
    let refusal = forged.clone().verify();
    assert!(matches!(refusal, Err(StoredMeshError::BlockCutNumber { .. })), "{refusal:?}");
    for threads in [1, 2, 8] {
        let pool = ThreadPoolBuilder::new().num_threads(threads).build()?;
        let loaded = |stored: &StoredMesh| pool.install(|| stored.clone().verify());
        assert_eq!(loaded(&stored).as_ref(), Ok(&mesh));
        assert_eq!(loaded(&forged), refusal);
    }
    Ok(())
}
