//! What is put into a mesh.

use super::seam::Seam;
use tautline_navmesh::{Gate, Terrain};

/// An area to put in.
#[derive(Debug)]
pub(super) struct NewArea {
    /// By vertex, counter-clockwise.
    pub(super) corners: Vec<u32>,
    /// What the sides that begin there are parts of.
    pub(super) seams: Vec<Seam>,
    pub(super) terrain: Terrain,
    pub(super) number: Option<u32>,
    /// The number that gates know it by.
    pub(super) gate_number: u32,
    /// The gates of its sides; none if all of them lead everywhere.
    pub(super) gates: Vec<Gate>,
}
