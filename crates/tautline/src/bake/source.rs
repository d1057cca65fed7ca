//! A map file, from its bytes to its ground.

use tautline_formats::{FormatError, Interpretation, Load, Reason, TileGrid, no_files};
use tautline_meshgen::ModelReport;

use super::formats::Format;
use super::ground::Ground;
use super::options::CLASSES;
use super::reading::{Reading, text};
use super::report::{Items, TerrainNames};
use super::{MapBaker, MapError};

/// A map file, read but not yet built.
pub(super) struct Source {
    pub(super) format: &'static str,
    pub(super) ground: Ground,
    pub(super) y_down: bool,
    pub(super) terrain_names: Vec<String>,
    pub(super) terrain_names_from: TerrainNames,
    pub(super) items: Items,
    pub(super) found: Found,
}

/// The things other than ground that were found in a file.
#[derive(Default)]
pub(super) struct Found {
    pub(super) name: Option<String>,
    pub(super) interpretation: Interpretation,
    /// The size of a cell of a tile map, in world units.
    pub(super) cell_size: Option<f32>,
    pub(super) model: Option<ModelReport>,
    pub(super) lost_connections: usize,
    /// True if areas that overlap are probably a mistake: in tautline's own format, without elevations.
    pub(super) expects_no_overlap: bool,
}

/// Reads a file.
pub(super) fn read(
    baker: &MapBaker,
    name: &str,
    bytes: &[u8],
    load: &mut Load<'_>,
) -> Result<Source, MapError> {
    let format = Format::of(name, || text(bytes).map(str::to_owned))?;
    let read = format.reader(baker, name)?;
    if bytes.is_empty() {
        return Err(MapError::Empty);
    }
    let mut terrains = baker.terrains.clone();
    // A name that is not known becomes a class, and the file is read again: at most 256 times. Names
    // are not collected in one pass, because a name can give a meaning to ids and groups that come
    // before it in the file.
    loop {
        let mut reading = Reading::new(baker, bytes, &mut *load, terrains.clone());
        let ground = match read(&mut reading) {
            Ok(ground) => ground,
            Err(MapError::Format(FormatError {
                reason: Reason::UnknownName { what: "terrain", found, .. },
                ..
            })) if baker.terrains.is_empty()
                && format.has_named_terrains()
                && learn(&mut terrains, &found) =>
            {
                let count = terrains.len();
                if count > CLASSES {
                    return Err(MapError::TooManyTerrains { count });
                }
                continue;
            }
            Err(error) => return Err(error),
        };
        return Ok(source_of(reading, format, ground));
    }
}

/// Reads a grid that was not in a file. The format is that of `.map` files.
pub(super) fn of_grid(baker: &MapBaker, grid: TileGrid) -> Result<Source, MapError> {
    const NAME: &str = "grid.map";
    let format = Format::of(NAME, || Ok(String::new()))?;
    format.reader(baker, NAME)?;
    let mut load = no_files;
    let mut reading = Reading::new(baker, &[], &mut load, baker.terrains.clone());
    let ground = reading.tiles(grid)?;
    Ok(source_of(reading, format, ground))
}

/// Returns the source, when its ground is read.
fn source_of(reading: Reading<'_, '_>, format: &Format, ground: Ground) -> Source {
    let Reading { baker, terrains, defines_terrains, found, .. } = reading;
    Source {
        format: format.name,
        ground,
        y_down: format.y_down && !baker.flip_y,
        terrain_names_from: match (terrains.is_empty(), defines_terrains) {
            (true, _) => TerrainNames::None,
            (_, true) => TerrainNames::File,
            _ if baker.terrains.is_empty() => TerrainNames::Labels,
            _ => TerrainNames::Options,
        },
        terrain_names: terrains,
        items: format.items,
        found,
    }
}

/// Adds a terrain name that a file uses. Returns false if it cannot become a class.
fn learn(names: &mut Vec<String>, found: &str) -> bool {
    /// The name of class 0, which is also that of ground without a label.
    const DEFAULT: &str = "ground";
    // A number is not a name, but a class that is out of range.
    if found.is_empty() || found.parse::<f64>().is_ok() {
        return false;
    }
    if names.is_empty() {
        names.push(DEFAULT.to_owned());
        if found.eq_ignore_ascii_case(DEFAULT) {
            return true;
        }
    }
    // Errors truncate long names. The reader does not know the truncated name, and would report it
    // again and again.
    let is_new = !names.iter().any(|name| name.eq_ignore_ascii_case(found));
    if is_new {
        names.push(found.to_owned());
    }
    is_new
}
