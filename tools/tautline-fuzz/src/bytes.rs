//! An input as the numbers and lists of a made-up value.

/// The input, byte by byte; zeros once it is used up.
#[derive(Debug)]
pub struct Bytes<'a>(pub &'a [u8]);

impl Bytes<'_> {
    /// The next byte.
    pub fn byte(&mut self) -> u8 {
        let [first, rest @ ..] = self.0 else { return 0 };
        self.0 = rest;
        *first
    }

    /// Two whole coordinates from -8 to 7 in one byte; 0x80 and a byte of
    /// other bits announce two floats.
    pub fn point(&mut self) -> [f32; 2] {
        match self.byte() {
            0x80 => [self.float(), self.float()],
            byte => [byte >> 4, byte & 15].map(|nibble| f32::from(nibble) - 8.0),
        }
    }

    /// Any float at all.
    pub fn float(&mut self) -> f32 {
        f32::from_bits(u32::from_le_bytes([(); 4].map(|()| self.byte())))
    }

    /// A small number, or rarely any one at all.
    pub fn index(&mut self) -> u32 {
        match self.byte() {
            0xff => self.float().to_bits(),
            byte => u32::from(byte),
        }
    }

    /// As many entries as a list should have, or as the input says.
    fn count(&mut self, right: usize) -> usize {
        match self.byte() {
            0 => 0,
            1..0xf0 => right,
            byte => usize::from(byte & 15),
        }
    }

    /// A list that should have `right` entries.
    pub fn list<T>(&mut self, right: usize, mut entry: impl FnMut(&mut Self) -> T) -> Vec<T> {
        (0..self.count(right)).map(|_| entry(self)).collect()
    }
}
