//! Lists of queries in CSV, whose numbers may be NaN and infinite.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline_formats::queries::{self, Query};
use tautline_fuzz::reads_what_it_writes;

/// Queries that are equal if their numbers have the same bits or are both NaN.
#[derive(Debug)]
struct Queries(Vec<Query>);

impl Queries {
    fn bits(&self) -> impl Iterator<Item = Option<u32>> {
        let numbers = self.0.iter().flat_map(|query| [query.start, query.goal]).flatten();
        numbers.map(|number| (!number.is_nan()).then_some(number.to_bits()))
    }
}

impl PartialEq for Queries {
    fn eq(&self, other: &Self) -> bool {
        self.bits().eq(other.bits())
    }
}

fuzz_target!(|input: &[u8]| {
    reads_what_it_writes(
        input,
        |text| queries::parse(text).map(Queries),
        |Queries(queries)| queries::write(queries),
    );
});
