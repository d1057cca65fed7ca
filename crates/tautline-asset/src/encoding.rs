use crate::header::length;
use crate::{Asset, AssetError, Header, LARGEST_PAYLOAD};

/// The file that holds `value`, for [`decode`](crate::decode).
///
/// Equal values give equal bytes. Takes time linear in the payload, and memory for two to three
/// copies of it.
///
/// # Errors
///
/// [`AssetError::Encode`] if the value cannot be written, or the payload is longer than
/// [`LARGEST_PAYLOAD`]. Not every type that breaks the rules at [`Asset`] is found here: of a new
/// type, decode what you encoded, in a test.
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
        checksum: 0, // `seal` writes the right one
    };
    Ok(header.seal(&payload))
}

/// The error in words; bincode's own `Display` prints Rust.
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
