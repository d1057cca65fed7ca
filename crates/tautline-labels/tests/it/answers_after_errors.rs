//! An answer that is passed by `&mut` is empty after an error.

use tautline_labels::{BakeOptions, LabelScratch, Labels, LinkTraversal, PreparedGoal};
use tautline_navmesh::{LinkId, QueryFilter, RawLink, Vec2};

use crate::two_rooms::{GOAL, NO_PATHS, START, rooms};

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
