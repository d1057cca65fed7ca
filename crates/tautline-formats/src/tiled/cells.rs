//! Decoding of tile data to global tile ids (GIDs).

use std::borrow::Cow;
use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

use super::map::{Chunk, Compression};
use super::tree::{Data, TextPosition};
use crate::base64_text::from_base64;
use crate::error::{FormatError, Reason};
use crate::found::Found;
use crate::number::to_u64;

/// The bits of a GID without the upper four, which are flags for flipping.
pub(super) const GID_MASK: u32 = 0x0fff_ffff;

/// The largest window of a zstd frame. The decoder allocates the window at once. For layers of the
/// supported sizes, encoders use no larger one by default.
const MAX_WINDOW: u64 = 8 << 20;

/// Decodes the GIDs of a chunk, 0 for no tile. Their number is the declared size of the chunk.
///
/// The caller has checked that size. Decompression stops after it, however much data follows.
pub(super) fn tiles<'c>(chunk: &'c Chunk<'_>) -> Result<Cow<'c, [u32]>, FormatError> {
    let [width, height] = chunk.size.map(u64::from);
    let expected = width * height;
    let tiles = match &chunk.data {
        Data::Numbers(numbers) => Cow::Borrowed(numbers.as_slice()),
        Data::Csv(text) => Cow::Owned(from_csv(text, chunk.at)?),
        Data::Base64(text) => Cow::Owned(from_base64_data(text, expected, chunk)?),
    };
    let found = to_u64(tiles.len());
    if found != expected {
        return Err(chunk.at.error(Reason::CellCount { found, expected }));
    }
    Ok(tiles)
}

fn from_csv(text: &str, at: TextPosition<'_>) -> Result<Vec<u32>, FormatError> {
    let mut tiles = Vec::new();
    let mut start = 0;
    if text.trim().is_empty() {
        return Ok(tiles);
    }
    for field in text.split(',') {
        let word = field.trim();
        let number = word.parse().map_err(|_| {
            let offset = start + field.len() - field.trim_start().len();
            let reason = Reason::unexpected("the number of a tile", Found::text(word));
            at.after(offset).error(reason)
        })?;
        tiles.push(number);
        start += field.len() + 1;
    }
    Ok(tiles)
}

fn from_base64_data(text: &str, expected: u64, chunk: &Chunk<'_>) -> Result<Vec<u32>, FormatError> {
    let compressed: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    // One byte more, to detect data that is too long.
    let most = expected.saturating_mul(4).saturating_add(1);
    let bytes = from_base64(compressed)
        .and_then(|compressed| decompress(compressed, chunk.compression, most))
        .map_err(|reason| chunk.at.error(reason))?;
    let (tiles, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        let found = to_u64(tiles.len()) + 1;
        return Err(chunk.at.error(Reason::CellCount { found, expected }));
    }
    Ok(tiles.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
}

/// Decompresses at most `most` bytes.
fn decompress(compressed: Vec<u8>, compression: Compression, most: u64) -> Result<Vec<u8>, Reason> {
    let from = compressed.as_slice();
    let (what, decoder): (_, Box<dyn Read>) = match compression {
        Compression::None => return Ok(compressed),
        Compression::Zlib => ("zlib data", Box::new(ZlibDecoder::new(from))),
        Compression::Gzip => ("gzip data", Box::new(GzDecoder::new(from))),
        Compression::Zstd => {
            let decoder = StreamingDecoder::new_with_max_window_size(from, MAX_WINDOW);
            let decoder = decoder.map_err(|error| Reason::damaged("zstd data", &error))?;
            ("zstd data", Box::new(decoder))
        }
    };
    let mut bytes = Vec::new();
    let read = decoder.take(most).read_to_end(&mut bytes);
    read.map_err(|error| Reason::damaged(what, &error))?;
    Ok(bytes)
}
