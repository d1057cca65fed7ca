//! What an asset holds.

use std::path::PathBuf;

use anyhow::Result;
use clap::Args;
use serde_json::json;
use tautline::asset::HEADER_LENGTH;
use tautline::baked::{BakedMap, RadiusMesh};
use tautline::navmesh::{BorderDictionary, Terrain};

use crate::input::{self, AssetFile};
use crate::table::{Table, thousands};

#[derive(Args)]
pub(crate) struct Arguments {
    /// A baked mesh
    asset: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

pub(crate) fn run(arguments: &Arguments) -> Result<String> {
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
        "area_corners": mesh.side_count(),
        "borders": borders.all().len(),
        "shared_borders": borders.portals().count(),
        "corners": mesh.corner_count(),
        "parts": mesh.part_count(),
        "links": mesh.links().len(),
        "terrains": terrains,
        "bounds": [bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y],
        "has_elevations": !mesh.elevations().is_empty(),
        "radii": baked.meshes().iter().map(|mesh| mesh.radius).collect::<Vec<_>>(),
        "labels": { "entries": 0, "records": 0, "hubs": 0 },
        "bytes": {
            "total": byte_count,
            "header": HEADER_LENGTH,
            "mesh": header.stored_length,
            "mesh_unpacked": header.decoded_length,
            "labels": 0,
        },
    })
}

fn as_text(file: &AssetFile) -> String {
    let AssetFile { baked, header, byte_count } = file;
    let mesh = baked.mesh();
    let borders = BorderDictionary::new(mesh);
    let shared = borders.portals().count();
    let bounds = mesh.bounds();
    let mut table = Table::default();
    table.row("kind", header.kind.escape_ascii()).row("format", header.format_version);
    if let Some(name) = &baked.name {
        table.row("name", name);
    }
    table
        .row("vertices", thousands(mesh.vertices().len()))
        .row("areas", thousands(mesh.area_count()))
        .row("borders", thousands(borders.all().len()))
        .row("  shared", thousands(shared))
        .row("  single", thousands(borders.all().len() - shared))
        .row("corners", thousands(mesh.corner_count()))
        .row("parts", thousands(mesh.part_count()))
        .row("links", thousands(mesh.links().len()))
        .row("radii", radii(baked))
        .row("terrains", "");
    for (name, areas) in terrains(baked) {
        table.row(format!("  {name}"), thousands(areas));
    }
    table
        .row(
            "bounds",
            format_args!("{} {} to {} {}", bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y),
        )
        .row("bytes", thousands(*byte_count))
        .row("  header", HEADER_LENGTH)
        .row("  mesh", header.stored_length)
        .row("  unpacked", header.decoded_length);
    table.text()
}

/// The radii that there are meshes for, with the number of their areas.
pub(crate) fn radii(baked: &BakedMap) -> String {
    let described = baked.meshes().iter().map(|RadiusMesh { radius, mesh }| {
        format!("{radius} ({} areas)", thousands(mesh.area_count()))
    });
    described.collect::<Vec<_>>().join(", ")
}

/// The terrain classes in use, by class, with the number of their areas. A
/// class without a name is called by its number.
pub(crate) fn terrains(baked: &BakedMap) -> Vec<(String, usize)> {
    let mut areas = [0_usize; 256];
    for area in baked.mesh().areas() {
        areas[usize::from(baked.mesh().terrain(area).0)] += 1;
    }
    let name = |Terrain(class): Terrain| {
        baked.terrain_names.get(usize::from(class)).cloned().unwrap_or_else(|| class.to_string())
    };
    (0..=u8::MAX)
        .map(Terrain)
        .zip(areas)
        .filter(|&(_, areas)| areas > 0)
        .map(|(terrain, areas)| (name(terrain), areas))
        .collect()
}
