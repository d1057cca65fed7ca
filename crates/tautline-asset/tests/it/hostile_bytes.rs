//! Damaged, foreign and forged files, each rejected with the right error.

use crate::support::{Forgery, Yard};
use tautline_asset::{
    Asset, AssetError, HEADER_LENGTH, Header, LAYOUT_VERSION, Limits, decode, encode,
};

fn read(bytes: &[u8]) -> Result<Yard, AssetError> {
    decode(bytes, &Limits::default())
}

fn small_yard() -> Yard {
    Yard {
        positions: vec![[0.0, 0.0], [4.0, 0.0], [0.0, -2.5]],
        corners: vec![0, 1, 2],
        heights: vec![1.5],
        neighbors: vec![None, Some(7)],
        name: "höf".to_owned(),
        open: true,
    }
}

/// The payload of a small yard, by the documented layout.
fn small_payload() -> Vec<u8> {
    let mut payload = Vec::new();
    payload.extend(24_u64.to_le_bytes());
    for coordinate in [0.0_f32, 0.0, 4.0, 0.0, 0.0, -2.5] {
        payload.extend(coordinate.to_le_bytes());
    }
    payload.extend(12_u64.to_le_bytes());
    for corner in [0_u32, 1, 2] {
        payload.extend(corner.to_le_bytes());
    }
    payload.extend(4_u64.to_le_bytes());
    payload.extend(1.5_f32.to_le_bytes());
    payload.extend(2_u64.to_le_bytes());
    payload.extend([0, 1, 7, 0, 0, 0]);
    payload.extend(4_u64.to_le_bytes());
    payload.extend("höf".bytes());
    payload.push(1);
    payload
}

#[test]
fn the_layout_is_the_documented_one() {
    let file = Forgery::of(&small_payload()).sealed();
    assert_eq!(encode(&small_yard()), Ok(file.clone()));
    assert_eq!(read(&file), Ok(small_yard()));
}

#[test]
fn every_flipped_bit_is_rejected() {
    let file = Forgery::of(&small_payload()).sealed();
    for byte in 0..file.len() {
        for bit in 0..8 {
            let mut damaged = file.clone();
            damaged[byte] ^= 1 << bit;
            let error = read(&damaged).unwrap_err();
            let as_expected = match byte {
                0..8 => matches!(error, AssetError::NotAnAsset { .. }),
                14..16 => matches!(error, AssetError::OtherLayout { .. }),
                20..28 => matches!(error, AssetError::LengthMismatch { .. }),
                _ => matches!(error, AssetError::Checksum { .. }),
            };
            assert!(as_expected, "byte {byte}, bit {bit}: {error}");
        }
    }
}

#[test]
fn every_truncation_is_rejected() {
    let file = encode(&small_yard()).unwrap();
    for length in 0..file.len() {
        let error = read(&file[..length]).unwrap_err();
        let expected = file.len() as u64;
        let length = length as u64;
        if length < HEADER_LENGTH as u64 {
            assert_eq!(error, AssetError::TooShort { length, needed: HEADER_LENGTH as u64 });
        } else {
            assert_eq!(error, AssetError::LengthMismatch { found: length, expected });
        }
    }
}

#[test]
fn appended_bytes_are_rejected() {
    let mut file = encode(&small_yard()).unwrap();
    let expected = file.len() as u64;
    file.push(0);
    assert_eq!(read(&file), Err(AssetError::LengthMismatch { found: expected + 1, expected }));
}

#[test]
fn a_text_file_is_rejected_with_a_hint_to_bake_it() {
    let error = read(b"mesh\n2\n4 1\n0 0 2 0 -1\n4 0 2 0 -1\n4 4 2 0 -1\n").unwrap_err();
    assert_eq!(error, AssetError::NotAnAsset { found: *b"mesh\n2\n4" });
    assert_eq!(read(b"mesh\n2\n4 1"), Err(error.clone()), "however short it is");
    assert_eq!(
        error.to_string(),
        "the file begins with \"mesh\\n2\\n4\", but an asset begins with \"TAUTLINE\"; \
         give the baked file, not its source"
    );
}

#[test]
fn another_kind_is_rejected_before_its_version() {
    let file = Forgery { kind: *b"LABL", version: 99, ..Forgery::of(&[]) }.sealed();
    let error = read(&file).unwrap_err();
    assert_eq!(error, AssetError::OtherKind { found: *b"LABL", expected: *b"YARD" });
    assert_eq!(
        error.to_string(),
        "the asset is of kind \"LABL\", but kind \"YARD\" is read; give the file of that kind"
    );
}

#[test]
fn an_older_version_is_rejected_with_a_hint_to_bake_it_again() {
    let file = Forgery { version: 3, ..Forgery::of(&small_payload()) }.sealed();
    let error = read(&file).unwrap_err();
    assert_eq!(error, AssetError::OldVersion { found: 3, expected: 4 });
    assert_eq!(
        error.to_string(),
        "the asset has format version 3, but version 4 is read; bake it again"
    );
}

#[test]
fn a_future_version_is_rejected_even_if_its_checksum_is_right() {
    let file = Forgery { version: 5, ..Forgery::of(&small_payload()) }.sealed();
    assert_eq!(read(&file), Err(AssetError::FutureVersion { found: 5, expected: 4 }));
}

#[test]
fn another_builder_revision_is_read_and_reported() {
    let file = Forgery { revision: 8, ..Forgery::of(&small_payload()) }.sealed();
    assert_eq!(read(&file), Ok(small_yard()));
    let header = Header::read(&file[..HEADER_LENGTH]).unwrap();
    assert_eq!(header.builder_revision, 8);
    assert!(!header.is_current::<Yard>());
    assert!(Header::read(&encode(&small_yard()).unwrap()).unwrap().is_current::<Yard>());
}

#[test]
fn another_layout_is_rejected_with_a_hint_to_bake_it_again() {
    for layout in [0, 1, 3, 0xffff] {
        let file = Forgery { layout, ..Forgery::of(&small_payload()) }.sealed();
        let expected = LAYOUT_VERSION;
        assert_eq!(read(&file), Err(AssetError::OtherLayout { found: layout, expected }));
    }
    // The header of layout 1 is longer: this must not be reported as damage.
    let mut file = Forgery { layout: 1, ..Forgery::of(&small_payload()) }.sealed();
    file.extend([0; 8]);
    assert_eq!(
        read(&file).unwrap_err().to_string(),
        "the asset has layout 1, but layout 2 is read; bake it again with the release that reads it"
    );
}

#[test]
fn a_payload_longer_than_the_limit_is_rejected() {
    let file = Forgery::of(&small_payload()).sealed();
    let length = small_payload().len() as u64;
    let within = |limit| decode::<Yard>(&file, &Limits { max_payload_bytes: limit });
    assert_eq!(within(length), Ok(small_yard()));
    let error = AssetError::TooLarge { length, limit: length - 1 };
    assert_eq!(within(length - 1), Err(error));
}

#[test]
fn a_length_that_overflows_is_rejected() {
    let file = Forgery { payload_length: u64::MAX, ..Forgery::of(&small_payload()) }.sealed();
    let found = file.len() as u64;
    assert_eq!(read(&file), Err(AssetError::LengthMismatch { found, expected: u64::MAX }));
}

/// The offsets of the five lengths in `small_payload`.
const LENGTHS_AT: [usize; 5] = [0, 32, 52, 64, 78];

#[test]
fn a_forged_length_inside_the_payload_is_rejected() {
    for at in LENGTHS_AT {
        for declared in [1_u64 << 60, u64::MAX, 1 << 33, 1 << 31, 70_000, 1_000] {
            let mut payload = small_payload();
            payload[at..at + 8].copy_from_slice(&declared.to_le_bytes());
            let error = read(&Forgery::of(&payload).sealed()).unwrap_err();
            assert!(matches!(error, AssetError::Payload { .. }), "{at}, {declared}: {error}");
        }
    }
}

#[test]
fn a_packed_array_with_half_a_number_is_rejected() {
    let mut payload = small_payload();
    payload[32] = 11;
    assert_eq!(
        read(&Forgery::of(&payload).sealed()),
        Err(AssetError::Payload {
            reason: "invalid length 11, expected a multiple of 4 bytes".to_owned()
        })
    );
}

#[test]
fn a_boolean_of_two_is_rejected() {
    let mut payload = small_payload();
    *payload.last_mut().unwrap() = 2;
    let error = read(&Forgery::of(&payload).sealed()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "the payload does not decode: a boolean is 2, but must be 0 or 1; \
         do not trust the file: bake it again"
    );
}

#[test]
fn bytes_that_are_not_a_character_are_reported() {
    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Letter(char);

    impl Asset for Letter {
        const KIND: [u8; 4] = *b"YARD";
        const FORMAT_VERSION: u16 = 4;
        const BUILDER_REVISION: u32 = 9;
    }

    let error = decode::<Letter>(&Forgery::of(&[0xff]).sealed(), &Limits::default());
    assert_eq!(
        error.unwrap_err().to_string(),
        "the payload does not decode: the bytes [ff, 00, 00, 00] do not begin with a UTF-8 character; \
         do not trust the file: bake it again"
    );
}

#[test]
fn bytes_after_the_value_are_rejected() {
    let mut payload = small_payload();
    let used = payload.len() as u64;
    payload.push(0);
    assert_eq!(
        read(&Forgery::of(&payload).sealed()),
        Err(AssetError::TrailingBytes { used, length: used + 1 })
    );
}

#[test]
fn a_type_that_bincode_cannot_write_is_an_error() {
    #[derive(serde::Serialize, serde::Deserialize)]
    struct Odd(#[serde(serialize_with = "refuse")] u32);

    impl Asset for Odd {
        const KIND: [u8; 4] = *b"ODD ";
        const FORMAT_VERSION: u16 = 1;
        const BUILDER_REVISION: u32 = 1;
    }

    fn refuse<S: serde::Serializer>(_: &u32, _: S) -> Result<S::Ok, S::Error> {
        Err(serde::ser::Error::custom("odd numbers only"))
    }

    assert_eq!(encode(&Odd(2)), Err(AssetError::Encode { reason: "odd numbers only".to_owned() }));
}

#[test]
fn a_type_that_needs_a_self_describing_format_is_an_error_of_the_type() {
    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    #[serde(untagged)]
    enum Height {
        Steps(u32),
        Units(f32),
    }

    impl Asset for Height {
        const KIND: [u8; 4] = *b"HGHT";
        const FORMAT_VERSION: u16 = 1;
        const BUILDER_REVISION: u32 = 1;
    }

    for height in [Height::Steps(3), Height::Units(0.5)] {
        let bytes = encode(&height).unwrap();
        assert_eq!(decode::<Height>(&bytes, &Limits::default()), Err(AssetError::UnreadableType));
    }
}

#[test]
fn a_payload_of_short_characters_is_read() {
    #[derive(Debug, PartialEq, serde::Serialize, serde::Deserialize)]
    struct Letters(Vec<char>);

    impl Asset for Letters {
        const KIND: [u8; 4] = *b"LTRS";
        const FORMAT_VERSION: u16 = 1;
        const BUILDER_REVISION: u32 = 1;
    }

    // Bincode counts four bytes for each, although one is stored.
    let letters = Letters(vec!['a'; 400_000]);
    assert_eq!(decode(&encode(&letters).unwrap(), &Limits::default()), Ok(letters));
}
