//! Typed elements within the bytes of a buffer.

use super::buffers::Buffers;
use super::component::{Coordinate, index_size};
use super::document::{Accessor, Document};
use super::fault::{entry, refuse};
use crate::error::{FormatError, Reason};

/// The elements of an accessor, each a piece of the buffer.
struct Elements<'b> {
    bytes: &'b [u8],
    stride: usize,
    size: usize,
}

impl<'b> Elements<'b> {
    fn iter(&self) -> impl Iterator<Item = &'b [u8]> {
        // The last one may end before its stride does.
        self.bytes.chunks(self.stride).map(|chunk| &chunk[..self.size.min(chunk.len())])
    }
}

/// The places that an accessor gives, in the frame of the file.
pub(super) fn positions(
    document: &Document,
    buffers: &Buffers<'_>,
    index: usize,
    path: impl FnOnce() -> String,
) -> Result<Vec<[f32; 3]>, FormatError> {
    let accessor = entry(&document.accessors, "accessors", index, path)?;
    let kind = Coordinate::of(accessor.component_type).filter(|_| accessor.shape == "VEC3");
    let Some(kind) = kind else {
        let expected = "positions of VEC3 of type 5126 (float) or 5120 to 5123 (whole)";
        return Err(mistyped(index, accessor, expected));
    };
    let elements = elements(index, accessor, buffers, 3 * kind.size())?;
    let mut places = Vec::with_capacity(elements.bytes.len() / elements.stride + 1);
    for element in elements.iter() {
        let mut place = [0.0; 3];
        for (number, bytes) in place.iter_mut().zip(element.chunks_exact(kind.size())) {
            *number = kind.read(bytes, accessor.normalized);
            if !number.is_finite() {
                let reason = Reason::NotFinite { found: number.to_string(), bits: 32 };
                return Err(refuse(
                    format!("accessors[{index}], element {}", places.len()),
                    reason,
                ));
            }
        }
        places.push(place);
    }
    Ok(places)
}

/// The indices that an accessor gives, each below `count`.
pub(super) fn indices(
    document: &Document,
    buffers: &Buffers<'_>,
    index: usize,
    count: usize,
    path: impl FnOnce() -> String,
) -> Result<Vec<u32>, FormatError> {
    let accessor = entry(&document.accessors, "accessors", index, path)?;
    let size = index_size(accessor.component_type).filter(|_| accessor.shape == "SCALAR");
    let Some(size) = size else {
        let expected = "indices of SCALAR of type 5121, 5123 or 5125 (unsigned)";
        return Err(mistyped(index, accessor, expected));
    };
    let elements = elements(index, accessor, buffers, size)?;
    let mut indices = Vec::with_capacity(elements.bytes.len() / elements.stride + 1);
    for element in elements.iter() {
        let mut bytes = [0; 4];
        bytes[..element.len()].copy_from_slice(element);
        let vertex = u32::from_le_bytes(bytes);
        if usize::try_from(vertex).is_ok_and(|vertex| vertex < count) {
            indices.push(vertex);
            continue;
        }
        let count = u64::try_from(count).unwrap_or(u64::MAX);
        let reason = Reason::Index { what: "vertices", found: vertex.into(), count };
        return Err(refuse(format!("accessors[{index}], element {}", indices.len()), reason));
    }
    Ok(indices)
}

/// The elements of this size, once they are known to be inside the buffer.
fn elements<'b>(
    index: usize,
    accessor: &Accessor,
    buffers: &'b Buffers<'_>,
    size: usize,
) -> Result<Elements<'b>, FormatError> {
    let refuse = |reason| refuse(format!("accessors[{index}]"), reason);
    let unsupported = |what: &str| refuse(Reason::Unsupported { what: what.to_owned() });
    if accessor.sparse.is_some() {
        return Err(unsupported("a sparse accessor"));
    }
    let view = accessor.buffer_view.ok_or_else(|| unsupported("an accessor without a buffer"))?;
    let (bytes, stride) = buffers.view(view, || format!("accessors[{index}].bufferView"))?;
    let stride = stride.and_then(|stride| usize::try_from(stride).ok()).unwrap_or(size);
    if stride < size {
        return Err(unsupported("a buffer view whose elements overlap"));
    }
    let wide = |number: usize| u64::try_from(number).unwrap_or(u64::MAX);
    let length = match accessor.count.checked_sub(1) {
        None => 0,
        Some(steps) => steps.saturating_mul(wide(stride)).saturating_add(wide(size)),
    };
    let end = accessor.byte_offset.saturating_add(length);
    let range = usize::try_from(accessor.byte_offset).ok().zip(usize::try_from(end).ok());
    let bytes = range.and_then(|(start, end)| bytes.get(start..end)).ok_or_else(|| {
        refuse(Reason::Range { what: "the buffer view", end, length: wide(bytes.len()) })
    })?;
    Ok(Elements { bytes, stride, size })
}

fn mistyped(index: usize, accessor: &Accessor, expected: &str) -> FormatError {
    let found = format!("{} of type {}", accessor.shape, accessor.component_type);
    let found = crate::error::Found::Text(crate::error::excerpt(&found));
    let reason = Reason::Unexpected { expected: expected.to_owned(), found };
    refuse(format!("accessors[{index}]"), reason)
}
