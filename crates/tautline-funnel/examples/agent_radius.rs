//! The same corridor for a point, for an agent with a radius, and for an agent
//! that does not fit.
//!
//! ```text
//! cargo run -p tautline-funnel --example agent_radius
//! ```

#![expect(clippy::print_stdout, reason = "an example prints")]

use std::error::Error;

use tautline_funnel::{Piece, Portal, RadiusError, RadiusFunnel, Vec2, pull_with_radius};

fn main() -> Result<(), Box<dyn Error>> {
    // Three rooms in a row. A wide door leads from the first to the second,
    // high up; a door of width 1 leads on, low down. The walker goes to the
    // right, so that the upper end of each door is on the left.
    let doors = [
        Portal::new(Vec2::new(3.0, 4.0), Vec2::new(3.0, 2.0)),
        Portal::new(Vec2::new(6.0, 0.0), Vec2::new(6.0, -1.0)),
    ];
    let (start, goal) = (Vec2::new(0.0, 0.0), Vec2::new(10.0, 1.0));

    // Both are memory: any corridor and any radius may follow the one before.
    let mut funnel = RadiusFunnel::new();
    let mut pieces = Vec::new();

    // A point walks straight from door post to door post and turns on the
    // spot. With radius 0 there are legs, but no arcs.
    let for_a_point = pull_with_radius(start, &doors, goal, 0.0, &mut funnel, &mut pieces)?;
    print_way(0.0, for_a_point, &pieces);
    assert_eq!(pieces.len(), 3);
    assert!(pieces.iter().all(|piece| matches!(piece, Piece::Leg { .. })));

    // An agent with a body keeps its centre away from the posts. It walks
    // round each of them on a circle, and the legs are tangents to the
    // circles: where a leg meets an arc, the direction does not jump, so that
    // the way can be followed without stopping.
    let for_a_body = pull_with_radius(start, &doors, goal, 0.3, &mut funnel, &mut pieces)?;
    print_way(0.3, for_a_body, &pieces);
    assert!(for_a_body > for_a_point, "a body needs more room, and a longer way");
    let [
        Piece::Leg { .. },
        Piece::Arc(first),
        Piece::Leg { .. },
        Piece::Arc(second),
        Piece::Leg { .. },
    ] = pieces[..]
    else {
        return Err("legs and arcs should take turns".into());
    };
    assert_eq!(first.center, doors[0].right, "over the lower post of the high door");
    assert_eq!(second.center, doors[1].left, "under the upper post of the low door");
    assert!(!first.turns_left && second.turns_left);

    // A body wider than a door is refused, and the error says which door. That
    // is an answer, not an accident: a planner can look for another corridor.
    let refusal = pull_with_radius(start, &doors, goal, 0.75, &mut funnel, &mut pieces);
    let Err(error) = refusal else {
        return Err("a body of width 1.5 should not fit through a door of width 1".into());
    };
    println!("radius 0.75: {error}");
    assert!(matches!(error, RadiusError::TooNarrow { portal: 1, .. }));
    assert!(pieces.is_empty(), "no pieces of the way before are left over");
    Ok(())
}

fn print_way(radius: f32, length: f64, pieces: &[Piece]) {
    println!("radius {radius}: length {length:.3}");
    for piece in pieces {
        match piece {
            Piece::Leg { from, to } => println!(
                "  leg from ({:.3}, {:.3}) to ({:.3}, {:.3}), {:.3} long",
                from.x,
                from.y,
                to.x,
                to.y,
                from.distance(*to)
            ),
            Piece::Arc(arc) => println!(
                "  arc round {}, {:.1} degrees to the {}",
                arc.center,
                arc.angle.to_degrees(),
                if arc.turns_left { "left" } else { "right" }
            ),
        }
    }
}
