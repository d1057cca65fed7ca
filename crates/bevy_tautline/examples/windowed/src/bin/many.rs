//! The example `many` in a window.

#[path = "../../../many.rs"]
mod many;

fn main() {
    bevy_tautline_windowed::show("many", bevy::math::Vec2::new(30.0, 30.0), 62.0, many::scene);
}
