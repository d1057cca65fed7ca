//! Goals so near that the nodes of a search are hardly nearer.

use tautline_navmesh::{
    OneToManyQuery, PathQuery, QueryFilter, Terrain, Vec2, rectangles_from_cells,
};
use tautline_weighted::{WeightedOneToManySearch, WeightedPath, WeightedScratch, weighted_path};

#[test]
fn the_straight_line_is_taken_where_it_is_cheapest() {
    // Mud costs 2.5. The line along y = 2 crosses one cell of it.
    let rows = ["~..", ".~.", ".~."];
    let is_mud = |x: u32, y: u32| rows[y as usize].as_bytes()[x as usize] == b'~';
    let raw = rectangles_from_cells(3, 3, |x, y| Some(Terrain(is_mud(x, y).into())));
    let mesh = raw.build().unwrap();
    let mut filter = QueryFilter::uniform();
    filter.set(Terrain(1), 2.5).unwrap();
    let (mut scratch, mut path) = (WeightedScratch::new(), WeightedPath::default());
    let (one, other) = (Vec2::new(2.0, 2.0), Vec2::new(0.5, 2.0));
    for [start, goal] in [[one, other], [other, one]] {
        let query = PathQuery::new(start, goal).with_filter(&filter);
        weighted_path(&mesh, &query, &mut scratch, &mut path).unwrap();
        assert!((path.cost - 3.0).abs() < 1e-6, "{path:?}");
    }

    // One search for many goals misses the line, too.
    let rows = ["..~...", ".~.~.~", "~....~", "~....."];
    let is_mud = |x: u32, y: u32| rows[y as usize].as_bytes()[x as usize] == b'~';
    let raw = rectangles_from_cells(6, 4, |x, y| Some(Terrain(is_mud(x, y).into())));
    let mesh = raw.build().unwrap();
    filter.set(Terrain(1), 10.0).unwrap();
    let (start, goal) = (Vec2::new(4.408, 2.691), Vec2::new(3.749, 1.873));
    let here = OneToManyQuery::new(start).with_filter(&filter);
    let mut many = WeightedOneToManySearch::new();
    many.all(&mesh, &here, &[goal.into()]).unwrap();
    let path = many.path_to(0).unwrap();
    assert!(path.cost < 2.23, "{path:?}");
}
