//! Sharing out questions among workers.

use tautline_geometry::Vec2;
use tautline_navmesh::NavMesh;

/// How many questions a worker takes at once: enough that taking them costs
/// nothing, few enough that no worker is left with a long rest.
#[cfg(feature = "rayon")]
const BUNDLE: usize = 64;

/// How few questions are not worth ordering.
const FEW: usize = 512;

/// Answers every question, with one memory for each worker; in some order of
/// their own if there is one. The answers come as the questions do.
pub(super) fn answer_each<Q: Sync, M: Default + Send, A: Send>(
    questions: &[Q],
    order: Option<Vec<u32>>,
    answer: impl Fn(&Q, &mut M) -> A + Sync,
) -> Vec<A> {
    let Some(order) = order else {
        return in_bundles(questions, &answer).into_iter().flatten().collect();
    };
    let bundles =
        in_bundles(&order, |&index, memory: &mut M| answer(&questions[index as usize], memory));
    let mut in_place: Vec<Option<A>> = Vec::new();
    in_place.resize_with(questions.len(), || None);
    for (index, answer) in order.into_iter().zip(bundles.into_iter().flatten()) {
        in_place[index as usize] = Some(answer);
    }
    in_place.into_iter().flatten().collect()
}

#[cfg(not(feature = "rayon"))]
fn in_bundles<Q, M: Default, A>(questions: &[Q], answer: impl Fn(&Q, &mut M) -> A) -> Vec<Vec<A>> {
    let mut memory = M::default();
    vec![questions.iter().map(|question| answer(question, &mut memory)).collect()]
}

#[cfg(feature = "rayon")]
fn in_bundles<Q: Sync, M: Default + Send, A: Send>(
    questions: &[Q],
    answer: impl Fn(&Q, &mut M) -> A + Sync,
) -> Vec<Vec<A>> {
    use std::sync::{Mutex, PoisonError};

    use rayon::prelude::*;

    // As many memories as workers ever run at once.
    let idle: Mutex<Vec<M>> = Mutex::new(Vec::new());
    let take = || idle.lock().unwrap_or_else(PoisonError::into_inner).pop().unwrap_or_default();
    let give_back = |memory| idle.lock().unwrap_or_else(PoisonError::into_inner).push(memory);
    questions
        .par_chunks(BUNDLE)
        .map(|bundle| {
            let mut memory = take();
            let answers = bundle.iter().map(|question| answer(question, &mut memory)).collect();
            give_back(memory);
            answers
        })
        .collect()
}

/// The numbers of some pairs of places, ordered by where the first one lies and
/// then by where the second one does, both only roughly; nothing for so few that
/// it does not pay.
pub(super) fn by_place(
    mesh: &NavMesh,
    places: impl ExactSizeIterator<Item = [Vec2; 2]>,
) -> Option<Vec<u32>> {
    /// Into so many columns and rows the mesh is divided.
    const CELLS: f32 = 64.0;
    if places.len() < FEW {
        return None;
    }
    let bounds = mesh.bounds();
    let scale = Vec2::splat(CELLS) / bounds.size().max(Vec2::splat(f32::MIN_POSITIVE));
    // Places off the mesh, or nowhere, come first or last.
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "what is out of range is rounded to the range"
    )]
    let cell = |place: Vec2| {
        let place = (place - bounds.min) * scale;
        let [column, row] = [place.x as u8, place.y as u8];
        let spread =
            |byte: u8| (0..8).fold(0, |bits, bit| bits | (u32::from(byte) >> bit & 1) << (2 * bit));
        spread(column) | spread(row) << 1
    };
    let mut order: Vec<(u32, u32)> = (0..)
        .zip(places)
        .map(|(index, [first, second])| (cell(first) << 16 | cell(second), index))
        .collect();
    #[cfg(feature = "rayon")]
    rayon::slice::ParallelSliceMut::par_sort_unstable(&mut order[..]);
    #[cfg(not(feature = "rayon"))]
    order.sort_unstable();
    Some(order.into_iter().map(|(_, index)| index).collect())
}
