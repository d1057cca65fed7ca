//! Sharing out questions among workers.

/// How many questions a worker takes at once: enough that taking them costs
/// nothing, few enough that no worker is left with a long rest.
#[cfg(feature = "rayon")]
const BUNDLE: usize = 16;

/// Answers every question, in the order of the questions; each worker uses its
/// memory again.
#[cfg(feature = "rayon")]
pub(super) fn answer_each<Q: Sync, M: Default, A: Send>(
    questions: &[Q],
    answer: impl Fn(&Q, &mut M) -> A + Sync,
) -> Vec<A> {
    use rayon::prelude::*;

    let bundles: Vec<Vec<A>> = questions
        .par_chunks(BUNDLE)
        .map_init(M::default, |memory, bundle| {
            bundle.iter().map(|question| answer(question, memory)).collect()
        })
        .collect();
    bundles.into_iter().flatten().collect()
}

#[cfg(not(feature = "rayon"))]
pub(super) fn answer_each<Q, M: Default, A>(
    questions: &[Q],
    answer: impl Fn(&Q, &mut M) -> A,
) -> Vec<A> {
    let mut memory = M::default();
    questions.iter().map(|question| answer(question, &mut memory)).collect()
}
