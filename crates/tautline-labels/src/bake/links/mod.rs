//! Baking link layers.
//!
//! `graph` joins the taut visibility graph and the links, by finding the corners and link ends that each
//! link end sees. `rank` orders the arcs as hubs, and `labels` grows their trees (`tree`). This module
//! lays out the result by node.

mod graph;
mod labels;
mod rank;
mod tree;

use std::iter;

use tautline_geometry::Vec2;
use tautline_navmesh::NavMesh;
use tautline_navmesh::internal::{fingerprint, parallel_map};

use super::input::BakeInput;
use super::progress::{KeepGoing, report};
use super::{BakeError, BakeOptions, BakeStage};
use crate::labels::Labels;
use crate::tables::cones::Cones;
use crate::tables::links::{Direction, LinkEntry, LinkKinds, LinkLayer, LinkNode, LinkRows};
use crate::tables::taut_visibility_graph::TautVisibilityGraph;
use crate::taut::corners::{Corner, TautNode};
use crate::to_u32;
use graph::LinkedGraph;
use labels::{Labeller, RowEntry, Rows};

/// Bakes the link layers for finished labels: first the layer of all enabled links, then the layers of
/// the options. Empty without links. Stops before the layer that would exceed `max_bytes`.
pub(super) fn bake(
    input: &BakeInput<'_>,
    taut: &TautVisibilityGraph,
    labels: &Labels,
    (options, max_bytes): (&BakeOptions, usize),
    keep_going: KeepGoing<'_>,
) -> Result<Vec<LinkLayer>, BakeError> {
    let all = LinkKinds::of_mesh(input.mesh);
    let asked = options.link_layers.iter().map(|kinds| LinkKinds::of(kinds.iter().copied()));
    let mut layers: Vec<LinkLayer> = Vec::new();
    let mut left = max_bytes;
    for kinds in iter::once(all).chain(asked.map(|kinds| kinds.and(all))) {
        if kinds.is_empty() || layers.iter().any(|layer| layer.kinds == kinds) {
            continue;
        }
        let Some(layer) = bake_layer(input, (taut, labels), kinds, left, keep_going)? else {
            break;
        };
        left -= layer.bytes();
        layers.push(layer);
    }
    Ok(layers)
}

/// Bakes the layer of all enabled links of some kinds. `None` if it exceeds `max_bytes`.
fn bake_layer(
    input: &BakeInput<'_>,
    (taut, labels): (&TautVisibilityGraph, &Labels),
    kinds: LinkKinds,
    max_bytes: usize,
    keep_going: KeepGoing<'_>,
) -> Result<Option<LinkLayer>, BakeError> {
    let BakeInput { mesh, corners, .. } = input;
    let bytes = labels.stats().bytes;
    report(keep_going, BakeStage::Linking, [0, mesh.links().len()], bytes)?;
    let Some(mut graph) = LinkedGraph::new(mesh, kinds, corners, taut) else { return Ok(None) };
    let order = rank::ranked_arcs(&graph);
    graph.reorder_arcs(&order);
    let mut labeller = Labeller::new(&graph);
    while let Some(hubs) = labeller.advance() {
        let own_bytes = size_of::<LinkEntry>() * labeller.entries;
        if own_bytes > max_bytes {
            return Ok(None);
        }
        report(keep_going, BakeStage::Linking, [hubs, graph.arcs.len()], bytes + own_bytes)?;
    }
    let [onwards, back] = &labeller.rows;
    let rows = [(onwards, Direction::Onwards), (back, Direction::Back)];
    let rows = rows.map(|(rows, direction)| lay_out(&graph, rows, direction));
    let mut layer = LinkLayer {
        fingerprint: fingerprint::of_links(mesh),
        kinds,
        end_cones: graph.end_cones(mesh),
        rows,
        arcs: graph.arcs,
        ends: graph.ends,
        ..LinkLayer::default()
    };
    layer.taut_counts = count_taut_entries(mesh, labels, &layer);
    let layer = layer.finished(&labels.cones);
    Ok(Some(layer).filter(|layer| layer.bytes() <= max_bytes))
}

/// Sorts the entries of each node, and joins the rows.
fn lay_out(graph: &LinkedGraph<'_>, rows: &Rows, direction: Direction) -> LinkRows {
    // The index of each entry in the joined rows.
    let mut indices: Vec<Vec<u32>> = rows.iter().map(|row| vec![0; row.len()]).collect();
    let mut order: Vec<&RowEntry> = Vec::new();
    let mut starts = vec![0];
    for node in 0..to_u32(graph.node_count()) {
        let row = Labeller::row_of(graph, node);
        let mut own: Vec<u32> = (0..to_u32(rows[row].len()))
            .filter(|&entry| rows[row][entry as usize].node == node)
            .collect();
        if let LinkNode::Corner(node) = graph.node(node) {
            let next = |entry: u32| graph.point(rows[row][entry as usize].next, direction);
            own.sort_by(|&a, &b| graph.outwards(node, next(a), next(b)));
        }
        for entry in own {
            indices[row][entry as usize] = to_u32(order.len());
            order.push(&rows[row][entry as usize]);
        }
        starts.push(to_u32(order.len()));
    }
    let entry = |entry: &&RowEntry| {
        let cost = match direction {
            Direction::Onwards => graph.arcs[entry.hub as usize].cost,
            Direction::Back => 0.0,
        };
        let next = indices[Labeller::row_of(graph, entry.next)][entry.next_entry as usize];
        LinkEntry { distance: entry.length + cost, arc: entry.hub, next }
    };
    LinkRows { starts, entries: order.iter().map(entry).collect() }
}

/// Counts, for each cone of a corner and each direction, the entries of a layer that may keep a path taut.
fn count_taut_entries(mesh: &NavMesh, labels: &Labels, layer: &LinkLayer) -> Vec<[u16; 2]> {
    /// The number of cones in a unit of parallel work.
    const CONES_AT_ONCE: usize = 1 << 14;

    let cones = &labels.cones;
    let next_point = |direction: Direction, entry: &LinkEntry| -> Vec2 {
        let next = layer.rows[direction as usize].owner(entry.next);
        match LinkLayer::node(labels.corner_count(), next) {
            LinkNode::Corner(node) => labels.points[node.corner() as usize],
            LinkNode::Arc(arc) => {
                layer.ends[layer.arcs[arc as usize].far_end(direction) as usize].point
            }
        }
    };
    let next_points = Direction::BOTH.map(|direction| -> Vec<Vec2> {
        let entries = &layer.rows[direction as usize].entries;
        entries.iter().map(|entry| next_point(direction, entry)).collect()
    });
    let count = |cone: usize| {
        let node: TautNode = cones.nodes[cone];
        let here = labels.points[node.corner() as usize];
        // A point on the ray nearest to the wall has the most taut entries: see `bake/cones.rs`.
        let widest = cones.limits[cone][node.wedge_index()];
        let widest = mesh.vertices()[(widest & !Cones::AWAY) as usize];
        Direction::BOTH.map(|direction| {
            let all = layer.rows[direction as usize].of(node.opposite().index());
            let taut = next_points[direction as usize][all]
                .partition_point(|&next| Corner::may_follow(here, widest, node.wedge(), next));
            u16::try_from(taut).unwrap_or(LinkLayer::ALL)
        })
    };
    let chunks = cones.nodes.len().div_ceil(CONES_AT_ONCE);
    let counts = parallel_map(
        chunks,
        || (),
        |(), chunk| -> Vec<[u16; 2]> {
            let first = chunk * CONES_AT_ONCE;
            (first..cones.nodes.len().min(first + CONES_AT_ONCE)).map(count).collect()
        },
    );
    counts.concat()
}
