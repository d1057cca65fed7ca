//! The binary form: a header and chunks, the first of which is the JSON.

use crate::error::{FormatError, Found, Place, Reason, excerpt};
use crate::piece::without_mark;

const MAGIC: [u8; 4] = *b"glTF";
const JSON_CHUNK: [u8; 4] = *b"JSON";
const BINARY_CHUNK: [u8; 4] = *b"BIN\0";

/// The two parts of a file.
pub(super) struct Container<'b> {
    pub(super) json: &'b str,
    /// Contents of the first buffer, which then has no URI.
    pub(super) binary: Option<&'b [u8]>,
}

pub(super) fn open(bytes: &[u8]) -> Result<Container<'_>, FormatError> {
    if !bytes.starts_with(&MAGIC) {
        return Ok(Container { json: text(bytes, 0)?, binary: None });
    }
    let version = number(bytes, 4)?;
    if version != 2 {
        let reason = Reason::Version { found: version.to_string(), supported: "2" };
        return Err(refuse(4, reason));
    }
    // The length of the whole file at 8 says nothing that the chunks do not say.
    let (kind, json, next) = chunk(bytes, 12)?;
    if kind != JSON_CHUNK {
        let found = Found::Text(excerpt(&String::from_utf8_lossy(&kind)));
        return Err(refuse(16, Reason::Unexpected { expected: "a JSON chunk".to_owned(), found }));
    }
    let binary = match bytes.len() > next {
        true => Some(chunk(bytes, next)?).filter(|(kind, ..)| *kind == BINARY_CHUNK),
        false => None,
    };
    Ok(Container { json: text(json, 20)?, binary: binary.map(|(_, content, _)| content) })
}

/// The kind and the content of the chunk here, and where the next one begins.
fn chunk(bytes: &[u8], start: usize) -> Result<([u8; 4], &[u8], usize), FormatError> {
    let length = usize::try_from(number(bytes, start)?).unwrap_or(usize::MAX);
    let kind = number(bytes, start + 4)?.to_le_bytes();
    let (first, end) = (start + 8, (start + 8).saturating_add(length));
    let content = bytes.get(first..end).ok_or_else(|| cut_off(bytes, start, end))?;
    Ok((kind, content, end))
}

fn number(bytes: &[u8], start: usize) -> Result<u32, FormatError> {
    let four = bytes.get(start..).and_then(|rest| rest.first_chunk::<4>());
    four.map(|&four| u32::from_le_bytes(four)).ok_or_else(|| cut_off(bytes, start, start + 4))
}

fn text(bytes: &[u8], start: usize) -> Result<&str, FormatError> {
    let text = std::str::from_utf8(bytes).map_err(|error| {
        let what = "text that is not UTF-8".to_owned();
        refuse(start + error.valid_up_to(), Reason::Unsupported { what })
    })?;
    Ok(without_mark(text))
}

fn cut_off(bytes: &[u8], start: usize, end: usize) -> FormatError {
    let number = |number| u64::try_from(number).unwrap_or(u64::MAX);
    let what = "the file";
    refuse(start, Reason::Range { what, end: number(end), length: number(bytes.len()) })
}

fn refuse(offset: usize, reason: Reason) -> FormatError {
    let offset = u64::try_from(offset).unwrap_or(u64::MAX);
    FormatError { place: Place::Byte { offset }, reason }
}
