//! Meshes of Detour as meshes.

use std::error::Error;

use tautline::formats::detour;
use tautline::import::{DetourFilter, from_detour};
use tautline::navmesh::{AreaId, BuildOptions, LinkKind, RawMesh, Terrain};
use tautline::{Barrier, Location, NavMesh, Path, PathError, Query, Scratch, Vec2, path_in};
use tautline_fixtures::detour::{DetourTile, detour_file, detour_tiles};

fn import(tiles: &[DetourTile], filter: DetourFilter) -> Result<NavMesh, Box<dyn Error>> {
    let mesh = detour::parse(&detour_file(tiles, false))?;
    let raw = from_detour(&mesh, filter)?;
    Ok(raw.build()?)
}

fn neighbours(mesh: &NavMesh, area: u32) -> Vec<u32> {
    let sides = mesh.half_edges_of(AreaId(area)).filter_map(|side| mesh.twin(side));
    let mut across: Vec<u32> = sides.map(|side| mesh.area_of(side).0).collect();
    across.sort_unstable();
    across
}

#[test]
fn tiles_become_one_mesh() -> Result<(), Box<dyn Error>> {
    let mesh = import(&detour_tiles(), DetourFilter::default())?;
    let raw = mesh.to_raw();
    assert_eq!(raw.numbers, [0, 2, 3, 4], "the strip without flags is left out");
    assert_eq!(raw.terrains, [0, 0, 0, 5].map(Terrain));
    assert_eq!(neighbours(&mesh, 0), [1, 2], "along parts of one side");
    assert_eq!(neighbours(&mesh, 1), [0, 2]);
    assert_eq!(neighbours(&mesh, 3), [0; 0]);
    // What both tiles round differently is on one line now.
    assert_eq!(mesh.locate(Vec2::new(4.0, -1.0)), Some(AreaId(0)));
    assert_eq!(mesh.areas_at(Vec2::new(4.0, -1.5)).count(), 3);

    let error = path_in(
        &mesh,
        &Query::new([1.0, 1.0], [1.0, -1.0]),
        &mut Scratch::new(),
        &mut Path::default(),
    );
    let message = error.unwrap_err().to_string();
    assert_eq!(message, "the start (1, 1) is off the mesh; the nearest ground is at (1, 0)");

    let mut path = Path::default();
    let query = Query::new(
        Location::at_elevation(Vec2::new(1.0, -1.0), 0.0),
        Location::at_elevation(Vec2::new(7.0, -3.75), 0.5),
    );
    path_in(&mesh, &query, &mut Scratch::new(), &mut path)?;
    assert_eq!(path.points, [query.start.point, query.goal.point]);
    assert!((path.length - 43.5625_f64.sqrt()).abs() < 1e-9);
    Ok(())
}

#[test]
fn a_connection_is_a_link_between_the_nearest_ground() -> Result<(), Box<dyn Error>> {
    let mesh = import(&detour_tiles(), DetourFilter::default())?;
    let [link] = mesh.links() else { panic!("one link") };
    assert_eq!((link.from.point, link.to.point), (Vec2::new(2.0, -2.0), Vec2::new(7.0, -2.0)));
    assert_eq!((link.kind, link.both_ways), (LinkKind::Other, false));
    let [ground, island] = [(Vec2::new(1.0, -1.0), 0.0), (Vec2::new(6.0, -2.0), 6.0)];
    let query = |from: (Vec2, f32), to: (Vec2, f32)| {
        let query =
            Query::new(Location::at_elevation(from.0, from.1), Location::at_elevation(to.0, to.1));
        path_in(&mesh, &query, &mut Scratch::new(), &mut Path::default())
    };
    assert_eq!(query(ground, island), Ok(()));
    let links = Err(PathError::Unreachable { barrier: Barrier::Links });
    assert_eq!(query(island, ground), links, "it leads one way");

    let [mut left, right] = detour_tiles();
    left.connections[0].radius = 0.125;
    let mesh = import(&[left.clone(), right.clone()], DetourFilter::default())?;
    assert_eq!(mesh.links().len(), 0, "no ground is near enough");
    left.connections[0].radius = 0.5;
    left.connections[0].ends[1][1] = 5.0;
    assert_eq!(import(&[left, right], DetourFilter::default())?.links().len(), 0, "nor as high");
    Ok(())
}

#[test]
fn flags_decide_what_is_taken() -> Result<(), Box<dyn Error>> {
    let numbers = |include, exclude| -> Result<(Vec<u32>, usize), Box<dyn Error>> {
        let mesh = import(&detour_tiles(), DetourFilter { include, exclude })?;
        Ok((mesh.to_raw().numbers, mesh.links().len()))
    };
    assert_eq!(numbers(8, 0)?, (vec![4], 0));
    assert_eq!(numbers(u16::MAX, 8)?, (vec![0, 2, 3], 0), "there is no island to lead to");
    assert_eq!(numbers(1 | 8, 0)?, (vec![0, 2, 3, 4], 0));
    assert_eq!(numbers(1 | 2 | 8, 0)?, (vec![0, 2, 3, 4], 1));
    Ok(())
}

#[test]
fn tiles_that_agents_cannot_climb_between_stay_apart() -> Result<(), Box<dyn Error>> {
    let [left, mut right] = detour_tiles();
    for (rise, is_joined) in [(1.75, true), (1.875, false), (6.0, false)] {
        right.vertices.iter_mut().take(6).for_each(|vertex| vertex[1] = rise);
        let mesh = import(&[left.clone(), right.clone()], DetourFilter::default())?;
        assert_eq!(neighbours(&mesh, 0).len(), if is_joined { 2 } else { 0 }, "{rise}");
    }
    Ok(())
}

#[test]
fn walls_stay_walls_where_ground_meets() -> Result<(), Box<dyn Error>> {
    // The two halves of the right tile, with vertices of their own; then one of them
    // moved along, so that they meet along a part only.
    for shift in [0.0, 1.0] {
        let [_, mut tile] = detour_tiles();
        let apart = [1, 4].map(|vertex: usize| tile.vertices[vertex]);
        tile.vertices.extend(apart);
        tile.polygons[1].corners = vec![10, 2, 3, 11];
        tile.polygons[0].edges = vec![0; 4];
        tile.polygons[1].edges = vec![0; 4];
        [2, 3, 10, 11].into_iter().for_each(|vertex: usize| tile.vertices[vertex][0] += shift);
        let mesh = import(&[tile], DetourFilter::default())?;
        assert_eq!(neighbours(&mesh, 0), [0; 0], "moved by {shift}");
    }
    Ok(())
}

#[test]
fn of_several_tiles_at_one_place_the_first_is_taken() -> Result<(), Box<dyn Error>> {
    let [left, right] = detour_tiles();
    let once = import(&[left.clone(), right.clone()], DetourFilter::default())?;
    let tiles = [left.clone(), left, right];
    let twice = import(&tiles, DetourFilter::default())?;
    let (mut once, twice) = (once.to_raw(), twice.to_raw());
    assert_eq!(twice.numbers, [0, 4, 5, 6], "the positions in the file");
    once.numbers.clone_from(&twice.numbers);
    assert_eq!(twice, once);
    Ok(())
}

#[test]
fn what_no_file_can_say_is_refused() -> Result<(), Box<dyn Error>> {
    let [left, right] = detour_tiles();
    let mesh = detour::parse(&detour_file(&[left, right], false))?;
    let refused = |change: &dyn Fn(&mut detour::Polygon)| {
        let mut mesh = mesh.clone();
        change(&mut mesh.tiles[0].polygons[0]);
        from_detour(&mesh, DetourFilter::default()).is_err()
    };
    // A vertex of the next tile; none; no corners; more edges than corners.
    assert!(refused(&|polygon| polygon.corners[2] = 6));
    assert!(refused(&|polygon| polygon.corners[2] = u32::MAX));
    assert!(refused(&|polygon| polygon.corners.clear()));
    assert!(!refused(&|polygon| polygon.edges.push(polygon.edges[2])));
    Ok(())
}

#[test]
fn a_mesh_of_nothing_is_refused_like_any() {
    let raw = from_detour(&detour::Mesh::default(), DetourFilter::default());
    let none = NavMesh::build(&RawMesh::default(), &BuildOptions::default());
    assert_eq!(raw.map_err(|faults| faults.to_string()), Err(none.unwrap_err().to_string()));
}
