//! An answer that is passed by `&mut` is empty after an error.

use tautline_funnel::{Portal, RadiusFunnel, Vec2, pull_with_radius, simple};

#[test]
fn no_segments_and_no_points_are_left() {
    let (start, goal) = (Vec2::new(-5.0, 0.0), Vec2::new(5.0, 0.0));
    let portals = [Portal::new(Vec2::new(0.0, 9.0), Vec2::new(0.0, 0.0))];
    let (mut funnel, mut segments) = (RadiusFunnel::new(), Vec::new());
    // Negative, not finite, wider than the portal, wider than the distance of the start.
    for (start, radius) in [(start, -1.0), (Vec2::NAN, 1.0), (start, 5.0), (Vec2::X, 2.0)] {
        pull_with_radius(goal * -1.0, &portals, goal, 3.0, &mut funnel, &mut segments).unwrap();
        assert!(!segments.is_empty());
        pull_with_radius(start, &portals, goal, radius, &mut funnel, &mut segments).unwrap_err();
        assert!(segments.is_empty());
    }

    let mut path = vec![Vec2::ONE];
    let above = [Portal::new(Vec2::new(0.0, 9.0), Vec2::new(0.0, 1.0))];
    assert_eq!(simple::pull(start, &above, goal, 2, &mut path), None);
    assert_eq!(path, []);
}
