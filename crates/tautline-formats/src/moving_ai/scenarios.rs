//! Lists of path finding problems.

use std::fmt::Write as _;

use crate::error::{FormatError, Reason};
use crate::found::excerpt;
use crate::lexer::{Fields, Lines, Separator, Token};

/// A path finding problem: a start and a goal cell.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Scenario {
    /// The number of the bucket. Problems of similar length share a bucket.
    pub bucket: u32,
    /// The file name of the map, as in the scenario file.
    pub map: String,
    /// The width of the map in cells.
    pub map_width: u32,
    /// The height of the map in cells.
    pub map_height: u32,
    /// The cell to start from: x and y, from 0 at the top left.
    pub start: [u32; 2],
    /// The cell to reach.
    pub goal: [u32; 2],
    /// The length of the shortest path **on the grid**, with straight steps of length 1
    /// and diagonal ones of length sqrt(2). It is usually longer than the shortest path
    /// in the plane. Finite.
    pub octile_length: f64,
}

/// Reads a `.scen` file of version 1.
///
/// Fields are separated by tabs or, in a line without a tab, by spaces. With tabs, the
/// name of a map may contain spaces. Blank lines are skipped. Cells may be outside of the
/// map.
///
/// # Errors
///
/// With line and column, if the first line is not `version 1` (or `1.0`), a line has too few or too
/// many fields, or a field is not a number as expected.
pub fn parse_scenarios(text: &str) -> Result<Vec<Scenario>, FormatError> {
    let mut lines = Lines::new(text);
    check_version(lines.filled_line())?;
    lines.filled_lines().map(scenario).collect()
}

fn check_version(line: Token<'_>) -> Result<(), FormatError> {
    let mut fields = Fields::new(line, Separator::WhiteSpace);
    if fields.field().text() != "version" {
        return Err(line.unexpected("the header \"version 1\""));
    }
    let version = fields.field();
    let found = version.text();
    if matches!(found, "1" | "1.0") {
        return fields.finish(2);
    }
    if found.starts_with(|c: char| c.is_ascii_digit()) && found.parse::<f64>().is_ok() {
        return Err(version.error(Reason::Version { found: excerpt(found), supported: "1" }));
    }
    Err(version.unexpected("the format version 1"))
}

fn scenario(line: Token<'_>) -> Result<Scenario, FormatError> {
    let separator =
        if line.text().contains('\t') { Separator::One('\t') } else { Separator::WhiteSpace };
    let mut fields = Fields::new(line, separator);
    let bucket = fields.field().trimmed().whole("the number of a bucket")?;
    let map = fields.field();
    if map.text().is_empty() {
        return Err(map.unexpected("the name of a map"));
    }
    let mut whole = |expected| fields.field().trimmed().whole(expected);
    let scenario = Scenario {
        bucket,
        map: map.text().to_owned(),
        map_width: whole("the width of the map")?,
        map_height: whole("the height of the map")?,
        start: [whole("the column of the start")?, whole("the row of the start")?],
        goal: [whole("the column of the goal")?, whole("the row of the goal")?],
        octile_length: fields.field().trimmed().finite("the octile length")?,
    };
    fields.finish(9)?;
    Ok(scenario)
}

/// Writes a `.scen` file of version 1, separated by tabs.
///
/// Nothing is checked, but [`parse_scenarios`] rejects the text of a scenario whose map name is empty
/// or contains tabs or line ends, or whose length is not finite.
///
/// ```
/// use tautline_formats::moving_ai::{Scenario, write_scenarios};
///
/// let scenario = Scenario { map: "a.map".to_owned(), goal: [2, 0], ..Scenario::default() };
/// assert_eq!(write_scenarios(&[scenario]), "version 1\n0\ta.map\t0\t0\t0\t0\t2\t0\t0\n");
/// ```
#[must_use]
pub fn write_scenarios(scenarios: &[Scenario]) -> String {
    let mut text = String::from("version 1\n");
    for scenario in scenarios {
        let Scenario { bucket, map, map_width, map_height, start, goal, octile_length } = scenario;
        // Writing to a String cannot fail.
        let _ = writeln!(
            text,
            "{bucket}\t{map}\t{map_width}\t{map_height}\t{}\t{}\t{}\t{}\t{octile_length}",
            start[0], start[1], goal[0], goal[1],
        );
    }
    text
}
