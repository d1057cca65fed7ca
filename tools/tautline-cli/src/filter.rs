//! The query filter on the command line: terrain costs, forbidden terrain, and links.

use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use tautline::QueryFilter;
use tautline::navmesh::{LinkId, LinkKind, NavMesh, Terrain};

/// The options of a query filter, for commands that find paths.
#[derive(Args)]
pub(crate) struct FilterOptions {
    /// Cost of one unit of length on a terrain, given by name or class number; "forbid" closes the
    /// terrain; may be given several times
    #[arg(long = "cost", value_name = "NAME=FACTOR")]
    terrains: Vec<TerrainCost>,
    /// Use no links
    #[arg(long)]
    no_links: bool,
    /// Do not use this link, given by its number as `path --json` reports it; may be given several
    /// times
    #[arg(long = "close-link", value_name = "ID")]
    closed_links: Vec<u32>,
}

impl FilterOptions {
    /// Returns the filter for a mesh of a map with these terrain names.
    pub(crate) fn filter(&self, names: &[String], mesh: &NavMesh) -> Result<QueryFilter> {
        let mut filter = terrain_filter(&self.terrains, names)?;
        for &link in &self.closed_links {
            match mesh.links().len() {
                0 => bail!("unknown link {link}; the map has no links"),
                count if link as usize >= count => {
                    bail!("unknown link {link}; the map has {count} links, numbered from 0")
                }
                _ => filter.forbid_link(LinkId(link)),
            }
        }
        if self.no_links {
            LinkKind::ALL.into_iter().for_each(|kind| filter.forbid_links(kind));
        }
        Ok(filter)
    }
}

/// `NAME=FACTOR`: the cost factor of a terrain class, by its name or number. The
/// factor `forbid` closes it.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct TerrainCost {
    terrain: String,
    /// `None` if the class is forbidden.
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
            let known = if names.is_empty() {
                "the map names none".to_owned()
            } else {
                format!("the map has {}", names.join(", "))
            };
            bail!(
                "unknown terrain {:?}; {known}; give one of its names, or a class number from 0 to 255",
                self.terrain
            );
        };
        Ok(Terrain(class))
    }
}

/// Returns a filter with these terrain costs, for a map with these terrain names.
pub(crate) fn terrain_filter(costs: &[TerrainCost], names: &[String]) -> Result<QueryFilter> {
    let mut filter = QueryFilter::uniform();
    for cost in costs {
        let class = cost.class(names)?;
        match cost.factor {
            Some(factor) => filter.set(class, factor).context("--cost")?,
            None => filter.forbid(class),
        }
    }
    Ok(filter)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrains_are_found_by_name_and_by_number() {
        let names = ["road".to_owned(), "mud".to_owned()];
        let costs = ["mud=4", "0=1.5", "9=forbid"].map(|cost| cost.parse().unwrap());
        let filter = terrain_filter(&costs, &names).unwrap();
        let factors = [0, 1].map(|class| filter.factor(Terrain(class)).to_bits());
        assert_eq!(factors, [1.5_f64, 4.0].map(f64::to_bits));
        assert!(!filter.allows(Terrain(9)));
    }

    #[test]
    fn unknown_terrains_and_impossible_factors_are_refused() {
        let refusal = |cost: &str| {
            format!("{:#}", terrain_filter(&[cost.parse().unwrap()], &[]).unwrap_err())
        };
        assert!(refusal("lava=2").contains("unknown terrain \"lava\"; the map names none"));
        assert!(refusal("0=-2").contains("must be finite and above 0"));
        assert!("mud".parse::<TerrainCost>().is_err());
    }
}
