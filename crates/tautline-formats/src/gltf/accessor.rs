//! Accessors: typed elements in buffers.
//!
//! The crate `gltf` reads them, and panics or overflows if an index or a range is
//! invalid. So everything is checked before it is called.

use gltf::Accessor;
use gltf::accessor::{Item, Iter};
use gltf::json::accessor::{ComponentType, GenericComponentType, Type};
use gltf::json::validation::{Checked, USize64};
use gltf::json::{Index, Root, buffer};

use super::buffers::Buffers;
use super::entry;
use crate::error::{FormatError, Reason, finite};
use crate::found::Found;
use crate::number::{to_u64, to_usize};

/// The accessors of a document, and its buffers.
pub(super) struct Accessors<'d> {
    json: &'d Root,
    all: Vec<Accessor<'d>>,
    buffers: &'d Buffers<'d>,
}

impl<'d> Accessors<'d> {
    pub(super) fn new(document: &'d gltf::Document, buffers: &'d Buffers<'d>) -> Self {
        Self { json: document.as_json(), all: document.accessors().collect(), buffers }
    }

    /// Reads the positions of an accessor, in the coordinates of the file.
    pub(super) fn positions(&self, index: usize) -> Result<Vec<[f32; 3]>, FormatError> {
        let positions: Vec<[f32; 3]> = match self.kind(index) {
            Some((Type::Vec3, ComponentType::F32)) => self.elements(index)?.collect(),
            Some((Type::Vec3, ComponentType::I8)) => self.quantized(index, i8::MAX)?,
            Some((Type::Vec3, ComponentType::U8)) => self.quantized(index, u8::MAX)?,
            Some((Type::Vec3, ComponentType::I16)) => self.quantized(index, i16::MAX)?,
            Some((Type::Vec3, ComponentType::U16)) => self.quantized(index, u16::MAX)?,
            _ => {
                let expected = "positions of VEC3 of type 5126 (float) or 5120 to 5123 (integer)";
                return Err(self.mistyped(index, expected));
            }
        };
        for (at, &position) in positions.iter().enumerate() {
            finite(position).map_err(|reason| element(index, at, reason))?;
        }
        Ok(positions)
    }

    /// Reads positions with integer coordinates, from the extension `KHR_mesh_quantization`.
    /// Normalized coordinates are divided by the largest integer, to the range from -1 to 1.
    fn quantized<T: Item + Copy + Into<f32>>(
        &self,
        index: usize,
        largest: T,
    ) -> Result<Vec<[f32; 3]>, FormatError> {
        let normalized = self.json.accessors[index].normalized;
        let normalize = |number: f32| (number / largest.into()).max(-1.0);
        let convert = |number: T| if normalized { normalize(number.into()) } else { number.into() };
        Ok(self.elements::<[T; 3]>(index)?.map(|element| element.map(convert)).collect())
    }

    /// Reads the indices of an accessor, each less than `count`.
    pub(super) fn indices(&self, index: usize, count: usize) -> Result<Vec<u32>, FormatError> {
        let indices: Vec<u32> = match self.kind(index) {
            Some((Type::Scalar, ComponentType::U8)) => {
                self.elements::<u8>(index)?.map(u32::from).collect()
            }
            Some((Type::Scalar, ComponentType::U16)) => {
                self.elements::<u16>(index)?.map(u32::from).collect()
            }
            Some((Type::Scalar, ComponentType::U32)) => self.elements(index)?.collect(),
            _ => {
                let expected = "indices of SCALAR of type 5121, 5123 or 5125 (unsigned)";
                return Err(self.mistyped(index, expected));
            }
        };
        match indices.iter().position(|&vertex| to_usize(vertex) >= count) {
            None => Ok(indices),
            Some(at) => {
                let reason = Reason::index("vertices", to_usize(indices[at]), count);
                Err(element(index, at, reason))
            }
        }
    }

    fn kind(&self, index: usize) -> Option<(Type, ComponentType)> {
        let accessor = &self.json.accessors[index];
        match (accessor.type_, accessor.component_type) {
            (Checked::Valid(shape), Checked::Valid(GenericComponentType(component))) => {
                Some((shape, component))
            }
            _ => None,
        }
    }

    fn mistyped(&self, index: usize, expected: &str) -> FormatError {
        let found = match self.kind(index) {
            None => "an unknown type".to_owned(),
            Some((shape, component)) => {
                let shape = format!("{shape:?}").to_uppercase();
                format!("{shape} of type {}", component.as_gl_enum())
            }
        };
        let reason = Reason::unexpected(expected, Found::Text(found));
        FormatError::at_value(format!("accessors[{index}]"), reason)
    }

    /// Returns the elements of an accessor of this type, after checking that all of them are
    /// inside their buffers.
    fn elements<T: Item>(
        &self,
        index: usize,
    ) -> Result<impl Iterator<Item = T> + use<'_, T>, FormatError> {
        let accessor = &self.json.accessors[index];
        let path = format!("accessors[{index}]");
        let unsupported = |what: &str| FormatError::at_value(&path, Reason::unsupported(what));
        // Without a buffer view, all elements are 0 except those that `sparse` replaces.
        if let Some(view) = accessor.buffer_view {
            let offset = accessor.byte_offset.unwrap_or_default();
            self.check_range(&path, view, offset, accessor.count, size_of::<T>())?;
        } else if accessor.sparse.is_none() {
            return Err(unsupported("an accessor without a buffer"));
        }
        if let Some(sparse) = &accessor.sparse {
            let Checked::Valid(kind) = sparse.indices.component_type else {
                return Err(unsupported("a sparse accessor whose indices have another type"));
            };
            // The library subtracts 1 from the count, which would overflow.
            if sparse.count.0 == 0 {
                return Err(unsupported("a sparse accessor without a value"));
            }
            let (indices, values) = (&sparse.indices, &sparse.values);
            for (list, view, offset, size) in [
                ("indices", indices.buffer_view, indices.byte_offset, kind.0.size()),
                ("values", values.buffer_view, values.byte_offset, size_of::<T>()),
            ] {
                let path = format!("{path}.sparse.{list}");
                self.check_range(&path, view, offset, sparse.count, size)?;
            }
        }
        // As above: the library subtracts 1 from the count.
        let elements = match accessor.count.0 {
            0 => None,
            _ => Iter::new(self.all[index].clone(), |buffer| self.bytes(buffer.index())),
        };
        Ok(elements.into_iter().flatten())
    }

    /// Checks that all elements are inside a buffer view, and the view inside its buffer.
    fn check_range(
        &self,
        path: &str,
        view: Index<buffer::View>,
        offset: USize64,
        count: USize64,
        size: usize,
    ) -> Result<(), FormatError> {
        let number = view.value();
        let views = &self.json.buffer_views;
        let view = entry(views, "buffer views", number, || format!("{path}.bufferView"))?;
        let view_path = format!("bufferViews[{number}]");
        let buffer = view.buffer.value();
        let bytes = entry(self.buffers, "buffers", buffer, || format!("{view_path}.buffer"))?;
        let end = view.byte_offset.unwrap_or_default().0.saturating_add(view.byte_length.0);
        check_end("the buffer", &view_path, end, to_u64(bytes.len()))?;
        let stride = view.byte_stride.map_or(0, |stride| stride.0);
        // Without a stride, elements are tightly packed.
        let stride = if stride == 0 { size } else { stride };
        if stride < size {
            let reason = Reason::unsupported("a buffer view whose elements overlap");
            return Err(FormatError::at_value(path, reason));
        }
        // The last element need not be followed by padding.
        let reach = match count.0.checked_sub(1) {
            None => 0,
            Some(steps) => steps.saturating_mul(to_u64(stride)).saturating_add(to_u64(size)),
        };
        check_end("the buffer view", path, offset.0.saturating_add(reach), view.byte_length.0)
    }

    fn bytes(&self, buffer: usize) -> Option<&'d [u8]> {
        self.buffers.get(buffer).map(|content| &***content)
    }
}

fn check_end(what: &'static str, path: &str, end: u64, length: u64) -> Result<(), FormatError> {
    if end <= length {
        return Ok(());
    }
    Err(FormatError::at_value(path, Reason::Range { what, end, length }))
}

/// An error in an element of an accessor.
fn element(accessor: usize, element: usize, reason: Reason) -> FormatError {
    FormatError::at_value(format!("accessors[{accessor}], element {element}"), reason)
}
