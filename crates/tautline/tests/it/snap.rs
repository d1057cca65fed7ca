//! Ends that lie where no path can begin or end.

use std::error::Error;

use tautline::navmesh::{AreaId, RawMesh, Terrain, rectangles_from_cells};
use tautline::{
    Barrier, Location, NavMesh, Path, PathError, Query, QueryFilter, Scratch, Tier, Vec2, path_in,
};

/// Two rooms of 4 by 4 cells with a gap of one between them; the upper row of
/// the left one is mud.
fn rooms() -> Result<NavMesh, Box<dyn Error>> {
    let raw =
        rectangles_from_cells(9, 4, |x, y| (x != 4).then_some(Terrain(u8::from(x < 4 && y == 3))));
    Ok(raw.build()?)
}

const WALLS: PathError = PathError::Unreachable { barrier: Barrier::Walls };

fn answer(mesh: &NavMesh, query: &Query<'_>) -> Result<Path, PathError> {
    let mut path = Path::default();
    path_in(mesh, query, &mut Scratch::new(), &mut path).map(|()| path)
}

#[test]
fn ends_stay_where_they_are_unless_asked() -> Result<(), Box<dyn Error>> {
    let mesh = rooms()?;
    let off = Query::new(Vec2::new(1.0, 5.0), Vec2::new(1.0, 1.0));
    assert!(matches!(answer(&mesh, &off), Err(PathError::StartOffMesh { .. })));
    let across = Query::new(Vec2::new(1.0, 1.0), Vec2::new(7.0, 1.0));
    assert_eq!(answer(&mesh, &across), Err(WALLS));
    let sound = Query::new(Vec2::new(1.0, 1.0), Vec2::new(3.0, 1.0)).with_snap(100.0);
    let path = answer(&mesh, &sound)?;
    assert_eq!((path.start_snap.to_bits(), path.goal_snap.to_bits()), (0, 0));
    Ok(())
}

#[test]
fn a_goal_that_cannot_be_reached_moves_to_the_nearest_point_that_can() -> Result<(), Box<dyn Error>>
{
    let mesh = rooms()?;
    for tier in [Tier::Exact, Tier::Weighted, Tier::Classic] {
        let query = Query::new(Vec2::new(1.0, 1.0), Vec2::new(7.0, 2.0)).with_tier(tier);
        let path = answer(&mesh, &query.with_snap(3.0))?;
        assert_eq!(path.points, [Vec2::new(1.0, 1.0), Vec2::new(4.0, 2.0)]);
        assert!((path.goal_snap - 3.0).abs() < 1e-12);
        let too_far = answer(&mesh, &query.with_snap(2.5));
        assert_eq!(too_far, Err(WALLS));
    }
    Ok(())
}

#[test]
fn ends_on_forbidden_ground_move_to_open_ground() -> Result<(), Box<dyn Error>> {
    let mesh = rooms()?;
    let mut filter = QueryFilter::uniform();
    filter.forbid(Terrain(1));
    let query = Query::new(Vec2::new(1.0, 3.5), Vec2::new(3.0, 3.25)).with_filter(&filter);
    assert!(matches!(answer(&mesh, &query), Err(PathError::Forbidden { .. })));
    let path = answer(&mesh, &query.with_snap(1.0))?;
    assert_eq!(path.points, [Vec2::new(1.0, 3.0), Vec2::new(3.0, 3.0)]);
    assert!((path.start_snap - 0.5).abs() < 1e-12 && (path.goal_snap - 0.25).abs() < 1e-12);
    assert_eq!(path.tier, Tier::Exact);
    Ok(())
}

#[test]
fn the_nearest_ground_counts_only_if_it_can_be_reached() -> Result<(), Box<dyn Error>> {
    // One row of cells, each an area of its own; the second one is closed.
    let raw = rectangles_from_cells(5, 1, |x, _| Some(Terrain(u8::try_from(x).unwrap_or(0))));
    let mesh = raw.build()?;
    let mut filter = QueryFilter::uniform();
    filter.forbid_area(AreaId(1));
    let query = Query::new(Vec2::new(0.5, 0.5), Vec2::new(4.0, 2.0)).with_filter(&filter);
    let path = answer(&mesh, &query.with_snap(50.0))?;
    assert_eq!(path.points, [Vec2::new(0.5, 0.5), Vec2::new(1.0, 1.0)]);
    Ok(())
}

#[test]
fn radii_and_positions_that_are_no_numbers_move_nothing() -> Result<(), Box<dyn Error>> {
    let mesh = rooms()?;
    let off = Query::new(Vec2::new(1.0, 5.0), Vec2::new(1.0, 1.0));
    for radius in [f32::NAN, -1.0, 0.0] {
        let refused = answer(&mesh, &off.with_snap(radius));
        assert!(matches!(refused, Err(PathError::StartOffMesh { .. })), "{radius}");
    }
    let nowhere =
        Query::new(Vec2::new(f32::NAN, 0.0), Vec2::new(1.0, 1.0)).with_snap(f32::INFINITY);
    assert!(matches!(answer(&mesh, &nowhere), Err(PathError::NotFinite { .. })));
    for elevation in [f32::NAN, f32::INFINITY, f32::NEG_INFINITY] {
        let nowhere = Query { start: Location { elevation: Some(elevation), ..off.start }, ..off }
            .with_snap(f32::INFINITY);
        let refused = answer(&mesh, &nowhere);
        assert!(matches!(refused, Err(PathError::ElevationNotFinite { .. })), "{elevation}");
    }
    Ok(())
}

#[test]
fn on_floors_the_nearest_ground_in_space_is_meant() -> Result<(), Box<dyn Error>> {
    let corners: [[f32; 3]; 14] = [
        // A field, and a ramp up from its upper left.
        [0.0, 0.0, 0.0],
        [10.0, 0.0, 0.0],
        [10.0, 2.0, 0.0],
        [2.0, 2.0, 0.0],
        [0.0, 2.0, 0.0],
        // A terrace, 4 above it.
        [2.0, 3.0, 4.0],
        [0.0, 3.0, 4.0],
        [4.0, 3.0, 4.0],
        [4.0, 5.0, 4.0],
        [0.0, 5.0, 4.0],
        // A ledge over the field, as high, that no way leads to.
        [4.0, 0.0, 4.0],
        [8.0, 0.0, 4.0],
        [8.0, 2.0, 4.0],
        [4.0, 2.0, 4.0],
    ];
    let mut raw = RawMesh::from_vertices(&corners.map(|[x, y, _]| [x, y]));
    raw.elevations = corners.map(|[_, _, elevation]| elevation).to_vec();
    raw.push_area(&[0, 1, 2, 3, 4]);
    raw.push_area(&[4, 3, 5, 6]);
    raw.push_area(&[6, 5, 7, 8, 9]);
    raw.push_area(&[10, 11, 12, 13]);
    let mesh = raw.build()?;

    let query = Query::new(Vec2::new(1.0, 1.0), Vec2::new(4.0, 2.0));
    let on_the_ledge = Query::new(
        Location::at_elevation(query.start.point, 0.0),
        Location::at_elevation(query.goal.point, 4.0),
    )
    .with_options(query.options);
    for (snap, end, shift) in [(2.0, [4.0, 3.0], 1.0_f64), (0.5, [4.0, 2.0], 4.0)] {
        let path = answer(&mesh, &on_the_ledge.with_snap(snap))?;
        assert_eq!(path.points.last(), Some(&Vec2::from(end)));
        assert_eq!(path.goal_snap.to_bits(), shift.to_bits());
    }
    assert_eq!(answer(&mesh, &on_the_ledge), Err(WALLS));
    let on_any_floor = answer(&mesh, &query.with_snap(2.0))?;
    assert_eq!(on_any_floor.goal_snap.to_bits(), 0);
    Ok(())
}
