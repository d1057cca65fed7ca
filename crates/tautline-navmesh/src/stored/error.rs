//! Errors of stored meshes.

use thiserror::Error;

#[cfg(doc)]
use crate::StoredMesh;
use crate::{AreaId, FanId, Fault, Faults, HalfEdgeId, VertexId};

/// The first error in a [`StoredMesh`]. A mesh that
/// [`NavMesh::to_stored`](crate::NavMesh::to_stored) returned has none.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StoredMeshError {
    /// A fault that a [`RawMesh`](crate::RawMesh) can have, too.
    #[error(transparent)]
    Faults(Faults),
    /// The vertices are not in the stored order.
    #[error(
        "vertex {vertex} does not come after the one before it in the stored order, which goes by y, then x, then elevation"
    )]
    VertexOrder {
        /// The vertex.
        vertex: VertexId,
    },
    /// A fan has an invalid vertex, or a lower one than the fan before it.
    #[error(
        "fan {fan} is at vertex {vertex}, but fans must be in the order of the {vertices} vertices"
    )]
    FanVertex {
        /// The fan.
        fan: FanId,
        /// Its vertex.
        vertex: VertexId,
        /// The number of vertices.
        vertices: usize,
    },
    /// A half-edge starts at an invalid fan.
    #[error("half-edge {edge} starts at fan {fan}, but there are only {fans} fans")]
    HalfEdgeFan {
        /// The half-edge.
        edge: HalfEdgeId,
        /// Its fan.
        fan: FanId,
        /// The number of fans.
        fans: usize,
    },
    /// An area is not convex, or its corners do not run counter-clockwise.
    #[error("area {area} does not run counter-clockwise around a convex area")]
    NotConvex {
        /// The area.
        area: AreaId,
    },
    /// Two half-edges are not twins of each other.
    #[error(
        "half-edge {edge} has the twin {twin}, which is not a half-edge of another area that joins the same fans and has {edge} as its twin"
    )]
    Twin {
        /// The half-edge.
        edge: HalfEdgeId,
        /// Its stored twin.
        twin: HalfEdgeId,
    },
    /// The half-edges of a fan are not connected around its vertex, or there are none: the
    /// vertex is non-manifold there.
    #[error("the half-edges that start at fan {fan} are not connected around its vertex")]
    NonManifoldFan {
        /// The fan.
        fan: FanId,
    },
    /// A block-cut number does not fit the block-cut tree.
    #[error(
        "area {area} has the block-cut number {number}, which does not fit those of the areas around it"
    )]
    BlockCutNumber {
        /// The area.
        area: AreaId,
        /// Its number.
        number: u32,
    },
}

impl StoredMeshError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::Faults(_) => (1, "faults"),
            Self::VertexOrder { .. } => (2, "vertex_order"),
            Self::FanVertex { .. } => (3, "fan_vertex"),
            Self::HalfEdgeFan { .. } => (4, "half_edge_fan"),
            Self::NotConvex { .. } => (5, "not_convex"),
            Self::Twin { .. } => (6, "twin"),
            Self::NonManifoldFan { .. } => (7, "non_manifold_fan"),
            Self::BlockCutNumber { .. } => (8, "block_cut_number"),
        }
    }
}

impl From<Fault> for StoredMeshError {
    fn from(fault: Fault) -> Self {
        Self::Faults(Faults::from_one(fault))
    }
}

impl From<Faults> for StoredMeshError {
    fn from(faults: Faults) -> Self {
        Self::Faults(faults)
    }
}
