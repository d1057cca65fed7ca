use bincode::error::DecodeError;
use serde::de::DeserializeOwned;

use crate::header::length;
use crate::{Asset, AssetError, Header, LARGEST_PAYLOAD, Limits};

/// Decodes the value in `bytes`, the contents of a whole file that [`encode`](crate::encode) made.
///
/// Checks, in this order: the layout version, length and checksum, kind, format version,
/// the limits, and the payload, in which no bytes may follow the value. Takes time linear in the
/// length of the file.
///
/// A decoded value has the right *type*. Its own crate must validate it (indices in range,
/// numbers finite).
///
/// # Errors
///
/// Every variant of [`AssetError`] except [`Encode`](AssetError::Encode).
///
/// ```
/// use tautline_asset::{Asset, AssetError, Limits, decode, encode};
/// # #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
/// # struct Heights(Vec<u8>);
/// # impl Asset for Heights {
/// #     const KIND: [u8; 4] = *b"HGHT";
/// #     const FORMAT_VERSION: u16 = 1;
/// #     const BUILDER_REVISION: u32 = 1;
/// # }
///
/// # fn main() -> Result<(), AssetError> {
/// let bytes = encode(&Heights(vec![5; 1_000_000]))?;
/// assert_eq!(decode::<Heights>(&bytes, &Limits::default())?, Heights(vec![5; 1_000_000]));
/// assert_eq!(
///     decode::<Heights>(&bytes, &Limits { max_payload_bytes: 999_999 }),
///     Err(AssetError::TooLarge { length: 1_000_008, limit: 999_999 })
/// );
/// # Ok(())
/// # }
/// ```
pub fn decode<T: Asset>(bytes: &[u8], limits: &Limits) -> Result<T, AssetError> {
    // The checksum comes before kind and version, so that damage is not reported as another kind.
    let header = Header::read(bytes)?;
    let payload = header.verify(bytes)?;
    check_type::<T>(&header)?;
    let limit = limits.max_payload_bytes.min(LARGEST_PAYLOAD);
    if length(payload) > limit {
        return Err(AssetError::TooLarge { length: length(payload), limit });
    }
    let (value, used) = value(payload).map_err(|error| decode_error(error, payload.len()))?;
    // A payload with trailing bytes was not made by `encode`, although its checksum is right.
    if used != payload.len() {
        return Err(AssetError::TrailingBytes { used: used as u64, length: length(payload) });
    }
    Ok(value)
}

/// Checks that a header is that of the expected type.
fn check_type<T: Asset>(header: &Header) -> Result<(), AssetError> {
    if header.kind != T::KIND {
        return Err(AssetError::OtherKind { found: header.kind, expected: T::KIND });
    }
    let (found, expected) = (header.format_version, T::FORMAT_VERSION);
    if found < expected {
        return Err(AssetError::OldVersion { found, expected });
    }
    if found > expected {
        return Err(AssetError::FutureVersion { found, expected });
    }
    Ok(())
}

/// Decodes the value at the start of `payload`. Returns it and the number of bytes that were read.
///
/// Without a limit, bincode would allocate whatever a forged length says, or panic. The limit is a
/// constant of the decoder's type, so there are three tiers of limits. More tiers would bound
/// memory more tightly, but each of them compiles the whole decoder once more.
fn value<T: DeserializeOwned>(payload: &[u8]) -> Result<(T, usize), DecodeError> {
    const TIERS: [usize; 3] = [1 << 19, 1 << 25, (1 << 31) - 1];
    let length = payload.len();
    if length <= TIERS[0] {
        value_within::<{ TIERS[0] }, T>(payload)
    } else if length <= TIERS[1] {
        value_within::<{ TIERS[1] }, T>(payload)
    } else {
        value_within::<{ TIERS[2] }, T>(payload)
    }
}

fn value_within<const LIMIT: usize, T: DeserializeOwned>(
    payload: &[u8],
) -> Result<(T, usize), DecodeError> {
    let configuration = bincode::config::standard().with_fixed_int_encoding().with_limit::<LIMIT>();
    // Borrowing from the payload saves a copy of `packed` arrays.
    bincode::serde::borrow_decode_from_slice(payload, configuration)
}

/// Converts an error of bincode.
fn decode_error(error: DecodeError, length: usize) -> AssetError {
    match error {
        DecodeError::Serde(_) => AssetError::UnreadableType,
        error => AssetError::Payload { reason: reason(error, length) },
    }
}

/// Describes an error of bincode, whose own `Display` prints Rust syntax.
fn reason(error: DecodeError, length: usize) -> String {
    match error {
        DecodeError::UnexpectedEnd { .. } => format!("the value is longer than its {length} bytes"),
        DecodeError::LimitExceeded => {
            format!("the value declares a length far beyond its {length} bytes")
        }
        DecodeError::OutsideUsizeRange(number) => {
            format!("the length {number} is too large for this machine")
        }
        DecodeError::InvalidBooleanValue(byte) => {
            format!("a boolean is {byte}, but must be 0 or 1")
        }
        DecodeError::InvalidCharEncoding(bytes) => {
            format!("the bytes {bytes:02x?} do not begin with a UTF-8 character")
        }
        DecodeError::UnexpectedVariant { found, type_name, .. } => {
            format!("{type_name} has no variant {found}")
        }
        DecodeError::Utf8 { inner } => inner.to_string(),
        DecodeError::Other(text) => text.to_owned(),
        DecodeError::OtherString(text) => text,
        other => other.to_string(),
    }
}
