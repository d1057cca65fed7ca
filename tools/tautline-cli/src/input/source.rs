//! A map file, read but not yet built.

use std::path::Path;

use anyhow::Result;
use tautline::formats::json::JsonMap;
use tautline::import;
use tautline::navmesh::{BuildOptions, TJunctions};

use super::formats::Format;
use super::ground::Ground;
use super::reading::Reading;
use super::{Rules, read_text};

/// The ground of a map file, with its names.
pub(crate) struct Source {
    pub(crate) ground: Ground,
    pub(crate) name: Option<String>,
    pub(crate) terrain_names: Vec<String>,
    /// Parts of the file that were left out, as rows of the summary.
    pub(crate) notes: Vec<(&'static str, String)>,
}

impl Source {
    /// Reads a file.
    pub(crate) fn read(path: &Path, strict: bool, rules: &Rules) -> Result<Self> {
        let format = Format::of(path, || read_text(path))?;
        rules.check_terrains()?;
        format.check_options_apply(path, rules.given(strict))?;
        let terrain_names = rules.terrains.clone();
        let mut reading =
            Reading { path, strict, rules, name: None, terrain_names, notes: Vec::new() };
        let ground = (format.read)(&mut reading)?;
        let Reading { name, terrain_names, notes, .. } = reading;
        Ok(Self { ground, name, terrain_names, notes })
    }

    /// Converts a map in tautline's own format.
    pub(crate) fn of_drawing(drawing: &JsonMap, strict: bool) -> Self {
        let t_junctions = TJunctions::Link { max_step: 0.0 };
        let options = BuildOptions { strict, t_junctions };
        Self {
            ground: Ground::Mesh { raw: Box::new(import::from_json_map(drawing)), options },
            name: drawing.name.clone(),
            terrain_names: drawing.terrains.clone(),
            notes: Vec::new(),
        }
    }
}
