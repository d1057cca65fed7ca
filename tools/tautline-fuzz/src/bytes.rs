//! Decoding of an input into the numbers and lists of an arbitrary value.

/// A reader of the input, byte by byte. After the end of the input, it reads zeros.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// Reads a byte.
    pub fn byte(&mut self) -> u8 {
        let [first, rest @ ..] = self.0 else { return 0 };
        self.0 = rest;
        *first
    }

    /// Reads a point: two whole coordinates from -8 to 7 in one byte or, after the byte 0x80, two
    /// floats.
    pub fn point(&mut self) -> [f32; 2] {
        match self.byte() {
            0x80 => [self.float(), self.float()],
            byte => [byte >> 4, byte & 15].map(|nibble| f32::from(nibble) - 8.0),
        }
    }

    /// Reads any float, including infinities and NaN.
    pub fn float(&mut self) -> f32 {
        f32::from_bits(u32::from_le_bytes([(); 4].map(|()| self.byte())))
    }

    /// Reads a small number from one byte or, rarely, any number.
    pub fn index(&mut self) -> u32 {
        match self.byte() {
            0xff => self.float().to_bits(),
            byte => u32::from(byte),
        }
    }

    /// Reads the length of a list: mostly the valid length, but sometimes another one.
    fn length(&mut self, valid: usize) -> usize {
        match self.byte() {
            0 => 0,
            1..0xf0 => valid,
            byte => usize::from(byte & 15),
        }
    }

    /// Reads a list that is valid with `valid_length` entries, but may have another length.
    pub fn list<T>(
        &mut self,
        valid_length: usize,
        mut entry: impl FnMut(&mut Self) -> T,
    ) -> Vec<T> {
        (0..self.length(valid_length)).map(|_| entry(self)).collect()
    }
}
