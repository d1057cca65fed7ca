//! What holds for ground on which obstacles come and go.

mod dynamic;
