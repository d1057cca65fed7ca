//! Distribution of queries over worker threads.

/// The number of queries that a worker takes at once. With fewer, taking them costs measurable
/// time; with many more, workers wait for the last one.
const BUNDLE: usize = 16;

/// Answers every question, with one memory for each worker. The answers are in the order of the
/// questions.
pub(crate) fn answer_each<Q: Sync, M: Default + Send, A: Send>(
    questions: &[Q],
    answer: impl Fn(&Q, &mut M) -> A + Sync,
) -> Vec<A> {
    in_bundles(questions, &answer).into_iter().flatten().collect()
}

/// Like [`answer_each`], but takes the questions in the given order, if any.
pub(crate) fn answer_in_order<Q: Sync, M: Default + Send, A: Send>(
    questions: &[Q],
    order: Option<Vec<u32>>,
    answer: impl Fn(&Q, &mut M) -> A + Sync,
) -> Vec<A> {
    let Some(order) = order else {
        return answer_each(questions, answer);
    };
    let bundles =
        in_bundles(&order, |&index, memory: &mut M| answer(&questions[index as usize], memory));
    let mut answers: Vec<Option<A>> = Vec::new();
    answers.resize_with(questions.len(), || None);
    for (index, answer) in order.into_iter().zip(bundles.into_iter().flatten()) {
        answers[index as usize] = Some(answer);
    }
    answers.into_iter().flatten().collect()
}

fn in_bundles<Q: Sync, M: Default + Send, A: Send>(
    questions: &[Q],
    answer: impl Fn(&Q, &mut M) -> A + Sync,
) -> Vec<Vec<A>> {
    answer_bundles(questions, |bundle: &[Q], memory: &mut M| {
        bundle.iter().map(|question| answer(question, memory)).collect()
    })
}

/// Answers bundles of successive questions, with one memory for each worker. The answers
/// are in the order of the bundles.
pub(crate) fn answer_bundles<Q: Sync, M: Default + Send, A: Send>(
    questions: &[Q],
    answer: impl Fn(&[Q], &mut M) -> A + Sync,
) -> Vec<A> {
    #[cfg(feature = "rayon")]
    {
        use std::sync::{Mutex, PoisonError};

        use rayon::prelude::*;

        // A pool of memories instead of one for each thread: it never has more than there are
        // bundles in progress, also if rayon nests its work.
        let idle = Mutex::new(Vec::new());
        let idle = || idle.lock().unwrap_or_else(PoisonError::into_inner);
        let answer = |bundle| {
            let mut memory = idle().pop().unwrap_or_default();
            let answers = answer(bundle, &mut memory);
            idle().push(memory);
            answers
        };
        questions.par_chunks(BUNDLE).map(answer).collect()
    }
    #[cfg(not(feature = "rayon"))]
    {
        let mut memory = M::default();
        questions.chunks(BUNDLE).map(|bundle| answer(bundle, &mut memory)).collect()
    }
}
