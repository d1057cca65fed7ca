//! A payload type, and a forger that writes the documented layout by hand, so that the tests do not
//! depend on the encoder.

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

/// A file with arbitrary header fields and a matching checksum.
pub(crate) struct Forgery {
    pub(crate) magic: [u8; 8],
    pub(crate) kind: [u8; 4],
    pub(crate) version: u16,
    pub(crate) layout: u16,
    pub(crate) revision: u32,
    pub(crate) payload_length: u64,
    pub(crate) payload: Vec<u8>,
}

impl Forgery {
    /// Creates a file of kind `YARD` with this payload.
    pub(crate) fn of(payload: &[u8]) -> Self {
        Self {
            magic: *b"TAUTLINE",
            kind: *b"YARD",
            version: 4,
            layout: 2,
            revision: 9,
            payload_length: payload.len() as u64,
            payload: payload.to_vec(),
        }
    }

    pub(crate) fn sealed(&self) -> Vec<u8> {
        let mut file = self.magic.to_vec();
        file.extend(self.kind);
        file.extend(self.version.to_le_bytes());
        file.extend(self.layout.to_le_bytes());
        file.extend(self.revision.to_le_bytes());
        file.extend(self.payload_length.to_le_bytes());
        let checksum = crc32fast::hash(&[file.as_slice(), &self.payload].concat());
        file.extend(checksum.to_le_bytes());
        file.extend(&self.payload);
        file
    }
}
