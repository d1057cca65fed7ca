//! A baked file: any bytes are rejected or decoded, and a decoded value is encoded to the same
//! payload again.
//!
//! A fuzzer cannot guess a checksum. So the first byte of an input selects the meaning of the rest:
//! a payload or a file, to which this target adds the right checksum, or an unchanged file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use serde::{Deserialize, Serialize};
use tautline_asset::{Asset, HEADER_LENGTH, LAYOUT_VERSION, Limits, decode, encode};

/// A payload with a field of each type that payloads use.
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

/// Far more than a valid input of a few kilobytes declares, and far less than the memory limit.
const LIMITS: Limits = Limits { max_payload_bytes: 16 << 20 };

fuzz_target!(|input: &[u8]| {
    let Some((&selector, rest)) = input.split_first() else {
        return;
    };
    match selector {
        b'p' => check_payload(rest),
        b'h' => check_file_with_corrected_checksum(rest),
        _ => {
            let _error = decode::<Sample>(rest, &LIMITS);
        }
    }
});

/// Decodes a payload, to which a valid header is added.
fn check_payload(payload: &[u8]) {
    let file = with_header(payload);
    let Ok(sample) = decode::<Sample>(&file, &LIMITS) else {
        return;
    };
    let again = encode(&sample).expect("a decoded value can be encoded");
    assert_eq!(again, file);
}

/// Decodes a file whose checksum is replaced by the right one.
fn check_file_with_corrected_checksum(rest: &[u8]) {
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

/// Returns a file by the documented layout, with the right checksum.
fn with_header(payload: &[u8]) -> Vec<u8> {
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
