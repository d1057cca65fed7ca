//! From objects to shapes of a plan.

use std::sync::Arc;

use super::TiledRules;
use super::map::{Properties, layers, name, projection, tile_size};
use super::tree::{LayerKind, Node, Outline};
use crate::angle::sine_and_cosine;
use crate::error::{FormatError, Reason, rounded, wide};
use crate::grid::Projection;
use crate::plan::{Fill, MAX_CORNERS, Plan, PlanShape, Role};

/// How many corners an ellipse gets. They are on the ellipse, and the chords up
/// to half a percent of its radius within.
const ELLIPSE_CORNERS: u32 = 32;

pub(super) fn plan(map: &Node<'_>, rules: &TiledRules) -> Result<Plan, FormatError> {
    let [width, height] = tile_size(map)?.map(|side| f64::from(side.get()));
    // Tiled measures isometric maps in heights of tiles along both axes.
    let stretch = match projection(map)? {
        Projection::Isometric => width / height,
        Projection::Orthogonal => 1.0,
    };
    let mut plan = Plan::default();
    let mut left = MAX_CORNERS;
    for group in layers(map, LayerKind::Objects)? {
        let of_group = role_of_group(&group, rules)?;
        for object in group.children("object")? {
            let object = object?;
            let Some(corners) = corners(&object)? else { continue };
            let class = object.attribute("class").or_else(|| object.attribute("type"));
            let Some(role) = role(&object, class.as_deref(), rules)?.or(of_group) else { continue };
            let count = wide(corners.len());
            let limit = Reason::Limit { what: "corners", limit: MAX_CORNERS };
            left = left.checked_sub(count).ok_or_else(|| object.refuse("", limit))?;
            if count < 3 {
                return Err(object.refuse("", Reason::TooFewCorners { corners: count }));
            }
            let measure = |name| object.optional(name, "a number").map(Option::unwrap_or_default);
            let [left, top] = [measure("x")?, measure("y")?];
            let (sine, cosine) = sine_and_cosine(measure("rotation")?);
            let place = |[x, y]: [f64; 2]| {
                let across = (left + x * cosine - y * sine) * stretch;
                rounded([across, top + x * sine + y * cosine])
            };
            let ring = corners.into_iter().map(place).collect::<Result<_, _>>();
            let ring = ring.map_err(|reason| object.refuse("", reason))?;
            let name = Some(&*name(&object)).filter(|name| !name.is_empty()).map(Arc::from);
            plan.shapes.push(PlanShape { role, rings: vec![ring], fill: Fill::EvenOdd, name });
        }
    }
    Ok(plan)
}

/// What a node says by its properties or else by its class.
fn role(
    node: &Node<'_>,
    class: Option<&str>,
    rules: &TiledRules,
) -> Result<Option<Role>, FormatError> {
    let Properties { walkable, terrain } = Properties::read(node, rules)?;
    Ok(match (walkable, terrain) {
        (Some(false), _) => Some(Role::Hole),
        (_, Some(class)) => Some(Role::Terrain(class)),
        (Some(true), None) => Some(Role::Ground),
        (None, None) => class.and_then(|class| Role::from_word(class, &rules.terrains)),
    })
}

fn role_of_group(group: &Node<'_>, rules: &TiledRules) -> Result<Option<Role>, FormatError> {
    let class = group.attribute("class");
    let name = name(group);
    let is_collision = || rules.is_collision_layer(&name).then_some(Role::Hole);
    let by_name = || Role::from_word(&name, &rules.terrains).or_else(is_collision);
    Ok(role(group, class.as_deref(), rules)?.or_else(by_name))
}

/// The corners of an object in pixels, before it is turned and moved; `None` if it has no area.
fn corners(object: &Node<'_>) -> Result<Option<Vec<[f64; 2]>>, FormatError> {
    let measure = |name| object.optional(name, "a number").map(Option::unwrap_or_default);
    let [width, height] = [measure("width")?, measure("height")?];
    Ok(match object.outline()? {
        Some(Outline::Polygon(corners)) => Some(corners),
        Some(Outline::Ellipse) => {
            let corner = |corner| {
                let angle = f64::from(corner) * 360.0 / f64::from(ELLIPSE_CORNERS);
                let (sine, cosine) = sine_and_cosine(angle);
                [width / 2.0 * (1.0 + cosine), height / 2.0 * (1.0 + sine)]
            };
            Some((0..ELLIPSE_CORNERS).map(corner).collect())
        }
        Some(Outline::Rectangle) if width > 0.0 && height > 0.0 => {
            Some(vec![[0.0, 0.0], [width, 0.0], [width, height], [0.0, height]])
        }
        _ => None,
    })
}
