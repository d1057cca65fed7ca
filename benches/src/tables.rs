//! Tables of maps, to be copied into `README.md`.

#![expect(clippy::print_stdout, reason = "it prints tables")]

use std::error::Error;

use tautline::NavMesh;

use crate::{arguments, suite};

/// A table with a row for each map. `S` is what is measured of a map.
#[derive(Debug)]
pub struct Table<S> {
    /// The title, with the units.
    pub title: &'static str,
    /// The headings, with ` | ` between them; the first is that of the map's name.
    pub columns: &'static str,
    /// All fields of a row but the first.
    pub measure: fn(&S) -> Fields,
}

/// The fields of a row, or why they could not be measured.
pub type Fields = Result<Vec<String>, Box<dyn Error>>;

/// Measures and prints tables of those maps whose names hold one of the words of the
/// command line, or of all, if there are none.
///
/// # Errors
///
/// If `TAUTLINE_DATA` is not set or a word is in the name of no map, and the errors of reading, preparing and measuring.
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
