//! Why plain data is no stored mesh.

use thiserror::Error;

#[cfg(doc)]
use crate::StoredMesh;
use crate::{AreaId, FanId, Fault, Faults, HalfEdgeId, VertexId};

/// The first thing that is wrong with a [`StoredMesh`]. No mesh that
/// [`NavMesh::to_stored`](crate::NavMesh::to_stored) gave has any of it.
#[derive(Clone, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum StoredMeshError {
    /// What would also be wrong with a [`RawMesh`](crate::RawMesh).
    #[error("{0}")]
    Faults(Faults),
    /// The vertices are not in the order that is stored with them.
    #[error(
        "vertex {vertex} does not come after the one before it in the stored order, which goes by y, then x, then elevation"
    )]
    VertexOrder {
        /// The vertex.
        vertex: VertexId,
    },
    /// A fan belongs to no vertex, or to one before that of the fan before it.
    #[error(
        "fan {fan} is at vertex {vertex}, but fans must be in the order of the {vertices} vertices"
    )]
    FanVertex {
        /// The fan.
        fan: FanId,
        /// The vertex that it names.
        vertex: VertexId,
        /// How many vertices there are.
        vertices: usize,
    },
    /// A side begins at no fan.
    #[error("half-edge {edge} begins at fan {fan}, but there are only {fans} fans")]
    HalfEdgeFan {
        /// The side.
        edge: HalfEdgeId,
        /// The fan that it names.
        fan: FanId,
        /// How many fans there are.
        fans: usize,
    },
    /// The corners of an area do not run counter-clockwise around a convex area.
    #[error("area {area} does not run counter-clockwise around a convex area")]
    NotConvex {
        /// The area.
        area: AreaId,
    },
    /// Two sides are not the same border.
    #[error(
        "half-edge {edge} has the twin {twin}, but that is no half-edge of another area which joins the same fans and names it in turn"
    )]
    Twin {
        /// The side.
        edge: HalfEdgeId,
        /// The side that it names.
        twin: HalfEdgeId,
    },
    /// The sides of a fan do not hang together, or there are none.
    #[error("the sides that begin at fan {fan} do not hang together around its vertex")]
    NonManifoldFan {
        /// The fan.
        fan: FanId,
    },
    /// The areas are not numbered as the gates need it.
    #[error(
        "area {area} has the gate number {number}, which does not fit those of the areas around it"
    )]
    BlockCutNumber {
        /// The area.
        area: AreaId,
        /// Its number.
        number: u32,
    },
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
