//! Tables that are reset without being cleared.

/// Begins a new generation of a table, with at least `count` rows. Rows hold the generation
/// that they were written in; those of earlier generations count as unwritten.
pub fn begin_generation<T: Clone + Default>(rows: &mut Vec<T>, generation: &mut u32, count: usize) {
    if *generation == u32::MAX {
        // Otherwise, rows of the first generations would seem to be of the next ones.
        rows.clear();
        *generation = 0;
    }
    *generation += 1;
    if rows.len() < count {
        rows.resize(count, T::default());
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_rows_are_cleared_before_generations_repeat() {
        let (mut rows, mut generation) = (vec![1_u32; 2], u32::MAX);
        begin_generation(&mut rows, &mut generation, 3);
        assert_eq!((rows, generation), (vec![0; 3], 1));
    }
}
