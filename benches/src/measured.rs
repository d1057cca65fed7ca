//! Measurements, stored in files as tables from which the plots and the README are made.

use std::fmt::Write as _;
use std::path::Path;
use std::{error, fs};

/// One contestant on one mesh.
#[derive(Clone, Debug, PartialEq)]
pub struct PeerRow {
    /// `mesh` for a published one, `map` for one made of tiles.
    pub kind: String,
    /// The suite and the name of the map.
    pub map: String,
    /// The number of areas of the mesh.
    pub areas: u32,
    /// The number of queries.
    pub queries: u32,
    /// The contestant.
    pub contestant: String,
    /// The time for a query on average, in microseconds.
    pub micros: f64,
    /// The length of the path, divided by the exact one, on average.
    pub ratio: f64,
    /// The number of wrong answers: a missing path, or a path where there is none.
    pub wrong: u32,
}

/// A batch on some threads.
#[derive(Clone, Debug, PartialEq)]
pub struct ThreadRow {
    /// The suite and the name of the map.
    pub map: String,
    /// The kind of batch.
    pub method: String,
    /// The number of threads.
    pub threads: u32,
    /// Answers per second.
    pub per_second: f64,
}

/// A figure of a generated map, or of a game map.
#[derive(Clone, Debug, PartialEq)]
pub struct GrowthRow {
    /// The family of maps.
    pub family: String,
    /// The name or the size of the map.
    pub map: String,
    /// The number of corners (reflex vertices).
    pub corners: u32,
    /// The quantity, such as `exact us`.
    pub measure: String,
    /// Its value.
    pub value: f64,
}

/// A row of a table in a file: comma-separated values, the names of the columns first.
pub trait Row: Sized {
    /// The names of the columns.
    const COLUMNS: &'static str;

    /// The values, in order.
    fn values(&self) -> Vec<String>;

    /// Parses a row. `None` if the values are invalid.
    fn read(values: &[&str]) -> Option<Self>;
}

impl Row for PeerRow {
    const COLUMNS: &'static str =
        "kind,map,areas,queries,contestant,us_per_query,length_ratio,wrong";

    fn values(&self) -> Vec<String> {
        let Self { kind, map, areas, queries, contestant, micros, ratio, wrong } = self;
        vec![
            kind.clone(),
            map.clone(),
            areas.to_string(),
            queries.to_string(),
            contestant.clone(),
            format!("{micros:.3}"),
            format!("{ratio:.9}"),
            wrong.to_string(),
        ]
    }

    fn read(values: &[&str]) -> Option<Self> {
        let &[kind, map, areas, queries, contestant, micros, ratio, wrong] = values else {
            return None;
        };
        Some(Self {
            kind: kind.to_owned(),
            map: map.to_owned(),
            areas: areas.parse().ok()?,
            queries: queries.parse().ok()?,
            contestant: contestant.to_owned(),
            micros: micros.parse().ok()?,
            ratio: ratio.parse().ok()?,
            wrong: wrong.parse().ok()?,
        })
    }
}

impl Row for ThreadRow {
    const COLUMNS: &'static str = "map,method,threads,answers_per_second";

    fn values(&self) -> Vec<String> {
        let Self { map, method, threads, per_second } = self;
        vec![map.clone(), method.clone(), threads.to_string(), format!("{per_second:.0}")]
    }

    fn read(values: &[&str]) -> Option<Self> {
        let &[map, method, threads, per_second] = values else { return None };
        Some(Self {
            map: map.to_owned(),
            method: method.to_owned(),
            threads: threads.parse().ok()?,
            per_second: per_second.parse().ok()?,
        })
    }
}

impl Row for GrowthRow {
    const COLUMNS: &'static str = "family,map,corners,measure,value";

    fn values(&self) -> Vec<String> {
        let Self { family, map, corners, measure, value } = self;
        vec![
            family.clone(),
            map.clone(),
            corners.to_string(),
            measure.clone(),
            format!("{value:.4}"),
        ]
    }

    fn read(values: &[&str]) -> Option<Self> {
        let &[family, map, corners, measure, value] = values else { return None };
        Some(Self {
            family: family.to_owned(),
            map: map.to_owned(),
            corners: corners.parse().ok()?,
            measure: measure.to_owned(),
            value: value.parse().ok()?,
        })
    }
}

/// Writes a table.
///
/// # Errors
///
/// The error of the file system.
pub fn write<R: Row>(file: &Path, rows: &[R]) -> std::io::Result<()> {
    let mut text = format!("{}\n", R::COLUMNS);
    for row in rows {
        let _ = writeln!(text, "{}", row.values().join(","));
    }
    fs::write(file, text)
}

/// Reads a table.
///
/// # Errors
///
/// The error of the file system, or for an invalid row.
pub fn read<R: Row>(file: &Path) -> Result<Vec<R>, Box<dyn error::Error>> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let row = |line: &str| {
        let values: Vec<&str> = line.split(',').collect();
        R::read(&values).ok_or_else(|| format!("{}: no row: {line}", file.display()).into())
    };
    text.lines().skip(1).map(row).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read() {
        let rows = [PeerRow {
            kind: "map".to_owned(),
            map: "dao/arena".to_owned(),
            areas: 41,
            queries: 160,
            contestant: "exact".to_owned(),
            micros: 0.75,
            ratio: 1.0,
            wrong: 0,
        }];
        let name = format!("tautline-measured-{}.csv", std::process::id());
        let file = std::env::temp_dir().join(name);
        write(&file, &rows).unwrap();
        assert_eq!(read::<PeerRow>(&file).unwrap(), rows);
        fs::write(&file, "header\n1,2\n").unwrap();
        assert!(read::<PeerRow>(&file).unwrap_err().to_string().ends_with("no row: 1,2"));
        fs::remove_file(&file).unwrap();
    }
}
