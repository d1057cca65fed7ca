//! Off-mesh links of maps, the same for all formats.

use std::borrow::Cow;

use crate::error::{Reason, finite};
use crate::found::Found;
use crate::number::to_u64;

/// An off-mesh link of a map: a connection between two points that is not walked.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Link {
    /// The start: x, y and elevation in the units of the map.
    pub from: [f32; 3],
    /// The end.
    pub to: [f32; 3],
    /// The kind of movement.
    pub kind: LinkKind,
    /// The cost of traversal, finite and at least 0; if `None`, the straight-line
    /// distance between its ends.
    pub cost: Option<f32>,
    /// True if the link is bidirectional.
    pub both_ways: bool,
}

/// The kind of movement along a [`Link`].
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum LinkKind {
    /// A jump, or a drop from a ledge.
    Jump,
    /// A climb.
    Ladder,
    /// A teleport.
    Teleport,
    /// Anything else.
    #[default]
    Other,
}

impl LinkKind {
    /// All kinds.
    pub const ALL: [Self; 4] = [Self::Jump, Self::Ladder, Self::Teleport, Self::Other];

    /// Returns the name of the kind in maps.
    ///
    /// ```
    /// assert_eq!(tautline_formats::LinkKind::Jump.name(), "jump");
    /// ```
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Jump => "jump",
            Self::Ladder => "ladder",
            Self::Teleport => "teleport",
            Self::Other => "other",
        }
    }

    /// Returns the kind with a name.
    pub(crate) fn named(name: &str) -> Result<Self, Reason> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == name);
        kind.ok_or_else(|| Reason::unknown_name("link kind", name, Self::ALL.map(Self::name)))
    }
}

/// The properties of a line that make it a link, in the formats of other programs.
#[derive(Debug, Clone, Copy)]
pub(crate) struct LinkProperties {
    kind: LinkKind,
    cost: Option<f32>,
    both_ways: bool,
}

impl LinkProperties {
    /// Reads the properties `link` (the kind), `cost` and `both_ways`. `value` returns the text of a
    /// property. Returns `None` for a line without `link`: its other properties mean something else.
    /// An error comes with the name of the property.
    pub(crate) fn read<'t>(
        value: impl Fn(&'static str) -> Option<Cow<'t, str>>,
    ) -> Result<Option<Self>, (&'static str, Reason)> {
        let Some(kind) = value("link") else { return Ok(None) };
        let kind = LinkKind::named(kind.trim()).map_err(|reason| ("link", reason))?;
        let parse_cost = |text: Cow<'_, str>| match text.trim().parse() {
            Ok(cost) if cost >= 0.0 => finite([cost]).map(|[cost]| cost),
            _ => Err(Reason::unexpected("a cost of at least 0", Found::text(&text))),
        };
        let cost = value("cost").map(parse_cost).transpose().map_err(|reason| ("cost", reason))?;
        let parse_flag = |text: Cow<'_, str>| {
            let flag = text.trim().parse();
            flag.map_err(|_| Reason::unexpected("true or false", Found::text(&text)))
        };
        let both_ways = value("both_ways").map(parse_flag).transpose();
        let both_ways = both_ways.map_err(|reason| ("both_ways", reason))?.unwrap_or(false);
        Ok(Some(Self { kind, cost, both_ways }))
    }

    /// Returns the link from the first to the last point of a line on ground without elevations.
    pub(crate) fn along(self, line: &[[f32; 2]]) -> Result<Link, Reason> {
        let [from, .., to] = line else {
            let found = Found::List(to_u64(line.len()));
            return Err(Reason::unexpected("at least 2 points along a link", found));
        };
        let [from, to] = [from, to].map(|&[x, y]| [x, y, 0.0]);
        let Self { kind, cost, both_ways } = self;
        Ok(Link { from, to, kind, cost, both_ways })
    }
}
