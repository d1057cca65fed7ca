//! The same corridor for a point, for an agent with a radius, and for an agent
//! that does not fit.
//!
//! ```text
//! cargo run -p tautline-funnel --example agent_radius
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline_funnel::{PathSegment, Portal, RadiusError, RadiusFunnel, Vec2, pull_with_radius};

fn main() -> Result<(), Box<dyn Error>> {
    // Three rooms in a row. A wide door connects the first and the second room, at the
    // top; a door of width 1 connects the second and the third, at the bottom. The agent
    // moves to the right, so the upper end of each door is on its left.
    let doors = [
        Portal::new(Vec2::new(3.0, 4.0), Vec2::new(3.0, 2.0)),
        Portal::new(Vec2::new(6.0, 0.0), Vec2::new(6.0, -1.0)),
    ];
    let (start, goal) = (Vec2::new(0.0, 0.0), Vec2::new(10.0, 1.0));

    // Both are memory that can be reused for any corridor and any radius.
    let mut funnel = RadiusFunnel::new();
    let mut segments = Vec::new();

    // A point moves straight from door post to door post and turns on the
    // spot. With radius 0 there are lines, but no arcs.
    let for_a_point = pull_with_radius(start, &doors, goal, 0.0, &mut funnel, &mut segments)?;
    print_path(0.0, for_a_point, &segments);
    assert_eq!(segments.len(), 3);
    assert!(segments.iter().all(|segment| matches!(segment, PathSegment::Line { .. })));

    // An agent with a body keeps its centre away from the posts. It moves
    // around each of them on an arc, and the lines are tangent to the arcs:
    // the direction changes continuously, so that the path can be followed
    // without stopping.
    let for_a_body = pull_with_radius(start, &doors, goal, 0.3, &mut funnel, &mut segments)?;
    print_path(0.3, for_a_body, &segments);
    assert!(for_a_body > for_a_point, "a body needs more room, so its path is longer");
    let [
        PathSegment::Line { .. },
        PathSegment::Arc(first),
        PathSegment::Line { .. },
        PathSegment::Arc(second),
        PathSegment::Line { .. },
    ] = segments[..]
    else {
        return Err("lines and arcs should alternate".into());
    };
    assert_eq!(first.center, doors[0].right, "over the lower post of the high door");
    assert_eq!(second.center, doors[1].left, "under the upper post of the low door");
    assert!(!first.turns_left && second.turns_left);

    // For a body wider than a door, the error names the door, so that a planner can
    // look for another corridor.
    let result = pull_with_radius(start, &doors, goal, 0.75, &mut funnel, &mut segments);
    let Err(error) = result else {
        return Err("a body of width 1.5 should not fit through a door of width 1".into());
    };
    println!("radius 0.75: {error}");
    assert!(matches!(error, RadiusError::TooNarrow { portal: 1, .. }));
    assert!(segments.is_empty(), "the segments of the previous path are removed");
    Ok(())
}

fn print_path(radius: f32, length: f64, segments: &[PathSegment]) {
    println!("radius {radius}: length {length:.3}");
    for segment in segments {
        match segment {
            PathSegment::Line { from, to } => println!(
                "  line from ({:.3}, {:.3}) to ({:.3}, {:.3}), {:.3} long",
                from.x,
                from.y,
                to.x,
                to.y,
                from.distance(*to)
            ),
            PathSegment::Arc(arc) => println!(
                "  arc around {}, {:.1} degrees to the {}",
                arc.center,
                arc.angle.to_degrees(),
                if arc.turns_left { "left" } else { "right" }
            ),
        }
    }
}
