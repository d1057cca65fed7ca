//! Conversion of objects to shapes.

use std::sync::Arc;

use super::TiledOptions;
use super::attributes::{LayerNode, cell_size, layers, name};
use super::properties::Properties;
use super::tree::{LayerKind, Node, ObjectShape};
use crate::angle::sine_and_cosine;
use crate::error::{FormatError, Reason, rounded};
use crate::interpretation::{Interpretation, RoleSource, UnreadKind};
use crate::link::{Link, LinkProperties};
use crate::number::to_u64;
use crate::vector_map::{FillRule, MAX_CORNERS, Role, Shape, VectorMap};

/// The number of corners of an ellipse. They are on the ellipse; the edges between them are inside
/// by up to 0.5 % of its radius.
const ELLIPSE_CORNERS: u32 = 32;

pub(super) fn vector_map(map: &Node<'_>, options: &TiledOptions) -> Result<VectorMap, FormatError> {
    // Only for its checks, so that objects are not read from a map whose tiles are rejected.
    cell_size(map)?;
    let mut shapes = VectorMap::default();
    let mut corners_left = MAX_CORNERS;
    for LayerNode { node: group, is_offset, .. } in layers(map, LayerKind::Objects)? {
        let before = [shapes.links.len(), shapes.shapes.len()];
        shapes.links.extend(links(&group)?);
        let found = &mut shapes.interpretation;
        shapes.shapes.extend(layer_shapes(&group, options, &mut corners_left, found)?);
        if is_offset && before != [shapes.links.len(), shapes.shapes.len()] {
            shapes.interpretation.notice(UnreadKind::Offset, &name(&group));
        }
    }
    Ok(shapes)
}

/// Returns the shapes of an object layer that have a role.
pub(super) fn layer_shapes(
    group: &Node<'_>,
    options: &TiledOptions,
    corners_left: &mut u64,
    found: &mut Interpretation,
) -> Result<Vec<Shape>, FormatError> {
    let default_role = layer_role(group, options, found)?;
    let mut shapes = Vec::new();
    for object in group.children("object")? {
        let object = object?;
        let Some(corners) = corners(&object)? else { continue };
        let class = object.attribute("class").or_else(|| object.attribute("type"));
        let labelled = role(&object, class.as_deref(), options, found)?;
        let Some((role, source)) = labelled.or_else(|| default_role.clone()) else {
            found.count(None, RoleSource::Unlabelled, 1);
            continue;
        };
        found.count(Some(role), source, 1);
        let count = to_u64(corners.len());
        let limit = Reason::Limit { what: "corners", limit: MAX_CORNERS };
        *corners_left = corners_left.checked_sub(count).ok_or_else(|| object.error("", limit))?;
        if count < 3 {
            return Err(object.error("", Reason::TooFewCorners { corners: count }));
        }
        let ring = to_pixels(&object, &corners)?;
        let name = Some(&*name(&object)).filter(|name| !name.is_empty()).map(Arc::from);
        shapes.push(Shape { role, rings: vec![ring], fill: FillRule::EvenOdd, name });
    }
    Ok(shapes)
}

/// Converts points relative to an object to points of the map, in pixels. Rotates them around the
/// position of the object.
fn to_pixels(object: &Node<'_>, points: &[[f64; 2]]) -> Result<Vec<[f32; 2]>, FormatError> {
    let measure = |name| object.optional(name, "a number").map(Option::unwrap_or_default);
    let [left, top] = [measure("x")?, measure("y")?];
    let (sine, cosine) = sine_and_cosine(measure("rotation")?);
    let point =
        |&[x, y]: &[f64; 2]| rounded([left + x * cosine - y * sine, top + x * sine + y * cosine]);
    let points = points.iter().map(point).collect::<Result<_, _>>();
    points.map_err(|reason| object.error("", reason))
}

/// Reads the links of an object layer: its polylines with the property `link`.
pub(super) fn links(group: &Node<'_>) -> Result<Vec<Link>, FormatError> {
    let mut links = Vec::new();
    for object in group.children("object")? {
        let object = object?;
        if !object.is_polyline() {
            continue;
        }
        let properties = object.children("property")?.collect::<Result<Vec<_>, _>>()?;
        let property = |wanted: &str| properties.iter().find(|&it| name(it) == wanted);
        let found = LinkProperties::read(|name| property(name)?.attribute("value"));
        let found = found.map_err(|(name, reason)| {
            property(name).map_or_else(
                || object.error("", reason.clone()),
                |property| property.error("value", reason.clone()),
            )
        })?;
        if let Some(link) = found {
            let line = to_pixels(&object, &object.polyline()?)?;
            links.push(link.along(&line).map_err(|reason| object.error("", reason))?);
        }
    }
    Ok(links)
}

/// Returns the role of a node by its properties, or otherwise by its class.
fn role(
    node: &Node<'_>,
    class: Option<&str>,
    options: &TiledOptions,
    unread: &mut Interpretation,
) -> Result<Option<(Role, RoleSource)>, FormatError> {
    let Properties { walkable, terrain } = Properties::read(node, options, unread)?;
    let property = |name: &String| RoleSource::Property(name.clone().into());
    Ok(match (walkable, terrain) {
        (Some(false), _) => Some((Role::Hole, property(&options.walkable_property))),
        (_, Some(class)) => Some((Role::Terrain(class), property(&options.terrain_property))),
        (Some(true), None) => Some((Role::Ground, property(&options.walkable_property))),
        (None, None) => {
            let role = class.and_then(|class| Role::from_word(class, &options.terrains));
            role.map(|role| (role, RoleSource::Class))
        }
    })
}

/// Returns the role of the objects in a layer that have no role of their own: by the properties, the
/// class or the name of the layer.
fn layer_role(
    group: &Node<'_>,
    options: &TiledOptions,
    unread: &mut Interpretation,
) -> Result<Option<(Role, RoleSource)>, FormatError> {
    let class = group.attribute("class");
    let name = name(group);
    let is_collision = || options.is_collision_layer(&name).then_some(Role::Hole);
    let by_name = || {
        let role = Role::from_word(&name, &options.terrains).map(|role| (role, RoleSource::Group));
        role.or_else(|| is_collision().map(|role| (role, RoleSource::CollisionLayer)))
    };
    Ok(role(group, class.as_deref(), options, unread)?.or_else(by_name))
}

/// Returns the corners of an object relative to its position, before rotation; `None` if it has no
/// area.
fn corners(object: &Node<'_>) -> Result<Option<Vec<[f64; 2]>>, FormatError> {
    let measure = |name| object.optional(name, "a number").map(Option::unwrap_or_default);
    let [width, height] = [measure("width")?, measure("height")?];
    let has_size = width > 0.0 && height > 0.0;
    Ok(match object.shape()? {
        Some(ObjectShape::Polygon(corners)) => Some(corners),
        Some(ObjectShape::Ellipse) if has_size => {
            let corner = |corner| {
                let angle = f64::from(corner) * 360.0 / f64::from(ELLIPSE_CORNERS);
                let (sine, cosine) = sine_and_cosine(angle);
                [width / 2.0 * (1.0 + cosine), height / 2.0 * (1.0 + sine)]
            };
            Some((0..ELLIPSE_CORNERS).map(corner).collect())
        }
        Some(ObjectShape::Rectangle) if has_size => {
            Some(vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
        }
        _ => None,
    })
}
