//! Plans as text: scripts of inputs and frame counts.

use std::cmp::Ordering;
use std::fmt::Write as _;

use tautline::platformer::Input;

/// Formats the inputs of a plan with their frame counts, as in `right 12;right+jump 5;wait 1`.
/// The walk comes first, if any: `left` or `right`, followed by a colon and a number of subpixels
/// if it is not a whole step. Then come `jump` and `down`. No input is `wait`.
pub(super) fn script(inputs: &[(Input, u32)], walk_step: i32) -> String {
    let mut text = String::new();
    for (index, (input, frames)) in inputs.iter().enumerate() {
        if index > 0 {
            text.push(';');
        }
        // Writing into a String cannot fail.
        let _ = write!(text, "{} {frames}", action(*input, walk_step));
    }
    text
}

/// Formats the input of one frame.
pub(super) fn action(input: Input, walk_step: i32) -> String {
    let size = input.walk.unsigned_abs();
    let side = match input.walk.cmp(&0) {
        Ordering::Less => Some("left"),
        Ordering::Equal => None,
        Ordering::Greater => Some("right"),
    };
    let walk = side.map(|side| {
        if size < walk_step.unsigned_abs() { format!("{side}:{size}") } else { side.to_owned() }
    });
    let jump = input.jump.then(|| "jump".to_owned());
    let down = input.down.then(|| "down".to_owned());
    let pressed: Vec<String> = [walk, jump, down].into_iter().flatten().collect();
    if pressed.is_empty() { "wait".to_owned() } else { pressed.join("+") }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scripts_have_inputs_and_frame_counts() {
        let input = |walk, jump, down| Input::walking(walk).with_jump(jump).with_down(down);
        let inputs = [
            (input(8, false, false), 12),
            (input(-3, true, false), 5),
            (input(0, false, true), 1),
            (input(0, false, false), 2),
        ];
        assert_eq!(script(&inputs, 8), "right 12;left:3+jump 5;down 1;wait 2");
        assert_eq!(script(&[], 8), "");
    }
}
