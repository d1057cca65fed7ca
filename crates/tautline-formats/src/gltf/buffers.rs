//! Loading of buffers: from the binary chunk, from data URIs or from separate files.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::rc::Rc;

use gltf::json::Root;

use crate::base64_text::from_base64;
use crate::error::{FormatError, Reason, SourceLocation};
use crate::load::{self, Load};
use crate::number::to_u64;

/// The contents of all buffers. Buffers with the same URI share their content.
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
            // Only the first buffer may lack a URI: it is the binary chunk.
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
        let (end, length) = (buffer.byte_length.0, to_u64(content.len()));
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
        let location = || SourceLocation::Value { path: path.to_owned() };
        return load::bytes(load, &percent_decoded(uri), location);
    };
    let unsupported = || Reason::unsupported("a data URI that is not base64");
    let bytes = data.split_once(";base64,").ok_or_else(unsupported);
    let bytes = bytes.and_then(|(_, encoded)| from_base64(encoded));
    bytes.map_err(|reason| FormatError::at_value(path, reason))
}

/// Decodes the percent escapes of a URI, such as `%20`. Returns the URI unchanged if an escape is
/// invalid or the decoded bytes are not UTF-8: some programs write file names without escapes.
fn percent_decoded(uri: &str) -> Cow<'_, str> {
    let mut parts = uri.split('%');
    let mut bytes = parts.next().unwrap_or_default().as_bytes().to_vec();
    // Each part begins with the two digits of an escape.
    for part in parts {
        let digits = part.get(..2).filter(|digits| digits.bytes().all(|it| it.is_ascii_hexdigit()));
        let Some(byte) = digits.and_then(|digits| u8::from_str_radix(digits, 16).ok()) else {
            return Cow::Borrowed(uri);
        };
        bytes.push(byte);
        bytes.extend_from_slice(&part.as_bytes()[2..]);
    }
    String::from_utf8(bytes).map_or(Cow::Borrowed(uri), Cow::Owned)
}
