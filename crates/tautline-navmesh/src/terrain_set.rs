//! Sets of terrain classes.

use crate::Terrain;

/// A set of terrain classes, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct TerrainSet([u64; 4]);

impl TerrainSet {
    pub(crate) fn of(terrains: impl IntoIterator<Item = Terrain>) -> Self {
        let mut words = [0; 4];
        for Terrain(class) in terrains {
            words[usize::from(class >> 6)] |= 1 << (class & 63);
        }
        Self(words)
    }

    /// The classes of the set, in increasing order.
    pub(crate) fn iter(self) -> impl Iterator<Item = Terrain> {
        (0..=u8::MAX)
            .filter(move |class| self.0[usize::from(class >> 6)] >> (class & 63) & 1 == 1)
            .map(Terrain)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_set_holds_what_was_there_each_once() {
        let terrains = [255, 0, 63, 64, 0, 128, 255].map(Terrain);
        let found: Vec<Terrain> = TerrainSet::of(terrains).iter().collect();
        assert_eq!(found, [0, 63, 64, 128, 255].map(Terrain));
        assert_eq!(TerrainSet::of([]).iter().count(), 0);
    }
}
