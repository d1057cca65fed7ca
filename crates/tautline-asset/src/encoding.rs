use crate::header::length;
use crate::{Asset, AssetError, Header, LARGEST_PAYLOAD};

/// Encodes a value as the contents of a file, for [`decode`](crate::decode).
///
/// Equal values have equal bytes. Takes time linear in the length of the payload, and memory for
/// two to three copies of it.
///
/// # Errors
///
/// [`AssetError::Encode`] if the value cannot be encoded, or the payload is longer than
/// [`LARGEST_PAYLOAD`]. Not every type that violates the rules of [`Asset`] is detected: test that
/// values of a new type can be decoded again.
///
/// ```
/// use tautline_asset::{Asset, AssetError, HEADER_LENGTH, encode};
/// # #[derive(serde::Serialize, serde::Deserialize)]
/// # struct Heights(Vec<u8>);
/// # impl Asset for Heights {
/// #     const KIND: [u8; 4] = *b"HGHT";
/// #     const FORMAT_VERSION: u16 = 1;
/// #     const BUILDER_REVISION: u32 = 1;
/// # }
///
/// # fn main() -> Result<(), AssetError> {
/// let flat = encode(&Heights(vec![5; 1_000_000]))?;
/// assert!(flat.starts_with(b"TAUTLINEHGHT"));
/// assert_eq!(flat.len(), HEADER_LENGTH + 8 + 1_000_000);
/// # Ok(())
/// # }
/// ```
pub fn encode<T: Asset>(value: &T) -> Result<Vec<u8>, AssetError> {
    let configuration = bincode::config::standard().with_fixed_int_encoding();
    let payload = bincode::serde::encode_to_vec(value, configuration)
        .map_err(|error| AssetError::Encode { reason: reason(error) })?;
    // Such a file could be written, but not be read again.
    if length(&payload) > LARGEST_PAYLOAD {
        return Err(AssetError::Encode {
            reason: format!(
                "its payload has {} bytes, but {LARGEST_PAYLOAD} are allowed",
                payload.len()
            ),
        });
    }
    let header = Header {
        kind: T::KIND,
        format_version: T::FORMAT_VERSION,
        builder_revision: T::BUILDER_REVISION,
        payload_length: length(&payload),
        checksum: 0, // `seal` computes it
    };
    Ok(header.seal(&payload))
}

/// Describes an error of bincode, whose own `Display` prints Rust syntax.
fn reason(error: bincode::error::EncodeError) -> String {
    use bincode::error::EncodeError;
    match error {
        EncodeError::Other(text) => text.to_owned(),
        EncodeError::OtherString(text) => text,
        EncodeError::Serde(bincode::serde::EncodeError::SequenceMustHaveLength) => {
            "a sequence does not know its length".to_owned()
        }
        other => other.to_string(),
    }
}
