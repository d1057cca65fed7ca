//! A reader of little-endian numbers in binary files.

use crate::error::{FormatError, Reason, finite};
use crate::lexer::strip_bom;
use crate::number::{to_u64, to_usize};

/// The unread rest of a file, or of a part of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ByteReader<'b> {
    pub(crate) rest: &'b [u8],
    /// The offset of the rest in the file.
    pub(crate) offset: usize,
    /// The name of the container, for a message.
    what: &'static str,
}

impl<'b> ByteReader<'b> {
    pub(crate) const fn new(file: &'b [u8]) -> Self {
        Self { rest: file, offset: 0, what: "the file" }
    }

    /// Returns the rest as text, without a byte order mark.
    pub(crate) fn text(&self) -> Result<&'b str, FormatError> {
        let text = std::str::from_utf8(self.rest).map_err(|error| {
            let reason = Reason::unsupported("text that is not UTF-8");
            FormatError::at_byte(self.offset + error.valid_up_to(), reason)
        })?;
        Ok(strip_bom(text))
    }

    /// Reads `length` bytes.
    pub(crate) fn take(&mut self, length: usize) -> Result<Self, FormatError> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            return Err(self.range(self.what, to_u64(length)));
        };
        let taken = Self { rest: taken, offset: self.offset, what: "its container" };
        *self = Self { rest, offset: self.offset + length, ..*self };
        Ok(taken)
    }

    /// Reads an array of bytes.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let Some((array, rest)) = self.rest.split_first_chunk() else {
            return Err(self.range(self.what, to_u64(N)));
        };
        *self = Self { rest, offset: self.offset + N, ..*self };
        Ok(*array)
    }

    pub(crate) fn u8(&mut self) -> Result<u8, FormatError> {
        self.array().map(|[byte]| byte)
    }

    pub(crate) fn u16(&mut self) -> Result<u16, FormatError> {
        self.array().map(u16::from_le_bytes)
    }

    pub(crate) fn u32(&mut self) -> Result<u32, FormatError> {
        self.array().map(u32::from_le_bytes)
    }

    pub(crate) fn i32(&mut self) -> Result<i32, FormatError> {
        self.array().map(i32::from_le_bytes)
    }

    /// Reads a count of 32 bits.
    pub(crate) fn count(&mut self) -> Result<usize, FormatError> {
        self.u32().map(to_usize)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, FormatError> {
        let here = *self;
        let [number] =
            finite([self.array().map(f32::from_le_bytes)?]).map_err(|reason| here.error(reason))?;
        Ok(number)
    }

    pub(crate) fn point(&mut self) -> Result<[f32; 3], FormatError> {
        Ok([self.f32()?, self.f32()?, self.f32()?])
    }

    /// Reads a version, which must be the supported one.
    pub(crate) fn version(&mut self, supported: &'static str) -> Result<(), FormatError> {
        let here = *self;
        let found = self.u32()?.to_string();
        if found == supported {
            return Ok(());
        }
        Err(here.error(Reason::Version { found, supported }))
    }

    /// The error that data of `needed` bytes does not fit here.
    pub(crate) fn range(&self, what: &'static str, needed: u64) -> FormatError {
        let (end, length) =
            (to_u64(self.offset).saturating_add(needed), to_u64(self.offset + self.rest.len()));
        self.error(Reason::Range { what, end, length })
    }

    /// The error that an index here is too large.
    pub(crate) fn index(&self, what: &'static str, found: usize, count: usize) -> FormatError {
        self.error(Reason::index(what, found, count))
    }

    /// An error at the current offset.
    pub(crate) fn error(&self, reason: Reason) -> FormatError {
        FormatError::at_byte(self.offset, reason)
    }
}
