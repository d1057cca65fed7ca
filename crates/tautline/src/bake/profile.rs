//! The costs of terrain for a kind of agents.

use tautline_navmesh::{FilterError, NavMesh, QueryFilter, Terrain};

/// The costs of terrain for a kind of agents, for which
/// [labels](tautline_weighted::CostLabels) are baked.
///
/// [`BakedMap::profile`](crate::baked::BakedMap::profile) has an example.
#[derive(Clone, Debug, PartialEq)]
pub struct CostProfile {
    /// The name, by which the baked map has the filter.
    pub name: String,
    /// The cost of a unit of length on each terrain, given by its name or class number; `None` if it is
    /// forbidden. All other terrain costs 1.
    pub costs: Vec<(String, Option<f32>)>,
}

/// The reason why the costs of a profile do not suit a map.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[non_exhaustive]
pub enum ProfileError {
    /// The map has no such terrain.
    #[error(
        "the profile {profile:?} has a cost for {terrain:?}, which the map does not have; {}",
        known(terrains)
    )]
    UnknownTerrain {
        /// The name of the profile.
        profile: String,
        /// The name or number of the terrain.
        terrain: String,
        /// The names of the terrain of the map.
        terrains: Vec<String>,
    },
    /// A factor is not finite and above 0.
    #[error("the profile {profile:?} has a wrong cost for {terrain:?}: {error}")]
    Factor {
        /// The name of the profile.
        profile: String,
        /// The name or number of the terrain.
        terrain: String,
        /// The reason.
        #[source]
        error: FilterError,
    },
    /// It forbids all terrain of the map.
    #[error("the profile {profile:?} forbids all terrain of the map")]
    NoGround {
        /// The name of the profile.
        profile: String,
    },
    /// Two profiles have the same name.
    #[error("the profile {profile:?} is given twice; give each a different name")]
    Duplicate {
        /// The name of the profile.
        profile: String,
    },
}

impl ProfileError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::UnknownTerrain { .. } => (1, "unknown_terrain"),
            Self::Factor { .. } => (2, "factor"),
            Self::NoGround { .. } => (3, "no_ground"),
            Self::Duplicate { .. } => (4, "duplicate"),
        }
    }
}

fn known(terrains: &[String]) -> String {
    match terrains {
        [] => "it names none".to_owned(),
        names => format!("it has {}", names.join(", ")),
    }
}

impl CostProfile {
    /// Creates a profile. Terrain is given by name or class number, and forbidden by `None`.
    pub fn new<'a>(
        name: impl Into<String>,
        costs: impl IntoIterator<Item = (&'a str, Option<f32>)>,
    ) -> Self {
        let costs = costs.into_iter().map(|(terrain, factor)| (terrain.to_owned(), factor));
        Self { name: name.into(), costs: costs.collect() }
    }

    /// The filter for a map with these terrain names, and one of its meshes.
    pub(super) fn filter(
        &self,
        names: &[String],
        mesh: &NavMesh,
    ) -> Result<QueryFilter, ProfileError> {
        let mut filter = QueryFilter::uniform();
        for (terrain, factor) in &self.costs {
            let given = || (self.name.clone(), terrain.clone());
            let class = class_of(terrain, names, mesh).ok_or_else(|| {
                let (profile, terrain) = given();
                ProfileError::UnknownTerrain { profile, terrain, terrains: names.to_vec() }
            })?;
            match factor {
                Some(factor) => filter.set(class, *factor).map_err(|error| {
                    let (profile, terrain) = given();
                    ProfileError::Factor { profile, terrain, error }
                })?,
                None => filter.forbid(class),
            }
        }
        if mesh.terrains().any(|terrain| filter.allows(terrain)) {
            Ok(filter)
        } else {
            Err(ProfileError::NoGround { profile: self.name.clone() })
        }
    }
}

/// The class of a terrain, given by name, or by number if any area has it.
fn class_of(terrain: &str, names: &[String], mesh: &NavMesh) -> Option<Terrain> {
    let named = (0..=u8::MAX).zip(names).find(|(_, name)| *name == terrain);
    let numbered = || {
        let class = Terrain(terrain.parse().ok()?);
        let is_used =
            usize::from(class.0) < names.len() || mesh.terrains().any(|used| used == class);
        is_used.then_some(class)
    };
    named.map(|(class, _)| Terrain(class)).or_else(numbered)
}
