//! The example `doors` in a window.

#[path = "../../../doors.rs"]
mod doors;

fn main() {
    bevy_tautline_windowed::show("doors", bevy::math::Vec2::new(10.0, 10.0), 22.0, doors::scene);
}
