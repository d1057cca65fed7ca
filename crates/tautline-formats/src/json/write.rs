//! From a drawing to JSON. Laid out by hand: a general pretty printer gives
//! each coordinate a line of its own.

use std::fmt::{self, Write as _};

use super::{Area, Drawing, Link};
use crate::number::Shortest;

/// Writes a drawing, one line for each area, wall and link.
///
/// Numbers get the fewest digits that are read back as the same number. What
/// [`parse`](super::parse) adds by itself is left out, except ids and link
/// kinds. If [`Drawing::has_elevation`] is set, every corner and end of a link
/// gets its elevation, otherwise only those that are not at 0.
///
/// Nothing is checked: of a drawing that `parse` would refuse, a text is
/// written that `parse` refuses. A number that is not finite becomes `null`; a
/// terrain class without a name gets a name that `terrains` does not contain.
///
/// ```
/// use tautline_formats::json::{self, Area, Drawing};
///
/// let corners = vec![[0.0, 0.0, 0.0], [1.5, 0.0, 0.0], [0.0, 2.0, 0.0]];
/// let area = Area { id: 7, terrain: 0, corners };
/// let drawing = Drawing { areas: vec![area], ..Drawing::default() };
/// assert_eq!(
///     json::write(&drawing),
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
pub fn write(drawing: &Drawing) -> String {
    let mut text = String::from("{\n  \"tautline\": 1");
    // Writing into a String cannot fail.
    if let Some(name) = &drawing.name {
        let _ = write!(text, ",\n  \"name\": {}", quoted(name));
    }
    if !drawing.terrains.is_empty() {
        let names: Vec<String> = drawing.terrains.iter().map(|name| quoted(name)).collect();
        let _ = write!(text, ",\n  \"terrains\": [{}]", names.join(", "));
    }
    write_list(&mut text, "areas", drawing.areas.iter().map(|area| area_line(area, drawing)));
    if !drawing.walls.is_empty() {
        write_list(&mut text, "walls", drawing.walls.iter().map(wall_line));
    }
    if !drawing.links.is_empty() {
        let all = drawing.has_elevation;
        write_list(&mut text, "links", drawing.links.iter().map(|link| link_line(link, all)));
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

fn area_line(area: &Area, drawing: &Drawing) -> String {
    let mut line = format!("{{ \"id\": {}", area.id);
    if let Some(terrain) = terrain_name(area.terrain, &drawing.terrains) {
        let _ = write!(line, ", \"terrain\": {}", quoted(&terrain));
    }
    let points: Vec<String> =
        area.corners.iter().map(|corner| point(*corner, drawing.has_elevation)).collect();
    let _ = write!(line, ", \"corners\": [{}] }}", points.join(", "));
    line
}

/// The name to write, if any. A class without a name must not be read back as
/// class 0, so it is given one that is unknown.
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

/// A number of JSON, which has no word for one that is not finite.
struct Number(f32);

impl fmt::Display for Number {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_finite() { Shortest(self.0).fmt(out) } else { out.write_str("null") }
    }
}
