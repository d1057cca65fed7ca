//! The ranking of corners as hubs.

/// The corners as hubs, the best one first.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Ranking {
    /// The corner of each rank.
    pub(crate) corners: Vec<u32>,
    /// The rank of each corner.
    pub(crate) ranks: Vec<u32>,
}

impl Ranking {
    /// Creates a ranking from the corner of each rank. `None` if it is not a permutation.
    pub(crate) fn new(corners: Vec<u32>) -> Option<Self> {
        let mut is_ranked = vec![false; corners.len()];
        for &corner in &corners {
            let is_ranked = is_ranked.get_mut(corner as usize).filter(|ranked| !**ranked)?;
            *is_ranked = true;
        }
        Some(Self::of_permutation(corners))
    }

    /// Creates a ranking from the corner of each rank.
    pub(crate) fn of_permutation(corners: Vec<u32>) -> Self {
        let mut ranks = vec![0; corners.len()];
        for (rank, &corner) in (0..).zip(&corners) {
            ranks[corner as usize] = rank;
        }
        Self { corners, ranks }
    }
}
