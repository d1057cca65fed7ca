//! The example `first_path` in a window.

#[path = "../../../first_path.rs"]
mod first_path;

fn main() {
    bevy_tautline_windowed::show(
        "first_path",
        bevy::math::Vec2::new(10.0, 10.0),
        22.0,
        first_path::scene,
    );
}
