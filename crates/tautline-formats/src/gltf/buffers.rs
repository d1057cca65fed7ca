//! The bytes of buffers, wherever they are kept.

use std::borrow::Cow;
use std::collections::BTreeMap;

use super::document::{BufferView, Document};
use super::fault::{entry, refuse};
use crate::error::{FormatError, Place, Reason};
use crate::load::{self, Load};
use crate::packed::from_base64;

/// The contents of all buffers.
pub(super) struct Buffers<'b> {
    /// Buffers of the same URI share one.
    contents: Vec<Cow<'b, [u8]>>,
    /// For each buffer, its position in `contents`.
    buffers: Vec<usize>,
    views: &'b [BufferView],
}

impl<'b> Buffers<'b> {
    pub(super) fn read(
        document: &'b Document,
        binary: Option<&'b [u8]>,
        load: &mut Load<'_>,
    ) -> Result<Self, FormatError> {
        let mut contents: Vec<Cow<'b, [u8]>> = Vec::new();
        let mut known: BTreeMap<&str, usize> = BTreeMap::new();
        let mut buffers = Vec::new();
        for (number, buffer) in document.buffers.iter().enumerate() {
            let path = || format!("buffers[{number}]");
            let position = match (buffer.uri.as_deref(), binary) {
                (Some(uri), _) => match known.get(uri) {
                    Some(&position) => position,
                    None => {
                        contents.push(Cow::Owned(fetch(uri, load, || path() + ".uri")?));
                        known.insert(uri, contents.len() - 1);
                        contents.len() - 1
                    }
                },
                (None, Some(binary)) if number == 0 => {
                    contents.push(Cow::Borrowed(binary));
                    0
                }
                (None, _) => {
                    let what = "the URI of the buffer".to_owned();
                    return Err(refuse(path(), Reason::Absent { what }));
                }
            };
            let length = u64::try_from(contents[position].len()).unwrap_or(u64::MAX);
            if buffer.byte_length > length {
                let what = "the buffer";
                let reason = Reason::Range { what, end: buffer.byte_length, length };
                return Err(refuse(path(), reason));
            }
            buffers.push(position);
        }
        Ok(Self { contents, buffers, views: &document.buffer_views })
    }

    /// The bytes of a view, and the distance of its elements if it has one.
    pub(super) fn view(
        &self,
        index: usize,
        path: impl FnOnce() -> String,
    ) -> Result<(&[u8], Option<u64>), FormatError> {
        let view = entry(self.views, "buffer views", index, path)?;
        let path = || format!("bufferViews[{index}]");
        let position = *entry(&self.buffers, "buffers", view.buffer, || path() + ".buffer")?;
        let bytes: &[u8] = &self.contents[position];
        let end = view.byte_offset.saturating_add(view.byte_length);
        let range = usize::try_from(view.byte_offset).ok().zip(usize::try_from(end).ok());
        let part = range.and_then(|(start, end)| bytes.get(start..end)).ok_or_else(|| {
            let length = u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            refuse(path(), Reason::Range { what: "the buffer", end, length })
        })?;
        Ok((part, view.byte_stride))
    }
}

fn fetch(
    uri: &str,
    load: &mut Load<'_>,
    path: impl Fn() -> String,
) -> Result<Vec<u8>, FormatError> {
    let Some(data) = uri.strip_prefix("data:") else {
        return load::bytes(load, uri, || Place::Value { path: path() });
    };
    let Some((_, packed)) = data.split_once(";base64,") else {
        let what = "a data URI that is not base64".to_owned();
        return Err(refuse(path(), Reason::Unsupported { what }));
    };
    from_base64(packed).map_err(|reason| refuse(path(), reason))
}
