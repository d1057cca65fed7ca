//! The options of queries: checks of Python's arguments, and their conversion for the facade.

use std::collections::BTreeMap;

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyInt, PyMapping};
use tautline::baked::{BakedMap, RadiusMesh};
use tautline::navmesh::{LinkId, LinkKind, Terrain};
use tautline::{Budget, Location, PathOptions, QueryFilter, Tier, Vec2};

use crate::errors::value_error;
use crate::whole::Whole;

/// The keyword arguments that all queries share.
#[derive(Default)]
pub(crate) struct Arguments<'py> {
    pub(crate) snap: Option<f32>,
    pub(crate) tier: Option<&'py str>,
    pub(crate) costs: Option<Mapping<TerrainKey, f32>>,
    pub(crate) radius: Option<f32>,
    pub(crate) budget: Option<Whole<u64>>,
    pub(crate) within: f64,
    pub(crate) closed_links: Option<Vec<Whole<u32>>>,
}

/// A mapping of Python: a dictionary, or anything else that maps keys to values.
pub(crate) struct Mapping<K, V>(pub(crate) BTreeMap<K, V>);

impl<K, V> Default for Mapping<K, V> {
    fn default() -> Self {
        Self(BTreeMap::new())
    }
}

impl<'py, K, V> FromPyObject<'_, 'py> for Mapping<K, V>
where
    BTreeMap<K, V>: FromPyObjectOwned<'py, Error = PyErr>,
{
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        let mapping = value.cast::<PyMapping>()?;
        value.py().get_type::<PyDict>().call1((mapping,))?.extract().map(Self)
    }
}

/// A terrain class by name or number, or a kind of links.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum TerrainKey {
    Number(u8),
    Name(String),
}

impl<'py> FromPyObject<'_, 'py> for TerrainKey {
    type Error = PyErr;

    fn extract(value: Borrowed<'_, 'py, PyAny>) -> PyResult<Self> {
        if let Ok(name) = value.extract() {
            return Ok(Self::Name(name));
        }
        match value.extract() {
            Ok(number) => Ok(Self::Number(number)),
            Err(_) if value.is_instance_of::<PyInt>() => Err(value_error(format_args!(
                "the terrain class {} is unknown; classes are from 0 to 255",
                *value
            ))),
            Err(_) => Err(PyTypeError::new_err(format!(
                "a terrain is its name or its class number, but {} was given",
                value.get_type().name()?
            ))),
        }
    }
}

/// The options of the queries of one call, checked.
pub(crate) struct Options {
    filter: QueryFilter,
    tier: Option<Tier>,
    pub(crate) snap: Option<f32>,
    budget: Budget,
    within: f64,
    /// The index of the mesh for the radius.
    mesh: usize,
    /// True if paths need their areas, for points in space.
    pub(crate) in_space: bool,
}

impl Options {
    pub(crate) fn new(map: &BakedMap, arguments: Arguments<'_>) -> PyResult<Self> {
        let Arguments { snap, tier, costs, radius, budget, within, closed_links } = arguments;
        if let Some(snap) = snap.filter(|snap| snap.is_nan() || *snap < 0.0) {
            return Err(value_error(format_args!("snap is {snap}, but must be at least 0")));
        }
        if !(within.is_finite() && within >= 0.0) {
            return Err(value_error(tautline::PathError::InvalidShare { share: within }));
        }
        let mesh = mesh_for(map, radius)?;
        let mut filter = QueryFilter::uniform();
        for (key, factor) in costs.into_iter().flat_map(|costs| costs.0) {
            set_cost(&mut filter, &key, factor, &map.terrain_names)?;
        }
        let links = map.meshes()[mesh].mesh().links().len();
        for link in closed_links.into_iter().flatten() {
            let link = link.checked(|&link| (link as usize) < links).map_err(|link| {
                let known = match links {
                    0 => "no links".to_owned(),
                    1 => "only link 0".to_owned(),
                    _ => format!("links 0 to {}", links - 1),
                };
                value_error(format_args!("closed_links has link {link}, but the map has {known}"))
            })?;
            filter.forbid_link(LinkId(link));
        }
        let tier = tier.map(tier_of).transpose()?;
        let budget = budget.map(|budget| budget.within("budget", 0..=u64::MAX)).transpose()?;
        let budget = budget.map_or(Budget::UNLIMITED, Budget);
        Ok(Self { filter, tier, snap, budget, within, mesh, in_space: false })
    }

    /// Returns the mesh for the radius.
    pub(crate) fn mesh<'m>(&self, map: &'m BakedMap) -> &'m RadiusMesh {
        &map.meshes()[self.mesh]
    }

    /// Returns the filter: costs of terrain, and the ground and links that queries may use.
    pub(crate) const fn filter(&self) -> &QueryFilter {
        &self.filter
    }

    /// Returns the options for the facade.
    pub(crate) fn path_options(&self) -> PathOptions<'_> {
        let mut options = PathOptions::new().with_filter(&self.filter).with_budget(self.budget);
        options.within = self.within;
        (options.tier, options.snap, options.areas) = (self.tier, self.snap, self.in_space);
        options
    }
}

fn mesh_for(map: &BakedMap, radius: Option<f32>) -> PyResult<usize> {
    let Some(radius) = radius else { return Ok(0) };
    if radius.is_nan() || radius < 0.0 {
        return Err(value_error(format_args!("radius is {radius}, but must be at least 0")));
    }
    map.meshes().iter().position(|mesh| mesh.radius() >= radius).ok_or_else(|| {
        let radii: Vec<String> = map.meshes().iter().map(|it| it.radius().to_string()).collect();
        value_error(format_args!(
            "the map has no mesh for agents with a radius of {radius}, only for {}; bake it again \
             with that radius",
            radii.join(", ")
        ))
    })
}

/// The names of tiers, by their number in answers.
pub(crate) const TIERS: [&str; 3] = ["exact", "classic", "weighted"];

/// Returns the number of a tier in answers.
pub(crate) const fn tier_number(tier: Tier) -> i8 {
    match tier {
        Tier::Exact => 0,
        Tier::Classic => 1,
        Tier::Weighted => 2,
    }
}

/// Returns the name of a tier.
pub(crate) const fn tier_name(tier: Tier) -> &'static str {
    match tier {
        Tier::Exact => TIERS[0],
        Tier::Classic => TIERS[1],
        Tier::Weighted => TIERS[2],
    }
}

/// Returns the tier with a name.
pub(crate) fn tier_of(name: &str) -> PyResult<Tier> {
    let tiers = [Tier::Exact, Tier::Classic, Tier::Weighted];
    tiers.into_iter().find(|&tier| tier_name(tier) == name).ok_or_else(|| {
        value_error(format_args!("tier is {name:?}, but must be one of {}", TIERS.join(", ")))
    })
}

/// Sets the cost of a terrain class. Infinity forbids a class or a kind of links.
fn set_cost(
    filter: &mut QueryFilter,
    key: &TerrainKey,
    factor: f32,
    names: &[String],
) -> PyResult<()> {
    let is_forbidden = factor.is_infinite() && factor > 0.0;
    let class = match key {
        TerrainKey::Number(class) => *class,
        TerrainKey::Name(name) => {
            let mut named = (0..=u8::MAX).zip(names).filter(|(_, known)| *known == name);
            match named.next() {
                Some((class, _)) => class,
                None => return forbid_links(filter, name, is_forbidden, names),
            }
        }
    };
    if is_forbidden {
        filter.forbid(Terrain(class));
        return Ok(());
    }
    let set = filter.set(Terrain(class), factor);
    set.map_err(|error| {
        let key = match key {
            TerrainKey::Number(class) => class.to_string(),
            TerrainKey::Name(name) => format!("{name:?}"),
        };
        value_error(format_args!("costs[{key}]: {error} by a cost of math.inf"))
    })
}

/// Forbids the kind of links with a name. The name is not that of a terrain.
fn forbid_links(
    filter: &mut QueryFilter,
    name: &str,
    is_forbidden: bool,
    names: &[String],
) -> PyResult<()> {
    let Some(kind) = LinkKind::ALL.into_iter().find(|kind| kind.name() == name) else {
        let known = if names.is_empty() {
            "the map names none; give".to_owned()
        } else {
            format!("the map has {}; give one of its names,", names.join(", "))
        };
        return Err(value_error(format_args!(
            "costs has the unknown terrain {name:?}; {known} a class number from 0 to 255, or a \
             kind of links: jump, ladder, teleport, other"
        )));
    };
    if !is_forbidden {
        return Err(value_error(format_args!(
            "costs: links have costs of their own, in the map; {name:?} can only be \
             math.inf, to take none of them"
        )));
    }
    filter.forbid_links(kind);
    Ok(())
}

/// Reads a position: `(x, y)` or `(x, y, elevation)`.
pub(crate) fn location(name: &str, value: &Bound<'_, PyAny>) -> PyResult<Location> {
    let wrong = || {
        PyTypeError::new_err(format!("{name} must be (x, y) or (x, y, elevation), in world units"))
    };
    let mut numbers = Vec::with_capacity(3);
    for number in value.try_iter().map_err(|_| wrong())?.take(4) {
        numbers.push(number?.extract::<f64>().map_err(|_| wrong())?);
    }
    match numbers[..] {
        [x, y] => Ok(point(x, y).into()),
        [x, y, elevation] => Ok(Location::at_elevation(point(x, y), narrow(elevation))),
        _ => Err(wrong()),
    }
}

/// Rounds a position to the precision of the mesh.
pub(crate) fn point(x: f64, y: f64) -> Vec2 {
    Vec2::new(narrow(x), narrow(y))
}

/// Rounds a number to `f32`. A number that is too large becomes infinite, which queries report.
#[expect(clippy::cast_possible_truncation, reason = "the rounding is documented")]
pub(crate) const fn narrow(number: f64) -> f32 {
    number as f32
}

/// Converts an `f32` to the `f64` with the same shortest decimal form: 0.3, not 0.30000001192092896. Rounding it
/// to `f32` gives the same number again.
pub(crate) fn shortest(number: f32) -> f64 {
    number.to_string().parse().unwrap_or(f64::from(number))
}

/// Returns the value with a name.
///
/// # Errors
///
/// A `ValueError` that lists the names, if none of them matches.
pub(crate) fn choice<T: Copy>(argument: &str, name: &str, choices: &[(&str, T)]) -> PyResult<T> {
    choices.iter().find(|(known, _)| *known == name).map(|&(_, value)| value).ok_or_else(|| {
        let known: Vec<&str> = choices.iter().map(|(known, _)| *known).collect();
        PyValueError::new_err(format!(
            "{argument} is {name:?}, but must be one of {}",
            known.join(", ")
        ))
    })
}
