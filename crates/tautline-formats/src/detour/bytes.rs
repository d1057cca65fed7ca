//! Numbers and lists in a file that is not text.

use crate::error::{FormatError, Place, Reason};

/// What is left of a file, or of a part of it.
#[derive(Debug, Clone, Copy)]
pub(super) struct Bytes<'b> {
    rest: &'b [u8],
    /// Where that begins in the file.
    offset: usize,
}

impl<'b> Bytes<'b> {
    pub(super) const fn new(file: &'b [u8]) -> Self {
        Self { rest: file, offset: 0 }
    }

    pub(super) const fn offset(&self) -> usize {
        self.offset
    }

    pub(super) const fn len(&self) -> usize {
        self.rest.len()
    }

    pub(super) fn is_zero(&self) -> bool {
        self.rest.iter().all(|&byte| byte == 0)
    }

    /// Takes so many bytes from the front.
    pub(super) fn take(&mut self, length: usize) -> Result<Self, FormatError> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            return Err(self.range("what holds it", wide(length)));
        };
        let taken = Self { rest: taken, offset: self.offset };
        *self = Self { rest, offset: self.offset + length };
        Ok(taken)
    }

    /// Takes an array of bytes from the front.
    pub(super) fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let taken = self.take(N)?;
        // It is as long as that.
        Ok(taken.rest.first_chunk().copied().unwrap_or([0; N]))
    }

    pub(super) fn u8(&mut self) -> Result<u8, FormatError> {
        self.array().map(|[byte]| byte)
    }

    pub(super) fn u16(&mut self) -> Result<u16, FormatError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(super) fn u32(&mut self) -> Result<u32, FormatError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(super) fn i32(&mut self) -> Result<i32, FormatError> {
        self.array().map(i32::from_le_bytes)
    }

    /// A number of things, which is no longer than memory.
    pub(super) fn count(&mut self) -> Result<usize, FormatError> {
        self.u32().map(|count| usize::try_from(count).unwrap_or(usize::MAX))
    }

    pub(super) fn f32(&mut self) -> Result<f32, FormatError> {
        let here = *self;
        let number = self.array().map(f32::from_le_bytes)?;
        if number.is_finite() {
            return Ok(number);
        }
        Err(here.refuse(Reason::NotFinite { found: number.to_string(), bits: 32 }))
    }

    pub(super) fn point(&mut self) -> Result<[f32; 3], FormatError> {
        Ok([self.f32()?, self.f32()?, self.f32()?])
    }

    /// A version, which must be the one that is read.
    pub(super) fn version(&mut self, supported: &'static str) -> Result<(), FormatError> {
        let here = *self;
        let found = self.u32()?.to_string();
        if found == supported {
            return Ok(());
        }
        Err(here.refuse(Reason::Version { found, supported }))
    }

    /// That so many bytes are needed here.
    pub(super) fn range(&self, what: &'static str, needed: u64) -> FormatError {
        let (end, length) = (wide(self.offset).saturating_add(needed), wide(self.end()));
        self.refuse(Reason::Range { what, end, length })
    }

    /// That there is no such thing.
    pub(super) fn index(&self, what: &'static str, found: usize, count: usize) -> FormatError {
        self.refuse(Reason::Index { what, found: wide(found), count: wide(count) })
    }

    /// An error here.
    pub(super) fn refuse(&self, reason: Reason) -> FormatError {
        FormatError { place: Place::Byte { offset: wide(self.offset) }, reason }
    }

    const fn end(&self) -> usize {
        self.offset + self.rest.len()
    }
}

pub(super) fn wide(number: usize) -> u64 {
    u64::try_from(number).unwrap_or(u64::MAX)
}
