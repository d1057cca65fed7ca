//! The bytes of buffers, wherever they are kept.

use std::borrow::Cow;
use std::collections::BTreeMap;

use gltf::json::Root;

use super::{refuse, wide};
use crate::error::{FormatError, Place, Reason};
use crate::load::{self, Load};
use crate::packed::from_base64;

/// The contents of all buffers.
pub(super) struct Buffers<'b> {
    /// Buffers of the same URI share one.
    contents: Vec<Cow<'b, [u8]>>,
    /// For each buffer, its position in `contents`.
    positions: Vec<usize>,
}

impl<'b> Buffers<'b> {
    pub(super) fn read(
        json: &'b Root,
        binary: Option<&'b [u8]>,
        load: &mut Load<'_>,
    ) -> Result<Self, FormatError> {
        let mut known: BTreeMap<Option<&str>, usize> = BTreeMap::new();
        let mut buffers = Self { contents: Vec::new(), positions: Vec::new() };
        for (number, buffer) in json.buffers.iter().enumerate() {
            let uri = buffer.uri.as_deref();
            let position = match known.get(&uri).filter(|_| uri.is_some()) {
                Some(&position) => position,
                None => {
                    let content = content(number, uri, binary, load)?;
                    buffers.contents.push(content);
                    buffers.contents.len() - 1
                }
            };
            known.insert(uri, position);
            let length = wide(buffers.contents[position].len());
            let end = buffer.byte_length.0;
            if end > length {
                let reason = Reason::Range { what: "the buffer", end, length };
                return Err(refuse(format!("buffers[{number}]"), reason));
            }
            buffers.positions.push(position);
        }
        Ok(buffers)
    }

    /// The number of buffers.
    pub(super) fn count(&self) -> usize {
        self.positions.len()
    }

    pub(super) fn get(&self, index: usize) -> Option<&[u8]> {
        self.positions.get(index).map(|&position| &*self.contents[position])
    }
}

/// The content of a buffer. Only the first one may lack a URI: it is the binary part.
fn content<'b>(
    number: usize,
    uri: Option<&str>,
    binary: Option<&'b [u8]>,
    load: &mut Load<'_>,
) -> Result<Cow<'b, [u8]>, FormatError> {
    let path = || format!("buffers[{number}].uri");
    let Some(uri) = uri else {
        let absent = || Reason::Absent { what: "the URI of the buffer".to_owned() };
        return binary
            .filter(|_| number == 0)
            .map(Cow::Borrowed)
            .ok_or_else(|| refuse(format!("buffers[{number}]"), absent()));
    };
    let Some(data) = uri.strip_prefix("data:") else {
        return load::bytes(load, uri, || Place::Value { path: path() }).map(Cow::Owned);
    };
    let Some((_, packed)) = data.split_once(";base64,") else {
        let what = "a data URI that is not base64".to_owned();
        return Err(refuse(path(), Reason::Unsupported { what }));
    };
    from_base64(packed).map(Cow::Owned).map_err(|reason| refuse(path(), reason))
}
