//! The baked file: any [`serde`] value behind a header, a checksum and size limits.
//!
//! A build pipeline turns a value into bytes with [`encode`]; the program that runs later gets
//! it back with [`decode`], or an [`AssetError`] that says what is wrong and what to do. The
//! bytes are taken for hostile: a file that was cut, damaged or forged is refused, and it is
//! refused before it makes the program allocate much.
//!
//! # When to use another room
//!
//! This crate knows no payload and opens no file. The meshes and labels that tautline bakes,
//! and how they are validated after decoding, are found in the facade `tautline`; maps drawn by
//! others are read by `tautline-formats`.
//!
//! # Example
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use tautline_asset::{Asset, AssetError, Limits, decode, encode};
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Waypoints {
//!     #[serde(with = "tautline_asset::packed")]
//!     positions: Vec<[f32; 2]>,
//!     name: String,
//! }
//!
//! impl Asset for Waypoints {
//!     const KIND: [u8; 4] = *b"WAYP";
//!     const FORMAT_VERSION: u16 = 1;
//!     const BUILDER_REVISION: u32 = 1;
//! }
//!
//! # fn main() -> Result<(), AssetError> {
//! let patrol = Waypoints { positions: vec![[0.0, 1.0], [4.0, 1.5]], name: "patrol".into() };
//! let mut bytes = encode(&patrol)?;
//! assert_eq!(decode::<Waypoints>(&bytes, &Limits::default())?, patrol);
//!
//! bytes[50] ^= 1;
//! let refusal = decode::<Waypoints>(&bytes, &Limits::default());
//! assert!(matches!(refusal, Err(AssetError::Checksum { .. })));
//! # Ok(())
//! # }
//! ```
//!
//! # Layout
//!
//! A header of [`HEADER_LENGTH`] bytes, then the payload, then nothing. All numbers are
//! little endian.
//!
//! | offset | bytes | field |
//! |---:|---:|---|
//! | 0 | 8 | magic, `TAUTLINE` |
//! | 8 | 4 | [kind](Asset::KIND) |
//! | 12 | 2 | [format version](Asset::FORMAT_VERSION) of the payload |
//! | 14 | 2 | version of this layout, [`LAYOUT_VERSION`] |
//! | 16 | 4 | [builder revision](Asset::BUILDER_REVISION) |
//! | 20 | 8 | length of the payload |
//! | 28 | 4 | CRC-32 (IEEE) of the bytes 0 to 27 and the payload |
//! | 32 | | the payload |
//!
//! The payload is bincode 2 with fixed-width little-endian integers. It is not compressed: loading
//! is faster without, and archives and web servers compress better what nobody compressed before.
//!
//! # Guarantees
//!
//! * `decode(encode(x))` is `x`, and equal values give equal bytes, on every platform, if their
//!   type keeps the rules at [`Asset`].
//! * Every changed byte, every truncation and every appended byte is refused; of larger damage
//!   one case in four billion passes the checksum. It finds accidents, not attackers: whoever
//!   forges a payload can forge its checksum. So what was decoded must still be validated by the
//!   room it belongs to.
//! * No input makes the functions here panic. Memory: the value itself. A forged length inside
//!   the payload costs at most one megabyte for a sequence, and for a `String` at most the larger
//!   of 512 KiB and 64 times the length of the payload, before it is refused.
//! * Time is linear in the length of the file, if the payload keeps the rules at [`Asset`].
//!
//! # Features
//!
//! None.
//!
//! # Sources
//!
//! [bincode](https://docs.rs/bincode/2.0.1).

mod decoding;
mod encoding;
mod error;
mod header;
mod limits;
pub mod packed;

pub use decoding::decode;
pub use encoding::encode;
pub use error::AssetError;
pub use header::{HEADER_LENGTH, Header, LAYOUT_VERSION};
pub use limits::{LARGEST_PAYLOAD, Limits};

use serde::Serialize;
use serde::de::DeserializeOwned;

/// A value that can be baked into a file of its own.
///
/// The payload is written by `serde` into a format that does not describe itself. Hence:
///
/// * Fields may not be skipped, flattened, untagged or internally tagged, and no field may ask
///   the format what comes next (`serde_json::Value` does).
/// * No sequence may have elements without content, such as `Vec<()>`: nothing in the file would
///   bound the time to read a forged length.
/// * No `HashMap` and no `HashSet`: their order varies from run to run, and so would the bytes of
///   equal values; of a forged length they take twice as much as sequences do. `BTreeMap` and
///   sorted sequences have one order.
/// * No type may contain itself: nothing would bound the depth of the stack.
/// * Any other change of the fields, their order or their types is a new
///   [format version](Self::FORMAT_VERSION).
///
/// Long arrays of numbers load several times faster through [`packed`].
pub trait Asset: Serialize + DeserializeOwned {
    /// What the file holds: four bytes, by custom capital ASCII letters.
    ///
    /// A file of another kind is refused.
    const KIND: [u8; 4];

    /// The version of the payload's layout, raised by every change of it.
    ///
    /// A file with another version is refused, older and newer alike: assets are baked again, not
    /// migrated.
    const FORMAT_VERSION: u16;

    /// The revision of what builds the payload, raised when the same input is built into other
    /// output although the layout is unchanged.
    ///
    /// A file with another revision is still read. A pipeline finds what it should bake again
    /// with [`Header::is_current`].
    const BUILDER_REVISION: u32;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
