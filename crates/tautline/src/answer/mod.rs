//! The answer of each tier to a query.

#[cfg(feature = "build")]
mod before;
mod both_ways;
mod classic;
mod group;
mod labels;
mod search;
mod weighted;

use tautline_anyangle::ExactError;
use tautline_weighted::WeightedError;

use crate::task::{Task, TierScratch};
use crate::{Path, Tier};

pub(crate) use group::GroupSearch;

impl Task<'_> {
    /// Finds the path with a tier.
    pub(crate) fn answer(
        &self,
        tier: Tier,
        scratch: &mut TierScratch,
        path: &mut Path,
    ) -> Result<(), ExactError> {
        path.tier = tier;
        match tier {
            Tier::Exact => self.answer_exactly(scratch, path),
            Tier::Weighted => self.answer_weighted(scratch, path).map_err(as_exact),
            Tier::Classic => self.answer_classically(scratch, path),
        }
    }

    fn answer_exactly(&self, scratch: &mut TierScratch, path: &mut Path) -> Result<(), ExactError> {
        if self.mesh.takes_links(self.query.filter) {
            return match self.labels.filter(|_| self.is_uniform()) {
                Some(labels) => self.look_up_over_links(labels, scratch, path),
                // Labels of earlier versions do not know the links.
                None => self.search(scratch, path),
            };
        }
        if let Some(labels) = self.labels.filter(|_| self.is_uniform()) {
            return if self.is_plain() {
                self.look_up(labels, scratch, path)
            } else {
                self.look_up_if_open(labels, scratch, path)
            };
        }
        #[cfg(feature = "build")]
        if let Some(before) = self.before.filter(|_| self.is_plain()) {
            return self.look_up_before(before, scratch, path);
        }
        self.search(scratch, path)
    }
}

/// Converts an error of the weighted tier, so that all tiers have the same type of errors.
const fn as_exact(error: WeightedError) -> ExactError {
    match error {
        WeightedError::Query(error) => ExactError::Query(error),
        WeightedError::BakedForOtherMesh => ExactError::BakedForOtherMesh,
    }
}
