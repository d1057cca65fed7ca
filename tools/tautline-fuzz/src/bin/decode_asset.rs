//! A baked file: hostile bytes are refused or decoded, and what was decoded is encoded into the
//! same payload again.
//!
//! No fuzzer guesses a checksum. So the first byte of an input chooses what the rest is: a whole
//! file, or a part of one that is sealed here with a checksum that fits.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::{Deserialize, Serialize};
use tautline_asset::{Asset, HEADER_LENGTH, LAYOUT_VERSION, Limits, decode, encode};

/// One field of every form that payloads use.
#[derive(Debug, Serialize, Deserialize)]
struct Sample {
    #[serde(with = "tautline_asset::packed")]
    positions: Vec<[f32; 2]>,
    #[serde(with = "tautline_asset::packed")]
    corners: Vec<u32>,
    #[serde(with = "tautline_asset::packed")]
    heights: Vec<f32>,
    neighbors: Vec<Option<u32>>,
    rings: Vec<Vec<u16>>,
    name: String,
    terrain: Terrain,
}

#[derive(Debug, Serialize, Deserialize)]
enum Terrain {
    Floor,
    Water { depth: f64 },
    Link(bool, char),
}

impl Asset for Sample {
    const KIND: [u8; 4] = *b"SMPL";
    const FORMAT_VERSION: u16 = 1;
    const BUILDER_REVISION: u32 = 1;
}

/// Far above what an input of a few kilobytes can honestly claim, far below what hurts.
const LIMITS: Limits = Limits { max_payload_bytes: 16 << 20 };

fuzz_target!(|input: &[u8]| {
    let Some((&path, rest)) = input.split_first() else {
        return;
    };
    match path {
        b'p' => sealed_payload(rest),
        b'h' => sealed_header(rest),
        _ => {
            let _refusal = decode::<Sample>(rest, &LIMITS);
        }
    }
});

/// The rest is a payload.
fn sealed_payload(payload: &[u8]) {
    let file = seal(payload);
    let Ok(sample) = decode::<Sample>(&file, &LIMITS) else {
        return;
    };
    let again = encode(&sample).expect("a decoded value can be encoded");
    assert_eq!(again, file);
}

/// The rest is a file whose checksum, wherever it stands, is replaced by the right one.
fn sealed_header(rest: &[u8]) {
    let Some((header, stored)) = rest.split_first_chunk::<HEADER_LENGTH>() else {
        return;
    };
    let checked = &header[..HEADER_LENGTH - 4];
    let checksum = crc32fast::hash(&[checked, stored].concat());
    let file = [checked, &checksum.to_le_bytes(), stored].concat();
    if decode::<Sample>(&file, &LIMITS).is_ok() {
        assert_eq!(&file[..12], b"TAUTLINESMPL");
    }
}

/// A file by the documented layout, with the right checksum.
fn seal(payload: &[u8]) -> Vec<u8> {
    let mut file = b"TAUTLINESMPL".to_vec();
    file.extend(Sample::FORMAT_VERSION.to_le_bytes());
    file.extend(LAYOUT_VERSION.to_le_bytes());
    file.extend(Sample::BUILDER_REVISION.to_le_bytes());
    file.extend((payload.len() as u64).to_le_bytes());
    let checksum = crc32fast::hash(&[file.as_slice(), payload].concat());
    file.extend(checksum.to_le_bytes());
    file.extend(payload);
    file
}
