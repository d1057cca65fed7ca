//! Reading of JSON maps, in two steps: serde checks fields and types, then names are
//! resolved and values checked.

use std::collections::BTreeMap;
use std::fmt;

use serde::Deserialize;
use serde::de::{Deserializer, IgnoredAny, SeqAccess, Visitor};
use serde_json::value::RawValue;

use super::{Area, JsonMap, JsonMapReason, Link, LinkKind};
use crate::error::{FormatError, Reason, finite};
use crate::found::{Found, excerpt};
use crate::json_parse;
use crate::lexer::strip_bom;
use crate::number::to_u64;

/// The number of terrain classes, which are numbered in 8 bits.
const MAX_TERRAINS: usize = 256;

/// Reads a JSON map. The [module](crate::json) describes the format.
///
/// Takes O(n log n) time and O(n) memory for a text of n bytes.
///
/// # Errors
///
/// With line and column, if the text is not JSON, a field is unknown, repeated or missing, or a
/// value has another type. With the path of the value, if the version is not 1, or a
/// terrain, the number of terrains, an id, a point, a wall, a link kind or a cost is invalid.
pub fn parse(text: &str) -> Result<JsonMap, FormatError> {
    let text = strip_bom(text);
    let raw: RawJsonMap<'_> = match json_parse::object(text) {
        Ok(raw) => raw,
        // A map of a later version may have fields that are unknown here. Then report its version
        // instead of the fields.
        Err(error) => {
            if let Ok(Version { tautline }) = json_parse::object(text) {
                check_version(tautline)?;
            }
            return Err(error);
        }
    };
    let Some(version) = raw.tautline else {
        let what = r#"the field "tautline": 1"#.to_owned();
        return Err(FormatError::whole(Reason::Missing { what }));
    };
    check_version(version)?;
    let areas: Vec<RawArea> = json_parse::objects(text, raw.areas.iter().map(|it| it.get()))?;
    let links: Vec<RawLink> = json_parse::objects(text, raw.links.iter().map(|it| it.get()))?;
    check_terrains(&raw.terrains)?;
    check_ids(&areas)?;
    let corners = areas.iter().flat_map(|area| &area.corners);
    let ends = links.iter().flat_map(|link| [&link.from, &link.to]);
    let has_elevation = corners.chain(ends).any(|point| point.count == 3);
    let area = |(number, area)| resolve_area(number, area, &raw.terrains);
    Ok(JsonMap {
        name: raw.name,
        areas: numbered(&areas).map(area).collect::<Result<_, _>>()?,
        walls: numbered(&raw.walls).map(resolve_wall).collect::<Result<_, _>>()?,
        links: numbered(&links).map(resolve_link).collect::<Result<_, _>>()?,
        terrains: raw.terrains,
        has_elevation,
    })
}

/// The fields of a map. Areas and links are parsed later, because serde also accepts a list for a
/// struct: if an area is only the list of its corners, serde would report that the first corner is
/// not an id.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawJsonMap<'t> {
    #[serde(default, deserialize_with = "given")]
    tautline: Option<u64>,
    #[serde(default, deserialize_with = "given")]
    name: Option<String>,
    #[serde(default)]
    terrains: Vec<String>,
    #[serde(borrow)]
    areas: Vec<&'t RawValue>,
    #[serde(default)]
    walls: Vec<Vec<RawPoint>>,
    #[serde(default, borrow)]
    links: Vec<&'t RawValue>,
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

/// Deserializes a field that may be missing, but not `null`.
fn given<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// The first three numbers of a point, and the count of all its numbers.
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

fn numbered<T>(list: &[T]) -> impl Iterator<Item = (u64, &T)> {
    (0_u64..).zip(list)
}

fn check_version(version: u64) -> Result<(), FormatError> {
    if version == 1 {
        return Ok(());
    }
    let reason = Reason::Version { found: version.to_string(), supported: "1" };
    Err(FormatError::at_value("tautline", reason))
}

fn check_terrains(terrains: &[String]) -> Result<(), FormatError> {
    if terrains.len() > MAX_TERRAINS {
        let reason = Reason::Limit { what: "terrains", limit: to_u64(MAX_TERRAINS) };
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

/// The id of an area: its own, or its position from 1.
fn id(number: u64, area: &RawArea) -> Result<u32, FormatError> {
    // Only fails with at least 2^32 areas.
    let missing = |_| FormatError::at_value(format!("areas[{number}]"), Reason::missing("the id"));
    area.id.map_or_else(|| u32::try_from(number + 1).map_err(missing), Ok)
}

fn check_ids(areas: &[RawArea]) -> Result<(), FormatError> {
    let mut first_with = BTreeMap::new();
    for (number, area) in numbered(areas) {
        let id = id(number, area)?;
        if let Some(first) = first_with.insert(id, number) {
            let reason = JsonMapReason::DuplicateId { id, first };
            return Err(FormatError::at_value(format!("areas[{number}].id"), reason));
        }
    }
    Ok(())
}

fn resolve_area(number: u64, area: &RawArea, terrains: &[String]) -> Result<Area, FormatError> {
    let error_at =
        |field: &str, reason| FormatError::at_value(format!("areas[{number}].{field}"), reason);
    if area.corners.len() < 3 {
        let corners = to_u64(area.corners.len());
        return Err(error_at("corners", Reason::TooFewCorners { corners }));
    }
    let terrain = match &area.terrain {
        None => 0,
        Some(name) => {
            let class = terrains.iter().position(|known| known == name);
            let class = class.and_then(|class| u8::try_from(class).ok());
            let unknown = || Reason::unknown_name("terrain", name, terrains);
            class.ok_or_else(|| error_at("terrain", unknown()))?
        }
    };
    let corner = |(corner, point)| {
        resolve_point(point).map_err(|reason| error_at(&format!("corners[{corner}]"), reason))
    };
    let corners = numbered(&area.corners).map(corner).collect::<Result<_, _>>()?;
    Ok(Area { id: id(number, area)?, terrain, corners })
}

fn resolve_wall((number, wall): (u64, &Vec<RawPoint>)) -> Result<[[f32; 2]; 2], FormatError> {
    let [from, to] = wall.as_slice() else {
        let found = Found::List(to_u64(wall.len()));
        let reason = Reason::unexpected("a wall [[x, y], [x, y]]", found);
        return Err(FormatError::at_value(format!("walls[{number}]"), reason));
    };
    let end = |position: u32, point: &RawPoint| {
        let [x, y, _] = point.numbers;
        let ends = match point.count {
            2 => finite([x, y]),
            count => Err(Reason::unexpected("a point [x, y]", Found::List(count))),
        };
        ends.map_err(|reason| FormatError::at_value(format!("walls[{number}][{position}]"), reason))
    };
    Ok([end(0, from)?, end(1, to)?])
}

fn resolve_link((number, link): (u64, &RawLink)) -> Result<Link, FormatError> {
    let error_at = |field: &str, reason: Reason| {
        FormatError::at_value(format!("links[{number}].{field}"), reason)
    };
    let kind = match &link.kind {
        None => LinkKind::default(),
        Some(name) => LinkKind::named(name).map_err(|reason| error_at("kind", reason))?,
    };
    if let Some(cost) = link.cost {
        finite([cost]).map_err(|reason| error_at("cost", reason))?;
        if cost < 0.0 {
            return Err(error_at("cost", JsonMapReason::NegativeCost { found: cost }.into()));
        }
    }
    Ok(Link {
        from: resolve_point(&link.from).map_err(|reason| error_at("from", reason))?,
        to: resolve_point(&link.to).map_err(|reason| error_at("to", reason))?,
        kind,
        cost: link.cost,
        both_ways: link.both_ways,
    })
}

fn resolve_point(point: &RawPoint) -> Result<[f32; 3], Reason> {
    if !(2..=3).contains(&point.count) {
        let expected = "a point [x, y] or [x, y, elevation]";
        return Err(Reason::unexpected(expected, Found::List(point.count)));
    }
    // JSON cannot express infinity, but 1e39 becomes infinite in 32 bits.
    finite(point.numbers)
}
