//! The file format of baked data: any [`serde`] value with a header, a checksum and size limits.
//!
//! A build pipeline converts a value to bytes with [`encode`]. At run time, [`decode`] returns
//! the value, or an [`AssetError`] that says what is wrong and what to do. Input is
//! not trusted: a truncated, damaged or forged file is rejected before the program allocates
//! much memory for it.
//!
//! # When to use another crate
//!
//! This crate does not depend on any payload type and opens no files. For the meshes and labels
//! that tautline bakes, and their validation after decoding, use the facade `tautline`; to read
//! maps of other programs, use `tautline-formats`.
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
//! let damaged = decode::<Waypoints>(&bytes, &Limits::default());
//! assert!(matches!(damaged, Err(AssetError::Checksum { .. })));
//! # Ok(())
//! # }
//! ```
//!
//! # Layout
//!
//! A header of [`HEADER_LENGTH`] bytes, followed by the payload. All numbers are
//! little endian.
//!
//! | offset | bytes | field |
//! |---:|---:|---|
//! | 0 | 8 | magic, `TAUTLINE` |
//! | 8 | 4 | [kind](Asset::KIND) |
//! | 12 | 2 | [format version](Asset::FORMAT_VERSION) of the payload |
//! | 14 | 2 | layout version, [`LAYOUT_VERSION`] |
//! | 16 | 4 | [builder revision](Asset::BUILDER_REVISION) |
//! | 20 | 8 | length of the payload |
//! | 28 | 4 | CRC-32 (IEEE) of the bytes 0 to 27 and the payload |
//! | 32 | | the payload |
//!
//! The payload is bincode 2 with fixed-width little-endian integers. It is not compressed: this
//! loads faster, and archives and web servers compress uncompressed data better.
//!
//! # Guarantees
//!
//! * `decode(encode(x))` is `x`, and equal values have equal bytes, on every platform, if their
//!   type follows the rules of [`Asset`].
//! * Every changed byte, truncation or appended byte is detected. Larger damage passes the checksum
//!   in one case of four billion. The checksum detects accidents, not attacks: a forged file
//!   can have a matching checksum, so validate decoded values.
//! * No input causes a panic. Decoding allocates only the memory of the value. Before a forged
//!   length inside the payload is rejected, it allocates at most one megabyte for a sequence, and
//!   at most four times the length of the payload for a `String`.
//! * Time is linear in the length of the file, if the type follows the rules of [`Asset`].
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

/// A value that can be stored in a file of its own.
///
/// The payload is written by `serde` in a format that is not self-describing. This restricts the
/// type:
///
/// * Fields must not be skipped, flattened, untagged or internally tagged, or of a type that
///   needs a self-describing format (such as `serde_json::Value`).
/// * Elements of sequences must not have zero size, as in `Vec<()>`: the length of the file would
///   not bound the time to read a forged length.
/// * `HashMap` and `HashSet` are not allowed: their order varies from run to run, and so would the
///   bytes of equal values. Use `BTreeMap` or sorted sequences.
/// * Types must not be recursive: the depth of the stack would not be bounded.
/// * Every change of the fields, their order or their types is a new
///   [format version](Self::FORMAT_VERSION).
///
/// Long arrays of numbers load several times faster through [`packed`].
pub trait Asset: Serialize + DeserializeOwned {
    /// The kind of the payload: four bytes, usually capital ASCII letters.
    ///
    /// A file of another kind is rejected.
    const KIND: [u8; 4];

    /// The version of the payload's layout. Increment it with every change of the layout.
    ///
    /// A file with another version is rejected, whether older or newer: assets are baked again, not
    /// migrated.
    const FORMAT_VERSION: u16;

    /// The revision of the code that builds the payload. Increment it when the same input results in
    /// another payload although the layout is unchanged.
    ///
    /// A file with another revision is still read. Use [`Header::is_current`] in a pipeline to find
    /// the files that should be baked again.
    const BUILDER_REVISION: u32;
}

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct ReadmeDoctests;
