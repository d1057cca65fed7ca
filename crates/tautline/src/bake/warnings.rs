//! Suspicious things in a map.

use std::fmt;

use tautline_formats::{RoleSource, UnreadKind, UnreadName};
use tautline_geometry::{Aabb, Vec2, orient2d, polygon};
use tautline_labels::BakeError;
use tautline_meshgen::CloseVertices;
use tautline_navmesh::{LinkId, NavMesh, Terrain};
use tautline_weighted::CostBakeError;

use super::report::{CostLabelOutcome, CostLabelReport, LabelOutcome, MeshReport, TerrainNames};
use super::source::Source;
use super::{MapBaker, MapOption};
use crate::baked::BakedMap;

/// The ratio of a radius and a cell below which the scale was probably forgotten: an agent in
/// metres on tiles of 16 pixels has 0.02 to 0.05.
const TINY_RADIUS: f32 = 0.05;

/// The number of steps of `f32` coordinates below which a map is coarse: on one of 1 km, 6 cm. Degrees
/// at the size of a campus, and metres of a national grid, have fewer.
const FEW_STEPS: f32 = 16_384.0;

/// The beginning of an id or label that means a terrain. The name may be followed by more text, so
/// that, unlike the name in a class, it does not become a terrain of its own.
const TERRAIN: &str = "terrain-";

/// The number of pairs of areas that are compared for each area, in search of overlaps.
const PAIRS_PER_AREA: usize = 64;

/// A suspicious thing: the map may not be what its author meant.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Warning {
    /// A name looks like a label, but is not read.
    UnreadName(UnreadName),
    /// Terrain classes are in use that have no name.
    UnnamedTerrains {
        /// The classes.
        classes: Vec<u8>,
    },
    /// A radius divides the ground, or removes all ground of some terrain.
    RadiusDivides {
        /// The agent radius, in world units.
        radius: f32,
        /// The number of connected components without a radius.
        before: usize,
        /// The number with it.
        after: usize,
        /// The names of the terrains that are gone; numbers of classes without a name.
        lost: Vec<String>,
    },
    /// A radius is tiny, compared with the cells of a tile map.
    TinyRadius {
        /// The agent radius, in world units.
        radius: f32,
        /// The smaller side of a cell, in world units.
        cell: f32,
    },
    /// A radius puts ends of links out of reach. In the mesh for it, they are disabled.
    LostLinks {
        /// The agent radius, in world units.
        radius: f32,
        /// Their numbers, which are the same in the mesh of each radius.
        links: Vec<LinkId>,
    },
    /// A key gives a meaning to a grid value or colour that no cell has.
    UnusedKey {
        /// The value or colour, as in the key.
        value: String,
        /// The values that cells have, with their names, in order. Empty for a picture.
        known: Vec<String>,
    },
    /// The map is so far from the origin that the steps of its coordinates are large, compared with
    /// its size.
    FarFromOrigin {
        /// The largest coordinate, in world units.
        largest: f32,
        /// The step to the next coordinate, in world units.
        step: f32,
        /// True if the coordinates may be degrees: the file is a GeoJSON, and no coordinate is above 360, or an origin
        /// in degrees was given.
        may_be_degrees: bool,
    },
    /// The map of a GeoJSON file is less than one unit large: its coordinates are probably degrees, of
    /// which one to the east is shorter than one to the north.
    Degrees {
        /// The width and height of the map, in world units.
        size: Vec2,
    },
    /// Vertices of a model almost meet, so that the ground is not connected there.
    CloseVertices(CloseVertices),
    /// A mesh has no labels. Queries search instead; their paths are as exact.
    NoLabels {
        /// The agent radius of the mesh, in world units.
        radius: f32,
        /// The reason.
        error: BakeError,
    },
    /// A mesh has no labels for the costs of a profile. Queries with these costs search instead.
    NoCostLabels {
        /// The agent radius of the mesh, in world units.
        radius: f32,
        /// The name of the profile.
        profile: String,
        /// The reason.
        error: CostBakeError,
    },
    /// Areas of a drawing without elevations overlap. They are different floors, and a point in
    /// both is on one of them.
    Overlap {
        /// The numbers of the first two such areas.
        areas: [u32; 2],
    },
}

impl Warning {
    /// Returns the option that may help.
    #[must_use]
    pub fn option(&self) -> Option<MapOption> {
        match self {
            Self::UnreadName(UnreadName { kind: UnreadKind::Id, name, .. })
                if name.starts_with(TERRAIN) =>
            {
                Some(MapOption::Terrains)
            }
            Self::UnreadName(UnreadName {
                kind: UnreadKind::Layer | UnreadKind::ObjectLayer,
                ..
            }) => Some(MapOption::CollisionLayers),
            Self::UnnamedTerrains { .. } => Some(MapOption::Terrains),
            Self::TinyRadius { .. } => Some(MapOption::Scale),
            Self::UnusedKey { .. } => Some(MapOption::Keys),
            Self::CloseVertices(_) => Some(MapOption::Weld),
            Self::FarFromOrigin { may_be_degrees: true, .. } | Self::Degrees { .. } => {
                Some(MapOption::MetresAround)
            }
            _ => None,
        }
    }
}

impl fmt::Display for Warning {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnreadName(UnreadName { kind, name, count, .. }) => {
                let times = if *count > 1 { format!(" ({count} times)") } else { String::new() };
                write!(
                    out,
                    "the {} {name:?}{times} is not read; {}",
                    kind.name(),
                    advice(*kind, name)
                )
            }
            Self::UnnamedTerrains { classes } => {
                let numbers: Vec<String> = classes.iter().map(u8::to_string).collect();
                let (classes, have) =
                    if classes.len() == 1 { ("class", "has") } else { ("classes", "have") };
                write!(out, "the terrain {classes} {} {have} no name", numbers.join(", "))
            }
            Self::RadiusDivides { radius, before, after, lost } => {
                let components = |count: usize| {
                    format!("{count} connected component{}", if count == 1 { "" } else { "s" })
                };
                write!(
                    out,
                    "{} without a radius, {} with radius {radius}",
                    components(*before),
                    after
                )?;
                if !lost.is_empty() {
                    write!(out, "; no ground is left of {}", lost.join(", "))?;
                }
                Ok(())
            }
            Self::TinyRadius { radius, cell } => {
                write!(out, "the radius {radius} is tiny for cells of {cell}")
            }
            Self::LostLinks { radius, links } => {
                let numbers: Vec<String> = links.iter().map(|link| link.0.to_string()).collect();
                let (noun, are) = if links.len() == 1 { ("link", "is") } else { ("links", "are") };
                let numbers = numbers.join(", ");
                write!(
                    out,
                    "{noun} {numbers} {are} out of reach with radius {radius}, and disabled"
                )
            }
            Self::FarFromOrigin { largest, step, may_be_degrees } => write!(
                out,
                "coordinates up to {largest} are rounded to steps of {step}, which is much for this \
                 map; {}",
                if *may_be_degrees {
                    "give a longitude and latitude in it as the origin"
                } else {
                    "subtract an origin near the map from all coordinates"
                }
            ),
            Self::Degrees { size } => write!(
                out,
                "the map is {} by {} units large; if these are degrees, give a longitude and \
                 latitude in it as the origin",
                size.x, size.y
            ),
            Self::CloseVertices(CloseVertices { count, first: [x, y, z], distance }) => write!(
                out,
                "{count} vertices, the first at {x} {y} {z}, are within {distance} of another, so that \
                 the ground is not connected there; weld them"
            ),
            Self::UnusedKey { value, known } => {
                /// Enough to recognise a typing error.
                const SHOWN: usize = 16;
                write!(out, "no cell has the value {value} of a key")?;
                if !known.is_empty() {
                    write!(out, ", only {}", known[..known.len().min(SHOWN)].join(", "))?;
                }
                match known.len().saturating_sub(SHOWN) {
                    0 => Ok(()),
                    more => write!(out, " and {more} more"),
                }
            }
            Self::NoLabels { radius, error } => {
                write!(out, "the mesh for radius {radius} has no labels: {error}")
            }
            Self::NoCostLabels { radius, profile, error } => write!(
                out,
                "the mesh for radius {radius} has no labels for the costs of {profile:?}: {error}; \
                 half of the memory limit of the bake is for them"
            ),
            Self::Overlap { areas: [one, other] } => write!(
                out,
                "areas {one} and {other} overlap, but have no elevations: they are not connected \
                 there; give floors elevations"
            ),
        }
    }
}

/// Returns what to do about an unread name.
fn advice(kind: UnreadKind, name: &str) -> &'static str {
    match kind {
        UnreadKind::Id if name.starts_with(TERRAIN) => {
            "a terrain in an id or label needs a known name; list the names, or use a class"
        }
        UnreadKind::Property => {
            "plans are labelled by `role` and `terrain`, their links by `link`, tiles by `walkable` and `terrain`"
        }
        UnreadKind::Class | UnreadKind::Id => {
            "shapes are labelled `ground`, `hole`, `ignore` or `terrain-NAME`, tiles by properties"
        }
        UnreadKind::StyleSheet => {
            "export the drawing with fills as attributes of its shapes, which decide what is ground"
        }
        UnreadKind::Layer => "its tiles have no label, and block only in a collision layer",
        UnreadKind::ObjectLayer => {
            "its objects have no label, and block only in a collision layer; polylines with the property \
             `link` are links"
        }
        UnreadKind::TileShape => {
            "a tile blocks whole cells, by the property `walkable` or in a collision layer"
        }
        UnreadKind::Offset => {
            "what is in the layer is where it would be without it; set the offset to 0, and move the contents"
        }
        _ => "objects and materials are labelled `ground`, `hole`, `wall` or by terrain",
    }
}

/// Returns the warnings about a map. `bare` is its mesh without a radius.
pub(super) fn find(
    baker: &MapBaker,
    source: &Source,
    map: &BakedMap,
    meshes: &[MeshReport],
    bare: Option<&NavMesh>,
) -> Vec<Warning> {
    let mut found: Vec<Warning> =
        source.found.interpretation.unread().iter().cloned().map(Warning::UnreadName).collect();
    let named = source.terrain_names.len();
    let is_unnamed = |&class: &u8| class > 0 && usize::from(class) >= named;
    let unnamed: Vec<u8> = map.mesh().terrains().map(|class| class.0).filter(is_unnamed).collect();
    if !unnamed.is_empty() && source.terrain_names_from != TerrainNames::File {
        found.push(Warning::UnnamedTerrains { classes: unnamed });
    }
    found.extend(unused_keys(baker, source));
    let close = source.found.model.as_ref().and_then(|model| model.close_vertices);
    found.extend(close.map(Warning::CloseVertices));
    found.extend(units(baker, source, map.mesh()));
    found.extend(
        meshes
            .iter()
            .filter(|mesh| !mesh.lost_links.is_empty())
            .map(|mesh| Warning::LostLinks { radius: mesh.radius, links: mesh.lost_links.clone() }),
    );
    if let Some(bare) = bare {
        found.extend(map.meshes().iter().filter_map(|mesh| {
            let radius = mesh.radius();
            (radius > 0.0).then(|| division(source, bare, mesh.mesh(), radius)).flatten()
        }));
        if source.found.expects_no_overlap {
            found.extend(overlap(bare));
        }
    }
    if let Some(cell) = source.found.cell_size {
        let radii = map.meshes().iter().map(|mesh| mesh.radius());
        let tiny = radii.filter(|&radius| radius > 0.0 && radius < TINY_RADIUS * cell);
        found.extend(tiny.map(|radius| Warning::TinyRadius { radius, cell }));
    }
    found
}

/// Returns the warnings about labels that could not be baked.
pub(super) fn missing_labels(meshes: &[MeshReport]) -> Vec<Warning> {
    let mut found = Vec::new();
    for &MeshReport { radius, ref labels, ref cost_labels, .. } in meshes {
        if let LabelOutcome::Failed(error) = *labels {
            found.push(Warning::NoLabels { radius, error });
        }
        for CostLabelReport { profile, outcome } in cost_labels {
            if let CostLabelOutcome::Failed(error) = *outcome {
                found.push(Warning::NoCostLabels { radius, profile: profile.clone(), error });
            }
        }
    }
    found
}

/// Returns the warning that a map has few steps of coordinates, or that its coordinates are degrees,
/// if so.
fn units(baker: &MapBaker, source: &Source, mesh: &NavMesh) -> Option<Warning> {
    let Aabb { min, max } = mesh.bounds();
    let (size, largest) = (max - min, min.abs().max(max.abs()).max_element());
    let step = largest.next_up() - largest;
    let is_geojson = source.format == "GeoJSON";
    if size.max_element() < FEW_STEPS * step {
        // Larger coordinates are those of a projection, such as UTM.
        let may_be_degrees = is_geojson && (largest <= 360.0 || baker.metres_around.is_some());
        return Some(Warning::FarFromOrigin { largest, step, may_be_degrees });
    }
    (is_geojson && size.max_element() < 1.0).then_some(Warning::Degrees { size })
}

/// Returns warnings about keys of grid values and colours that no cell has.
fn unused_keys<'a>(
    baker: &'a MapBaker,
    source: &'a Source,
) -> impl Iterator<Item = Warning> + use<'a> {
    let sources =
        move || source.found.interpretation.meanings().iter().map(|meaning| &meaning.source);
    let is_used = move |value: &str| sources().any(|source| source.may_be_key(value));
    let unused = baker.keys.iter().filter(move |key| !is_used(&key.value));
    unused.map(move |key| Warning::UnusedKey {
        value: key.value.clone(),
        known: RoleSource::values(sources()),
    })
}

/// Returns the warning that a radius divides the ground or removes all of some terrain, if so.
fn division(source: &Source, bare: &NavMesh, inset: &NavMesh, radius: f32) -> Option<Warning> {
    let (before, after) = (bare.component_count(), inset.component_count());
    let name = |Terrain(class): Terrain| {
        source.terrain_names.get(usize::from(class)).cloned().unwrap_or_else(|| class.to_string())
    };
    let is_lost = |&class: &Terrain| inset.terrains().all(|left| left != class);
    let lost: Vec<String> = bare.terrains().filter(is_lost).map(name).collect();
    (after > before || !lost.is_empty()).then_some(Warning::RadiusDivides {
        radius,
        before,
        after,
        lost,
    })
}

/// Returns the first overlap of areas, as far as a bounded number of comparisons finds one.
fn overlap(mesh: &NavMesh) -> Option<Warning> {
    let rings: Vec<Vec<Vec2>> = mesh.areas().map(|area| mesh.corners(area).collect()).collect();
    let mut pairs_left = PAIRS_PER_AREA * mesh.area_count();
    let mut near = Vec::new();
    for area in mesh.areas() {
        let ring = &rings[area.index()];
        let Some(bounds) = Aabb::around(ring.iter().copied()) else { continue };
        mesh.areas_in(bounds.min, bounds.max, &mut near);
        for &other in near.iter().filter(|&&other| other > area) {
            pairs_left = pairs_left.checked_sub(1)?;
            if mesh.number(area) != mesh.number(other) && share_ground(ring, &rings[other.index()])
            {
                return Some(Warning::Overlap { areas: [mesh.number(area), mesh.number(other)] });
            }
        }
    }
    None
}

/// Returns true if the insides of two convex rings intersect: no edge of either separates them
/// (the separating axis theorem).
fn share_ground(one: &[Vec2], other: &[Vec2]) -> bool {
    let separates = |ring: &[Vec2], points: &[Vec2]| {
        polygon::edges(ring)
            .any(|[start, end]| points.iter().all(|&point| !orient2d(start, end, point).is_left()))
    };
    !separates(one, other) && !separates(other, one)
}
