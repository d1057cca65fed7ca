//! Long arrays of numbers as byte strings: `#[serde(with = "tautline_asset::packed")]`.
//!
//! `serde` visits a `Vec<u32>` number by number, which takes one to two nanoseconds each. A field
//! with this attribute is passed as a whole and decodes four to eight times faster. In an asset it
//! has the same size: a length, here in bytes, and then the numbers in little endian.
//!
//! Works with `Vec` of the [`Number`] types, in binary formats with byte strings. (JSON stores
//! a list of bytes, and cannot read it back.)
//!
//! ```
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(Serialize, Deserialize)]
//! struct Ground {
//!     #[serde(with = "tautline_asset::packed")]
//!     positions: Vec<[f32; 2]>,
//!     #[serde(with = "tautline_asset::packed")]
//!     corners: Vec<u32>,
//! }
//! # impl tautline_asset::Asset for Ground {
//! #     const KIND: [u8; 4] = *b"GRND";
//! #     const FORMAT_VERSION: u16 = 1;
//! #     const BUILDER_REVISION: u32 = 1;
//! # }
//!
//! # fn main() -> Result<(), tautline_asset::AssetError> {
//! let ground = Ground { positions: vec![[0.0, 0.5]], corners: vec![7, 8, 9] };
//! let bytes = tautline_asset::encode(&ground)?;
//! assert_eq!(bytes.len(), tautline_asset::HEADER_LENGTH + 8 + 2 * 4 + 8 + 3 * 4);
//! # Ok(())
//! # }
//! ```

use std::fmt;
use std::marker::PhantomData;

use serde::de::{Error, Visitor};
use serde::{Deserializer, Serializer};

/// An element type of [`packed`](self) arrays: `u8`, `u16`, `u32`, `u64`, `f32` or `[f32; 2]`.
///
/// Every bit pattern is a valid value, so a byte string is invalid only if its length is.
/// Other crates cannot implement the trait: this keeps the documented format.
pub trait Number: sealed::Bytes {}

impl Number for u8 {}
impl Number for u16 {}
impl Number for u32 {}
impl Number for u64 {}
impl Number for f32 {}
impl Number for [f32; 2] {}

/// Serializes `numbers` as a byte string.
///
/// # Errors
///
/// Those of the serializer.
pub fn serialize<T: Number, S: Serializer>(
    numbers: &[T],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    serializer.serialize_bytes(&T::to_bytes(numbers))
}

/// Deserializes numbers from a byte string. They take as much memory as their bytes.
///
/// # Errors
///
/// Those of the deserializer, and an invalid length if the bytes are not a whole number of
/// elements.
pub fn deserialize<'de, T: Number, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<T>, D::Error> {
    deserializer.deserialize_bytes(NumbersVisitor(PhantomData))
}

struct NumbersVisitor<T>(PhantomData<T>);

impl<T: Number> Visitor<'_> for NumbersVisitor<T> {
    type Value = Vec<T>;

    fn expecting(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(formatter, "a multiple of {} bytes", size_of::<T>())
    }

    fn visit_bytes<E: Error>(self, bytes: &[u8]) -> Result<Self::Value, E> {
        T::from_bytes(bytes).ok_or_else(|| E::invalid_length(bytes.len(), &self))
    }
}

mod sealed {
    pub trait Bytes: Sized {
        /// Returns the little-endian bytes of all numbers.
        fn to_bytes(numbers: &[Self]) -> Vec<u8>;

        /// Returns the numbers, or `None` if the last one is incomplete.
        fn from_bytes(bytes: &[u8]) -> Option<Vec<Self>>;
    }

    // Maps arrays to arrays instead of bytes to bytes, so that the compiler uses wide copies.
    macro_rules! bytes_of {
        ($($number:ty),*) => {$(
            impl Bytes for $number {
                fn to_bytes(numbers: &[Self]) -> Vec<u8> {
                    let bytes = numbers.iter().map(|number| number.to_le_bytes());
                    bytes.collect::<Vec<_>>().into_flattened()
                }

                fn from_bytes(bytes: &[u8]) -> Option<Vec<Self>> {
                    let (numbers, incomplete) = bytes.as_chunks();
                    let numbers = numbers.iter().map(|number| Self::from_le_bytes(*number));
                    incomplete.is_empty().then(|| numbers.collect())
                }
            }
        )*};
    }

    bytes_of!(u8, u16, u32, u64, f32);

    impl Bytes for [f32; 2] {
        fn to_bytes(numbers: &[Self]) -> Vec<u8> {
            f32::to_bytes(numbers.as_flattened())
        }

        fn from_bytes(bytes: &[u8]) -> Option<Vec<Self>> {
            let (pairs, incomplete) = bytes.as_chunks();
            let pair = |&[a, b, c, d, e, f, g, h]: &[u8; 8]| {
                [f32::from_le_bytes([a, b, c, d]), f32::from_le_bytes([e, f, g, h])]
            };
            incomplete.is_empty().then(|| pairs.iter().map(pair).collect())
        }
    }
}
