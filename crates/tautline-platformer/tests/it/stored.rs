//! Stored links: they are restored exactly, and forged ones do no harm.
#![expect(
    clippy::unwrap_used,
    reason = "the helpers make levels and characters that are known to be sound"
)]

use tautline_fixtures::{SplitMix64, levels};
use tautline_platformer::exact::{
    Axis, Goal, LinkFault, Plan, PlanError, Planner, PlannerOptions, Scratch, StoredLinks,
    StoredLinksError,
};
use tautline_platformer::{Body, Character, Outside, Physics, State, Tile, Tiles};

const COLUMNS: i32 = 30;
const ROWS: i32 = 16;

/// Returns a planner without links, for a level of some kind.
fn planner(seed: u64) -> Planner {
    let rows = match seed % 4 {
        0 => levels::platforms(seed, 30, 16),
        1 => levels::one_way_platforms(seed, 30, 16),
        2 => levels::caves(seed, 30, 16),
        _ => levels::noise(seed, 30, 16, 15),
    };
    let outside = if seed.is_multiple_of(3) { Outside::Deadly } else { Outside::Solid };
    let size = [8.0, 12.0, 20.0][usize::try_from(seed % 3).unwrap()];
    let body = Body { width: size, height: 28.0 - size };
    let character = Character::new(&Physics::default(), body).unwrap();
    let mut options = PlannerOptions::default();
    options.axis = if seed.is_multiple_of(5) { Axis::Digital } else { Axis::Analog };
    Planner::new(Tiles::from_rows(&rows, outside).unwrap(), character, options).unwrap()
}

/// Returns a planner without links, for a level drawn by hand.
fn planner_of(rows: &[&str], physics: &Physics) -> Planner {
    let tiles = Tiles::from_rows(rows, Outside::Solid).unwrap();
    let character = Character::new(physics, Body::default()).unwrap();
    Planner::new(tiles, character, PlannerOptions::default()).unwrap()
}

/// Returns plans between random spans. With the same links, they are the same.
fn plans(planner: &Planner, seed: u64, count: usize) -> Vec<Result<Plan, PlanError>> {
    let spans: Vec<_> = planner.spans().collect();
    let mut random = SplitMix64::new(seed);
    let mut scratch = Scratch::new();
    let mut position = || {
        let span =
            spans[usize::try_from(random.below(u64::try_from(spans.len()).unwrap())).unwrap()];
        (random.between(span.low, span.high), span.y)
    };
    let mut plan = |start: (i32, i32), goal: (i32, i32)| {
        let mut plan = Plan::default();
        let goal = Goal::At { x: goal.0, y: goal.1 };
        let planned = planner.plan_in(
            State::standing(start.0, start.1),
            goal,
            10_000,
            &mut scratch,
            &mut plan,
        );
        planned.map(|()| plan)
    };
    (0..count).map(|_| plan(position(), position())).collect()
}

#[test]
fn restored_links_are_the_same() {
    let (mut found, mut restored_links) = (0, 0);
    for seed in 0..60 {
        let mut baked = planner(seed);
        if seed.is_multiple_of(2) {
            baked.place_landmarks(5);
        }
        let stored = baked.to_stored_links();
        let mut restored = planner(seed);
        restored.restore_links(&stored).unwrap();
        assert_eq!((restored.stale_count(), restored.link_count()), (0, baked.link_count()));
        assert_eq!(restored.to_stored_links(), stored);
        restored_links += restored.link_count();
        let plans = [plans(&baked, seed, 40), plans(&restored, seed, 40)];
        assert_eq!(plans[0], plans[1]);
        found += plans[0].iter().filter(|plan| plan.is_ok()).count();
    }
    assert!(found > 600 && restored_links > 10_000, "{found} plans, {restored_links} links");
}

#[test]
fn tiles_that_change_after_restoring_make_the_same_links_stale() {
    let mut random = SplitMix64::new(4);
    for seed in 0..30 {
        let stored = planner(seed).to_stored_links();
        let mut restored = planner(seed);
        restored.restore_links(&stored).unwrap();
        let mut baked = planner(seed);
        baked.bake();
        for _ in 0..6 {
            let (column, row) = (random.between(0, COLUMNS - 1), random.between(0, ROWS - 1));
            let tile = [Tile::Empty, Tile::Solid, Tile::OneWay, Tile::Deadly]
                [usize::try_from(random.below(4)).unwrap()];
            restored.set_tile(column, row, tile);
            baked.set_tile(column, row, tile);
            assert_eq!(restored.stale_count(), baked.stale_count());
            let links = restored.to_stored_links();
            assert_eq!(links, baked.to_stored_links());
            // Reused span ids are not visible.
            let fresh = baked.tiles().clone();
            let character = baked.character().clone();
            let fresh = Planner::new(fresh, character, baked.options()).unwrap();
            assert_eq!(links, fresh.to_stored_links());
        }
    }
}

#[test]
fn links_of_another_level_or_character_are_refused() {
    let stored = planner(8).to_stored_links();
    let refused = |mut other: Planner| {
        let error = other.restore_links(&stored);
        assert!(matches!(error, Err(StoredLinksError::Fingerprint { .. })), "{error:?}");
        assert_eq!(other.link_count(), 0);
    };
    refused(planner(12));
    let mut changed = planner(8);
    changed.set_tile(3, 3, Tile::OneWay);
    refused(changed);
    let same = planner(8);
    let (tiles, character) = (same.tiles().clone(), same.character().clone());
    let mut options = PlannerOptions::default();
    options.grace = false;
    refused(Planner::new(tiles.clone(), character, options).unwrap());
    let taller = Character::new(&Physics::default(), Body { width: 20.0, height: 9.0 }).unwrap();
    refused(Planner::new(tiles, taller, PlannerOptions::default()).unwrap());
}

/// Changes one thing of valid links. Returns the error.
fn refusal(seed: u64, change: impl Fn(&mut StoredLinks)) -> StoredLinksError {
    let mut planner = planner(seed);
    planner.place_landmarks(2);
    let mut stored = planner.to_stored_links();
    change(&mut stored);
    let error = planner.restore_links(&stored).unwrap_err();
    assert!(!error.to_string().contains('\n'));
    error
}

#[test]
fn errors_name_the_fault() {
    let length = |list, found, expected| StoredLinksError::Length { list, found, expected };
    let of_link = |fault| move |error| matches!(error, StoredLinksError::Link { link: 0, fault: found } if found == fault);

    let ends = planner(1).to_stored_links().group_ends.len();
    let error = refusal(1, |stored| stored.group_ends.truncate(ends - 1));
    assert_eq!(error, length("group ends", ends - 1, ends));
    let margins = planner(1).to_stored_links().margins.len();
    let error = refusal(1, |stored| stored.margins.push(0));
    assert_eq!(error, length("margins", margins + 1, margins));
    let error = refusal(1, |stored| stored.residues.push(1));
    assert_eq!(error, length("residues", 1, 0));
    let error = refusal(1, |stored| stored.landmarks.truncate(64));
    assert!(matches!(
        error,
        StoredLinksError::Length { list: "times of landmarks", found: 64, .. }
    ));
    let error = refusal(1, |stored| stored.link_ends[2] = u32::MAX);
    assert_eq!(error, StoredLinksError::End { list: "link ends", index: 2, end: u32::MAX });
    let columns = planner(1).to_stored_links().read_columns.len();
    let error = refusal(1, |stored| stored.read_columns.extend([0, 0]));
    assert_eq!(error, length("read rows", columns / 2 + 1, columns / 2));
    let error = refusal(1, |stored| stored.destinations[0] = u32::MAX);
    assert_eq!(error, StoredLinksError::Group { group: 0, span: u32::MAX });
    let error = refusal(1, |stored| stored.first_read_rows[0] = u16::MAX);
    assert_eq!(error, StoredLinksError::Rows { span: 0 });

    let error = refusal(1, |stored| stored.margins[1] = u32::MAX);
    assert!(of_link(LinkFault::Span)(error), "{error}");
    // From all of a wide span to all of another.
    let error = refusal(1, |stored| stored.margins[..4].fill(0));
    assert!(of_link(LinkFault::Distance)(error), "{error}");
    let error = refusal(1, |stored| stored.flights[0] = u16::MAX);
    assert!(of_link(LinkFault::Profile)(error), "{error}");
    let error = refusal(1, |stored| stored.times[0] += 1000);
    assert!(of_link(LinkFault::Profile)(error), "{error}");
    let error = refusal(1, |stored| stored.bumps[0] = 0);
    assert!(of_link(LinkFault::Profile)(error), "{error}");
    let error = refusal(5, |stored| stored.residues[0] = 0);
    assert!(matches!(error, StoredLinksError::Link { fault: LinkFault::Residues, .. }), "{error}");
}

#[test]
fn a_plan_by_a_move_through_a_wall_ends_with_an_error() {
    let of = |rows: [&str; 6]| planner_of(&rows, &Physics::default());
    // Both levels have the same spans, but in one a wall hangs over the pit.
    let open =
        of(["..........", "..........", "..........", "..........", "###....###", "###^^^^###"]);
    let mut closed =
        of(["....##....", "....##....", "....##....", "....##....", "###....###", "###^^^^###"]);
    let mut stored = open.to_stored_links();
    stored.fingerprint = closed.to_stored_links().fingerprint;
    closed.restore_links(&stored).unwrap();
    let start = State::standing(0, 2 * 57_600);
    let (goal, mut plan) = (Goal::Cell { column: 8, row: 2 }, Plan::default());
    assert!(open.plan(start, goal).is_ok());
    let planned = closed.plan_in(start, goal, 1_000, &mut Scratch::new(), &mut plan);
    assert!(matches!(planned, Err(PlanError::ImpossibleMove { y: 115_200, .. })), "{planned:?}");
    assert_eq!(plan, Plan::default());
    let by_field = closed.field(goal).unwrap().plan(&closed, start, &mut Scratch::new());
    assert!(matches!(by_field, Err(PlanError::ImpossibleMove { .. })), "{by_field:?}");
}

#[test]
fn forged_links_are_refused_or_harmless() {
    let mut random = SplitMix64::new(9);
    let (mut refused, mut planned) = (0, 0);
    for seed in 0..40 {
        let mut original = planner(seed);
        original.place_landmarks(3);
        let stored = original.to_stored_links();
        if stored.times.is_empty() {
            continue;
        }
        for _ in 0..120 {
            let mut forged = stored.clone();
            for _ in 0..random.between(1, 4) {
                forge(&mut forged, &mut random);
            }
            let mut planner = planner(seed);
            if planner.restore_links(&forged).is_err() {
                refused += 1;
                assert_eq!(planner.link_count(), 0);
                continue;
            }
            planned += plans(&planner, seed, 12).iter().filter(|plan| plan.is_ok()).count();
            let span = planner.spans().next().unwrap();
            if let Ok(field) = planner.field(Goal::At { x: span.low, y: span.y }) {
                for span in planner.spans().take(5) {
                    let _ = field.plan(
                        &planner,
                        State::standing(span.high, span.y),
                        &mut Scratch::new(),
                    );
                }
            }
            planner.set_tile(
                random.between(0, COLUMNS - 1),
                random.between(0, ROWS - 1),
                Tile::Solid,
            );
            planner.bake();
        }
    }
    assert!(refused > 1_000 && planned > 1_000, "{refused} refused, {planned} plans");
}

/// Changes one number of one list: to a nearby number, to another entry's, or to anything.
fn forge(stored: &mut StoredLinks, random: &mut SplitMix64) {
    fn any<T>(list: &mut [T], random: &mut SplitMix64, change: impl Fn(&T, &T, u64) -> T) {
        let Some(last) = list.len().checked_sub(1) else { return };
        let mut index = || usize::try_from(random.below(u64::try_from(last + 1).unwrap())).unwrap();
        let (one, other) = (index(), index());
        list[one] = change(&list[one], &list[other], random.next_u64());
    }
    let change = |one: &u32, other: &u32, chance: u64| match chance % 4 {
        0 => one.wrapping_add(1),
        1 => one.wrapping_sub(1),
        2 => *other,
        _ => u32::try_from(chance >> 32).unwrap(),
    };
    let change_short = |one: &u16, other: &u16, chance: u64| match chance % 4 {
        0 => one.wrapping_add(1),
        1 => one.wrapping_sub(1),
        2 => *other,
        _ => u16::try_from(chance >> 48).unwrap(),
    };
    match random.below(20) {
        0 => any(&mut stored.group_ends, random, change),
        1 => any(&mut stored.destinations, random, change),
        2 => any(&mut stored.link_ends, random, change),
        3 => any(&mut stored.read_ends, random, change),
        4 => any(&mut stored.first_read_rows, random, change_short),
        5 => any(&mut stored.read_columns, random, change_short),
        6 => any(&mut stored.landmarks, random, change_short),
        7 => any(&mut stored.residues, random, |one, _, chance| one ^ (1 << (chance % 64))),
        8..=10 => any(&mut stored.times, random, change),
        11..=13 => any(&mut stored.flights, random, change_short),
        14 => any(&mut stored.bumps, random, change_short),
        _ => any(&mut stored.margins, random, change),
    }
}

#[test]
fn jumps_in_coyote_time_from_below_the_level_are_refused() {
    let physics = Physics { jump_cut: 410.0, grace_frames: 60, ..Physics::default() };
    let new_planner =
        || planner_of(&["......", "......", "......", "##....", "##....", "##...."], &physics);
    let stored = new_planner().to_stored_links();
    for (flight, time) in (0..90).flat_map(|flight| (60..120).map(move |time| (flight, time))) {
        let (mut planner, mut forged) = (new_planner(), stored.clone());
        // The last group is that from the ledge to the floor.
        let begin = usize::try_from(forged.link_ends[forged.link_ends.len() - 2]).unwrap();
        forged.flights[begin..].fill(flight);
        forged.times[begin..].fill(time);
        if planner.restore_links(&forged).is_ok() {
            let _ = planner.plan(State::standing(0, 172_800), Goal::Cell { column: 5, row: 0 });
        }
    }
}

#[test]
fn a_read_set_without_the_landings_is_refused() {
    let rows = ["......", "......", "......", "......", "##..#.", "##^^^^"];
    let mut planner = planner_of(&rows, &Physics::default());
    let mut stored = planner.to_stored_links();
    stored.read_columns.as_chunks_mut().0.fill([u16::MAX, 0]);
    assert_eq!(planner.restore_links(&stored), Err(StoredLinksError::Rows { span: 0 }));
}
