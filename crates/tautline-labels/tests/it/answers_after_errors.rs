//! An answer that is passed by `&mut` is empty after an error.

use tautline_labels::{BakeOptions, LabelScratch, Labels, LinkTraversal, PreparedGoal};
use tautline_navmesh::{
    LinkId, NavMesh, QueryFilter, RawLink, Terrain, Vec2, rectangles_from_cells,
};

const START: Vec2 = Vec2::new(1.0, 2.5);
const GOAL: Vec2 = Vec2::new(4.0, 2.5);

/// Ends without a path between them: off the mesh, not finite, in different rooms.
const NO_PATHS: [[Vec2; 2]; 4] = [
    [Vec2::new(5.5, 1.0), GOAL],
    [START, Vec2::new(5.5, 1.0)],
    [START, Vec2::NAN],
    [START, Vec2::new(8.0, 1.0)],
];

/// Two rooms with a gap between them. The left one has a pillar, in the way from the start to
/// the goal.
#[expect(clippy::unwrap_used, reason = "the map is valid")]
fn rooms(links: &[RawLink]) -> NavMesh {
    let is_ground = |x, y| x != 5 && (x, y) != (2, 2);
    let mut raw = rectangles_from_cells(9, 5, |x, y| is_ground(x, y).then_some(Terrain(0)));
    raw.links.extend_from_slice(links);
    raw.build().unwrap()
}

#[test]
fn labels_leave_no_points_and_no_links() {
    // A link within the left room, which leads to no other.
    let link = RawLink { from: [1.0, 1.0], to: [4.0, 1.0], ..RawLink::default() };
    let (mesh_of_labels, other) = (rooms(&[link]), rooms(&[]));
    let labels = Labels::bake(&mesh_of_labels, &BakeOptions::default()).unwrap();
    let (mut scratch, mut points, mut links) = (LabelScratch::new(), Vec::new(), Vec::new());
    let (filter, mut prepared) = (QueryFilter::uniform(), PreparedGoal::new());
    let requests = NO_PATHS.map(|ends| (&mesh_of_labels, ends));
    for (mesh, [start, goal]) in requests.into_iter().chain([(&other, [START, GOAL])]) {
        let ends = [start, goal];
        points.push(Vec2::ONE);
        labels.shortest_path(mesh, ends[0], ends[1], &mut scratch, &mut points).unwrap_err();
        assert!(points.is_empty());

        points.push(Vec2::ONE);
        links.push(LinkTraversal { point: 0, link: LinkId(0), forwards: true });
        labels
            .shortest_path_over_links(mesh, ends, &filter, &mut scratch, &mut points, &mut links)
            .unwrap_err();
        assert_eq!((&points[..], &links[..]), (&[][..], &[][..]));

        // After an error, the goal before is forgotten.
        labels.prepare_goal(&mesh_of_labels, GOAL, &mut prepared).unwrap();
        let _refused = labels.prepare_goal(mesh, ends[1], &mut prepared);
        points.push(Vec2::ONE);
        labels.shortest_path_to(mesh, ends[0], &prepared, &mut scratch, &mut points).unwrap_err();
        assert!(points.is_empty());
    }
}
