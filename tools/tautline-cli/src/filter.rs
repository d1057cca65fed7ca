//! The query filter on the command line: terrain costs, forbidden terrain, and links.

use std::str::FromStr;

use anyhow::{Context, Result, bail};
use clap::Args;
use tautline::QueryFilter;
use tautline::baked::BakedMap;
use tautline::navmesh::{LinkId, LinkKind, NavMesh, Terrain};
use tautline::weighted::CostLabels;

/// The options of a query filter, for commands that find paths.
#[derive(Args)]
pub(crate) struct FilterOptions {
    /// Cost of one unit of length on a terrain, given by name or class number; "forbid" closes the
    /// terrain, or a kind of links: jump, ladder, teleport or other; may be given several times
    #[arg(long = "cost", value_name = "NAME=FACTOR")]
    costs: Vec<Cost>,
    /// Use the costs of a profile that was baked for the map, which --cost may change
    #[arg(long, value_name = "NAME")]
    profile: Option<String>,
    /// Use no links
    #[arg(long)]
    no_links: bool,
    /// Do not use this link, given by its number as `path --json` reports it; may be given several
    /// times
    #[arg(
        long = "close-link",
        value_name = "ID",
        value_parser = link_number,
        allow_negative_numbers = true
    )]
    closed_links: Vec<u32>,
}

impl FilterOptions {
    /// Returns the filter for a mesh of a map.
    pub(crate) fn filter(&self, baked: &BakedMap, mesh: &NavMesh) -> Result<QueryFilter> {
        let profile = self.profile.as_ref().map(|name| profile_of(baked, name)).transpose()?;
        let mut filter = profile.unwrap_or_else(QueryFilter::uniform);
        set_costs(&mut filter, &self.costs, &baked.terrain_names)?;
        for &link in &self.closed_links {
            match mesh.links().len() {
                0 => bail!("unknown link {link}; the map has no links"),
                1 if link > 0 => bail!("unknown link {link}; the map has only link 0"),
                count if link as usize >= count => {
                    bail!("unknown link {link}; the links of the map are 0 to {}", count - 1)
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

fn link_number(text: &str) -> Result<u32, String> {
    text.parse().map_err(|_| "expected the number of a link, from 0 on".to_owned())
}

/// `NAME=FACTOR`: the cost factor of a terrain class, by its name or number. The
/// factor `forbid` closes it, or a kind of links.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Cost {
    name: String,
    /// `None` if it is forbidden.
    factor: Option<f32>,
}

impl FromStr for Cost {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let (name, factor) =
            text.rsplit_once('=').ok_or("expected NAME=FACTOR, such as mud=4 or mud=forbid")?;
        let factor = match factor {
            "forbid" => None,
            number => Some(number.parse().map_err(|_| {
                format!("expected a number or the word \"forbid\", found {number:?}")
            })?),
        };
        Ok(Self { name: name.to_owned(), factor })
    }
}

impl Cost {
    pub(crate) fn new(name: &str, factor: f32) -> Self {
        Self { name: name.to_owned(), factor: Some(factor) }
    }

    /// Returns the name, and the factor unless it is forbidden.
    pub(crate) fn into_parts(self) -> (String, Option<f32>) {
        (self.name, self.factor)
    }

    /// Returns the terrain class with this name or number.
    fn class(&self, names: &[String]) -> Option<Terrain> {
        let named = (0..=u8::MAX).zip(names).find(|(_, name)| **name == self.name);
        named.map(|(class, _)| class).or_else(|| self.name.parse().ok()).map(Terrain)
    }
}

/// Returns the kind of links with a name.
pub(crate) fn link_kind_of(name: &str) -> Option<LinkKind> {
    LinkKind::ALL.into_iter().find(|kind| kind.name() == name)
}

/// Returns a filter with these costs, for a map with these terrain names.
pub(crate) fn query_filter(costs: &[Cost], names: &[String]) -> Result<QueryFilter> {
    let mut filter = QueryFilter::uniform();
    set_costs(&mut filter, costs, names)?;
    Ok(filter)
}

/// Returns the filter of a profile.
fn profile_of(baked: &BakedMap, name: &str) -> Result<QueryFilter> {
    if let Some(filter) = baked.profile(name) {
        return Ok(filter.clone());
    }
    let labels = baked.meshes()[0].cost_labels();
    let names: Vec<&str> = labels.iter().map(CostLabels::name).collect();
    if names.is_empty() {
        bail!("the map has no profiles; bake it with --profile");
    }
    bail!("unknown profile {name:?}; the map has {}", names.join(", "))
}

/// Sets costs in a filter. A terrain takes precedence over a kind of links of the same name.
fn set_costs(filter: &mut QueryFilter, costs: &[Cost], names: &[String]) -> Result<()> {
    for cost in costs {
        match (cost.class(names), link_kind_of(&cost.name), cost.factor) {
            (Some(class), _, Some(factor)) => {
                let set = filter.set(class, factor);
                set.with_context(|| format!("--cost {}", cost.name))?;
            }
            (Some(class), _, None) => filter.forbid(class),
            (None, Some(kind), None) => filter.forbid_links(kind),
            (None, Some(_), Some(_)) => bail!(
                "--cost {name}: links have costs of their own, in the map; use {name}=forbid to \
                 take none",
                name = cost.name
            ),
            (None, None, _) => {
                let known = if names.is_empty() {
                    "the map names none, see `bake --terrain`; give".to_owned()
                } else {
                    format!("the map has {}; give one of its names,", names.join(", "))
                };
                bail!(
                    "unknown terrain {:?}; {known} a class number from 0 to 255, or a kind of \
                     links: jump, ladder, teleport, other",
                    cost.name
                );
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terrains_are_found_by_name_and_by_number() {
        let names = ["road".to_owned(), "mud".to_owned()];
        let costs = ["mud=4", "0=1.5", "9=forbid"].map(|cost| cost.parse().unwrap());
        let filter = query_filter(&costs, &names).unwrap();
        let factors = [0, 1].map(|class| filter.factor(Terrain(class)).to_bits());
        assert_eq!(factors, [1.5_f64, 4.0].map(f64::to_bits));
        assert!(!filter.allows(Terrain(9)));
    }

    #[test]
    fn unknown_terrains_and_impossible_factors_are_refused() {
        let refusal =
            |cost: &str| format!("{:#}", query_filter(&[cost.parse().unwrap()], &[]).unwrap_err());
        assert!(refusal("lava=2").contains("unknown terrain \"lava\"; the map names none"));
        let impossible = refusal("0=-2");
        assert!(
            impossible.starts_with("--cost 0: terrain 0 has the cost factor -2"),
            "{impossible}"
        );
        assert!(refusal("jump=2").contains("links have costs of their own"));
        assert!("mud".parse::<Cost>().is_err());
    }

    #[test]
    fn a_kind_of_links_is_forbidden_by_name() {
        let filter = query_filter(&["jump=forbid".parse().unwrap()], &[]).unwrap();
        assert!(!filter.allows_links(LinkKind::Jump) && filter.allows_links(LinkKind::Ladder));
        // A terrain of this name comes first.
        let names = ["other".to_owned()];
        let filter = query_filter(&["other=forbid".parse().unwrap()], &names).unwrap();
        assert!(filter.allows_links(LinkKind::Other) && !filter.allows(Terrain(0)));
    }
}
