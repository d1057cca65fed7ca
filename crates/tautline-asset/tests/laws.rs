//! Laws that hold for every value and for every file.

#![expect(clippy::unwrap_used, reason = "clippy takes helper functions for code outside tests")]

mod support;

use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use support::{Forgery, Yard};
use tautline_asset::{Header, Limits, decode, encode};

fn yards() -> impl Strategy<Value = Yard> {
    let coordinates = -1.0e6_f32..1.0e6;
    (
        vec([coordinates.clone(), coordinates.clone()], 0..400),
        vec(0..500_u32, 0..900),
        vec(coordinates, 0..90),
        vec(option::of(any::<u32>()), 0..90),
        ".{0,20}",
        any::<bool>(),
    )
        .prop_map(|(positions, corners, heights, neighbors, name, open)| Yard {
            positions,
            corners,
            heights,
            neighbors,
            name,
            open,
        })
}

proptest! {
    #[test]
    fn what_is_decoded_is_what_was_encoded(yard in yards()) {
        let bytes = encode(&yard).unwrap();
        prop_assert_eq!(&decode::<Yard>(&bytes, &Limits::default()).unwrap(), &yard);
        prop_assert_eq!(&encode(&yard).unwrap(), &bytes);
    }

    #[test]
    fn the_limit_is_exact(yard in yards()) {
        let bytes = encode(&yard).unwrap();
        let enough = Header::read(&bytes).unwrap().decoded_length;
        let limits = Limits { max_decoded_bytes: enough };
        prop_assert!(decode::<Yard>(&bytes, &limits).is_ok());
        let limits = Limits { max_decoded_bytes: enough - 1 };
        prop_assert!(decode::<Yard>(&bytes, &limits).is_err());
    }

    #[test]
    fn a_changed_byte_is_refused(
        yard in yards(),
        position in any::<prop::sample::Index>(),
        change in 1..=u8::MAX,
    ) {
        let mut bytes = encode(&yard).unwrap();
        let position = position.index(bytes.len());
        bytes[position] ^= change;
        prop_assert!(decode::<Yard>(&bytes, &Limits::default()).is_err());
    }

    #[test]
    fn random_bytes_are_refused(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(decode::<Yard>(&bytes, &Limits::default()).is_err());
    }

    #[test]
    fn random_sealed_payloads_never_panic(
        stored in vec(any::<u8>(), 0..200),
        flags in 0..2_u16,
        decoded_length in prop_oneof![0..400_u64, any::<u64>()],
    ) {
        let forgery = Forgery { flags, decoded_length, ..Forgery::plain(&stored) };
        let _outcome = decode::<Yard>(&forgery.sealed(), &Limits::default());
    }

    #[test]
    fn a_forged_payload_is_judged_alike_with_and_without_compression(
        yard in yards(),
        position in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut payload = payload_of(&encode(&yard).unwrap());
        let position = position.index(payload.len());
        payload[position] = byte;
        let plain = decode::<Yard>(&Forgery::plain(&payload).sealed(), &Limits::default());
        let compressed = decode::<Yard>(&Forgery::compressed(&payload).sealed(), &Limits::default());
        // A forged coordinate may be NaN, which equals nothing.
        prop_assert_eq!(format!("{plain:?}"), format!("{compressed:?}"));
    }

    #[test]
    fn a_forged_block_never_panics(
        yard in yards(),
        position in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let mut forgery = Forgery::compressed(&payload_of(&encode(&yard).unwrap()));
        let position = position.index(forgery.stored.len());
        forgery.stored[position] = byte;
        let _outcome = decode::<Yard>(&forgery.sealed(), &Limits::default());
    }
}

/// The decoded payload of a file that [`encode`] made.
fn payload_of(file: &[u8]) -> Vec<u8> {
    let header = Header::read(file).unwrap();
    let stored = header.verify(file).unwrap();
    if header.is_compressed() {
        let length = usize::try_from(header.decoded_length).unwrap();
        lz4_flex::block::decompress(stored, length).unwrap()
    } else {
        stored.to_vec()
    }
}
