//! `inspect`: the contents of an asset.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use tautline::anyangle::Landmarks;
use tautline::asset::HEADER_LENGTH;
use tautline::baked::BakedMap;
use tautline::labels::{LabelStats, Labels};
use tautline::navmesh::{BorderDictionary, Link, LinkEnd, NavMesh, Terrain};
use tautline::weighted::CostLabels;

use super::platformer;
use crate::file_name::file_name;
use crate::input::{self, AssetFile};
use crate::summary::{areas, class_name, link_layers, radii, terrains};
use crate::table::{Table, thousands};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked mesh or level
    #[arg(value_parser = file_name())]
    asset: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
    if input::is_level(&arguments.asset) {
        return platformer::inspect(&arguments.asset, arguments.json);
    }
    let file = input::load(&arguments.asset)?;
    Ok(if arguments.json { format!("{:#}\n", as_json(&file)) } else { as_text(&file) })
}

fn as_json(file: &AssetFile) -> serde_json::Value {
    let AssetFile { baked, header, byte_count } = file;
    let mesh = baked.mesh();
    let borders = BorderDictionary::new(mesh);
    let bounds = mesh.bounds();
    let terrains: serde_json::Map<String, serde_json::Value> =
        terrains(baked).into_iter().map(|(name, areas)| (name, areas.into())).collect();
    json!({
        "kind": header.kind.escape_ascii().to_string(),
        "format": header.format_version,
        "builder_revision": header.builder_revision,
        "name": baked.name,
        "vertices": mesh.vertices().len(),
        "areas": mesh.area_count(),
        "merged_from": baked.merged_from,
        "area_corners": mesh.half_edge_count(),
        "borders": borders.all().len(),
        "portals": borders.portals().count(),
        "corners": mesh.corner_count(),
        "connected_components": mesh.component_count(),
        "links": mesh.links().len(),
        "links_by_radius": baked.meshes().iter().map(|of| links(of.mesh())).collect::<Vec<_>>(),
        "terrains": terrains,
        "repairs": baked.repairs,
        "bounds": [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y],
        "has_elevations": !mesh.elevations().is_empty(),
        "radii": baked.meshes().iter().map(|mesh| mesh.radius()).collect::<Vec<_>>(),
        "labels": as_json_labels(label_stats(baked)),
        "has_landmarks": landmark_bytes(baked) > 0,
        "profiles": profiles(baked),
        "bytes": {
            "total": byte_count,
            "header": HEADER_LENGTH,
            "mesh": header.payload_length,
            "labels": label_stats(baked).bytes,
            "landmarks": landmark_bytes(baked),
        },
    })
}

/// Returns the links of a mesh, in the order of their numbers.
fn links(mesh: &NavMesh) -> Vec<serde_json::Value> {
    let end = |end: LinkEnd| json!([end.point.x, end.point.y, end.elevation]);
    let link = |link: &Link| {
        json!({
            "from": end(link.from),
            "to": end(link.to),
            "kind": link.kind.name(),
            "cost": link.cost,
            "both_ways": link.both_ways,
            "enabled": link.is_enabled(),
        })
    };
    mesh.links().iter().map(link).collect()
}

fn as_json_labels(stats: LabelStats) -> serde_json::Value {
    json!({
        "corners": stats.corners,
        "hubs": stats.hubs,
        "entries": stats.entries,
        "cones": stats.cones,
        "arcs": stats.arcs,
        "bytes": { "cones": stats.cone_bytes, "entries": stats.entry_bytes, "arcs": stats.arc_bytes },
    })
}

/// Returns the statistics of the labels of the mesh for the smallest agents; all 0 if it has none.
fn label_stats(baked: &BakedMap) -> LabelStats {
    baked.meshes()[0].labels().map(Labels::stats).unwrap_or_default()
}

/// Returns the profiles of the mesh for the smallest agents: their costs that are not 1, and the sizes
/// of their labels.
fn profiles(baked: &BakedMap) -> Vec<serde_json::Value> {
    let profile = |labels: &CostLabels| {
        json!({
            "name": labels.name(),
            "costs": costs(baked, labels),
            "nodes": labels.node_count(),
            "entries": labels.entry_count(),
            "bytes": labels.bytes(),
        })
    };
    baked.meshes()[0].cost_labels().iter().map(profile).collect()
}

/// Returns the costs of terrain that are not 1, by name or class number; `null` for forbidden terrain.
fn costs(baked: &BakedMap, labels: &CostLabels) -> serde_json::Map<String, serde_json::Value> {
    let factors = (0..=u8::MAX).map(|class| (class, labels.filter().factor(Terrain(class))));
    let others = factors.filter(|(_, factor)| (factor - 1.0).abs() > 0.0);
    // JSON has no infinity: it becomes `null`.
    others.map(|(class, factor)| (class_name(baked, class), factor.into())).collect()
}

/// Returns the size of the landmarks of the mesh for the smallest agents, in bytes.
fn landmark_bytes(baked: &BakedMap) -> usize {
    baked.meshes()[0].landmarks().map_or(0, Landmarks::bytes)
}

fn as_text(file: &AssetFile) -> String {
    let AssetFile { baked, header, byte_count } = file;
    let mesh = baked.mesh();
    let borders = BorderDictionary::new(mesh);
    let portals = borders.portals().count();
    let bounds = mesh.bounds();
    let mut table = Table::default();
    table.row("kind", header.kind.escape_ascii()).row("format", header.format_version);
    if let Some(name) = &baked.name {
        table.row("name", name);
    }
    table
        .row("vertices", thousands(mesh.vertices().len()))
        .row("areas", areas(baked))
        .row("borders", thousands(borders.all().len()))
        .row("  portals", thousands(portals))
        .row("  boundary", thousands(borders.all().len() - portals))
        .row("corners", thousands(mesh.corner_count()))
        .row("connected components", thousands(mesh.component_count()))
        .row("links", thousands(mesh.links().len()))
        .row("radii", radii(baked))
        .row("terrains", "");
    for (name, areas) in terrains(baked) {
        table.row(format!("  {name}"), thousands(areas));
    }
    let labels = label_stats(baked);
    if labels.corners > 0 {
        table
            .row("labels", format_args!("{} bytes in memory", thousands(labels.bytes)))
            .row(
                "  hubs",
                format_args!("{} of {} corners", thousands(labels.hubs), thousands(labels.corners)),
            )
            .row("  entries", thousands(labels.entries))
            .row("  visibility cones", thousands(labels.cones))
            .row("  arcs", thousands(labels.arcs));
    }
    if let Some(layers) = baked.meshes()[0].labels().and_then(link_layers) {
        table.row("  link layers", layers);
    }
    if landmark_bytes(baked) > 0 {
        table.row("landmarks", format_args!("{} bytes", thousands(landmark_bytes(baked))));
    }
    for labels in baked.meshes()[0].cost_labels() {
        let costs = costs(baked, labels).into_iter().map(|(name, factor)| match factor.as_f64() {
            Some(factor) => format!("{name}={factor}"),
            None => format!("{name}=forbid"),
        });
        let costs: Vec<String> = costs.collect();
        table.row("profile", format_args!("{}: {}", labels.name(), costs.join(", "))).row(
            "  labels",
            format_args!(
                "{} bytes, {} entries of {} nodes",
                thousands(labels.bytes()),
                thousands(labels.entry_count()),
                thousands(labels.node_count()),
            ),
        );
    }
    for repair in &baked.repairs {
        table.row("repaired", &repair.what);
    }
    table
        .row(
            "bounds",
            format_args!("{} {} to {} {}", bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y),
        )
        .row("bytes", thousands(*byte_count))
        .row("  header", HEADER_LENGTH)
        .row("  mesh", thousands(byte_count.saturating_sub(HEADER_LENGTH)));
    table.text()
}
