//! Faults of raw meshes.

use std::fmt;

use tautline_geometry::Vec2;
use thiserror::Error;

/// A fault of a [`RawMesh`](crate::RawMesh). Areas, vertices, corners (within their area) and
/// links are counted from 0.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum Fault {
    /// The mesh is empty.
    #[error("the mesh has no areas")]
    NoAreas,
    /// A list has a different length than the list that it belongs to.
    #[error("the length of the list of {list} is {found}, but must be {expected} (or 0)")]
    ListLength {
        /// The name of the list.
        list: &'static str,
        /// Its length.
        found: usize,
        /// The length of the list that it belongs to.
        expected: usize,
    },
    /// The ends of the areas' corners decrease, or exceed the list of corners.
    #[error("the corners of area {area} end at {end}, but must end between {least} and {most}")]
    CornerEnd {
        /// The area.
        area: usize,
        /// The stored end of its corners.
        end: u32,
        /// The least valid end.
        least: u32,
        /// The greatest valid end: the number of corners.
        most: usize,
    },
    /// There are more elements of a kind than can be numbered.
    #[error("the mesh has {found} {things}, but at most {limit} can be numbered")]
    TooMany {
        /// The name of the list.
        things: &'static str,
        /// The number of entries.
        found: usize,
        /// The greatest number that is allowed.
        limit: usize,
    },
    /// A coordinate is infinite or not a number.
    #[error(
        "vertex {vertex} is at ({x}, {y}), elevation {elevation}, but coordinates must be finite"
    )]
    NotFinite {
        /// The vertex.
        vertex: usize,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
        /// Its elevation.
        elevation: f32,
    },
    /// Two vertices have the same position and elevation.
    #[error("vertices {first} and {second} are both at ({x}, {y}); weld the mesh first")]
    DuplicateVertex {
        /// One of them.
        first: u32,
        /// The other.
        second: u32,
        /// Their x coordinate.
        x: f32,
        /// Their y coordinate.
        y: f32,
    },
    /// An area has too few corners.
    #[error("area {area} has {corners} corners, but needs at least 3")]
    TooFewCorners {
        /// The area.
        area: usize,
        /// The number of corners.
        corners: usize,
    },
    /// A corner refers to a vertex that does not exist.
    #[error(
        "corner {corner} of area {area} is vertex {vertex}, but there are only {vertices} vertices"
    )]
    VertexOutOfRange {
        /// The area.
        area: usize,
        /// The corner.
        corner: usize,
        /// The vertex.
        vertex: u32,
        /// The number of vertices.
        vertices: usize,
    },
    /// An area has the same vertex as a corner more than once.
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
    /// Two edges of an area intersect.
    #[error("area {area} crosses itself: its edges {first} and {second} intersect")]
    SelfCrossing {
        /// The area.
        area: usize,
        /// The corner at which one of the edges starts.
        first: usize,
        /// The corner at which the other edge starts.
        second: usize,
    },
    /// The corners of an area run clockwise.
    #[error(
        "area {area} runs clockwise, but areas must run counter-clockwise; reverse its corners"
    )]
    Clockwise {
        /// The area.
        area: usize,
    },
    /// An area is concave, which strict building refuses.
    #[error("area {area} is concave at its corner {corner}, which strict building refuses")]
    Concave {
        /// The area.
        area: usize,
        /// The first reflex corner: it turns right.
        corner: usize,
    },
    /// More areas share a border than can lie on its two sides.
    #[error(
        "the border between vertices {start} and {end} is an edge of areas {areas:?}, but at most one area can lie on each side of it"
    )]
    OverusedBorder {
        /// One end.
        start: u32,
        /// The other end.
        end: u32,
        /// The areas.
        areas: Vec<usize>,
    },
    /// A named neighbour does not exist.
    #[error(
        "corner {corner} of area {area} names area {neighbour} as neighbour, but there are only {areas} areas"
    )]
    NeighbourOutOfRange {
        /// The area.
        area: usize,
        /// The corner at which the border starts.
        corner: usize,
        /// The named neighbour.
        neighbour: u32,
        /// The number of areas.
        areas: usize,
    },
    /// An area names a neighbour that does not name it.
    #[error(
        "area {area} names area {neighbour} as neighbour across its edge {corner}, but that area has no such edge or does not name area {area} there"
    )]
    NeighbourDisagrees {
        /// The area.
        area: usize,
        /// The corner at which the border starts.
        corner: usize,
        /// The named neighbour.
        neighbour: u32,
    },
    /// Areas on top of each other: too many vertices lie on edges of other areas.
    #[error(
        "area {area} and others lie on top of each other: too many vertices lie on their edges; give them different elevations, or ignore T-junctions"
    )]
    TooManyTJunctions {
        /// The area at which the limit was exceeded.
        area: usize,
    },
    /// A wall is declared between vertices that no area joins.
    #[error("wall {wall} runs between vertices {start} and {end}, but no area has an edge there")]
    WallWithoutBorder {
        /// The wall.
        wall: usize,
        /// One end.
        start: u32,
        /// The other end.
        end: u32,
    },
    /// Walls and neighbours are both given.
    #[error("walls are listed, but neighbours are given too; mark the walls among the neighbours")]
    WallsWithNeighbours,
    /// An end of a link is off the mesh.
    #[error("link {link} has its {end} at ({x}, {y}), which is off the mesh{}", advice(nearest.as_ref()))]
    LinkOffMesh {
        /// The link.
        link: usize,
        /// "start" or "end".
        end: &'static str,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
        y: f32,
        /// The ground nearest to it. `None` after the first hundred of these faults: it would take too long to
        /// find for all.
        nearest: Option<NearestGround>,
    },
    /// A coordinate or elevation of a link's end is infinite or not a number.
    #[error("link {link} has its {end} at ({x}, {y}), elevation {elevation}, but must be finite")]
    LinkNotFinite {
        /// The link.
        link: usize,
        /// "start" or "end".
        end: &'static str,
        /// Its x coordinate.
        x: f32,
        /// Its y coordinate.
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

impl Fault {
    /// A fault if a list of corners, half-edges, vertices, fans or links is too long. A search
    /// numbers its nodes: every half-edge, two per link, start and goal.
    pub(crate) fn if_too_many((things, found): (&'static str, usize)) -> Option<Self> {
        let limit = (u32::MAX / 4) as usize;
        (found > limit).then_some(Self::TooMany { things, found, limit })
    }

    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::NoAreas => (1, "no_areas"),
            Self::ListLength { .. } => (2, "list_length"),
            Self::CornerEnd { .. } => (3, "corner_end"),
            Self::TooMany { .. } => (4, "too_many"),
            Self::NotFinite { .. } => (5, "not_finite"),
            Self::DuplicateVertex { .. } => (6, "duplicate_vertex"),
            Self::TooFewCorners { .. } => (7, "too_few_corners"),
            Self::VertexOutOfRange { .. } => (8, "vertex_out_of_range"),
            Self::RepeatedCorner { .. } => (9, "repeated_corner"),
            Self::ZeroArea { .. } => (10, "zero_area"),
            Self::SelfCrossing { .. } => (11, "self_crossing"),
            Self::Clockwise { .. } => (12, "clockwise"),
            Self::Concave { .. } => (13, "concave"),
            Self::OverusedBorder { .. } => (14, "overused_border"),
            Self::NeighbourOutOfRange { .. } => (15, "neighbour_out_of_range"),
            Self::NeighbourDisagrees { .. } => (16, "neighbour_disagrees"),
            Self::TooManyTJunctions { .. } => (17, "too_many_t_junctions"),
            Self::WallWithoutBorder { .. } => (18, "wall_without_border"),
            Self::WallsWithNeighbours => (19, "walls_with_neighbours"),
            Self::LinkOffMesh { .. } => (20, "link_off_mesh"),
            Self::LinkNotFinite { .. } => (21, "link_not_finite"),
            Self::LinkCost { .. } => (22, "link_cost"),
        }
    }
}

/// The ground nearest to an end of a link that is off the mesh.
#[derive(Clone, Copy, Debug, PartialEq)]
#[non_exhaustive]
pub struct NearestGround {
    /// The nearest point; in space, if the mesh has elevations.
    pub point: Vec2,
    /// The elevation there; `None` if the mesh has no elevations.
    pub elevation: Option<f32>,
    /// The distance from the end of the link, in world units.
    pub distance: f64,
}

impl fmt::Display for NearestGround {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { point: Vec2 { x, y }, elevation, distance } = self;
        write!(out, "the nearest ground is at ({x}, {y})")?;
        if let Some(elevation) = elevation {
            write!(out, ", elevation {elevation}")?;
        }
        #[expect(clippy::cast_possible_truncation, reason = "rounded for people")]
        let rounded = *distance as f32;
        if rounded.is_finite() {
            write!(out, ", {rounded} away")
        } else {
            write!(out, ", {distance} away")
        }
    }
}

/// Returns the end of the message about a link.
fn advice(nearest: Option<&NearestGround>) -> String {
    nearest.map_or(String::new(), |nearest| format!("; {nearest}"))
}

/// All faults of a mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct Faults(Vec<Fault>);

impl Faults {
    pub(crate) fn check(faults: Vec<Fault>) -> Result<(), Self> {
        if faults.is_empty() { Ok(()) } else { Err(Self(faults)) }
    }

    pub(crate) fn from_one(fault: Fault) -> Self {
        Self(vec![fault])
    }

    /// The same faults with the numbers that areas have in their file: `numbers[area]` instead
    /// of `area`. Areas without a number keep theirs.
    ///
    /// ```
    /// use tautline_navmesh::{BuildOptions, NavMesh, RawMesh};
    ///
    /// let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [1.0, 0.0], [2.0, 0.0]]);
    /// raw.push_area(&[0, 1, 2]);
    /// let faults = NavMesh::build(&raw, &BuildOptions::default()).unwrap_err();
    /// let message = faults.with_area_numbers(&[70]).to_string();
    /// assert_eq!(message, "area 70 has no area: all its corners lie on one line");
    /// ```
    #[must_use]
    #[doc(hidden)]
    pub fn with_area_numbers(mut self, numbers: &[u32]) -> Self {
        let renumber = |area: &mut usize| {
            if let Some(&number) = numbers.get(*area) {
                *area = number as usize;
            }
        };
        for fault in &mut self.0 {
            match fault {
                Fault::CornerEnd { area, .. }
                | Fault::TooFewCorners { area, .. }
                | Fault::VertexOutOfRange { area, .. }
                | Fault::RepeatedCorner { area, .. }
                | Fault::ZeroArea { area }
                | Fault::SelfCrossing { area, .. }
                | Fault::Clockwise { area }
                | Fault::Concave { area, .. }
                | Fault::NeighbourOutOfRange { area, .. }
                | Fault::NeighbourDisagrees { area, .. }
                | Fault::TooManyTJunctions { area } => renumber(area),
                Fault::OverusedBorder { areas, .. } => areas.iter_mut().for_each(renumber),
                _ => {}
            }
        }
        self
    }

    /// The faults, at least one.
    #[must_use]
    pub fn all(&self) -> &[Fault] {
        &self.0
    }
}

impl fmt::Display for Faults {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        /// The number of faults that the message lists; the rest is counted.
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
