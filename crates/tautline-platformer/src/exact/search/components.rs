//! Strongly connected components: the positions from which the character can come back.

use tautline_search::{StrongComponents, strong_components};

use crate::exact::moves::Workspace;
use crate::exact::planner::Planner;

/// The strongly connected components of a level: within a component, every position can be reached
/// from every other. Between two components there is a path in at most one direction.
///
/// Valid for the planner that found them (and its clones) with its current tiles: find them again
/// after a tile has changed.
///
/// Spans are not split: with a digital axis, the components are those of an analog axis, and for a
/// character that cannot walk, those of one that can.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Components(StrongComponents);

impl Planner {
    /// Finds the strongly connected components; O(links). Finds all links that are not known yet.
    #[must_use]
    pub fn components(&self) -> Components {
        let mut workspace = Workspace::default();
        let next = |id, index: usize| {
            self.links_of(id, &mut workspace).groups.get(index).map(|group| group.to)
        };
        Components(strong_components(self.links.len(), self.terrain.spans.ids(), next))
    }
}

impl Components {
    /// Returns the number of components.
    #[must_use]
    pub const fn count(&self) -> u32 {
        self.0.count
    }

    pub(super) fn of_span(&self, span: u32) -> u32 {
        self.0.of_node[span as usize]
    }

    /// Returns the component at a position, in subpixels; `None` if no
    /// ground supports the body.
    #[must_use]
    pub fn of(&self, planner: &Planner, position: [i32; 2]) -> Option<u32> {
        let span = planner.terrain.spans.span_at(position, planner.character.tile[1])?;
        let component = self.0.of_node.get(span as usize).copied();
        component.filter(|&component| component != StrongComponents::NONE)
    }

    /// Returns true if a character that has gone from `from` to `to` can come back.
    #[must_use]
    pub fn can_return(&self, planner: &Planner, from: [i32; 2], to: [i32; 2]) -> bool {
        let component = self.of(planner, from);
        component.is_some() && component == self.of(planner, to)
    }
}
