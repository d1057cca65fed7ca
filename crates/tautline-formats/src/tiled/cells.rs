//! From packed data to the numbers of tiles.

use std::borrow::Cow;
use std::io::Read;

use flate2::read::{GzDecoder, ZlibDecoder};
use ruzstd::decoding::StreamingDecoder;

use super::map::{Chunk, Compression};
use super::tree::{At, Data};
use crate::error::{FormatError, Found, Reason, wide};
use crate::packed::from_base64;

/// How a tile is flipped stands in the upper bits of its number.
pub(super) const NUMBER_BITS: u32 = 0x0fff_ffff;

/// The largest window of a zstd frame. Encoders take no more for the sizes that
/// are read, unless they are asked to; the decoder reserves it at once.
const MAX_WINDOW: u64 = 8 << 20;

/// The numbers of the tiles of a chunk without flags, 0 for no tile: as many as
/// its size claims.
///
/// No more is unpacked than what is claimed, which the caller has checked.
pub(super) fn tiles<'c>(chunk: &'c Chunk<'_>) -> Result<Cow<'c, [u32]>, FormatError> {
    let [width, height] = chunk.size.map(u64::from);
    let expected = width * height;
    let tiles = match &chunk.data {
        Data::Numbers(numbers) => Cow::Borrowed(numbers.as_slice()),
        Data::Csv(text) => Cow::Owned(from_csv(text, chunk.at)?),
        Data::Base64(text) => Cow::Owned(from_packed(text, expected, chunk)?),
    };
    let found = wide(tiles.len());
    if found != expected {
        return Err(chunk.at.refuse(Reason::CellCount { found, expected }));
    }
    Ok(tiles)
}

fn from_csv(text: &str, at: At<'_>) -> Result<Vec<u32>, FormatError> {
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
            at.after(offset).refuse(reason)
        })?;
        tiles.push(number);
        start += field.len() + 1;
    }
    Ok(tiles)
}

fn from_packed(text: &str, expected: u64, chunk: &Chunk<'_>) -> Result<Vec<u32>, FormatError> {
    let packed: Vec<u8> = text.bytes().filter(|byte| !byte.is_ascii_whitespace()).collect();
    // One byte more tells too much from enough.
    let most = expected.saturating_mul(4).saturating_add(1);
    let bytes = from_base64(packed)
        .and_then(|packed| unpack(packed, chunk.compression, most))
        .map_err(|reason| chunk.at.refuse(reason))?;
    let (tiles, rest) = bytes.as_chunks::<4>();
    if !rest.is_empty() {
        let found = wide(tiles.len()) + 1;
        return Err(chunk.at.refuse(Reason::CellCount { found, expected }));
    }
    Ok(tiles.iter().map(|&bytes| u32::from_le_bytes(bytes)).collect())
}

/// At most the first so many bytes of what is packed.
fn unpack(packed: Vec<u8>, compression: Compression, most: u64) -> Result<Vec<u8>, Reason> {
    let from = packed.as_slice();
    let (what, decoder): (_, Box<dyn Read>) = match compression {
        Compression::None => return Ok(packed),
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
