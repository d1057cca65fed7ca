//! Typed elements within the bytes of a buffer.
//!
//! The crate `gltf` reads them, and panics or overflows where an index or an extent is
//! wrong. So everything is checked before it is asked.

use gltf::Accessor;
use gltf::accessor::{Item, Iter};
use gltf::json::accessor::{ComponentType, GenericComponentType, Type};
use gltf::json::validation::{Checked, USize64};
use gltf::json::{Index, Root, buffer};

use super::buffers::Buffers;
use super::{entry, refuse, wide};
use crate::error::{FormatError, Found, Reason};

/// The accessors of a document, and the bytes that they are about.
pub(super) struct Accessors<'d> {
    json: &'d Root,
    all: Vec<Accessor<'d>>,
    buffers: &'d Buffers<'d>,
}

impl<'d> Accessors<'d> {
    pub(super) fn new(document: &'d gltf::Document, buffers: &'d Buffers<'d>) -> Self {
        Self { json: document.as_json(), all: document.accessors().collect(), buffers }
    }

    /// How many elements an accessor has. A sparse one may have any number, whatever the
    /// length of the file: look at this before reading them.
    pub(super) fn count(
        &self,
        index: usize,
        path: impl FnOnce() -> String,
    ) -> Result<usize, FormatError> {
        let accessor = entry(&self.json.accessors, "accessors", index, path)?;
        Ok(usize::try_from(accessor.count.0).unwrap_or(usize::MAX))
    }

    /// The positions that an accessor gives, in the frame of the file.
    pub(super) fn positions(&self, index: usize) -> Result<Vec<[f32; 3]>, FormatError> {
        let positions: Vec<[f32; 3]> = match self.kind(index) {
            Some((Type::Vec3, ComponentType::F32)) => self.elements(index)?.collect(),
            Some((Type::Vec3, ComponentType::I8)) => self.whole(index, i8::MAX)?,
            Some((Type::Vec3, ComponentType::U8)) => self.whole(index, u8::MAX)?,
            Some((Type::Vec3, ComponentType::I16)) => self.whole(index, i16::MAX)?,
            Some((Type::Vec3, ComponentType::U16)) => self.whole(index, u16::MAX)?,
            _ => {
                let expected = "positions of VEC3 of type 5126 (float) or 5120 to 5123 (whole)";
                return Err(self.mistyped(index, expected));
            }
        };
        let faulty = |position: &[f32; 3]| position.iter().copied().find(|x| !x.is_finite());
        match positions.iter().enumerate().find_map(|(at, p)| Some((at, faulty(p)?))) {
            None => Ok(positions),
            Some((at, number)) => {
                let reason = Reason::NotFinite { found: number.to_string(), bits: 32 };
                Err(refuse(format!("accessors[{index}], element {at}"), reason))
            }
        }
    }

    /// Positions of whole numbers, which the extension `KHR_mesh_quantization` allows. A
    /// normalized one is its share of the largest one: at least -1, and at most 1.
    fn whole<T: Item + Copy + Into<f32>>(
        &self,
        index: usize,
        largest: T,
    ) -> Result<Vec<[f32; 3]>, FormatError> {
        let normalized = self.json.accessors[index].normalized;
        let share = |number: f32| (number / largest.into()).max(-1.0);
        let read = |number: T| if normalized { share(number.into()) } else { number.into() };
        Ok(self.elements::<[T; 3]>(index)?.map(|element| element.map(read)).collect())
    }

    /// The indices that an accessor gives, each below `count`.
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
        match indices.iter().enumerate().find(|&(_, &vertex)| u64::from(vertex) >= wide(count)) {
            None => Ok(indices),
            Some((at, &vertex)) => {
                let (found, count) = (vertex.into(), wide(count));
                let reason = Reason::Index { what: "vertices", found, count };
                Err(refuse(format!("accessors[{index}], element {at}"), reason))
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
        let reason =
            Reason::Unexpected { expected: expected.to_owned(), found: Found::Text(found) };
        refuse(format!("accessors[{index}]"), reason)
    }

    /// The elements of an accessor of this type, once all of them are known to be inside
    /// their buffers.
    fn elements<T: Item>(
        &self,
        index: usize,
    ) -> Result<impl Iterator<Item = T> + use<'_, T>, FormatError> {
        let accessor = &self.json.accessors[index];
        let path = format!("accessors[{index}]");
        let unsupported = |what: &str| refuse(&path, Reason::Unsupported { what: what.to_owned() });
        if let Some(view) = accessor.buffer_view {
            let offset = accessor.byte_offset.unwrap_or_default();
            self.check_extent(&path, view, offset, accessor.count, size_of::<T>())?;
        } else if accessor.sparse.is_none() {
            return Err(unsupported("an accessor without a buffer"));
        }
        if let Some(sparse) = &accessor.sparse {
            let Checked::Valid(kind) = sparse.indices.component_type else {
                return Err(unsupported("a sparse accessor whose indices have another type"));
            };
            if sparse.count.0 == 0 {
                return Err(unsupported("a sparse accessor without a value"));
            }
            let (indices, values) = (&sparse.indices, &sparse.values);
            let size = kind.0.size();
            let path = |list: &str| format!("{path}.sparse.{list}");
            let (view, offset) = (indices.buffer_view, indices.byte_offset);
            self.check_extent(&path("indices"), view, offset, sparse.count, size)?;
            let (view, offset) = (values.buffer_view, values.byte_offset);
            self.check_extent(&path("values"), view, offset, sparse.count, size_of::<T>())?;
        }
        let elements = match accessor.count.0 {
            0 => None,
            _ => Iter::new(self.all[index].clone(), |buffer| self.buffers.get(buffer.index())),
        };
        Ok(elements.into_iter().flatten())
    }

    /// Refuses elements that are not all inside a buffer view, and the view inside its buffer.
    fn check_extent(
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
        let Some(bytes) = self.buffers.get(view.buffer.value()) else {
            let (found, count) = (wide(view.buffer.value()), wide(self.buffers.count()));
            let reason = Reason::Index { what: "buffers", found, count };
            return Err(refuse(view_path + ".buffer", reason));
        };
        let (end, length) = (
            view.byte_offset.unwrap_or_default().0.saturating_add(view.byte_length.0),
            bytes.len(),
        );
        if end > wide(length) {
            let reason = Reason::Range { what: "the buffer", end, length: wide(length) };
            return Err(refuse(view_path, reason));
        }
        let stride = view.byte_stride.map_or(0, |stride| stride.0);
        let stride = if stride == 0 { size } else { stride };
        if stride < size {
            let what = "a buffer view whose elements overlap".to_owned();
            return Err(refuse(path, Reason::Unsupported { what }));
        }
        let reach = match count.0.checked_sub(1) {
            None => 0,
            Some(steps) => steps.saturating_mul(wide(stride)).saturating_add(wide(size)),
        };
        let (end, length) = (offset.0.saturating_add(reach), view.byte_length.0);
        if end > length {
            return Err(refuse(path, Reason::Range { what: "the buffer view", end, length }));
        }
        Ok(())
    }
}
