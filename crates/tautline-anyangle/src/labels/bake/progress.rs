//! How far a bake is, for those who wait for it.

use super::BakeError;

/// How far a bake is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct BakeProgress {
    /// What is being done.
    pub stage: BakeStage,
    /// How much of it is done.
    pub done: usize,
    /// How much there is to do.
    pub total: usize,
    /// How many bytes the labels will take: in [`BakeStage::Visibility`] an estimate
    /// for what areas list, and later so many at least.
    pub bytes: usize,
}

/// What a bake does, in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum BakeStage {
    /// Looking from corners over the mesh.
    Visibility,
    /// Finding out which corners are the best hubs, and computing the distances to them.
    Labelling,
}

/// Tells how far a bake is; an error if it is not to go on.
pub(super) fn report(
    keep_going: &mut dyn FnMut(&BakeProgress) -> bool,
    stage: BakeStage,
    [done, total]: [usize; 2],
    bytes: usize,
) -> Result<(), BakeError> {
    let keeps_going = keep_going(&BakeProgress { stage, done, total, bytes });
    if keeps_going { Ok(()) } else { Err(BakeError::Cancelled) }
}
