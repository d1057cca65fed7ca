//! Laws for all values and all files.

use crate::support::{Forgery, Yard};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
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
    fn decoding_inverts_encoding(yard in yards()) {
        let bytes = encode(&yard).unwrap();
        prop_assert_eq!(&decode::<Yard>(&bytes, &Limits::default()).unwrap(), &yard);
        prop_assert_eq!(&encode(&yard).unwrap(), &bytes);
    }

    #[test]
    fn the_limit_is_exact(yard in yards()) {
        let bytes = encode(&yard).unwrap();
        let enough = Header::read(&bytes).unwrap().payload_length;
        let limits = Limits { max_payload_bytes: enough };
        prop_assert!(decode::<Yard>(&bytes, &limits).is_ok());
        let limits = Limits { max_payload_bytes: enough - 1 };
        prop_assert!(decode::<Yard>(&bytes, &limits).is_err());
    }

    #[test]
    fn a_changed_byte_is_rejected(
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
    fn random_bytes_are_rejected(bytes in vec(any::<u8>(), 0..200)) {
        prop_assert!(decode::<Yard>(&bytes, &Limits::default()).is_err());
    }

    #[test]
    fn random_sealed_payloads_never_panic(
        payload in vec(any::<u8>(), 0..200),
        layout in 0..4_u16,
        payload_length in prop_oneof![0..400_u64, any::<u64>()],
    ) {
        let forgery = Forgery { layout, payload_length, ..Forgery::of(&payload) };
        let _outcome = decode::<Yard>(&forgery.sealed(), &Limits::default());
    }

    #[test]
    fn a_forged_payload_never_panics(
        yard in yards(),
        position in any::<prop::sample::Index>(),
        byte in any::<u8>(),
    ) {
        let file = encode(&yard).unwrap();
        let mut payload = Header::read(&file).unwrap().verify(&file).unwrap().to_vec();
        let position = position.index(payload.len());
        payload[position] = byte;
        if let Ok(forged) = decode::<Yard>(&Forgery::of(&payload).sealed(), &Limits::default()) {
            let again = encode(&forged).unwrap();
            prop_assert_eq!(Header::read(&again).unwrap().verify(&again).unwrap(), &payload[..]);
        }
    }
}
