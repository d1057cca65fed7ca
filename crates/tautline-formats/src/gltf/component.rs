//! The kinds of numbers that accessors are made of.

/// How the coordinates of a place are stored: as floats, or as small whole numbers,
/// which the extension `KHR_mesh_quantization` allows.
#[derive(Clone, Copy)]
pub(super) enum Coordinate {
    Byte,
    UnsignedByte,
    Short,
    UnsignedShort,
    Float,
}

impl Coordinate {
    /// The kind that glTF gives this number.
    pub(super) const fn of(component_type: u32) -> Option<Self> {
        Some(match component_type {
            5120 => Self::Byte,
            UNSIGNED_BYTE => Self::UnsignedByte,
            5122 => Self::Short,
            UNSIGNED_SHORT => Self::UnsignedShort,
            5126 => Self::Float,
            _ => return None,
        })
    }

    /// How many bytes it takes.
    pub(super) const fn size(self) -> usize {
        match self {
            Self::Byte | Self::UnsignedByte => 1,
            Self::Short | Self::UnsignedShort => 2,
            Self::Float => 4,
        }
    }

    /// What bytes mean. A normalized whole number is its share of the largest one: at
    /// least -1, and at most 1.
    pub(super) fn read(self, bytes: &[u8], is_normalized: bool) -> f32 {
        let [a, b, c, d] = [0, 1, 2, 3].map(|at| bytes.get(at).copied().unwrap_or_default());
        let (number, largest): (f32, f32) = match self {
            Self::Byte => (i8::from_le_bytes([a]).into(), i8::MAX.into()),
            Self::UnsignedByte => (a.into(), u8::MAX.into()),
            Self::Short => (i16::from_le_bytes([a, b]).into(), i16::MAX.into()),
            Self::UnsignedShort => (u16::from_le_bytes([a, b]).into(), u16::MAX.into()),
            Self::Float => return f32::from_le_bytes([a, b, c, d]),
        };
        if is_normalized { (number / largest).max(-1.0) } else { number }
    }
}

const UNSIGNED_BYTE: u32 = 5121;
const UNSIGNED_SHORT: u32 = 5123;
const UNSIGNED_INT: u32 = 5125;

/// How many bytes an index of this type takes; `None` if indices cannot be of it.
pub(super) const fn index_size(component_type: u32) -> Option<usize> {
    Some(match component_type {
        UNSIGNED_BYTE => 1,
        UNSIGNED_SHORT => 2,
        UNSIGNED_INT => 4,
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whole_numbers_are_themselves_or_shares_of_the_largest() {
        let read = |component_type, bytes: &[u8]| {
            let kind = Coordinate::of(component_type).unwrap();
            assert_eq!(kind.size(), bytes.len());
            [false, true].map(|is_normalized| kind.read(bytes, is_normalized).to_string())
        };
        assert_eq!(read(5120, &[0x80]), ["-128", "-1"]);
        assert_eq!(read(5120, &[127]), ["127", "1"]);
        assert_eq!(read(5121, &[51]), ["51", "0.2"]);
        assert_eq!(read(5122, &[0x01, 0x80]), ["-32767", "-1"]);
        assert_eq!(read(5123, &[0xff, 0xff]), ["65535", "1"]);
        assert_eq!(read(5126, &1.5_f32.to_le_bytes()), ["1.5", "1.5"]);
        assert!(Coordinate::of(5125).is_none() && index_size(5126).is_none());
    }
}
