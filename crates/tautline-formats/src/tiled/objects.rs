//! From objects to shapes of a plan.

use std::borrow::Cow;
use std::num::NonZeroU32;
use std::sync::Arc;

use super::at::At;
use super::properties::Properties;
use super::rules::TiledRules;
use crate::angle::sine_and_cosine;
use crate::error::{FormatError, Reason};
use crate::grid::Projection;
use crate::plan::{Fill, MAX_CORNERS, Plan, PlanShape, Role};

/// How many corners an ellipse gets. They are on the ellipse, and the chords up
/// to half a percent of its radius within.
const ELLIPSE_CORNERS: u32 = 32;

/// What a map has beside its tiles.
pub(super) struct Objects<'t> {
    pub(super) projection: Projection,
    pub(super) tile_size: [NonZeroU32; 2],
    pub(super) groups: Vec<Group<'t>>,
}

/// An object layer.
pub(super) struct Group<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) class: Cow<'t, str>,
    pub(super) properties: Properties,
    pub(super) objects: Vec<Object<'t>>,
}

/// An object with an area, in pixels.
pub(super) struct Object<'t> {
    pub(super) name: Cow<'t, str>,
    pub(super) class: Cow<'t, str>,
    pub(super) properties: Properties,
    /// What the outline is measured from and turned around.
    pub(super) place: [f64; 2],
    /// In degrees, clockwise on the screen.
    pub(super) rotation: f64,
    pub(super) outline: Outline,
    pub(super) at: At<'t>,
}

pub(super) enum Outline {
    Rectangle([f64; 2]),
    Ellipse([f64; 2]),
    Polygon(Vec<[f64; 2]>),
}

pub(super) fn plan(objects: &Objects<'_>, rules: &TiledRules) -> Result<Plan, FormatError> {
    let mut plan = Plan::default();
    let mut left = MAX_CORNERS;
    for group in &objects.groups {
        for object in &group.objects {
            let Some(role) = role(object, group, rules) else {
                continue;
            };
            let corners = object.outline.corners();
            let count = u64::try_from(corners.len()).unwrap_or(u64::MAX);
            left = left.checked_sub(count).ok_or_else(|| {
                object.at.refuse(Reason::Limit { what: "corners", limit: MAX_CORNERS })
            })?;
            if corners.len() < 3 {
                return Err(object.at.refuse(Reason::TooFewCorners { corners: count }));
            }
            let turn = sine_and_cosine(object.rotation);
            let ring = corners.into_iter().map(|corner| placed(corner, object, turn, objects));
            let ring = ring.collect::<Result<_, _>>().map_err(|reason| object.at.refuse(reason))?;
            let name = Some(&*object.name).filter(|name| !name.is_empty()).map(Arc::from);
            plan.shapes.push(PlanShape { role, rings: vec![ring], fill: Fill::EvenOdd, name });
        }
    }
    Ok(plan)
}

/// What an object means, the first that says it: its properties, its class, the
/// properties, class and name of its layer.
fn role(object: &Object<'_>, group: &Group<'_>, rules: &TiledRules) -> Option<Role> {
    let from_word = |word: &str| Role::from_word(word, &rules.terrains);
    let is_collision =
        || rules.collision_layers.iter().any(|n| n.eq_ignore_ascii_case(&group.name));
    from_properties(object.properties)
        .or_else(|| from_word(&object.class))
        .or_else(|| from_properties(group.properties))
        .or_else(|| from_word(&group.class))
        .or_else(|| from_word(&group.name))
        .or_else(|| is_collision().then_some(Role::Hole))
}

fn from_properties(properties: Properties) -> Option<Role> {
    match (properties.walkable, properties.terrain) {
        (Some(false), _) => Some(Role::Hole),
        (_, Some(class)) => Some(Role::Terrain(class)),
        (Some(true), None) => Some(Role::Ground),
        (None, None) => None,
    }
}

impl Outline {
    fn corners(&self) -> Vec<[f64; 2]> {
        match self {
            Self::Rectangle([width, height]) => {
                vec![[0.0, 0.0], [*width, 0.0], [*width, *height], [0.0, *height]]
            }
            Self::Ellipse([width, height]) => (0..ELLIPSE_CORNERS)
                .map(|corner| {
                    let angle = f64::from(corner) * 360.0 / f64::from(ELLIPSE_CORNERS);
                    let (sine, cosine) = sine_and_cosine(angle);
                    [width / 2.0 * (1.0 + cosine), height / 2.0 * (1.0 + sine)]
                })
                .collect(),
            Self::Polygon(corners) => corners.clone(),
        }
    }
}

/// A corner of an object in the frame of the grid.
#[expect(clippy::cast_possible_truncation, reason = "what does not fit is refused")]
fn placed(
    [x, y]: [f64; 2],
    object: &Object<'_>,
    (sine, cosine): (f64, f64),
    objects: &Objects<'_>,
) -> Result<[f32; 2], Reason> {
    let [width, height] = objects.tile_size.map(|side| f64::from(side.get()));
    // Tiled measures isometric maps in heights of tiles along both axes.
    let stretch = match objects.projection {
        Projection::Isometric => width / height,
        Projection::Orthogonal => 1.0,
    };
    let place = [
        (object.place[0] + x * cosine - y * sine) * stretch,
        object.place[1] + x * sine + y * cosine,
    ];
    let place = place.map(|number| number as f32);
    match place.iter().find(|number| !number.is_finite()) {
        None => Ok(place),
        Some(number) => Err(Reason::NotFinite { found: number.to_string(), bits: 32 }),
    }
}
