//! What walking costs, chosen per query.

use thiserror::Error;

use crate::LinkKind;

/// A class of ground: road, mud, shallow water. What a class means is up to
/// the caller; what it costs is chosen per query, by [`Costs`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize))]
pub struct Terrain(pub u8);

/// What a unit of way costs on each class of ground, which classes are
/// forbidden, and which kinds of links may be taken.
///
/// ```
/// use tautline_navmesh::{Costs, LinkKind, Terrain};
///
/// let (road, mud, lava) = (Terrain(0), Terrain(1), Terrain(2));
/// let mut costs = Costs::uniform();
/// costs.set(mud, 3.5)?;
/// costs.forbid(lava);
/// costs.forbid_links(LinkKind::Jump);
/// assert!(costs.allows(road) && !costs.allows(lava));
/// # Ok::<(), tautline_navmesh::CostError>(())
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Costs {
    factors: [f64; 256],
    forbidden_links: [bool; LinkKind::ALL.len()],
    least: f64,
}

/// A cost that cannot be.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
#[non_exhaustive]
pub enum CostError {
    /// A factor is not a positive finite number.
    #[error("terrain {terrain} has the cost factor {factor}, but it must be finite and above 0; to exclude a terrain, forbid it", terrain = terrain.0)]
    InvalidFactor {
        /// The class of ground.
        terrain: Terrain,
        /// The offending factor.
        factor: f32,
    },
}

impl Costs {
    /// Every class of ground costs 1 per unit of way, and all links may be
    /// taken: the cheapest way over ground is the shortest.
    #[must_use]
    pub const fn uniform() -> Self {
        Self { factors: [1.0; 256], forbidden_links: [false; LinkKind::ALL.len()], least: 1.0 }
    }

    /// Sets what a unit of way costs on a class of ground.
    ///
    /// # Errors
    ///
    /// [`CostError::InvalidFactor`] unless the factor is finite and above 0.
    pub fn set(&mut self, terrain: Terrain, factor: f32) -> Result<(), CostError> {
        if !factor.is_finite() || factor <= 0.0 {
            return Err(CostError::InvalidFactor { terrain, factor });
        }
        self.replace(terrain, factor.into());
        Ok(())
    }

    /// Excludes a class of ground.
    pub fn forbid(&mut self, terrain: Terrain) {
        self.replace(terrain, f64::INFINITY);
    }

    /// Excludes a kind of links.
    pub fn forbid_links(&mut self, kind: LinkKind) {
        self.forbidden_links[kind as usize] = true;
    }

    /// Whether a class of ground may be walked on.
    #[must_use]
    pub fn allows(&self, terrain: Terrain) -> bool {
        self.factor(terrain).is_finite()
    }

    /// Whether links of a kind may be taken.
    #[must_use]
    pub fn allows_links(&self, kind: LinkKind) -> bool {
        !self.forbidden_links[kind as usize]
    }

    /// What a unit of way costs on a class of ground; infinity if it is
    /// forbidden.
    #[must_use]
    pub fn factor(&self, terrain: Terrain) -> f64 {
        self.factors[usize::from(terrain.0)]
    }

    /// Whether all classes that are not forbidden cost the same.
    #[must_use]
    pub fn is_uniform(&self) -> bool {
        let is_least = |factor: &f64| factor.to_bits() == self.least.to_bits();
        self.factors.iter().all(|factor| !factor.is_finite() || is_least(factor))
    }

    /// The least factor of any class that is not forbidden.
    #[must_use]
    pub const fn least_factor(&self) -> f64 {
        self.least
    }

    fn replace(&mut self, terrain: Terrain, factor: f64) {
        self.factors[usize::from(terrain.0)] = factor;
        self.least = self.factors.iter().copied().fold(f64::INFINITY, f64::min);
    }
}

impl Default for Costs {
    fn default() -> Self {
        Self::uniform()
    }
}
