use bincode::error::DecodeError;
use serde::de::DeserializeOwned;

use crate::header::length;
use crate::{Asset, AssetError, Header, LARGEST_PAYLOAD, Limits};

/// The value that `bytes`, a whole file made by [`encode`](crate::encode), holds.
///
/// In this order it checks the version of the layout, length and checksum, kind, format version,
/// the limits, and the payload, which must be used up by the value. Takes time linear in the
/// length of the file.
///
/// A decoded value has the right *form*. Whether it makes sense (indices in range, numbers
/// finite) its own room must check.
///
/// # Errors
///
/// Every variant of [`AssetError`] but [`Encode`](AssetError::Encode).
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
///     Err(AssetError::TooLarge { claimed: 1_000_008, limit: 999_999 })
/// );
/// # Ok(())
/// # }
/// ```
pub fn decode<T: Asset>(bytes: &[u8], limits: &Limits) -> Result<T, AssetError> {
    let header = Header::read(bytes)?;
    let payload = header.verify(bytes)?;
    check_type::<T>(&header)?;
    let limit = limits.max_payload_bytes.min(LARGEST_PAYLOAD);
    if length(payload) > limit {
        return Err(AssetError::TooLarge { claimed: length(payload), limit });
    }
    let (value, used) = value(payload).map_err(|error| refusal(error, payload.len()))?;
    if used != payload.len() {
        return Err(AssetError::TrailingBytes { used: used as u64, length: length(payload) });
    }
    Ok(value)
}

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

/// The value at the start of `payload`, and how many bytes it took.
///
/// Without a limit bincode allocates what a forged length says, or panics. The limit is a
/// constant of the type, so there is a ladder of them; each is at most 64 times the rung below,
/// because every rung compiles the whole decoder again.
fn value<T: DeserializeOwned>(payload: &[u8]) -> Result<(T, usize), DecodeError> {
    const RUNGS: [usize; 3] = [1 << 19, 1 << 25, (1 << 31) - 1];
    let length = payload.len();
    if length <= RUNGS[0] {
        value_within::<{ RUNGS[0] }, T>(payload)
    } else if length <= RUNGS[1] {
        value_within::<{ RUNGS[1] }, T>(payload)
    } else {
        value_within::<{ RUNGS[2] }, T>(payload)
    }
}

fn value_within<const LIMIT: usize, T: DeserializeOwned>(
    payload: &[u8],
) -> Result<(T, usize), DecodeError> {
    let configuration = bincode::config::standard().with_fixed_int_encoding().with_limit::<LIMIT>();
    // Borrowing from the payload spares `packed` arrays a copy.
    bincode::serde::borrow_decode_from_slice(payload, configuration)
}

fn refusal(error: DecodeError, length: usize) -> AssetError {
    match error {
        DecodeError::Serde(_) => AssetError::UnreadableType,
        error => AssetError::Payload { reason: reason(error, length) },
    }
}

/// The error in words; bincode's own `Display` prints Rust.
fn reason(error: DecodeError, length: usize) -> String {
    match error {
        DecodeError::UnexpectedEnd { .. } => format!("the value goes on after its {length} bytes"),
        DecodeError::LimitExceeded => {
            format!("the value claims to be much longer than its {length} bytes")
        }
        DecodeError::OutsideUsizeRange(number) => {
            format!("the length {number} is too large for this machine")
        }
        DecodeError::InvalidBooleanValue(byte) => {
            format!("a truth value is {byte}, but must be 0 or 1")
        }
        DecodeError::InvalidCharEncoding(bytes) => {
            format!("the bytes {bytes:02x?} begin with no character")
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
