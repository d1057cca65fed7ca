//! Values of the physics that rounding changes much.

use tautline_platformer::{Body, Character, Physics};

/// A value of the physics or the body that differs from the one passed in, because the character rounds
/// it to whole subpixels and frames: see
/// [`BakedLevel::rounded_values`](super::BakedLevel::rounded_values).
///
/// It is displayed as a sentence that says what to do.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct RoundedValue {
    /// The name of the field, such as `walk`, or `body width`, `body height`, `tile width`, `tile height`.
    pub name: &'static str,
    /// The value as passed in, in pixels and seconds.
    pub value: f64,
    /// The value of the character.
    pub rounded: f64,
}

impl std::fmt::Display for RoundedValue {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { name, value, rounded } = *self;
        write!(
            f,
            "{name}: {value} becomes {}, because speeds and sizes are rounded to whole subpixels; \
             set more `subpixels` in the physics",
            (rounded * 1000.0).round() / 1000.0
        )
    }
}

/// The relative change above which a value is reported.
const LARGE_CHANGE: f64 = 0.01;

/// Returns the values that the character has changed by more than 1 %.
pub(super) fn rounded_values(
    physics: &Physics,
    body: Body,
    character: &Character,
) -> Vec<RoundedValue> {
    let (rounded, rounded_body) = (character.physics(), character.body());
    let [tile_width, tile_height] = character.to_pixels(character.tile_size());
    let values = [
        ("tile width", physics.tile, tile_width),
        ("tile height", physics.tile, tile_height),
        ("gravity", physics.gravity, rounded.gravity),
        ("max_fall", physics.max_fall, rounded.max_fall),
        ("walk", physics.walk, rounded.walk),
        ("jump", physics.jump, rounded.jump),
        ("jump_cut", physics.jump_cut, rounded.jump_cut),
        ("body width", body.width, rounded_body.width),
        ("body height", body.height, rounded_body.height),
    ];
    let values = values.map(|(name, value, rounded)| RoundedValue { name, value, rounded });
    let is_large = |of: &RoundedValue| (of.rounded - of.value).abs() > LARGE_CHANGE * of.value;
    values.into_iter().filter(is_large).collect()
}
