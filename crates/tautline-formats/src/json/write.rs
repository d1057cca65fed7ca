//! Writing of JSON maps. Does not use serde's pretty printer, which puts each coordinate on a line
//! of its own.

use std::fmt::{self, Write as _};

use super::{Area, JsonMap, Link};
use crate::number::Shortest;

/// Writes a JSON map with one line for each area, wall and link.
///
/// Numbers get the fewest digits that are read back as the same number. Default values are
/// left out, except ids and link kinds. If [`JsonMap::has_elevation`] is set, every corner
/// and link end gets its elevation; otherwise only those that are not at 0.
///
/// Nothing is checked, but [`parse`](super::parse) rejects the text of an invalid map: a number that
/// is not finite becomes `null`, and a terrain class without a name gets a name that is not in
/// `terrains`.
///
/// ```
/// use tautline_formats::json::{self, Area, JsonMap};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.5, 0.0, 0.0], [0.0, 2.0, 0.0]];
/// let area = Area { id: 7, terrain: 0, corners };
/// let map = JsonMap { areas: vec![area], ..JsonMap::default() };
/// assert_eq!(
///     json::write(&map),
///     r#"{
///   "tautline": 1,
///   "areas": [
///     { "id": 7, "corners": [[0, 0], [1.5, 0], [0, 2]] }
///   ]
/// }
/// "#,
/// );
/// ```
#[must_use]
pub fn write(map: &JsonMap) -> String {
    let mut text = String::from("{\n  \"tautline\": 1");
    // Writing into a String cannot fail.
    if let Some(name) = &map.name {
        let _ = write!(text, ",\n  \"name\": {}", quoted(name));
    }
    if !map.terrains.is_empty() {
        let names: Vec<String> = map.terrains.iter().map(|name| quoted(name)).collect();
        let _ = write!(text, ",\n  \"terrains\": [{}]", names.join(", "));
    }
    write_list(&mut text, "areas", map.areas.iter().map(|area| area_line(area, map)));
    if !map.walls.is_empty() {
        write_list(&mut text, "walls", map.walls.iter().map(wall_line));
    }
    if !map.links.is_empty() {
        let all = map.has_elevation;
        write_list(&mut text, "links", map.links.iter().map(|link| link_line(link, all)));
    }
    text.push_str("\n}\n");
    text
}

fn write_list(text: &mut String, name: &str, lines: impl Iterator<Item = String>) {
    let _ = write!(text, ",\n  \"{name}\": [");
    let mut separator = "";
    for line in lines {
        let _ = write!(text, "{separator}\n    {line}");
        separator = ",";
    }
    text.push_str(if separator.is_empty() { "]" } else { "\n  ]" });
}

fn area_line(area: &Area, map: &JsonMap) -> String {
    let mut line = format!("{{ \"id\": {}", area.id);
    if let Some(terrain) = terrain_name(area.terrain, &map.terrains) {
        let _ = write!(line, ", \"terrain\": {}", quoted(&terrain));
    }
    let points: Vec<String> =
        area.corners.iter().map(|corner| point(*corner, map.has_elevation)).collect();
    let _ = write!(line, ", \"corners\": [{}] }}", points.join(", "));
    line
}

/// The name of a terrain class, or `None` for the default. A class without a name gets an unknown
/// one, so that it is not read back as class 0.
fn terrain_name(class: u8, terrains: &[String]) -> Option<String> {
    match terrains.get(usize::from(class)) {
        Some(name) => Some(name.clone()),
        None if class == 0 => None,
        None => {
            let mut name = format!("class {class}");
            while terrains.contains(&name) {
                name.push('?');
            }
            Some(name)
        }
    }
}

fn wall_line([from, to]: &[[f32; 2]; 2]) -> String {
    let [[a, b], [c, d]] = [from.map(Number), to.map(Number)];
    format!("[[{a}, {b}], [{c}, {d}]]")
}

fn link_line(link: &Link, with_elevation: bool) -> String {
    let from = point(link.from, with_elevation);
    let to = point(link.to, with_elevation);
    let mut line = format!("{{ \"from\": {from}, \"to\": {to}, \"kind\": \"{}\"", link.kind.name());
    if let Some(cost) = link.cost {
        let _ = write!(line, ", \"cost\": {}", Number(cost));
    }
    if link.both_ways {
        line.push_str(", \"both_ways\": true");
    }
    line.push_str(" }");
    line
}

fn point(point: [f32; 3], with_elevation: bool) -> String {
    let is_at_zero = point[2] == 0.0;
    let [x, y, elevation] = point.map(Number);
    if with_elevation || !is_at_zero {
        format!("[{x}, {y}, {elevation}]")
    } else {
        format!("[{x}, {y}]")
    }
}

fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}

/// A JSON number, or `null` if it is not finite.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_finite() { Shortest(self.0).fmt(out) } else { out.write_str("null") }
    }
}
