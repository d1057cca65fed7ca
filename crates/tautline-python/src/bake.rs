//! Baking of map files.

use std::path::{Path, PathBuf};
use std::sync::atomic::Ordering;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::PyBackedBytes;
use pyo3::types::{PyByteArray, PyBytes, PyMemoryView};
use tautline::asset::Header;
use tautline::bake::{
    BakedFile, CostProfile, Key, LabelChoice, LandmarkChoice, MapBaker, MapError, Stage,
    Unlabelled, files_beside,
};
use tautline::baked::BakedError;
use tautline::formats::no_files;
use tautline::meshgen::{LineJoin, UpAxis};
use tautline::navmesh::LinkKind;

use crate::errors::{map_error, value_error, warn};
use crate::map::Map;
use crate::options::{Mapping, TerrainKey, choice};
use crate::reading::{bytes_of, read_file};
use crate::whole::Whole;
use crate::{store, threads};

/// The labels to bake: a word, or a number of bytes.
#[derive(FromPyObject)]
pub(crate) enum Labels {
    Bytes(Whole<usize>),
    Word(String),
}

impl Labels {
    fn choice(self) -> PyResult<LabelChoice> {
        let words =
            [("auto", LabelChoice::Auto), ("off", LabelChoice::Off), ("order", LabelChoice::Order)];
        match self {
            Self::Bytes(bytes) => bytes.within("labels", 0..=usize::MAX).map(LabelChoice::Bytes),
            Self::Word(word) => choice("labels", &word, &words),
        }
    }
}

/// Agent radii: one, or any number.
#[derive(Default)]
pub(crate) struct Radii(Vec<f32>);

impl<'py> FromPyObject<'_, 'py> for Radii {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // An array with one element also converts to a number, so sequences are tried first.
        let radii = value.extract().or_else(|_| value.extract().map(|radius| vec![radius]));
        radii.map(Self).map_err(|_: PyErr| {
            PyTypeError::new_err("radius must be a number or a sequence of numbers, in world units")
        })
    }
}

/// A map file: its path, or the bytes in it.
pub(crate) enum Source {
    Path(PathBuf),
    Bytes(PyBackedBytes),
}

impl<'py> FromPyObject<'_, 'py> for Source {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        // A path may also be given as bytes in Python. Here, bytes are always the contents of a file.
        let is_buffer = [value.py().get_type::<PyBytes>(), value.py().get_type::<PyByteArray>()]
            .iter()
            .any(|kind| value.is_instance(kind).unwrap_or(false));
        if is_buffer || value.is_instance_of::<PyMemoryView>() {
            return bytes_of(&value).map(Self::Bytes);
        }
        let path = value.extract().map(Self::Path);
        path.map_err(|_: PyErr| match value.get_type().name() {
            Ok(name) => PyTypeError::new_err(format!(
                "source must be the path of a map file, or the bytes of one, but {name} was given; of a dictionary, \
                 json.dumps(...).encode() makes bytes, and tautline.bake_grid bakes an array of cells"
            )),
            Err(error) => error,
        })
    }
}

/// Bakes a map file: reads it, builds a mesh for each agent radius, and bakes labels. Ctrl-C ends it.
///
/// Formats: ``.mesh`` (Polyanya), ``.json`` (tautline, Tiled, GeoJSON), ``.navmesh`` and ``.bin``
/// (Detour), ``.map`` (MovingAI), ``.tmx`` and ``.tmj`` (Tiled), ``.ldtk``, ``.png``, ``.svg``,
/// ``.geojson``, ``.obj``, ``.gltf``, ``.glb``. An option that does not apply to the format is an
/// error. Warnings about the map are issued as ``UserWarning``. :func:`bake_grid` bakes an array.
///
/// Parameters
/// ----------
/// source
///     The map file, whose extension is that of its format; or the bytes of one (``bytes``, ``bytearray``,
///     ``memoryview``), with ``format``.
/// format
///     The extension of the format of bytes, such as ``"geojson"``. Files that they refer to are not
///     read.
/// out
///     The baked file to write, usually ``.nav``. By default, none is written.
/// radius
///     The agent radius in world units, or several; one mesh is built for each. By default 0: paths
///     touch walls.
/// labels
///     ``"auto"`` for hub labels that are worth their memory, ``"off"``, ``"order"`` for small files
///     that are slow to load, or the largest number of bytes for each mesh.
/// link_layers
///     For agents that may take only some kinds of links: one list of kinds (``"jump"``, ``"ladder"``,
///     ``"teleport"``, ``"other"``) for each sort of such agents. Labels are baked for them, too.
/// max_memory
///     An estimated limit on the memory for baking the labels of a mesh, in bytes. If all labels need
///     more, fewer are baked.
/// landmarks
///     ``"auto"`` for maps without labels, ``"on"`` or ``"off"``.
/// profiles
///     Terrain costs by the name of a profile, each a mapping like ``costs`` of queries. Labels are baked
///     for each profile, whatever ``labels`` is, so that queries with the same costs need no search. If they
///     took more than 2 KiB for each node, or half of ``max_memory`` if it is given, they are left out with a
///     warning, and these queries search.
/// rounded
///     Rounds the corners of insets, with this tolerance in world units. By default, they are mitred: around
///     obstacles, some points are off the mesh where a disc would fit, and paths are slightly longer than
///     those of a disc.
/// strict
///     True to report concave areas instead of splitting them.
/// keep_areas
///     True to keep areas that could be merged.
/// terrains
///     The names of terrain classes, from class 0 on.
/// layers, collision_layers, level
///     The layers to read (Tiled, LDtk), layers whose tiles and objects block (Tiled), and the level (LDtk).
/// keys
///     The terrain class of each grid value (LDtk) or colour such as ``"4caf50"`` (PNG); None if it
///     blocks.
/// scale
///     The number of world units per unit of the file (drawings, tile maps).
/// flip_y
///     True to make y grow upwards: y becomes -y (tile maps, whose y grows downwards).
/// metres_around
///     The longitude and latitude that become the origin, so that degrees become metres (GeoJSON):
///     x = (longitude - origin) * 111319.49 * cos(latitude of the origin), and
///     y = (latitude - origin) * 111319.49.
/// tolerance
///     The greatest distance between a curve and the line segments that replace it, in world units (SVG).
/// unlabelled
///     ``"ground"``, ``"hole"`` or ``"ignored"``: the meaning of shapes and tiles without a label.
/// up
///     ``"y"`` or ``"z"``: the axis that points up (OBJ).
/// max_slope
///     The greatest slope of walkable ground, as rise over run (OBJ, glTF).
/// weld
///     The distance within which vertices are welded, in world units (OBJ, glTF): closes gaps between
///     objects that should touch. By default, only vertices at the same position are welded.
/// include_flags, exclude_flags
///     Polygons with any of these flags are imported, or left out (Detour).
///
/// Returns
/// -------
/// Map
///
/// Raises
/// ------
/// MapError
///     If the file is damaged or has no ground, or if an option does not apply to it.
/// TypeError
///     If bytes are given without a format, a path is given with one, or a text is given instead of a path.
/// ValueError
///     If an option is out of range or a word is unknown.
/// OSError
///     If a file cannot be read or written.
///
/// Examples
/// --------
/// >>> text = b"type octile\nheight 2\nwidth 3\nmap\n..@\n..."
/// >>> room = tautline.bake(text, format="map", radius=[0, 0.25])
/// >>> [mesh.radius for mesh in room.meshes]
/// [0.0, 0.25]
#[pyfunction]
#[pyo3(signature = (
    source, out=None, *, format=None, radius=Radii::default(), labels=Labels::Word("auto".to_owned()),
    link_layers=Vec::new(), max_memory=None, landmarks="auto", profiles=Mapping::default(), rounded=None, strict=false, keep_areas=false, terrains=Vec::new(),
    layers=Vec::new(), collision_layers=Vec::new(), level=None, keys=Mapping::default(), scale=None, flip_y=false,
    metres_around=None, tolerance=None, unlabelled=None, up=None, max_slope=None, weld=None,
    include_flags=None, exclude_flags=None
), text_signature = "(source, out=None, *, format=None, radius=(), labels='auto', link_layers=(), max_memory=None, landmarks='auto', profiles={}, rounded=None, strict=False, keep_areas=False, terrains=(), layers=(), collision_layers=(), level=None, keys={}, scale=None, flip_y=False, metres_around=None, tolerance=None, unlabelled=None, up=None, max_slope=None, weld=None, include_flags=None, exclude_flags=None)")]
#[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
pub(crate) fn bake(
    py: Python<'_>,
    source: Source,
    out: Option<PathBuf>,
    format: Option<&str>,
    radius: Radii,
    labels: Labels,
    link_layers: Vec<Vec<String>>,
    max_memory: Option<Whole<usize>>,
    landmarks: &str,
    profiles: Mapping<String, Mapping<TerrainKey, f32>>,
    rounded: Option<f32>,
    strict: bool,
    keep_areas: bool,
    terrains: Vec<String>,
    layers: Vec<String>,
    collision_layers: Vec<String>,
    level: Option<String>,
    keys: Mapping<String, Option<Whole<u8>>>,
    scale: Option<f64>,
    flip_y: bool,
    metres_around: Option<[f64; 2]>,
    tolerance: Option<f64>,
    unlabelled: Option<&str>,
    up: Option<&str>,
    max_slope: Option<f32>,
    weld: Option<f32>,
    include_flags: Option<Whole<u16>>,
    exclude_flags: Option<Whole<u16>>,
) -> PyResult<Map> {
    let common = Common {
        radius,
        labels,
        max_memory,
        landmarks,
        profiles,
        rounded,
        terrains,
        scale,
        flip_y,
    };
    let mut baker = common.baker()?;
    if !link_layers.is_empty() && baker.labels == LabelChoice::Off {
        return Err(value_error(
            "link_layers bakes labels, but labels is \"off\"; leave one of them out",
        ));
    }
    baker.link_layers = kinds_of_layers(&link_layers)?;
    (baker.strict, baker.keep_areas) = (strict, keep_areas);
    baker.layers = layers;
    (baker.collision_layers, baker.level) = (collision_layers, level);
    baker.keys = keys.0.into_iter().map(key).collect::<PyResult<_>>()?;
    (baker.metres_around, baker.tolerance) = (metres_around, tolerance);
    let words = [
        ("ground", Unlabelled::Ground),
        ("hole", Unlabelled::Hole),
        ("ignored", Unlabelled::Ignored),
    ];
    baker.unlabelled = unlabelled.map(|word| choice("unlabelled", word, &words)).transpose()?;
    baker.up =
        up.map(|axis| choice("up", axis, &[("y", UpAxis::Y), ("z", UpAxis::Z)])).transpose()?;
    (baker.max_slope, baker.weld) = (max_slope, weld);
    baker.include_flags = flags("include_flags", include_flags)?;
    baker.exclude_flags = flags("exclude_flags", exclude_flags)?;
    open(py, bake_source(py, &baker, source, format)?, out)
}

/// The options of baking that files and grids have in common.
pub(crate) struct Common<'a> {
    pub(crate) radius: Radii,
    pub(crate) labels: Labels,
    pub(crate) max_memory: Option<Whole<usize>>,
    pub(crate) landmarks: &'a str,
    pub(crate) profiles: Mapping<String, Mapping<TerrainKey, f32>>,
    pub(crate) rounded: Option<f32>,
    pub(crate) terrains: Vec<String>,
    pub(crate) scale: Option<f64>,
    pub(crate) flip_y: bool,
}

impl Common<'_> {
    pub(crate) fn baker(self) -> PyResult<MapBaker> {
        let mut baker = MapBaker::new();
        (baker.radii, baker.labels) = (self.radius.0, self.labels.choice()?);
        let words = [
            ("auto", LandmarkChoice::Auto),
            ("on", LandmarkChoice::On),
            ("off", LandmarkChoice::Off),
        ];
        baker.landmarks = choice("landmarks", self.landmarks, &words)?;
        baker.profiles = self.profiles.0.into_iter().map(profile).collect();
        let round = |tolerance| LineJoin::Round { tolerance };
        baker.line_join = self.rounded.map_or(LineJoin::default(), round);
        let bytes = |it: Whole<usize>| it.within("max_memory", 0..=usize::MAX);
        baker.max_memory = self.max_memory.map(bytes).transpose()?;
        baker.terrains = self.terrains;
        (baker.scale, baker.flip_y) = (self.scale, self.flip_y);
        Ok(baker)
    }
}

/// Writes the bytes of a baked map to a file, if there is one, and opens the map.
pub(crate) fn open(
    py: Python<'_>,
    encoded: Bound<'_, PyBytes>,
    out: Option<PathBuf>,
) -> PyResult<Map> {
    if let Some(out) = out {
        let out = py.import("pathlib")?.call_method1("Path", (out,))?;
        out.call_method1("write_bytes", (&encoded,))?;
    }
    store::open(py, encoded.into(), None).map(Map)
}

/// Converts a key.
fn key((value, class): (String, Option<Whole<u8>>)) -> PyResult<Key> {
    let name = format!("the class of {value:?} in keys");
    let class = class.map(|class| class.within(&name, 0..=u8::MAX)).transpose()?;
    Ok(Key { value, class })
}

/// Returns the flags of polygons.
fn flags(name: &str, flags: Option<Whole<u16>>) -> PyResult<Option<u16>> {
    flags.map(|flags| flags.within(name, 0..=u16::MAX)).transpose()
}

/// Returns the kinds of links with the names of each layer.
fn kinds_of_layers(layers: &[Vec<String>]) -> PyResult<Vec<Vec<LinkKind>>> {
    let kinds = LinkKind::ALL.map(|kind| (kind.name(), kind));
    let layer = |names: &Vec<String>| -> PyResult<Vec<LinkKind>> {
        names.iter().map(|name| choice("a kind in link_layers", name, &kinds)).collect()
    };
    layers.iter().map(layer).collect()
}

/// Reads and bakes a map file, and returns the bytes of the baked map.
fn bake_source<'py>(
    py: Python<'py>,
    baker: &MapBaker,
    source: Source,
    format: Option<&str>,
) -> PyResult<Bound<'py, PyBytes>> {
    match (source, format) {
        (Source::Path(path), None) => {
            let file = read_file(py, path.clone()).map_err(|error| read_error(py, error, &path))?;
            let bytes = bytes_of(&file)?;
            if Header::read(&bytes).is_ok() {
                let path = path.display();
                let hint = "the file is baked already; tautline.Map.load loads it";
                return Err(map_error(&format_args!("{path}: {hint}")));
            }
            let (name, mut load) = (path.to_string_lossy(), files_beside(&path));
            encode(py, &name, |keep_going| baker.bake_with(&name, &bytes, &mut load, keep_going))
        }
        (Source::Bytes(bytes), Some(format)) => {
            // The name is for messages.
            let name = format!("<bytes>.{}", format.trim_start_matches('.'));
            encode(py, &name, |keep_going| {
                baker.bake_with(&name, &bytes, &mut no_files, keep_going)
            })
        }
        (Source::Path(_), Some(_)) => Err(PyTypeError::new_err(
            "format is only for bytes, such as text.encode(); the format of a file is known by its extension",
        )),
        (Source::Bytes(_), None) => Err(PyTypeError::new_err(
            "bytes need a format: the extension of such files, as in format=\"geojson\"",
        )),
    }
}

/// Returns the exception for an unreadable file. If its path looks like the text of a map, this is a hint.
fn read_error(py: Python<'_>, error: PyErr, path: &Path) -> PyErr {
    let text = path.to_string_lossy();
    let is_json = text.starts_with('{') && text.contains('"');
    if !text.contains('\n') && !text.starts_with('<') && !is_json {
        return error;
    }
    let hint = "source is the text of a map, but must be a path; bake(text.encode(), format=\"geojson\") bakes a \
                text of that format";
    let hint = PyTypeError::new_err(hint);
    hint.set_cause(py, Some(error));
    hint
}

/// Converts a profile. An infinite cost forbids the terrain.
fn profile((name, costs): (String, Mapping<TerrainKey, f32>)) -> CostProfile {
    let cost = |(terrain, factor): (TerrainKey, f32)| {
        let terrain = match terrain {
            TerrainKey::Number(class) => class.to_string(),
            TerrainKey::Name(name) => name,
        };
        (terrain, (factor != f32::INFINITY).then_some(factor))
    };
    CostProfile { name, costs: costs.0.into_iter().map(cost).collect() }
}

/// Bakes a map, and issues the warnings about it. `name` is for errors.
pub(crate) fn encode<'py>(
    py: Python<'py>,
    name: &str,
    bake: impl FnOnce(&mut dyn FnMut(Stage<'_>) -> bool) -> Result<BakedFile, MapError> + Send,
) -> PyResult<Bound<'py, PyBytes>> {
    let pool = threads::pool(py, None)?;
    let baked: Result<_, MapError> = threads::run(py, &pool, |cancel_flag| {
        let baked = bake(&mut |_| !cancel_flag.load(Ordering::Relaxed))?;
        let asset_error = |error| MapError::Baked(BakedError::Asset(error));
        Ok((baked.map.encode().map_err(asset_error)?, baked.report))
    })?;
    let (encoded, report) = baked.map_err(|error| map_error(&format_args!("{name}: {error}")))?;
    for warning in &report.warnings {
        warn(py, warning)?;
    }
    Ok(PyBytes::new(py, &encoded))
}
