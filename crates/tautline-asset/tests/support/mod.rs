//! A payload, and a forger that writes the documented layout by hand, so that the tests pin the
//! layout and not the code that writes it.

use serde::{Deserialize, Serialize};
use tautline_asset::Asset;

#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub(crate) struct Yard {
    #[serde(with = "tautline_asset::packed")]
    pub(crate) positions: Vec<[f32; 2]>,
    #[serde(with = "tautline_asset::packed")]
    pub(crate) corners: Vec<u32>,
    #[serde(with = "tautline_asset::packed")]
    pub(crate) heights: Vec<f32>,
    pub(crate) neighbors: Vec<Option<u32>>,
    pub(crate) name: String,
    pub(crate) open: bool,
}

impl Asset for Yard {
    const KIND: [u8; 4] = *b"YARD";
    const FORMAT_VERSION: u16 = 4;
    const BUILDER_REVISION: u32 = 9;
}

/// Every field of a header but the checksum, which is always made to fit.
pub(crate) struct Forgery {
    pub(crate) magic: [u8; 8],
    pub(crate) kind: [u8; 4],
    pub(crate) version: u16,
    pub(crate) flags: u16,
    pub(crate) revision: u32,
    pub(crate) stored_length: u64,
    pub(crate) decoded_length: u64,
    pub(crate) stored: Vec<u8>,
}

impl Forgery {
    /// A `Yard` whose payload is stored as it is.
    pub(crate) fn plain(payload: &[u8]) -> Self {
        Self {
            magic: *b"TAUTLINE",
            kind: *b"YARD",
            version: 4,
            flags: 0,
            revision: 9,
            stored_length: payload.len() as u64,
            decoded_length: payload.len() as u64,
            stored: payload.to_vec(),
        }
    }

    /// A `Yard` whose payload is one lz4 block.
    pub(crate) fn compressed(payload: &[u8]) -> Self {
        let stored = lz4_flex::block::compress(payload);
        Self { flags: 1, stored_length: stored.len() as u64, stored, ..Self::plain(payload) }
    }

    pub(crate) fn sealed(&self) -> Vec<u8> {
        let mut file = self.magic.to_vec();
        file.extend(self.kind);
        file.extend(self.version.to_le_bytes());
        file.extend(self.flags.to_le_bytes());
        file.extend(self.revision.to_le_bytes());
        file.extend(self.stored_length.to_le_bytes());
        file.extend(self.decoded_length.to_le_bytes());
        let checksum = crc32fast::hash(&[file.as_slice(), &self.stored].concat());
        file.extend(checksum.to_le_bytes());
        file.extend(&self.stored);
        file
    }
}
