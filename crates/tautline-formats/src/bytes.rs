//! Numbers and lists in a file that is not text.

use crate::error::{FormatError, Reason, finite, position, wide};
use crate::piece::without_mark;

/// What is left of a file, or of a part of it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Bytes<'b> {
    pub(crate) rest: &'b [u8],
    /// Where that begins in the file.
    pub(crate) offset: usize,
    /// What it is, for a message.
    what: &'static str,
}

impl<'b> Bytes<'b> {
    pub(crate) const fn new(file: &'b [u8]) -> Self {
        Self { rest: file, offset: 0, what: "the file" }
    }

    /// All of it as text, without a byte order mark.
    pub(crate) fn text(&self) -> Result<&'b str, FormatError> {
        let text = std::str::from_utf8(self.rest).map_err(|error| {
            let reason = Reason::unsupported("text that is not UTF-8");
            FormatError::at_byte(self.offset + error.valid_up_to(), reason)
        })?;
        Ok(without_mark(text))
    }

    /// Takes so many bytes from the front.
    pub(crate) fn take(&mut self, length: usize) -> Result<Self, FormatError> {
        let Some((taken, rest)) = self.rest.split_at_checked(length) else {
            return Err(self.range(self.what, wide(length)));
        };
        let taken = Self { rest: taken, offset: self.offset, what: "what holds it" };
        *self = Self { rest, offset: self.offset + length, ..*self };
        Ok(taken)
    }

    /// Takes an array of bytes from the front.
    pub(crate) fn array<const N: usize>(&mut self) -> Result<[u8; N], FormatError> {
        let Some((array, rest)) = self.rest.split_first_chunk() else {
            return Err(self.range(self.what, wide(N)));
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

    /// A number of things, which is no longer than memory.
    pub(crate) fn count(&mut self) -> Result<usize, FormatError> {
        self.u32().map(position)
    }

    pub(crate) fn f32(&mut self) -> Result<f32, FormatError> {
        let here = *self;
        let [number] = finite([self.array().map(f32::from_le_bytes)?])
            .map_err(|reason| here.refuse(reason))?;
        Ok(number)
    }

    pub(crate) fn point(&mut self) -> Result<[f32; 3], FormatError> {
        Ok([self.f32()?, self.f32()?, self.f32()?])
    }

    /// A version, which must be the one that is read.
    pub(crate) fn version(&mut self, supported: &'static str) -> Result<(), FormatError> {
        let here = *self;
        let found = self.u32()?.to_string();
        if found == supported {
            return Ok(());
        }
        Err(here.refuse(Reason::Version { found, supported }))
    }

    /// That so many bytes are needed here.
    pub(crate) fn range(&self, what: &'static str, needed: u64) -> FormatError {
        let (end, length) =
            (wide(self.offset).saturating_add(needed), wide(self.offset + self.rest.len()));
        self.refuse(Reason::Range { what, end, length })
    }

    /// That there is no such thing.
    pub(crate) fn index(&self, what: &'static str, found: usize, count: usize) -> FormatError {
        self.refuse(Reason::index(what, found, count))
    }

    /// An error here.
    pub(crate) fn refuse(&self, reason: Reason) -> FormatError {
        FormatError::at_byte(self.offset, reason)
    }
}
