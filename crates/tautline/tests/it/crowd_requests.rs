//! The requests of a crowd for paths.

use std::error::Error;

use tautline::crowd::{AgentId, Body, Crowd, CrowdScratch};
use tautline::dynamic::{DynamicNavMesh, Obstacle};
use tautline::navmesh::{AreaId, LinkKind, RawLink, Terrain, rectangles_from_cells};
use tautline::{CrowdPaths, NavMesh, PathOptions, QueryFilter, Scratch, Vec2};

type Fallible = Result<(), Box<dyn Error>>;

const TICK: f32 = 1.0 / 30.0;

/// Pseudorandom numbers.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: u8) -> u8 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
        u8::try_from((self.0 >> 33) % u64::from(limit)).unwrap_or(0)
    }

    fn point(&mut self, size: u8) -> Vec2 {
        Vec2::new(self.below(size).into(), self.below(size).into()) + 0.5
    }
}

/// Regression: agents without a path searched again after every edit, also after those that only closed ground.
#[test]
fn agents_without_a_path_ask_again_only_if_there_may_be_one() -> Fallible {
    // Water around two islands.
    let mesh = rectangles_from_cells(30, 10, |x, _| Some(Terrain((10..20).contains(&x).into())));
    let mut ground = DynamicNavMesh::new(mesh.build()?)?;
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(1));
    let (mut crowd, mut paths, mut scratch) = (Crowd::new(), CrowdPaths::new(), Scratch::new());
    let mut memory = CrowdScratch::new();
    for y in 0..8_u8 {
        let start = [2.0, 1.0 + f32::from(y)];
        let id = crowd.add(ground.mesh(), &filter, Body::default(), start)?;
        paths.set_goal(id, [25.0, 5.0]);
    }
    let mut asked = |ground: &DynamicNavMesh, filter: &QueryFilter| -> Result<_, Box<dyn Error>> {
        let options = PathOptions::new().with_filter(filter);
        paths.update(ground, &options, &mut crowd, 0, &mut scratch);
        crowd.step(ground.mesh(), filter, TICK, &mut memory)?;
        let asked = paths.waiting();
        paths.update(ground, &options, &mut crowd, 100, &mut scratch);
        Ok((asked, paths.events().len()))
    };
    assert_eq!(asked(&ground, &filter)?, (8, 8));
    let before = ground.clone();
    let mut obstacles = Vec::new();
    for x in 4..8_u8 {
        let at = Vec2::new(x.into(), 1.0);
        obstacles.push(ground.add_obstacle(&Obstacle::rect(at.into(), (at + 0.5).into()))?.0);
        assert_eq!(asked(&ground, &filter)?, (0, 0));
    }
    for obstacle in obstacles {
        ground.remove_obstacle(obstacle)?;
        assert_eq!(asked(&ground, &filter)?, (0, 0), "no way was opened");
    }
    assert_eq!(asked(&before, &filter)?, (0, 0), "a rollback");
    // The ground of one of them is closed. It asks after it was moved.
    ground.add_obstacle(&Obstacle::rect([1.0, 0.5], [3.0, 1.5]))?;
    assert_eq!(asked(&ground, &filter)?, (1, 1));
    assert_eq!(asked(&ground, &filter)?, (0, 0));
    let bridge = filter.clone();
    filter.set(Terrain(1), 1.0)?;
    assert_eq!(asked(&ground, &filter)?, (8, 0), "a way was opened");
    assert_eq!(asked(&ground, &bridge)?.0, 8, "it was closed again");
    Ok(())
}

/// Marks the areas that an agent can walk to.
fn flood(mesh: &NavMesh, filter: &QueryFilter, from: AreaId) -> Vec<bool> {
    let is_open = |area: AreaId| filter.allows(mesh.terrain(area));
    let mut links = Vec::new();
    for link in mesh.links() {
        let [from, to] = [&link.from, &link.to].map(|end| end.point);
        links.push((from, to));
        links.extend(link.both_ways.then_some((to, from)));
    }
    let (mut reached, mut waiting) = (vec![false; mesh.area_count()], vec![from]);
    while let Some(area) = waiting.pop() {
        if !is_open(area) || std::mem::replace(&mut reached[area.index()], true) {
            continue;
        }
        let twins = mesh.half_edges_of(area).filter_map(|edge| mesh.twin(edge));
        waiting.extend(twins.map(|twin| mesh.area_of(twin)));
        for &(_, to) in links.iter().filter(|(from, _)| mesh.contains(area, *from)) {
            waiting.extend(mesh.areas().filter(|&area| mesh.contains(area, to)));
        }
    }
    reached
}

/// Returns the distance from a point to an area with horizontal and vertical borders.
fn distance(mesh: &NavMesh, area: AreaId, from: Vec2) -> f32 {
    let corners: Vec<_> = mesh.corners(area).collect();
    let low = corners.iter().copied().fold(corners[0], Vec2::min);
    let high = corners.iter().copied().fold(corners[0], Vec2::max);
    from.distance(from.clamp(low, high))
}

/// Compares with a flood fill for each agent, after each of many changes: edits, rollbacks, other filters and
/// other meshes.
#[test]
fn after_any_change_exactly_the_agents_that_can_reach_their_goals_have_paths() -> Fallible {
    const SIZE: u8 = 12;
    let (mut with_path, mut without, mut opened) = (0, 0, 0);
    for seed in 0..12_u64 {
        let mut random = Random(seed);
        let mut meshes = Vec::new();
        for _ in 0..2 {
            let mut cells = Vec::new();
            cells.resize_with(usize::from(SIZE) * usize::from(SIZE), || random.below(10));
            let mut raw = rectangles_from_cells(SIZE.into(), SIZE.into(), |x, y| {
                match cells[(y * u32::from(SIZE) + x) as usize] {
                    0..=2 => None,
                    3 => Some(Terrain(1)),
                    _ => Some(Terrain(0)),
                }
            });
            let is_ground = |at: Vec2| raw.clone().build().is_ok_and(|m| m.locate(at).is_some());
            let mut links = Vec::new();
            for both_ways in [true, false] {
                let [from, to] = [0, 1].map(|_| random.point(SIZE));
                if is_ground(from) && is_ground(to) {
                    let (from, to) = (from.into(), to.into());
                    let link = RawLink { from, to, both_ways, ..RawLink::default() };
                    links.push(RawLink { kind: LinkKind::Jump, ..link });
                }
            }
            raw.links = links;
            meshes.push(DynamicNavMesh::new(raw.build()?)?);
        }
        let mut ground = meshes[0].clone();
        let mut filter = QueryFilter::uniform();
        let snap = [None, Some(1.3)][usize::from(random.below(2))];
        let (mut crowd, mut paths, mut scratch) = (Crowd::new(), CrowdPaths::new(), Scratch::new());
        let mut memory = CrowdScratch::new();
        let body = Body { speed: 0.0, max_speed: 0.0, avoids: 0, ..Body::default() };
        let mut agents: Vec<(AgentId, Vec2)> = Vec::new();
        while agents.len() < 24 {
            let (start, goal) = (random.point(SIZE), random.point(SIZE));
            if let Ok(id) = crowd.add(ground.mesh(), &filter, body, start) {
                paths.set_goal(id, goal);
                agents.push((id, goal));
            }
        }
        let mut snapshots = vec![(ground.clone(), crowd.clone(), paths.clone())];
        let mut had_path = [false; 24];
        for change in 0..30 {
            match random.below(8) {
                0..=3 => {
                    let at = random.point(SIZE) - 0.5;
                    let size = Vec2::new(random.below(3).into(), random.below(3).into()) + 0.5;
                    ground.add_obstacle(&Obstacle::rect(at.into(), (at + size).into()))?;
                }
                4 | 5 => {
                    let all: Vec<_> = ground.obstacles().collect();
                    if let Some(&obstacle) = all.get(usize::from(random.below(6))) {
                        ground.remove_obstacle(obstacle)?;
                    }
                }
                6 => {
                    let is_open = filter.allows(Terrain(1));
                    if is_open { filter.forbid(Terrain(1)) } else { filter.set(Terrain(1), 1.0)? }
                }
                _ if change % 2 == 0 => ground = meshes[usize::from(random.below(2))].clone(),
                _ => {
                    let back = usize::from(random.below(255)) % snapshots.len();
                    (ground, crowd, paths) = snapshots[back].clone();
                }
            }
            let mut options = PathOptions::new().with_filter(&filter);
            options.snap = snap;
            // Agents whose ground was closed are moved after the first update.
            for _ in 0..2 {
                paths.update(&ground, &options, &mut crowd, 1_000, &mut scratch);
                crowd.step(ground.mesh(), &filter, TICK, &mut memory)?;
            }
            paths.update(&ground, &options, &mut crowd, 1_000, &mut scratch);
            snapshots.push((ground.clone(), crowd.clone(), paths.clone()));
            for (number, &(id, goal)) in agents.iter().enumerate() {
                let agent = crowd.agent(id)?;
                let Some(area) = agent.area else { continue };
                let mesh = ground.mesh();
                let reached = flood(mesh, &filter, area);
                // At a vertex where areas only touch, a path that is asked for in the tick of a change may begin in
                // another area than the agent.
                if !mesh.areas_at(agent.position).all(|area| reached[area.index()]) {
                    continue;
                }
                let reach = snap.unwrap_or(0.0);
                let is_found = mesh
                    .areas()
                    .any(|area| reached[area.index()] && distance(mesh, area, goal) <= reach);
                let has_path = paths.steps(id).next().is_some();
                assert_eq!(has_path, is_found, "seed {seed}, change {change}, {agent:?} to {goal}");
                *(if has_path { &mut with_path } else { &mut without }) += 1;
                opened += u32::from(has_path && !had_path[number]);
                had_path[number] = has_path;
            }
        }
    }
    assert!(with_path > 500 && without > 500 && opened > 100, "{with_path} {without} {opened}");
    Ok(())
}
