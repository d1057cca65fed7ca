//! Writing lz4 blocks: the same bytes on every platform.
//!
//! lz4_flex, which reads them, writes others on big-endian machines and on those of 32
//! bits, where it panics for payloads from 39 MB on. Here the bytes are everywhere those
//! that its release 0.11 writes on little-endian machines of 64 bits.

/// So many bytes repeat before they are worth a match.
const SHORTEST_MATCH: usize = 4;

/// How far back a match may reach.
const FARTHEST_BACK: usize = u16::MAX as usize;

/// The format wants the last match to begin so many bytes before the end, ...
const LAST_BEGIN: usize = 12;

/// ... and to end 5 bytes before it. One more, so that two bytes before the end of each
/// match there are 8 to be hashed.
const LAST_END: usize = 6;

/// After `1 << PATIENCE` places without a match, every second one is tried, later every
/// third, and so on.
const PATIENCE: u32 = 5;

/// Among so many bits of a hash places are kept.
const HASH_BITS: u32 = 12;

/// A length from which on it does not fit into the half of a token.
const LONG: usize = 15;

/// The block that [`lz4_flex::block::decompress_into`] makes `payload` of.
pub(crate) fn compress(payload: &[u8]) -> Vec<u8> {
    let mut block = Vec::with_capacity(payload.len() / 2);
    let mut recent = Recent::new(payload);
    // A block begins with a literal.
    recent.exchange(0);
    let (mut place, mut written) = (1, 0);
    while let Some(found) = recent.find(place, written) {
        let end = found.begin + found.length;
        push_sequence(&mut block, &payload[written..found.begin], Some(&found));
        recent.exchange(end - 2);
        (place, written) = (end, end);
    }
    push_sequence(&mut block, &payload[written..], None);
    block
}

/// Bytes that stood before.
struct Match {
    begin: usize,
    length: usize,
    /// How many bytes before.
    back: u16,
}

/// Where bytes were seen last, by their hash.
struct Recent<'p> {
    payload: &'p [u8],
    /// Short payloads are hashed by four bytes, others by five.
    is_short: bool,
    places: Box<[u32; 1 << HASH_BITS]>,
}

impl<'p> Recent<'p> {
    fn new(payload: &'p [u8]) -> Self {
        let is_short = payload.len() < FARTHEST_BACK;
        Self { payload, is_short, places: Box::new([0; 1 << HASH_BITS]) }
    }

    /// The first match from `place` on that is tried, which may begin as early as at
    /// `written`.
    fn find(&mut self, mut place: usize, written: usize) -> Option<Match> {
        let last = self.payload.len().checked_sub(LAST_BEGIN)?;
        let mut tried = 1 << PATIENCE;
        while place <= last {
            let earlier = self.exchange(place);
            if place - earlier <= FARTHEST_BACK && self.four_at(earlier) == self.four_at(place) {
                return Some(self.extend(earlier, place, written));
            }
            place += tried >> PATIENCE;
            tried += 1;
        }
        None
    }

    /// The match of two places to both sides.
    fn extend(&self, earlier: usize, place: usize, written: usize) -> Match {
        let payload = self.payload;
        let (before, before_earlier) = (&payload[written..place], &payload[..earlier]);
        let backwards = before.iter().rev().zip(before_earlier.iter().rev());
        let longer = backwards.take_while(|(one, other)| one == other).count();
        let (begin, earlier) = (place - longer, earlier - longer);
        let rest = &payload[begin + SHORTEST_MATCH..payload.len() - LAST_END];
        let length = SHORTEST_MATCH + common(rest, &payload[earlier + SHORTEST_MATCH..]);
        Match { begin, length, back: u16::try_from(begin - earlier).unwrap_or(u16::MAX) }
    }

    /// Notes a place, and tells which one had the same hash before: 0 if none had.
    fn exchange(&mut self, place: usize) -> usize {
        // No asset has more bytes than that.
        let here = u32::try_from(place).unwrap_or(u32::MAX);
        let slot = self.hash(place);
        std::mem::replace(&mut self.places[slot], here) as usize
    }

    fn hash(&self, place: usize) -> usize {
        let hash = if self.is_short {
            u64::from(self.four_at(place).wrapping_mul(2_654_435_761) >> (u32::BITS - HASH_BITS))
        } else {
            let eight = self.at(place).map_or(0, u64::from_le_bytes);
            (eight << 24).wrapping_mul(889_523_592_379) >> (u64::BITS - HASH_BITS)
        };
        usize::try_from(hash).unwrap_or(0)
    }

    fn four_at(&self, place: usize) -> u32 {
        self.at(place).map_or(0, u32::from_le_bytes)
    }

    fn at<const COUNT: usize>(&self, place: usize) -> Option<[u8; COUNT]> {
        self.payload.get(place..)?.first_chunk().copied()
    }
}

/// How many bytes are the same in both, from the first on.
fn common(one: &[u8], other: &[u8]) -> usize {
    let eights = one.as_chunks::<8>().0.iter().zip(other.as_chunks::<8>().0);
    let known = 8 * eights.take_while(|(one, other)| one == other).count();
    let rest = one[known..].iter().zip(&other[known..]);
    known + rest.take_while(|(one, other)| one == other).count()
}

/// Writes bytes as they are, and a match after them, which only the last ones lack.
fn push_sequence(block: &mut Vec<u8>, literals: &[u8], found: Option<&Match>) {
    let half = |length: usize| u8::try_from(length.min(LONG)).unwrap_or(0);
    let repeated = found.map_or(0, |found| found.length - SHORTEST_MATCH);
    block.push(half(literals.len()) << 4 | half(repeated));
    push_rest(block, literals.len());
    block.extend_from_slice(literals);
    if let Some(found) = found {
        block.extend_from_slice(&found.back.to_le_bytes());
        push_rest(block, repeated);
    }
}

/// Writes what of a length goes beyond the half of a token.
fn push_rest(block: &mut Vec<u8>, length: usize) {
    if let Some(rest) = length.checked_sub(LONG) {
        block.resize(block.len() + rest / 255, 255);
        block.push(u8::try_from(rest % 255).unwrap_or(0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Bytes in which some of what came before comes again, at any distance.
    fn payload(length: usize, mut state: u32) -> Vec<u8> {
        let mut random = |most: usize| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state as usize % most
        };
        let mut payload = vec![0; length.min(1)];
        while payload.len() < length {
            let again = random(payload.len());
            let most = [3, 20, 700][random(3)];
            let count = random(most) + 1;
            if random(2) == 0 {
                let end = payload.len().min(again + count);
                payload.extend_from_within(again..end);
            } else {
                payload.extend((0..count.min(40)).map(|_| random(256).to_le_bytes()[0]));
            }
        }
        payload.truncate(length);
        payload
    }

    fn unpacked(block: &[u8], length: usize) -> Vec<u8> {
        let mut payload = vec![0; length];
        assert_eq!(lz4_flex::block::decompress_into(block, &mut payload).unwrap(), length);
        payload
    }

    #[test]
    fn a_block_unpacks_to_its_payload() {
        for length in (0..200).chain([4096, 65_534, 65_535, 65_536, 300_000]) {
            for seed in 1..20 {
                let payload = payload(length, seed);
                assert_eq!(unpacked(&compress(&payload), length), payload);
            }
            let same = vec![7; length];
            assert_eq!(unpacked(&compress(&same), length), same);
        }
    }

    #[test]
    fn blocks_are_the_same_bytes_on_every_platform() {
        let digest = |length, seed| crc32fast::hash(&compress(&payload(length, seed)));
        assert_eq!([digest(30_000, 1), digest(300_000, 2)], [0x002f_e5eb, 0xc17c_0ec2]);
    }

    /// Where lz4_flex would count its bytes in more than 32 bits.
    #[test]
    fn a_long_payload_is_written() {
        let payload = vec![7; 40_000_000];
        assert!(compress(&payload).len() < 160_000);
    }
}
