//! One lz4 block, used where it pays and never trusted about its size.

use crate::header::length;
use crate::{AssetError, block};

/// Payloads below this many bytes are stored as they are: most file systems give them a block of
/// this size anyway.
const WORTH_COMPRESSING: usize = 4096;

/// `payload` as one lz4 block, or `None` where that saves less than a third: unpacking takes
/// longer than all the other steps of decoding together, so a small gain is a loss.
pub(crate) fn compress(payload: &[u8]) -> Option<Vec<u8>> {
    if payload.len() < WORTH_COMPRESSING {
        return None;
    }
    let block = block::compress(payload);
    (length(&block) * 3 <= length(payload) * 2).then_some(block)
}

/// The payload of exactly `decoded_length` bytes that `block` holds.
///
/// The caller has held `decoded_length` against its limits; here it is held against the block
/// before memory is taken.
pub(crate) fn decompress(block: &[u8], decoded_length: u64) -> Result<Vec<u8>, AssetError> {
    let impossible =
        AssetError::ImpossibleLength { stored: length(block), decoded: decoded_length };
    if decoded_length > largest_expansion(length(block)) {
        return Err(impossible);
    }
    let mut payload = vec![0; usize::try_from(decoded_length).map_err(|_| impossible)?];
    let filled = lz4_flex::block::decompress_into(block, &mut payload)
        .map_err(|error| AssetError::Decompression { reason: error.to_string() })?;
    if filled != payload.len() {
        return Err(AssetError::Decompression {
            reason: format!("it unpacks to {filled} bytes instead of {decoded_length}"),
        });
    }
    Ok(payload)
}

/// A byte of a block can lengthen a match by 255 bytes, and nothing in it stands for more. The
/// 64 leave room for the shortest blocks.
fn largest_expansion(stored_length: u64) -> u64 {
    stored_length.saturating_mul(255).saturating_add(64)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_block_that_saves_less_than_a_third_is_not_used() {
        let mut state = 1_u32;
        let noise: Vec<u8> = std::iter::repeat_with(|| {
            state ^= state << 13;
            state ^= state >> 17;
            state ^= state << 5;
            state.to_le_bytes()[0]
        })
        .take(8_000)
        .collect();
        assert!(compress(&noise).is_none());
        assert!(compress(&[7; 8_000]).is_some());
    }

    #[test]
    fn a_payload_below_the_size_of_a_disk_block_is_not_compressed() {
        assert_eq!(compress(&[]), None);
        assert_eq!(compress(&[7; WORTH_COMPRESSING - 1]), None);
        assert!(compress(&[7; WORTH_COMPRESSING]).is_some());
    }

    #[test]
    fn the_best_block_stays_below_the_largest_expansion() {
        for size in [0_u64, 1, 100, 1_000, 100_000, 10_000_000] {
            let zeros = vec![0; usize::try_from(size).unwrap()];
            let block = block::compress(&zeros);
            assert!(size <= largest_expansion(length(&block)));
            assert_eq!(decompress(&block, size), Ok(zeros));
        }
    }

    #[test]
    fn a_block_that_unpacks_to_less_or_more_than_it_claims_is_refused() {
        let block = block::compress(&[7; 400]);
        for claimed in [0, 1, 399, 401, 1_000] {
            assert!(matches!(decompress(&block, claimed), Err(AssetError::Decompression { .. })));
        }
    }
}
