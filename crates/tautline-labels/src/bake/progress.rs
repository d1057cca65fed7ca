//! The progress of a bake.

use super::BakeError;

/// The progress of a bake, as reported to its caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeProgress {
    /// The current stage.
    pub stage: BakeStage,
    /// The work of the stage that is done.
    pub done: usize,
    /// All work of the stage.
    pub total: usize,
    /// The bytes that the labels will take: during [`BakeStage::Visibility`] an estimate
    /// for the cones, later a lower bound.
    pub bytes: usize,
}

/// The stages of a bake, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BakeStage {
    /// Finding out what each corner sees.
    Visibility,
    /// Ranking the corners as hubs.
    Ordering,
    /// Computing the distances to hubs.
    Labelling,
    /// Laying out the tables, and measuring distances from landmarks.
    Packing,
    /// Computing the distances to links, if there are any.
    Linking,
}

/// A function of the caller that receives the progress, and returns false to cancel the bake.
pub(super) type KeepGoing<'a> = &'a mut dyn FnMut(&BakeProgress) -> bool;

/// Reports the progress. An error if the caller cancels the bake.
pub(super) fn report(
    keep_going: KeepGoing<'_>,
    stage: BakeStage,
    [done, total]: [usize; 2],
    bytes: usize,
) -> Result<(), BakeError> {
    let keeps_going = keep_going(&BakeProgress { stage, done, total, bytes });
    if keeps_going { Ok(()) } else { Err(BakeError::Cancelled) }
}
