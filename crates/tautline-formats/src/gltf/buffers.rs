//! The bytes of buffers, wherever they are kept.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use gltf::json::Root;

use crate::error::{FormatError, Place, Reason, wide};
use crate::load::{self, Load};
use crate::packed::from_base64;

/// The contents of all buffers. Those with the same URI share one.
pub(super) type Buffers<'b> = Vec<Rc<Cow<'b, [u8]>>>;

pub(super) fn read<'b>(
    json: &'b Root,
    binary: Option<&'b [u8]>,
    load: &mut Load<'_>,
) -> Result<Buffers<'b>, FormatError> {
    let mut known: BTreeMap<&str, Rc<Cow<'b, [u8]>>> = BTreeMap::new();
    let mut buffers = Vec::new();
    for (number, buffer) in json.buffers.iter().enumerate() {
        let path = format!("buffers[{number}]");
        let content = match buffer.uri.as_deref() {
            // Only the first one may lack a URI: it is the binary part.
            None => {
                let binary = binary.filter(|_| number == 0);
                let missing = || Reason::missing("the URI of the buffer");
                let binary = binary.ok_or_else(|| FormatError::at_value(&path, missing()))?;
                Rc::new(Cow::Borrowed(binary))
            }
            Some(uri) => match known.get(uri) {
                Some(content) => content.clone(),
                None => {
                    let content = content(uri, &format!("{path}.uri"), load)?;
                    let content = Rc::new(Cow::<[u8]>::Owned(content));
                    known.insert(uri, content.clone());
                    content
                }
            },
        };
        let (end, length) = (buffer.byte_length.0, wide(content.len()));
        if end > length {
            let reason = Reason::Range { what: "the buffer", end, length };
            return Err(FormatError::at_value(path, reason));
        }
        buffers.push(content);
    }
    Ok(buffers)
}

fn content(uri: &str, path: &str, load: &mut Load<'_>) -> Result<Vec<u8>, FormatError> {
    let Some(data) = uri.strip_prefix("data:") else {
        return load::bytes(load, uri, || Place::Value { path: path.to_owned() });
    };
    let unsupported = || Reason::unsupported("a data URI that is not base64");
    let bytes = data.split_once(";base64,").ok_or_else(unsupported);
    let bytes = bytes.and_then(|(_, packed)| from_base64(packed));
    bytes.map_err(|reason| FormatError::at_value(path, reason))
}
