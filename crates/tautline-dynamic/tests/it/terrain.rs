//! Obstacles that set the terrain class of the ground.
#![expect(clippy::unwrap_used, reason = "what fails should fail loudly")]

use tautline_dynamic::{DynamicNavMesh, Edit, Obstacle, ObstacleId, PathState};
use tautline_fixtures::SplitMix64;
use tautline_geometry::polygon::centroid;
use tautline_navmesh::{Location, NavMesh, RawLink, RawMesh, Terrain, Vec2, rectangles_from_cells};

const SIZE: u8 = 12;

fn plain() -> DynamicNavMesh {
    let size = SIZE.into();
    let raw = rectangles_from_cells(size, size, |_, _| Some(Terrain(0)));
    DynamicNavMesh::new(raw.build().unwrap()).unwrap()
}

fn terrain_at(mesh: &NavMesh, x: f32, y: f32) -> Option<Terrain> {
    mesh.locate(Vec2::new(x, y)).map(|area| mesh.terrain(area))
}

/// A rectangle between lines of the cells, some without width.
fn rectangle(random: &mut SplitMix64) -> [u8; 4] {
    [(); 4].map(|()| u8::try_from(random.between(0, SIZE.into())).unwrap())
}

fn obstacle([x0, y0, x1, y1]: [u8; 4], terrain: Option<Terrain>) -> Obstacle {
    let shape = Obstacle::rect([x0.into(), y0.into()], [x1.into(), y1.into()]);
    Obstacle { terrain, ..shape }
}

#[test]
fn each_cell_has_the_terrain_of_the_obstacle_that_was_added_last() {
    let (mut set, mut gone) = (0, 0);
    for seed in 0..60 {
        let random = &mut SplitMix64::new(seed);
        let mut cells = [[None; SIZE as usize]; SIZE as usize];
        for cell in cells.iter_mut().flatten() {
            *cell = random.chance(85).then(|| Terrain(u8::from(random.chance(30))));
        }
        let (columns, static_cells) = (SIZE.into(), cells);
        let class = |x: u32, y: u32| static_cells[y as usize][x as usize];
        let Ok(mesh) = rectangles_from_cells(columns, columns, class).build() else { continue };
        let mut ground = DynamicNavMesh::new(mesh.clone()).unwrap();
        let mut present: Vec<(ObstacleId, [u8; 4], Option<Terrain>)> = Vec::new();
        for _ in 0..10 {
            let rectangles = [rectangle(random), rectangle(random)];
            let kinds = rectangles
                .map(|_| random.chance(75).then(|| Terrain(u8::from(random.chance(50)) + 1)));
            let add: Vec<_> =
                rectangles.iter().zip(kinds).map(|(&of, kind)| obstacle(of, kind)).collect();
            let remove =
                if present.len() > 5 { vec![present[2].0, present[0].0] } else { Vec::new() };
            let Ok(edited) = ground.edit(&Edit { add, remove: remove.clone() }) else { continue };
            present.retain(|(id, ..)| !remove.contains(id));
            let added = edited.added.into_iter().zip(rectangles).zip(kinds);
            present.extend(added.map(|((id, of), kind)| (id, of, kind)));

            for y in 0..SIZE {
                for x in 0..SIZE {
                    let over = present.iter().filter(|(_, [x0, y0, x1, y1], _)| {
                        (*x0.min(x1)..*x0.max(x1)).contains(&x)
                            && (*y0.min(y1)..*y0.max(y1)).contains(&y)
                    });
                    let mut expected = static_cells[usize::from(y)][usize::from(x)];
                    for &(.., kind) in over {
                        expected = expected.and(kind);
                    }
                    let found = terrain_at(ground.mesh(), f32::from(x) + 0.5, f32::from(y) + 0.5);
                    assert_eq!(found, expected, "seed {seed}, cell {x} {y}: {present:?}");
                    set += u32::from(found == Some(Terrain(2)));
                    gone += u32::from(found.is_none());
                }
            }
        }
        ground
            .edit(&Edit { add: vec![], remove: present.iter().map(|of| of.0).collect() })
            .unwrap();
        assert_eq!(ground.mesh().area_count(), mesh.area_count());
        assert!(mesh.areas().all(|area| {
            let centre = centroid(&mesh.corners(area).collect::<Vec<_>>()).unwrap().as_vec2();
            terrain_at(ground.mesh(), centre.x, centre.y) == Some(mesh.terrain(area))
        }));
    }
    assert!(set > 5_000 && gone > 5_000, "{set} {gone}");
}

#[test]
fn paths_near_a_change_of_terrain_may_be_shorter_and_are_not_blocked() {
    let mut ground = plain();
    let through = [Vec2::new(1.0, 6.0), Vec2::new(11.0, 6.0)];
    let beside = [Vec2::new(1.0, 11.5), Vec2::new(2.0, 11.5)];
    let found_at = ground.version();
    let mud = obstacle([4, 4, 8, 8], Some(Terrain(3)));
    let (mud, change) = ground.add_obstacle(&mud).unwrap();
    assert_eq!((change.covered, change.uncovered), (change.bounds, change.bounds));
    let added_at = ground.version();
    let state = |ground: &DynamicNavMesh, path: &[Vec2; 2], since| {
        ground.path_state(path, path[0].distance(path[1]).into(), since)
    };
    assert_eq!(state(&ground, &through, found_at), PathState::MayBeShorter);
    assert_eq!(state(&ground, &beside, found_at), PathState::Untouched);
    assert_eq!(state(&ground, &through, added_at), PathState::Untouched);
    let change = ground.remove_obstacle(mud).unwrap();
    assert_eq!((change.covered, change.uncovered), (change.bounds, change.bounds));
    assert!(change.bounds.is_some());
    assert_eq!(state(&ground, &through, added_at), PathState::MayBeShorter);
    assert_eq!(state(&ground, &beside, added_at), PathState::Untouched);
}

#[test]
fn links_stay_enabled_on_other_terrain() {
    let mut raw = rectangles_from_cells(9, 3, |x, _| (x != 4).then_some(Terrain(0)));
    raw.links.push(RawLink {
        from: [3.5, 1.5],
        to: [5.5, 1.5],
        both_ways: true,
        ..RawLink::default()
    });
    let mut ground = DynamicNavMesh::new(raw.build().unwrap()).unwrap();
    let mud = Obstacle::rect([3.0, 1.0], [6.0, 2.0]).with_terrain(Terrain(7));
    ground.add_obstacle(&mud).unwrap();
    let link = &ground.mesh().links()[0];
    let areas = [link.from.area, link.to.area].map(Option::unwrap);
    assert_eq!(areas.map(|area| ground.mesh().terrain(area)), [Terrain(7); 2]);
    assert!(ground.mesh().may_reach(areas[0], areas[1]));
}

#[test]
fn only_the_floor_at_its_elevations_gets_the_terrain() {
    // A slope from 0 to 4 below a floor at 6.
    let mut raw = RawMesh::from_vertices(&[
        [0.0, 0.0],
        [8.0, 0.0],
        [8.0, 4.0],
        [0.0, 4.0],
        [0.0, 0.0],
        [8.0, 0.0],
        [8.0, 4.0],
        [0.0, 4.0],
    ]);
    raw.push_area(&[0, 1, 2, 3]);
    raw.push_area(&[4, 5, 6, 7]);
    raw.elevations = vec![0.0, 4.0, 4.0, 0.0, 6.0, 6.0, 6.0, 6.0];
    let mut ground = DynamicNavMesh::new(raw.build().unwrap()).unwrap();
    let road = Obstacle {
        elevations: Some([0.0, 5.0]),
        ..Obstacle::rect([2.0, 1.0], [6.0, 3.0]).with_terrain(Terrain(1))
    };
    ground.add_obstacle(&road).unwrap();
    let mut areas = Vec::new();
    let mut seen = |x: f32, elevation: f32| {
        ground.areas_at(Location::at_elevation(Vec2::new(x, 2.0), elevation), &mut areas);
        let [area] = areas[..] else { panic!("{areas:?}") };
        (ground.mesh().terrain(area), ground.mesh().elevation_at(area, Vec2::new(x, 2.0)))
    };
    assert_eq!(seen(4.0, 2.0), (Terrain(1), 2.0));
    assert_eq!(seen(1.0, 0.5), (Terrain(0), 0.5));
    assert_eq!(seen(4.0, 6.0), (Terrain(0), 6.0));
}
