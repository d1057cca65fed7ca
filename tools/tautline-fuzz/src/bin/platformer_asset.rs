//! A baked level: any bytes are rejected with an error of one line, or are decoded to a level that is
//! equal after encoding and decoding it again, and in which plans can be made.
//!
//! A fuzzer cannot guess a checksum. So after a first byte `p`, the rest is a payload, to which this
//! target adds the right checksum. After any other byte, it is a whole file.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::platformer::exact::{Goal, Plan, Scratch};
use tautline::platformer::{BakedLevel, at_rest_in_cell};
use tautline_fuzz::assert_one_line;

fuzz_target!(|input: &[u8]| {
    let Some((&selector, rest)) = input.split_first() else { return };
    let decoded = if selector == b'p' {
        BakedLevel::decode(&with_header(rest))
    } else {
        BakedLevel::decode(rest)
    };
    let level = match decoded {
        Ok(level) => level,
        Err(error) => return assert_one_line(&error),
    };
    let bytes = level.encode().expect("what was decoded can be encoded");
    let again = BakedLevel::decode(&bytes).expect("what was encoded can be decoded");
    assert_eq!(again.encode().as_ref(), Ok(&bytes));
    // Planning takes long in large levels, and with long jumps.
    let tiles = level.tiles();
    if usize::from(tiles.columns()) * usize::from(tiles.rows()) > 2_000 {
        return;
    }
    let level = if level.has_links() { level } else { level.with_landmarks(0) };
    let planner = match level.planner() {
        Ok(planner) => planner,
        Err(error) => return assert_one_line(&error),
    };
    let character = planner.character();
    if character.different_holds() * (u32::from(character.grace_frames()) + 1) > 200 {
        return;
    }
    let (start, goal) =
        (at_rest_in_cell(character, planner.tiles(), 0, 1), Goal::Cell { column: 3, row: 1 });
    let mut plan = Plan::default();
    if let Err(error) = planner.plan_in(start, goal, 1_000, &mut Scratch::new(), &mut plan) {
        assert_one_line(&error);
    }
});

/// Returns a file by the documented layout, with the right checksum.
fn with_header(payload: &[u8]) -> Vec<u8> {
    let mut file = b"TAUTLINEPLAT".to_vec();
    file.extend(2_u16.to_le_bytes()); // format
    file.extend(2_u16.to_le_bytes()); // layout
    file.extend(2_u32.to_le_bytes()); // builder
    file.extend((payload.len() as u64).to_le_bytes());
    let checksum = crc32fast::hash(&[file.as_slice(), payload].concat());
    file.extend(checksum.to_le_bytes());
    file.extend(payload);
    file
}
