//! Lists of queries in CSV, whose numbers may be NaN and infinite.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_formats::queries::{self, Query};
use tautline_fuzz::check_round_trip;

/// Queries that are equal if their numbers have the same bits or are both NaN.
#[derive(Debug)]
struct Queries(Vec<Query>);

impl Queries {
    fn bits(&self) -> impl Iterator<Item = Option<u64>> {
        let numbers = self.0.iter().flat_map(|query| {
            let ends = [query.start, query.goal].into_iter().flatten().map(Some);
            ends.chain([query.start_elevation, query.goal_elevation])
        });
        // 2^32 stands for a missing elevation, `None` for NaN.
        numbers.map(|number| {
            number.map_or(Some(1 << 32), |it| (!it.is_nan()).then_some(u64::from(it.to_bits())))
        })
    }
}

impl PartialEq for Queries {
    fn eq(&self, other: &Self) -> bool {
        self.bits().eq(other.bits())
    }
}

fuzz_target!(|input: &[u8]| {
    check_round_trip(
        input,
        |text| queries::parse(text).map(Queries),
        |Queries(queries)| queries::write(queries),
    );
});
