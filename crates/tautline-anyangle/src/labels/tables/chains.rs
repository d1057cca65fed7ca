//! The ways from entries to their hubs.
//!
//! Following such a way, each step tells where the next one is, and on large maps each
//! waits for memory. So entries tell where the third step leads, too: what lies in
//! between is fetched while the way is followed in long steps.

use super::entries::ROW;

/// For each entry, the one for the same hub at the next corner, and so on, up to the
/// one at the hub, which is followed by itself.
#[derive(Clone, Debug, Default, PartialEq)]
pub(in crate::labels) struct Chains {
    links: Vec<Link>,
    /// The corner of each row of entries.
    owners: Vec<u32>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Link {
    next: u32,
    /// Three steps on.
    third: u32,
}

impl Chains {
    /// From the next one of each entry, all of which there are, and the corner of each
    /// row of entries.
    pub(in crate::labels) fn new(nexts: &[u32], owners: Vec<u32>) -> Self {
        let after = |entry: u32| nexts[entry as usize];
        let link = |&next: &u32| Link { next, third: after(after(next)) };
        Self { links: nexts.iter().map(link).collect(), owners }
    }

    #[inline(always)]
    pub(in crate::labels) fn next(&self, entry: u32) -> u32 {
        self.links[entry as usize].next
    }

    /// The corner of an entry.
    #[inline(always)]
    pub(in crate::labels) fn owner(&self, entry: u32) -> u32 {
        self.owners[entry as usize / ROW]
    }

    /// The next one of each entry.
    pub(in crate::labels) fn nexts(&self) -> impl Iterator<Item = u32> + '_ {
        self.links.iter().map(|link| link.next)
    }

    pub(in crate::labels) fn bytes(&self) -> usize {
        size_of_val(self.links.as_slice()) + size_of_val(self.owners.as_slice())
    }

    /// Adds the corners of two ways from their first entries on: of the first one with
    /// the hub, of the second one without.
    ///
    /// Both at once: while a step of one is fetched, the other goes on.
    pub(in crate::labels) fn follow(&self, firsts: [u32; 2], ways: [&mut Vec<u32>; 2]) {
        let [one, other] = ways;
        let begun = [one.len(), other.len()];
        let mut at = firsts;
        loop {
            let [from_one, from_other] = at.map(|entry| self.links[entry as usize]);
            one.extend(self.three(at[0], from_one));
            other.extend(self.three(at[1], from_other));
            let thirds = [from_one.third, from_other.third];
            if thirds == at {
                break;
            }
            at = thirds;
        }
        // Each stands at the hub thrice or more.
        let [hub, hub_again] = at.map(|entry| self.owner(entry));
        drop_last(one, begun[0], hub);
        one.push(hub);
        drop_last(other, begun[1], hub_again);
    }

    /// The corners of an entry and of the next two ones.
    #[inline(always)]
    fn three(&self, entry: u32, link: Link) -> [u32; 3] {
        [entry, link.next, self.next(link.next)].map(|entry| self.owner(entry))
    }
}

/// Drops what is equal to a number at the end, but none of the first ones.
fn drop_last(numbers: &mut Vec<u32>, first: usize, number: u32) {
    let last = numbers[first..].iter().rposition(|&other| other != number);
    numbers.truncate(first + last.map_or(0, |last| last + 1));
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ways_are_followed_step_by_step() {
        // Thirty corners with a row each, and hubs at 0 and at 20.
        let nexts: Vec<u32> = (0..30)
            .flat_map(|corner| [if corner % 20 == 0 { 4 * corner } else { 4 * corner - 4 }; ROW])
            .collect();
        let chains = Chains::new(&nexts, (0..30).collect());
        assert!(chains.nexts().eq(nexts));
        for first in 0..20 {
            for second in 20..30 {
                let (mut one, mut other) = (vec![7, 0], vec![20]);
                chains.follow([4 * first, 4 * second], [&mut one, &mut other]);
                assert!(one.into_iter().eq([7, 0].into_iter().chain((0..=first).rev())));
                assert!(other.into_iter().eq([20].into_iter().chain((21..=second).rev())));
            }
        }
    }
}
