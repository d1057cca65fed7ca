//! From JSON to a drawing, in two steps: serde reads the shape, then names are
//! resolved and values checked.

use std::collections::BTreeMap;
use std::fmt;
use std::marker::PhantomData;

use serde::Deserialize;
use serde::de::value::MapAccessDeserializer;
use serde::de::{Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::{Area, Drawing, DrawingReason, Link, LinkKind, MAX_TERRAINS};
use crate::error::{FormatError, Found, Reason, excerpt, finite, wide};
use crate::json_shape;
use crate::piece::without_mark;

/// Reads a drawing. The [module](crate::json) describes the format.
///
/// Takes O(n log n) time and O(n) memory for a text of n bytes.
///
/// # Errors
///
/// When the text is not JSON, has a field too much, twice or too few, or a
/// value of another type: with line and column. When the version is not 1, a
/// terrain, its number, an id, a point, a wall, a link kind or a cost is not
/// as the module describes: with the path of the value.
pub fn parse(text: &str) -> Result<Drawing, FormatError> {
    let text = without_mark(text);
    let raw: RawDrawing = match json_shape::object(text) {
        Ok(raw) => raw,
        // A drawing of a later version will have fields that are unknown here;
        // then the version is the fault to speak of.
        Err(error) => {
            if let Ok(Version { tautline }) = json_shape::object(text) {
                check_version(tautline)?;
            }
            return Err(error);
        }
    };
    check_version(raw.tautline)?;
    check_terrains(&raw.terrains)?;
    check_ids(&raw.areas)?;
    let mut elevation = Elevation::default();
    Ok(Drawing {
        name: raw.name,
        areas: numbered(&raw.areas)
            .map(|(number, area)| resolve_area(number, area, &raw.terrains, &mut elevation))
            .collect::<Result<_, _>>()?,
        walls: numbered(&raw.walls)
            .map(|(number, wall)| resolve_wall(number, wall))
            .collect::<Result<_, _>>()?,
        links: numbered(&raw.links)
            .map(|(number, link)| resolve_link(number, link, &mut elevation))
            .collect::<Result<_, _>>()?,
        terrains: raw.terrains,
        has_elevation: elevation.was_given,
    })
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawDrawing {
    tautline: u64,
    #[serde(default, deserialize_with = "given")]
    name: Option<String>,
    #[serde(default)]
    terrains: Vec<String>,
    #[serde(deserialize_with = "objects")]
    areas: Vec<RawArea>,
    #[serde(default)]
    walls: Vec<Vec<RawPoint>>,
    #[serde(default, deserialize_with = "objects")]
    links: Vec<RawLink>,
}

#[derive(Deserialize)]
struct Version {
    tautline: u64,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawArea {
    #[serde(default, deserialize_with = "given")]
    id: Option<u32>,
    #[serde(default, deserialize_with = "given")]
    terrain: Option<String>,
    corners: Vec<RawPoint>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawLink {
    from: RawPoint,
    to: RawPoint,
    #[serde(default, deserialize_with = "given")]
    kind: Option<String>,
    #[serde(default, deserialize_with = "given")]
    cost: Option<f32>,
    #[serde(default)]
    both_ways: bool,
}

/// A field that may be left out, but not be `null`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// A list of structs that are written as objects. Serde takes a list for a struct, too: of an
/// area that is only the list of its corners, it would say that the first should be its id.
fn objects<'de, D, T>(from: D) -> Result<Vec<T>, D::Error>
where
    D: Deserializer<'de>,
    T: Deserialize<'de>,
{
    let objects = Vec::<Object<T>>::deserialize(from)?;
    Ok(objects.into_iter().map(|Object(fields)| fields).collect())
}

/// A struct that is written as an object.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct ObjectVisitor<T>(PhantomData<T>);

        impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
            type Value = Object<T>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("an object")
            }

            fn visit_map<A: MapAccess<'de>>(self, fields: A) -> Result<Self::Value, A::Error> {
                T::deserialize(MapAccessDeserializer::new(fields)).map(Object)
            }
        }

        from.deserialize_map(ObjectVisitor(PhantomData))
    }
}

/// The first three numbers of a point, and how many there were.
struct RawPoint {
    numbers: [f32; 3],
    count: u64,
}

impl<'de> Deserialize<'de> for RawPoint {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        struct PointVisitor;
        impl<'de> Visitor<'de> for PointVisitor {
            type Value = RawPoint;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                out.write_str("a point [x, y] or [x, y, elevation]")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<RawPoint, A::Error> {
                let mut point = RawPoint { numbers: [0.0; 3], count: 0 };
                for number in &mut point.numbers {
                    let Some(read) = list.next_element()? else {
                        return Ok(point);
                    };
                    *number = read;
                    point.count += 1;
                }
                while list.next_element::<IgnoredAny>()?.is_some() {
                    point.count += 1;
                }
                Ok(point)
            }
        }
        from.deserialize_seq(PointVisitor)
    }
}

/// Whether any point had an elevation.
#[derive(Default)]
struct Elevation {
    was_given: bool,
}

fn numbered<T>(list: &[T]) -> impl Iterator<Item = (u64, &T)> {
    (0_u64..).zip(list)
}

/// The error that a list has another length than it should.
fn refuse_length(path: String, expected: &str, found: u64) -> FormatError {
    FormatError::at_value(path, Reason::unexpected(expected, Found::List(found)))
}

fn check_version(version: u64) -> Result<(), FormatError> {
    if version == 1 {
        return Ok(());
    }
    Err(FormatError::at_value(
        "tautline",
        Reason::Version { found: version.to_string(), supported: "1" },
    ))
}

fn check_terrains(terrains: &[String]) -> Result<(), FormatError> {
    if terrains.len() > MAX_TERRAINS {
        let reason = Reason::Limit { what: "terrains", limit: wide(MAX_TERRAINS) };
        return Err(FormatError::at_value("terrains", reason));
    }
    for (position, name) in terrains.iter().enumerate() {
        if terrains[..position].contains(name) {
            let reason = Reason::Duplicate { what: excerpt(name) };
            return Err(FormatError::at_value(format!("terrains[{position}]"), reason));
        }
    }
    Ok(())
}

/// The number of an area: its own, or its position from 1.
fn id(number: u64, area: &RawArea) -> Result<u32, FormatError> {
    if let Some(id) = area.id {
        return Ok(id);
    }
    // Only beyond four thousand million areas.
    let missing = |_| FormatError::at_value(format!("areas[{number}]"), Reason::missing("the id"));
    u32::try_from(number + 1).map_err(missing)
}

fn check_ids(areas: &[RawArea]) -> Result<(), FormatError> {
    let mut first_with = BTreeMap::new();
    for (number, area) in numbered(areas) {
        let id = id(number, area)?;
        if let Some(first) = first_with.insert(id, number) {
            return Err(FormatError::at_value(
                format!("areas[{number}].id"),
                DrawingReason::DuplicateId { id, first },
            ));
        }
    }
    Ok(())
}

fn resolve_area(
    number: u64,
    area: &RawArea,
    terrains: &[String],
    elevation: &mut Elevation,
) -> Result<Area, FormatError> {
    let path = || format!("areas[{number}]");
    if area.corners.len() < 3 {
        let corners = wide(area.corners.len());
        return Err(FormatError::at_value(path() + ".corners", Reason::TooFewCorners { corners }));
    }
    let terrain = match &area.terrain {
        None => 0,
        Some(name) => {
            terrain(name, terrains).map_err(|r| FormatError::at_value(path() + ".terrain", r))?
        }
    };
    let corners = numbered(&area.corners)
        .map(|(corner, point)| {
            resolve_point(point, elevation).map_err(|reason| {
                FormatError::at_value(format!("areas[{number}].corners[{corner}]"), reason)
            })
        })
        .collect::<Result<_, _>>()?;
    Ok(Area { id: id(number, area)?, terrain, corners })
}

fn terrain(name: &str, terrains: &[String]) -> Result<u8, Reason> {
    terrains
        .iter()
        .position(|known| known == name)
        .and_then(|position| u8::try_from(position).ok())
        .ok_or_else(|| Reason::unknown_name("terrain", name, terrains))
}

fn resolve_wall(number: u64, wall: &[RawPoint]) -> Result<[[f32; 2]; 2], FormatError> {
    let [from, to] = wall else {
        let expected = "a wall [[x, y], [x, y]]";
        return Err(refuse_length(format!("walls[{number}]"), expected, wide(wall.len())));
    };
    let end = |position: u32, point: &RawPoint| {
        let path = || format!("walls[{number}][{position}]");
        if point.count != 2 {
            return Err(refuse_length(path(), "a point [x, y]", point.count));
        }
        let [x, y, _] = point.numbers;
        finite([x, y]).map_err(|reason| FormatError::at_value(path(), reason))
    };
    Ok([end(0, from)?, end(1, to)?])
}

fn resolve_link(
    number: u64,
    link: &RawLink,
    elevation: &mut Elevation,
) -> Result<Link, FormatError> {
    let refuse = |field: &str, reason: Reason| {
        FormatError::at_value(format!("links[{number}].{field}"), reason)
    };
    let kind = match &link.kind {
        None => LinkKind::default(),
        Some(name) => link_kind(name).map_err(|reason| refuse("kind", reason))?,
    };
    if let Some(cost) = link.cost {
        finite([cost]).map_err(|reason| refuse("cost", reason))?;
        if cost < 0.0 {
            return Err(refuse("cost", DrawingReason::NegativeCost { found: cost }.into()));
        }
    }
    Ok(Link {
        from: resolve_point(&link.from, elevation).map_err(|reason| refuse("from", reason))?,
        to: resolve_point(&link.to, elevation).map_err(|reason| refuse("to", reason))?,
        kind,
        cost: link.cost,
        both_ways: link.both_ways,
    })
}

fn link_kind(name: &str) -> Result<LinkKind, Reason> {
    let kind = LinkKind::ALL.into_iter().find(|kind| kind.name() == name);
    kind.ok_or_else(|| Reason::unknown_name("link kind", name, LinkKind::ALL.map(LinkKind::name)))
}

fn resolve_point(point: &RawPoint, elevation: &mut Elevation) -> Result<[f32; 3], Reason> {
    if !(2..=3).contains(&point.count) {
        let expected = "a point [x, y] or [x, y, elevation]";
        return Err(Reason::unexpected(expected, Found::List(point.count)));
    }
    elevation.was_given |= point.count == 3;
    // JSON has no word for infinity, but it has 1e39.
    finite(point.numbers)
}
