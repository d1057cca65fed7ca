//! What ways cost, and what they may lead over, on the command line.

use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use tautline::QueryFilter;
use tautline::navmesh::{LinkKind, Terrain};

/// The options of commands that look for paths.
#[derive(Args)]
pub(crate) struct CostOptions {
    /// What a unit of way costs on a terrain, by name or class number; "forbid" excludes it
    #[arg(long = "cost", value_name = "NAME=FACTOR")]
    terrains: Vec<TerrainCost>,
    /// Take no links
    #[arg(long)]
    no_links: bool,
}

impl CostOptions {
    /// The costs of a mesh whose terrain classes have some names.
    pub(crate) fn costs(&self, names: &[String]) -> Result<QueryFilter> {
        let mut costs = terrain_costs(&self.terrains, names)?;
        if self.no_links {
            LinkKind::ALL.into_iter().for_each(|kind| costs.forbid_links(kind));
        }
        Ok(costs)
    }
}

/// `NAME=FACTOR`: what a class of ground costs, by its name or number. The
/// factor `forbid` excludes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TerrainCost {
    terrain: String,
    /// Nothing if the class is forbidden.
    factor: Option<f32>,
}

impl FromStr for TerrainCost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (terrain, factor) =
            text.rsplit_once('=').ok_or("expected NAME=FACTOR, such as mud=4 or mud=forbid")?;
        let factor = match factor {
            "forbid" => None,
            number => Some(number.parse().map_err(|_| {
                format!("expected a number or the word \"forbid\", found {number:?}")
            })?),
        };
        Ok(Self { terrain: terrain.to_owned(), factor })
    }
}

impl TerrainCost {
    pub(crate) fn new(terrain: &str, factor: f32) -> Self {
        Self { terrain: terrain.to_owned(), factor: Some(factor) }
    }

    fn class(&self, names: &[String]) -> Result<Terrain> {
        let named = (0..=u8::MAX).zip(names).find(|(_, name)| **name == self.terrain);
        let class = named.map(|(class, _)| class).or_else(|| self.terrain.parse().ok());
        let Some(class) = class else {
            let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
            bail!(
                "there is no terrain {:?}; known names are: {known}; or give a class number from 0 to 255",
                self.terrain
            );
        };
        Ok(Terrain(class))
    }
}

/// What the terrain of a mesh costs whose classes have some names.
pub(crate) fn terrain_costs(wishes: &[TerrainCost], names: &[String]) -> Result<QueryFilter> {
    let mut costs = QueryFilter::uniform();
    for wish in wishes {
        let class = wish.class(names)?;
        match wish.factor {
            Some(factor) => costs.set(class, factor).context("--cost")?,
            None => costs.forbid(class),
        }
    }
    Ok(costs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrains_are_found_by_name_and_by_number() {
        let names = ["road".to_owned(), "mud".to_owned()];
        let wishes = ["mud=4", "0=1.5", "9=forbid"].map(|wish| wish.parse().unwrap());
        let costs = terrain_costs(&wishes, &names).unwrap();
        let factors = [0, 1].map(|class| costs.factor(Terrain(class)).to_bits());
        assert_eq!(factors, [1.5_f64, 4.0].map(f64::to_bits));
        assert!(!costs.allows(Terrain(9)));
    }

    #[test]
    fn unknown_terrains_and_impossible_factors_are_refused() {
        let refusal =
            |wish: &str| format!("{:#}", terrain_costs(&[wish.parse().unwrap()], &[]).unwrap_err());
        assert!(refusal("lava=2").contains("no terrain \"lava\""));
        assert!(refusal("0=-2").contains("must be finite and above 0"));
        assert!("mud".parse::<TerrainCost>().is_err());
    }
}
