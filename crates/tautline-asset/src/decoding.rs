use bincode::BorrowDecode;
use bincode::de::read::{BorrowReader, Reader};
use bincode::de::{Decoder, DecoderImpl};
use bincode::error::DecodeError;
use bincode::serde::BorrowCompat;
use serde::Deserialize;

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

/// Checks that a header has the kind and the format version of `T`.
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
/// Without a limit, bincode would allocate whatever a forged length says, or panic. Its limit is a
/// constant in the decoder's type, but the length of the payload is known only at run time. So
/// the constant is as large as possible, and the decoder first claims all of it except the bytes
/// that a payload of this length may claim.
fn value<'a, T: Deserialize<'a>>(payload: &'a [u8]) -> Result<(T, usize), DecodeError> {
    const LIMIT: usize = usize::MAX;
    /// A `char` claims four bytes, whatever its length. Nothing else claims more than it reads.
    const CLAIM_PER_BYTE: usize = 4;
    let configuration = bincode::config::standard().with_fixed_int_encoding().with_limit::<LIMIT>();
    let mut decoder = DecoderImpl::new(Payload { rest: payload }, configuration, ());
    decoder.claim_bytes_read(LIMIT - payload.len().saturating_mul(CLAIM_PER_BYTE))?;
    // Borrowing from the payload saves a copy of `packed` arrays.
    let BorrowCompat(value) = BorrowCompat::borrow_decode(&mut decoder)?;
    Ok((value, payload.len() - decoder.reader().rest.len()))
}

/// A reader of a payload.
struct Payload<'a> {
    /// The bytes that were not read yet.
    rest: &'a [u8],
}

impl Reader for Payload<'_> {
    fn read(&mut self, bytes: &mut [u8]) -> Result<(), DecodeError> {
        bytes.copy_from_slice(self.take_bytes(bytes.len())?);
        Ok(())
    }
}

impl<'a> BorrowReader<'a> for Payload<'a> {
    fn take_bytes(&mut self, length: usize) -> Result<&'a [u8], DecodeError> {
        let additional = length.saturating_sub(self.rest.len());
        let split = self.rest.split_at_checked(length);
        let (taken, rest) = split.ok_or(DecodeError::UnexpectedEnd { additional })?;
        self.rest = rest;
        Ok(taken)
    }
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
