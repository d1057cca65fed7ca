//! The summary of a baked map.

use tautline::bake::{
    BakedFile, CostLabelOutcome, CostLabelReport, Items, LabelOutcome, MapReport, MeshReport,
    TerrainNames, Warning,
};
use tautline::baked::{BakedMap, BakedRepair, RadiusMesh};
use tautline::formats::{Meaning, Role, RoleSource};
use tautline::labels::{LabelStats, Labels};
use tautline::navmesh::{BorderDictionary, LinkKind};

use crate::input::option_name;
use crate::table::{Table, thousands};

/// The number of items of a kind that the summary lists.
const LISTED: usize = 8;

/// Returns a table of what was understood, baked, repaired, split and left out.
pub(crate) fn summary(baked: &BakedFile) -> Table {
    let BakedFile { map, report, .. } = baked;
    let mut table = Table::default();
    if let Some(name) = &map.name {
        table.row("name", name);
    }
    interpretation_rows(map, report, &mut table);
    mesh_rows(map, &mut table);
    let terrains: Vec<String> =
        terrains(map).into_iter().map(|(name, areas)| format!("{name} {areas}")).collect();
    table.row("terrains", terrains.join(", "));
    if map.meshes().len() > 1 || map.meshes()[0].radius() > 0.0 {
        table.row("radii", radii(map));
    }
    for (mesh, of_radius) in report.meshes.iter().zip(map.meshes()) {
        radius_rows(mesh, of_radius, report.meshes.len() > 1, &mut table);
    }
    left_out_rows(report, &mut table);
    repair_rows(&map.repairs, report.repairs, &mut table);
    if !report.build.split_areas.is_empty() {
        table.row("split areas", split_areas(report));
    }
    if report.build.t_junctions_linked {
        let count = thousands(report.build.t_junctions.len());
        table.row(
            "T-junctions",
            format_args!("{count} linked, where the edges of areas touch only partly"),
        );
    }
    for warning in &report.warnings {
        table.row("warning", with_option(warning));
    }
    table
}

/// Formats a warning, with the option that may help.
pub(crate) fn with_option(warning: &Warning) -> String {
    let option = warning.option().map(|option| format!("; see {}", option_name(option)));
    format!("{warning}{}", option.unwrap_or_default())
}

/// Adds rows about what the items of the file became, and by which label or rule.
fn interpretation_rows(map: &BakedMap, report: &MapReport, table: &mut Table) {
    for meaning in report.interpretation.meanings() {
        let Meaning { role, source, count, .. } = meaning;
        let what = match role {
            None => "ignored".to_owned(),
            Some(Role::Hole) if report.items == Items::Cells => "blocked".to_owned(),
            Some(Role::Hole) => "hole".to_owned(),
            Some(Role::Terrain(class)) => terrain(map, *class),
            Some(_) => terrain(map, 0),
        };
        let option = match source {
            RoleSource::Unlabelled if report.items != Items::Triangles => " (--unlabelled)",
            RoleSource::OtherValue(_) | RoleSource::Brightness => " (--key)",
            _ => "",
        };
        let items = if *source == RoleSource::Object { "objects" } else { report.items.name() };
        let items = if *count == 1 { items.trim_end_matches('s') } else { items };
        let count = count_of(*count);
        table.row("read as", format_args!("{what}: {count} {items}, {source}{option}"));
    }
    if report.terrain_names == TerrainNames::Labels {
        let names = map.terrain_names.join(", ");
        table.row("classes", format_args!("{names}; --terrain sets their order"));
    }
}

fn count_of(count: u64) -> String {
    usize::try_from(count).map_or_else(|_| count.to_string(), thousands)
}

/// Describes a terrain class.
fn terrain(map: &BakedMap, class: u8) -> String {
    match map.terrain_names.get(usize::from(class)) {
        Some(name) => format!("{name} (class {class})"),
        None if class == 0 => "ground (class 0)".to_owned(),
        None => format!("class {class}"),
    }
}

fn mesh_rows(map: &BakedMap, table: &mut Table) {
    let mesh = map.mesh();
    let borders = BorderDictionary::new(mesh);
    let (all, portals) = (borders.all().len(), borders.portals().count());
    let [all, portals, boundary] = [all, portals, all - portals].map(thousands);
    table
        .row("areas", areas(map))
        .row("corners", thousands(mesh.corner_count()))
        .row("borders", format_args!("{all} ({portals} portals, {boundary} boundary)"))
        .row("boundary loops", thousands(mesh.boundary_loops().len()))
        .row("connected components", thousands(mesh.component_count()))
        .row("links", thousands(mesh.links().len()));
}

/// Adds rows about the mesh for a radius.
fn radius_rows(mesh: &MeshReport, of_radius: &RadiusMesh, has_several: bool, table: &mut Table) {
    let radius = mesh.radius;
    let agents = if has_several { format!(", for a radius of {radius}") } else { String::new() };
    #[cfg(feature = "recast")]
    if let Some(voxels) = &mesh.voxels {
        voxel_rows(voxels, radius, table);
    }
    match &mesh.labels {
        LabelOutcome::Baked(stats) => {
            table.row("labels", format_args!("{}{agents}", labels(stats)));
        }
        LabelOutcome::Failed(_) => {
            table.row("labels", format_args!("none; see the warning{agents}"));
        }
        _ => {}
    }
    if let Some(layers) = of_radius.labels().and_then(link_layers) {
        table.row("link layers", format_args!("{layers}{agents}"));
    }
    if mesh.landmark_bytes > 0 {
        let bytes = thousands(mesh.landmark_bytes);
        let what = format!("{bytes} bytes, 16 for each large connected component{agents}");
        table.row("landmarks", what);
    }
    for CostLabelReport { profile, outcome, .. } in &mesh.cost_labels {
        let what = match outcome {
            CostLabelOutcome::Baked(bytes) => format!("{} bytes of labels", thousands(*bytes)),
            CostLabelOutcome::Failed(_) => "no labels; see the warning".to_owned(),
            _ => "no labels: all terrain costs the same, so exact queries answer".to_owned(),
        };
        table.row("profile", format_args!("{profile}: {what}{agents}"));
    }
}

#[cfg(feature = "recast")]
fn voxel_rows(report: &tautline::meshgen::VoxelReport, radius: f32, table: &mut Table) {
    let [columns, rows] = report.columns;
    let (floors, size) = (thousands(report.spans), report.cell_size);
    let found =
        format!("{columns} x {rows} columns of {size}, {floors} floors for a radius of {radius}");
    table.row("voxels", found);
    if let Some(([x, y], elevation)) = report.first_dropped {
        let count = thousands(report.dropped_regions);
        let first = format!("the first at {x} {y} {elevation}");
        table.row("left out", format_args!("{count} small regions: {first}"));
    }
}

/// Formats the size of labels.
fn labels(stats: &LabelStats) -> String {
    let [bytes, hubs, corners] = [stats.bytes, stats.hubs, stats.corners].map(thousands);
    match (stats.corners, stats.hubs) {
        (0, _) => format!("{bytes} bytes, no hubs, because no path turns"),
        (_, 0) => format!("{bytes} bytes, no hubs"),
        _ => format!("{bytes} bytes, {hubs} of {corners} corners are hubs"),
    }
}

/// Formats the kinds of the links of each link layer. `None` if there are none.
pub(crate) fn link_layers(labels: &Labels) -> Option<String> {
    let names = |kinds: Vec<LinkKind>| kinds.into_iter().map(LinkKind::name).collect::<Vec<_>>();
    let layers: Vec<String> = labels.link_layers().map(|kinds| names(kinds).join(",")).collect();
    (!layers.is_empty()).then(|| layers.join("; "))
}

/// Adds rows about parts of the file that were left out.
fn left_out_rows(report: &MapReport, table: &mut Table) {
    for dropped in report.model.iter().flat_map(|model| &model.dropped) {
        let ([x, y, z], count) = (dropped.at, thousands(dropped.count));
        table.row(
            "left out",
            format_args!("{count} triangles; the first, at {x} {y} {z}, {}", dropped.reason),
        );
    }
    if let Some(edges) = report.model.as_ref().and_then(|model| model.non_manifold_edges.as_ref()) {
        let ([[x, y, z], _], count) = (edges.first, thousands(edges.count));
        table.row(
            "walls",
            format_args!("{count} non-manifold edges became walls; the first is at {x} {y} {z}"),
        );
    }
    if report.lost_connections > 0 {
        let count = thousands(report.lost_connections);
        table
            .row("left out", format_args!("{count} off-mesh connections with an end off the mesh"));
    }
    if report.overlapping_model {
        let reason = "not linked, because some areas overlap; use --voxels for such models";
        table.row("T-junctions", reason);
    }
}

fn repair_rows(repairs: &[BakedRepair], count: usize, table: &mut Table) {
    for repair in repairs.iter().take(LISTED) {
        table.row("repaired", &repair.what);
    }
    if count > LISTED {
        table.row("repaired", format_args!("and {} more", thousands(count - LISTED)));
    }
}

fn split_areas(report: &MapReport) -> String {
    let areas = &report.build.split_areas;
    let numbers = report.split_numbers.iter().copied();
    let parts: usize = areas.iter().map(|split| split.parts).sum();
    format!(
        "{} concave areas ({}) split into {} convex ones; --strict makes them errors",
        thousands(areas.len()),
        listed(numbers),
        thousands(parts)
    )
}

/// Returns the first few numbers of a list.
fn listed(numbers: impl ExactSizeIterator<Item = u32>) -> String {
    let more = numbers.len().saturating_sub(LISTED);
    let first: Vec<String> = numbers.take(LISTED).map(|number| number.to_string()).collect();
    let dots = if more > 0 { ", ..." } else { "" };
    format!("{}{dots}", first.join(", "))
}

/// Formats the number of areas, and from how many they were merged. Insets have areas of their own.
pub(crate) fn areas(baked: &BakedMap) -> String {
    let areas = thousands(baked.mesh().area_count());
    match baked.merged_from.filter(|_| baked.meshes()[0].radius() <= 0.0) {
        Some(count) => format!("{areas} (merged from {})", thousands(count as usize)),
        None => areas,
    }
}

/// Formats the radii of the meshes, with the number of areas of each.
pub(crate) fn radii(baked: &BakedMap) -> String {
    let described = baked
        .meshes()
        .iter()
        .map(|mesh| format!("{} ({} areas)", mesh.radius(), thousands(mesh.mesh().area_count())));
    described.collect::<Vec<_>>().join(", ")
}

/// Returns the names of the terrain classes in use, in order of classes, with the number of their
/// areas.
pub(crate) fn terrains(baked: &BakedMap) -> Vec<(String, usize)> {
    let mut areas = [0_usize; 256];
    for area in baked.mesh().areas() {
        areas[usize::from(baked.mesh().terrain(area).0)] += 1;
    }
    let names = (0..=u8::MAX).map(|class| class_name(baked, class));
    names.zip(areas).filter(|&(_, areas)| areas > 0).collect()
}

/// Returns the name of a terrain class; its number if it has none.
pub(crate) fn class_name(baked: &BakedMap, class: u8) -> String {
    let name = baked.terrain_names.get(usize::from(class)).cloned();
    name.unwrap_or_else(|| class.to_string())
}
