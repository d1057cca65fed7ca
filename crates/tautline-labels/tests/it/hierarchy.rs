//! Hierarchies of corners that are not hubs give the answers of the online search.

use tautline_anyangle::AnyAngleScratch;
use tautline_fixtures::{levels, random_blocks, rooms};
use tautline_geometry::DVec2;
use tautline_labels::{
    BakeError, BakeOptions, Hubs, LabelScratch, Labels, PreparedGoal, StoredLabels,
    StoredLabelsError,
};
use tautline_navmesh::{
    Budget, Location, NavMesh, QueryFilter, RandomPoints, RawMesh, Terrain, Vec2,
    rectangles_from_cells,
};

use crate::mesh_files::Fallible;
use crate::support::{build, find};

/// The relative difference between lengths that count as equal.
const ROUNDING: f64 = 1e-12;

fn of_cells(size: u16, is_ground: impl Fn(u32, u32) -> bool) -> Fallible<NavMesh> {
    let ground = |x, y| is_ground(x, y).then_some(Terrain(0));
    Ok(build(&rectangles_from_cells(size.into(), size.into(), ground))?)
}

/// Maps on which contraction tries many corners at once, and shortcuts replace each other.
fn maps(seed: u64) -> Fallible<[(&'static str, NavMesh); 3]> {
    let scattered = random_blocks(seed, 96, 96, 30);
    let at = |x: u32, y: u32| [x, y].map(|at| i32::try_from(at).unwrap_or(-1));
    let caves = levels::caves(seed, 128, 128);
    let is_cave = |x: u32, y: u32| caves[y as usize].as_bytes()[x as usize] == b'.';
    let rooms = rooms(seed, 80, 80);
    Ok([
        ("scattered", of_cells(96, |x, y| scattered.is_walkable(at(x, y)))?),
        ("caves", of_cells(128, is_cave)?),
        ("rooms", of_cells(80, |x, y| rooms.is_walkable(at(x, y)))?),
    ])
}

/// Random points.
fn points(mesh: &NavMesh, count: usize) -> Fallible<Vec<Vec2>> {
    let (everywhere, mut seed) = (RandomPoints::new(mesh), 7);
    let draw = |_| everywhere.draw(mesh, &mut seed).map(|(_, point)| point).ok_or("no ground");
    Ok((0..count).map(draw).collect::<Result<_, _>>()?)
}

/// `TAUTLINE_LARGE_MAPS` is the number of maps of each kind.
#[test]
fn large_maps_are_answered_as_online_with_any_number_of_hubs() -> Fallible<()> {
    let maps_of_kind: u64 =
        std::env::var("TAUTLINE_LARGE_MAPS").map_or(Ok(1), |maps| maps.parse())?;
    let (mut scratch, mut path) = (LabelScratch::new(), Vec::new());
    let (mut online, mut goal) = (AnyAngleScratch::new(), PreparedGoal::new());
    let (mut answers, filter) = (0, QueryFilter::uniform());
    for (kind, mesh) in (0..maps_of_kind).map(maps).collect::<Fallible<Vec<_>>>()?.iter().flatten()
    {
        let order = Labels::bake(mesh, &BakeOptions::default())?.hub_order();
        let corners = order.corners.len();
        let bake = |hubs| {
            let mut options = BakeOptions::with_hubs(Hubs::AtMost(hubs));
            options.order = Some(order.clone());
            Labels::bake(mesh, &options)
        };
        for hubs in [0, corners / 50, corners / 5, corners - 1] {
            let labels = bake(hubs)?;
            assert_eq!(labels.stats().hubs, hubs);
            assert!(labels.stats().shortcuts > 0 || hubs == corners - 1);
            let ends = points(mesh, 600)?;
            for (number, pair) in ends.chunks_exact(2).enumerate() {
                let [from, to] = [pair[0], pair[1]];
                let expected = find(mesh, [from, to], &filter, Budget::UNLIMITED, &mut online);
                let found = labels.shortest_path(mesh, from, to, &mut scratch, &mut path);
                let context = || format!("{kind}, {hubs} hubs: {from} to {to}: {found:?}");
                let Ok((length, _)) = expected else {
                    assert_eq!(found.err(), expected.err());
                    continue;
                };
                answers += 1;
                let is_close = |other: f64| (other - length).abs() <= ROUNDING * length;
                assert!(found.is_ok_and(is_close), "{}", context());
                let walked: f64 =
                    path.windows(2).map(|leg| DVec2::from(leg[0]).distance(leg[1].into())).sum();
                assert!(is_close(walked), "{}", context());
                if number % 20 == 0 {
                    labels.prepare_goal(mesh, to, &mut goal)?;
                    for round in 0..2 {
                        if round == 1 {
                            labels.one_to_all(&mut goal);
                        }
                        for &from in ends.iter().step_by(31) {
                            let alone =
                                labels.shortest_path(mesh, from, to, &mut scratch, &mut path);
                            let shared =
                                labels.shortest_path_to(mesh, from, &goal, &mut scratch, &mut path);
                            let next = labels.next_corner_to(mesh, from, &goal, &mut scratch);
                            let Ok(length) = alone else {
                                assert_eq!(shared, alone);
                                continue;
                            };
                            let is_close = |other: f64| (other - length).abs() <= ROUNDING * length;
                            assert!(shared.is_ok_and(is_close), "{}, round {round}", context());
                            assert!(
                                next.is_ok_and(
                                    |next| is_close(next.distance) && next.point == path[1]
                                )
                            );
                        }
                    }
                }
            }
        }
    }
    println!("{answers} answers");
    Ok(())
}

#[test]
fn forged_hierarchies_are_refused() -> Fallible<()> {
    let [(_, mesh), ..] = maps(3)?;
    let stored = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::AtMost(0)))?.to_stored();
    assert_eq!(stored.clone().verify(&mesh)?.to_stored(), stored);
    let corner_of = |arc: usize| {
        let node = stored.arc_starts.partition_point(|&first| first as usize <= arc) - 1;
        u32::try_from(node / 2)
    };
    let is_shortcut = |&arc: &usize| stored.arc_middles[arc] != u32::MAX;
    let shortcut = (0..stored.arc_middles.len()).find(is_shortcut).ok_or("no shortcut")?;
    let refused = |list, change: &dyn Fn(&mut StoredLabels)| {
        let mut forged = stored.clone();
        change(&mut forged);
        match forged.verify(&mesh) {
            Err(
                StoredLabelsError::Invalid { list: found, .. }
                | StoredLabelsError::Length { list: found, .. },
            ) => {
                assert_eq!(found, list);
            }
            other => assert_eq!(other.err(), None, "{list} is not refused"),
        }
    };
    // A middle that is out of range, that is an end of the shortcut, or that has the best rank: a
    // cycle of shortcuts needs one of these.
    let (from, corners) = (corner_of(shortcut)?, u32::try_from(stored.ranks.len())?);
    let best = stored.ranks.iter().position(|&rank| rank == 0).ok_or("no corner")?;
    for middle in [corners, u32::MAX - 1, from, stored.arc_ends[shortcut] / 2, u32::try_from(best)?]
    {
        refused("arc middles", &|forged| forged.arc_middles[shortcut] = middle);
    }
    // Arcs that lead downwards.
    refused("arcs", &|forged| forged.ranks.iter_mut().for_each(|rank| *rank = corners - 1 - *rank));
    refused("arcs", &|forged| forged.arc_ends[shortcut] = 2 * from);
    refused("arcs", &|forged| forged.arc_successor_counts[shortcut] = 1 << 30);
    refused("cone row counts", &|forged| forged.cone_row_counts[0] = 1 << 30);
    refused("arc middles", &|forged| forged.arc_middles.truncate(shortcut));
    refused("arc starts", &|forged| forged.arc_starts[1] = 1 << 30);
    // As if all corners were hubs, without any entries.
    refused("hub count", &|forged| {
        forged.arc_starts.clear();
        forged.arc_ends.clear();
        forged.arc_successor_counts.clear();
        forged.arc_middles.clear();
    });
    Ok(())
}

/// Shortcuts of shortcuts can stand for exponentially many lines.
#[test]
fn exponentially_long_shortcuts_are_refused() -> Fallible<()> {
    let [(_, mesh), ..] = maps(4)?;
    let stored = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::AtMost(0)))?.to_stored();
    let mut by_rank: Vec<u32> = (0..u32::try_from(stored.ranks.len())?).collect();
    by_rank.sort_unstable_by_key(|&corner| std::cmp::Reverse(stored.ranks[corner as usize]));
    // From each corner, arcs to the next three. Those to the next and to the second lead over the
    // corner before, up to a number of corners: their numbers of lines are Fibonacci numbers.
    let forge = |shortcuts: usize| {
        let mut forged = stored.clone();
        let mut arcs = vec![Vec::new(); by_rank.len()];
        for (number, window) in by_rank.windows(4).enumerate() {
            let is_shortcut = number > 0 && number < shortcuts;
            let middle = if is_shortcut { by_rank[number - 1] } else { u32::MAX };
            arcs[window[0] as usize] =
                vec![(window[1], middle), (window[2], middle), (window[3], u32::MAX)];
        }
        forged.arc_starts = vec![0];
        (forged.arc_ends, forged.arc_middles) = (Vec::new(), Vec::new());
        for own in &arcs {
            forged.arc_ends.extend(own.iter().map(|&(to, _)| 2 * to));
            forged.arc_middles.extend(own.iter().map(|&(_, middle)| middle));
            forged.arc_starts.extend([u32::try_from(forged.arc_ends.len()).unwrap_or(0); 2]);
        }
        forged.arc_successor_counts = vec![0; forged.arc_ends.len()];
        forged.cone_row_counts.fill(0);
        forged.verify(&mesh).err()
    };
    assert_eq!(forge(9), None);
    let refusal = forge(40);
    let is_right = |error| matches!(error, StoredLabelsError::Invalid { list: "arc middles", .. });
    assert!(refusal.is_some_and(is_right), "{refusal:?}");
    Ok(())
}

#[test]
fn limits_of_zero_and_of_one_byte_too_few_are_errors() -> Fallible<()> {
    let [(_, mesh), ..] = maps(5)?;
    let mut options = BakeOptions::with_hubs(Hubs::AtMost(300));
    let bytes = Labels::bake(&mesh, &options)?.stats().bytes;
    options.max_bytes = Some(bytes);
    assert_eq!(Labels::bake(&mesh, &options)?.stats().bytes, bytes);
    options.max_bytes = Some(bytes - 1);
    let refusal = BakeError::OverBudget { bytes, max_bytes: bytes - 1 };
    assert_eq!(Labels::bake(&mesh, &options).err(), Some(refusal));
    // By default, none of the corners is a hub then.
    options.hubs = Hubs::Auto;
    assert!(Labels::bake(&mesh, &options)?.stats().bytes < bytes);
    options.max_bytes = None;
    for max_memory in [0, 1 << 16] {
        options.max_memory = Some(max_memory);
        assert!(matches!(Labels::bake(&mesh, &options), Err(BakeError::OverMemory { .. })));
    }
    Ok(())
}

/// Regression test: on a long way to the only hubs, lengths exceeded the fixed-point format, which had
/// room for distances between hubs and for the mesh alone.
#[test]
fn a_climb_to_few_hubs_may_be_much_longer_than_the_mesh() -> Fallible<()> {
    // A single corridor that winds to and fro.
    let turn = |y: u32| if y % 4 == 1 { 40 } else { 0 };
    let mesh = of_cells(41, |x, y| y.is_multiple_of(2) || x == turn(y))?;
    let (mut scratch, mut path) = (LabelScratch::new(), Vec::new());
    let (mut online, filter) = (AnyAngleScratch::new(), QueryFilter::uniform());
    for hubs in 0..4 {
        let labels = Labels::bake(&mesh, &BakeOptions::with_hubs(Hubs::AtMost(hubs)))?;
        for pair in points(&mesh, 200)?.chunks_exact(2) {
            let [from, to] = [pair[0], pair[1]];
            let (length, _) = find(&mesh, [from, to], &filter, Budget::UNLIMITED, &mut online)?;
            let found = labels.shortest_path(&mesh, from, to, &mut scratch, &mut path)?;
            let is_close = (found - length).abs() <= ROUNDING * length;
            assert!(is_close, "{hubs} hubs: {from} to {to}: {found} instead of {length}");
        }
    }
    Ok(())
}

/// Regression test: a straight line to the end of a wall arrives there on both sides of the wall. Of
/// two shortcuts with that line, only one remained.
#[test]
fn a_shortcut_to_the_end_of_a_wall_arrives_on_both_of_its_sides() -> Fallible<()> {
    // Ramps and floors above each other, one cell each: the position, and the elevations of the
    // lower and the upper edge. Paths lead along the ends of floors, and fold back there.
    #[rustfmt::skip]
    let cells: [([i8; 2], [i8; 2]); 25] = [
        ([-1, 2], [-2, -2]), ([0, 2], [-2, -2]), ([0, 1], [-4, -2]), ([0, 0], [-4, -4]),
        ([-1, 0], [-4, -4]), ([-1, -1], [-6, -4]), ([-1, -2], [-4, -6]), ([0, -2], [-4, -6]),
        ([1, -1], [-6, -8]), ([0, -1], [-6, -8]), ([0, 0], [-8, -10]), ([0, 1], [-10, -8]),
        ([-1, 0], [-8, -10]), ([-1, 1], [-10, -10]), ([-1, 2], [-10, -12]), ([0, 2], [-10, -12]),
        ([1, 2], [-10, -12]), ([1, 1], [-12, -10]), ([1, 0], [-12, -12]), ([-1, -1], [-10, -12]),
        ([-1, 0], [-12, -12]), ([0, -2], [-12, -10]), ([1, -1], [-10, -12]),
        ([-1, -2], [-12, -10]), ([1, -2], [-12, -10]),
    ];
    let mut raw = RawMesh::default();
    for ([x, y], [low, high]) in cells {
        let first = u32::try_from(raw.vertices.len())?;
        let [x, y] = [x, y].map(f32::from);
        raw.vertices.extend([[x, y], [x + 1.0, y], [x + 1.0, y + 1.0], [x, y + 1.0]]);
        raw.elevations.extend([low, low, high, high].map(f32::from));
        raw.push_area(&[0, 1, 2, 3].map(|corner| first + corner));
    }
    raw.weld();
    let mesh = build(&raw)?;
    // The middle and one corner of each cell.
    let ends = cells.into_iter().flat_map(|([x, y], [low, high])| {
        let [x, y, low, high] = [x, y, low, high].map(f32::from);
        [(0.5, f32::midpoint(low, high)), (1.0, high)].map(|(share, elevation)| Location {
            point: Vec2::new(x + share, y + share),
            elevation: Some(elevation),
        })
    });
    let ends: Vec<Location> = ends.collect();
    let (mut scratch, mut path) = (LabelScratch::new(), Vec::new());
    let (mut online, filter) = (AnyAngleScratch::new(), QueryFilter::uniform());
    let mut order = Labels::bake(&mesh, &BakeOptions::default())?.hub_order();
    // In some orders, corners next to that line are contracted before its ends.
    for turn in 0..order.corners.len() {
        order.corners.rotate_left(1);
        let mut options = BakeOptions::with_hubs(Hubs::AtMost(0));
        options.order = Some(order.clone());
        let labels = Labels::bake(&mesh, &options)?;
        for (&from, &to) in ends.iter().flat_map(|from| ends.iter().map(move |to| (from, to))) {
            let expected = find(&mesh, [from, to], &filter, Budget::UNLIMITED, &mut online);
            let expected = expected.map_or(f64::INFINITY, |(length, _)| length);
            let found = labels.shortest_path(&mesh, from, to, &mut scratch, &mut path);
            let found = found.unwrap_or(f64::INFINITY);
            let is_same = (found - expected).abs() <= ROUNDING * expected
                || found.is_infinite() && expected.is_infinite();
            assert!(is_same, "turn {turn}: {from:?} to {to:?}: {found} instead of {expected}");
        }
    }
    Ok(())
}
