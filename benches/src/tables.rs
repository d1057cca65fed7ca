//! Tables of maps, to be copied into `README.md`.

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;

use tautline::NavMesh;

use crate::{arguments, suite};

/// A table with a row for each map. `S` is the prepared form of a map that is measured.
#[derive(Debug)]
pub struct Table<S> {
    /// The title, with the units.
    pub title: &'static str,
    /// The headings, separated by ` | `. The first column has the names of the maps.
    pub columns: &'static str,
    /// Returns the fields of a row without the name of the map.
    pub measure: fn(&S) -> Fields,
}

/// The fields of a row, or why they could not be measured.
pub type Fields = Result<Vec<String>, Box<dyn Error>>;

/// Measures and prints tables of the maps whose names contain one of the words on the
/// command line, or of all maps if there are no words.
///
/// # Errors
///
/// If `TAUTLINE_DATA` is not set, if no name of a map contains a word, or if reading, preparing or measuring fails.
pub fn print<S>(
    tables: &[Table<S>],
    maps: &[&str],
    mut prepare: impl FnMut(NavMesh) -> Result<S, Box<dyn Error>>,
) -> Result<(), Box<dyn Error>> {
    let data = suite::data().ok_or("set TAUTLINE_DATA to the folder with the maps")?;
    let asked = arguments::asked_maps(&arguments::given(), maps)?;
    for Table { title, columns, measure } in tables {
        println!("{title}:\n\n| {columns} |\n|{}", "---|".repeat(columns.split('|').count()));
        for map in &asked {
            let subject = prepare(suite::published_mesh(&data, map)?)?;
            println!("| {map} | {} |", measure(&subject)?.join(" | "));
        }
        println!();
    }
    Ok(())
}
