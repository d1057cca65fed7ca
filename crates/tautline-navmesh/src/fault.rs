//! What can be wrong with a mesh.

use std::fmt;

use thiserror::Error;

/// One thing that is wrong with a [`RawMesh`](crate::RawMesh). Areas, vertices,
/// corners (within their area) and links are counted from 0.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// There is no ground.
    #[error("the mesh has no areas")]
    NoAreas,
    /// A list has another length than the list it belongs to.
    #[error("the list of {list} has {found} entries, but needs {expected} (or none)")]
    ListLength {
        /// Which list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// The length of the list it belongs to.
        expected: usize,
    },
    /// The ends of the areas' corners fall, or leave the list of corners.
    #[error("the corners of area {area} end at {end}, but must end between {least} and {most}")]
    CornerEnd {
        /// The area.
        area: usize,
        /// Where its corners are said to end.
        end: u32,
        /// Where they begin.
        least: u32,
        /// How many corners there are.
        most: usize,
    },
    /// More corners, vertices or links than numbers.
    #[error("the mesh has {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// Of what there are too many.
        things: &'static str,
        /// How many there are.
        found: usize,
        /// How many there may be.
        limit: usize,
    },
    /// A coordinate is infinite or not a number.
    #[error(
        "vertex {vertex} is at ({x}, {y}), elevation {elevation}, but coordinates must be finite"
    )]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// Its position.
        x: f32,
        /// Its position.
        y: f32,
        /// Its elevation.
        elevation: f32,
    },
    /// Two vertices stand at the same place.
    #[error("vertices {first} and {second} are both at ({x}, {y}); weld the mesh first")]
    DuplicateVertex {
        /// One of them.
        first: u32,
        /// The other.
        second: u32,
        /// Where they are.
        x: f32,
        /// Where they are.
        y: f32,
    },
    /// An area has too few corners.
    #[error("area {area} has {corners} corners, but needs at least 3")]
    TooFewCorners {
        /// The area.
        area: usize,
        /// How many corners it has.
        corners: usize,
    },
    /// A corner is no vertex.
    #[error(
        "corner {corner} of area {area} is vertex {vertex}, but there are only {vertices} vertices"
    )]
    VertexOutOfRange {
        /// The area.
        area: usize,
        /// The corner.
        corner: usize,
        /// The vertex that it names.
        vertex: u32,
        /// How many vertices there are.
        vertices: usize,
    },
    /// An area comes to the same vertex twice.
    #[error("area {area} has vertex {vertex} as a corner more than once")]
    RepeatedCorner {
        /// The area.
        area: usize,
        /// The vertex.
        vertex: u32,
    },
    /// All corners of an area lie on one line.
    #[error("area {area} has no area: all its corners lie on one line")]
    ZeroArea {
        /// The area.
        area: usize,
    },
    /// The sides of an area meet where they should not.
    #[error("area {area} crosses itself: its sides {first} and {second} meet")]
    SelfCrossing {
        /// The area.
        area: usize,
        /// The corner at which one of the sides begins.
        first: usize,
        /// The corner at which the other one begins.
        second: usize,
    },
    /// The corners of an area run the wrong way.
    #[error(
        "area {area} runs clockwise, but areas must run counter-clockwise; reverse its corners"
    )]
    Clockwise {
        /// The area.
        area: usize,
    },
    /// An area is concave, and the caller asked to be strict.
    #[error("area {area} is concave at its corner {corner}, which strict building refuses")]
    Concave {
        /// The area.
        area: usize,
        /// The first corner that turns right.
        corner: usize,
    },
    /// A border is claimed by more areas than have room beside it.
    #[error(
        "the border between vertices {start} and {end} is a side of areas {areas:?}, but at most one area can lie on each side of it"
    )]
    OverusedBorder {
        /// One end.
        start: u32,
        /// The other end.
        end: u32,
        /// The areas.
        areas: Vec<usize>,
    },
    /// A neighbour is named that is no area.
    #[error(
        "corner {corner} of area {area} names area {neighbour} as neighbour, but there are only {areas} areas"
    )]
    NeighbourOutOfRange {
        /// The area.
        area: usize,
        /// The corner at which the border begins.
        corner: usize,
        /// The area that it names.
        neighbour: u32,
        /// How many areas there are.
        areas: usize,
    },
    /// Two areas do not agree on being neighbours.
    #[error(
        "area {area} names area {neighbour} as neighbour across its side {corner}, but that has no such side or does not name it in turn"
    )]
    NeighbourDisagrees {
        /// The area.
        area: usize,
        /// The corner at which the border begins.
        corner: usize,
        /// The area that it names.
        neighbour: u32,
    },
    /// So many areas touch along the same sides that they must lie on top of
    /// each other.
    #[error(
        "area {area} and others lie on top of each other: too many vertices lie on their sides; give them different elevations, or ignore partial borders"
    )]
    TooManyTJunctions {
        /// The area at which it was too much.
        area: usize,
    },
    /// A wall is declared where there is no border.
    #[error("wall {wall} runs between vertices {start} and {end}, but no area has a side there")]
    WallWithoutBorder {
        /// The wall.
        wall: usize,
        /// One end.
        start: u32,
        /// The other end.
        end: u32,
    },
    /// Walls and neighbours are both given.
    #[error("walls are listed apart although neighbours are given; mark them among the neighbours")]
    WallsWithNeighbours,
    /// A link begins or ends where there is no ground.
    #[error("link {link} has its {end} at ({x}, {y}), which is off the mesh")]
    LinkOffMesh {
        /// The link.
        link: usize,
        /// "start" or "end".
        end: &'static str,
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
    },
    /// A coordinate or elevation of a link's end is infinite or not a number.
    #[error("link {link} has its {end} at ({x}, {y}), elevation {elevation}, but must be finite")]
    LinkNotFinite {
        /// The link.
        link: usize,
        /// "start" or "end".
        end: &'static str,
        /// Where it is.
        x: f32,
        /// Where it is.
        y: f32,
        /// Its elevation.
        elevation: f32,
    },
    /// A link's cost is negative, infinite or not a number.
    #[error("link {link} costs {cost}, but must cost a finite number of at least 0")]
    LinkCost {
        /// The link.
        link: usize,
        /// The offending cost.
        cost: f32,
    },
}

/// All that is wrong with a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn check(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    pub(crate) fn from_one(fault: Fault) -> Self {
        Self(vec![fault])
    }

    /// The faults, at least one.
    #[must_use]
    pub fn all(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// How many faults a message names before it only counts.
        const NAMED: usize = 5;
        for (index, fault) in self.0.iter().take(NAMED).enumerate() {
            let separator = if index == 0 { "" } else { "; " };
            write!(formatter, "{separator}{fault}")?;
        }
        match self.0.len().checked_sub(NAMED) {
            None | Some(0) => Ok(()),
            Some(more) => write!(formatter, "; and {more} more"),
        }
    }
}

impl std::error::Error for Faults {}
