//! The example `platformer` in a window.

#[path = "../../../platformer.rs"]
mod platformer;

fn main() {
    bevy_tautline_windowed::show(
        "platformer",
        bevy::math::Vec2::new(128.0, 56.0),
        140.0,
        platformer::scene,
    );
}
