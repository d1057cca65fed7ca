use crate::{Asset, AssetError};

/// Bytes of the header of every asset.
pub const HEADER_LENGTH: usize = 40;

const MAGIC: [u8; 8] = *b"TAUTLINE";

/// The checksum covers the header up to itself.
const CHECKED_LENGTH: usize = HEADER_LENGTH - size_of::<u32>();

/// Bit 0 of the flags: the stored payload is one lz4 block.
pub(crate) const COMPRESSED: u16 = 1;

/// What an asset says about itself, readable without knowing its type.
///
/// ```
/// use tautline_asset::{Asset, AssetError, Header, encode};
/// # #[derive(serde::Serialize, serde::Deserialize)]
/// # struct Sign(String);
/// # impl Asset for Sign {
/// #     const KIND: [u8; 4] = *b"SIGN";
/// #     const FORMAT_VERSION: u16 = 3;
/// #     const BUILDER_REVISION: u32 = 12;
/// # }
///
/// # fn main() -> Result<(), AssetError> {
/// let bytes = encode(&Sign("this way".into()))?;
/// let header = Header::read(&bytes)?;
/// assert_eq!(&header.kind, b"SIGN");
/// assert_eq!((header.format_version, header.builder_revision), (3, 12));
/// assert_eq!(header.decoded_length, 16);
/// assert!(!header.is_compressed());
/// assert!(header.is_current::<Sign>());
/// assert_eq!(header.verify(&bytes)?.len(), 16);
/// # Ok(())
/// # }
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[non_exhaustive]
pub struct Header {
    /// What the payload is: [`Asset::KIND`].
    pub kind: [u8; 4],
    /// The layout of the payload: [`Asset::FORMAT_VERSION`].
    pub format_version: u16,
    /// How the payload is stored; see the crate's layout.
    pub flags: u16,
    /// What built the payload: [`Asset::BUILDER_REVISION`].
    pub builder_revision: u32,
    /// Bytes of the payload in the file.
    pub stored_length: u64,
    /// Bytes of the payload after decompression.
    pub decoded_length: u64,
    /// CRC-32 of the header before it and the stored payload.
    pub checksum: u32,
}

impl Header {
    /// Reads the header at the start of `bytes`, which need not hold more than
    /// [`HEADER_LENGTH`] bytes of the file.
    ///
    /// The fields may have any value, and are not yet known to be undamaged: see
    /// [`verify`](Self::verify).
    ///
    /// # Errors
    ///
    /// [`AssetError::TooShort`] and [`AssetError::NotAnAsset`].
    pub fn read(bytes: &[u8]) -> Result<Self, AssetError> {
        let mut rest = bytes;
        let (magic, header) = fields(&mut rest)
            .ok_or(AssetError::TooShort { length: length(bytes), needed: HEADER_LENGTH as u64 })?;
        if magic != MAGIC {
            return Err(AssetError::NotAnAsset { found: magic });
        }
        Ok(header)
    }

    /// Checks that `file`, the bytes this header was read from, is whole and undamaged, and
    /// returns its stored payload. Takes time linear in the length.
    ///
    /// # Errors
    ///
    /// [`AssetError::LengthMismatch`] and [`AssetError::Checksum`].
    pub fn verify<'file>(&self, file: &'file [u8]) -> Result<&'file [u8], AssetError> {
        let expected = (HEADER_LENGTH as u64).saturating_add(self.stored_length);
        let mismatch = AssetError::LengthMismatch { found: length(file), expected };
        if length(file) != expected {
            return Err(mismatch);
        }
        let (header, stored) = file.split_first_chunk::<HEADER_LENGTH>().ok_or(mismatch)?;
        let found = checksum(header, stored);
        if found != self.checksum {
            return Err(AssetError::Checksum { expected: self.checksum, found });
        }
        Ok(stored)
    }

    /// Whether the payload is compressed.
    #[must_use]
    pub fn is_compressed(&self) -> bool {
        self.flags & COMPRESSED != 0
    }

    /// Whether baking the same input again as `T` would change nothing: kind, format version and
    /// builder revision are those of `T`.
    #[must_use]
    pub fn is_current<T: Asset>(&self) -> bool {
        self.kind == T::KIND
            && self.format_version == T::FORMAT_VERSION
            && self.builder_revision == T::BUILDER_REVISION
    }

    /// The whole file: this header with the right checksum, then `stored`.
    pub(crate) fn seal(&self, stored: &[u8]) -> Vec<u8> {
        let mut file = Vec::with_capacity(HEADER_LENGTH + stored.len());
        file.extend_from_slice(&MAGIC);
        file.extend_from_slice(&self.kind);
        file.extend_from_slice(&self.format_version.to_le_bytes());
        file.extend_from_slice(&self.flags.to_le_bytes());
        file.extend_from_slice(&self.builder_revision.to_le_bytes());
        file.extend_from_slice(&self.stored_length.to_le_bytes());
        file.extend_from_slice(&self.decoded_length.to_le_bytes());
        let checksum = checksum(&file, stored);
        file.extend_from_slice(&checksum.to_le_bytes());
        file.extend_from_slice(stored);
        file
    }
}

/// The number of bytes, as headers and errors count them.
pub(crate) fn length(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

fn checksum(header: &[u8], stored: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.get(..CHECKED_LENGTH).unwrap_or(header));
    hasher.update(stored);
    hasher.finalize()
}

/// Magic and fields in the order of the file, or `None` if the bytes end before them.
fn fields(rest: &mut &[u8]) -> Option<([u8; 8], Header)> {
    let magic = next(rest)?;
    let header = Header {
        kind: next(rest)?,
        format_version: u16::from_le_bytes(next(rest)?),
        flags: u16::from_le_bytes(next(rest)?),
        builder_revision: u32::from_le_bytes(next(rest)?),
        stored_length: u64::from_le_bytes(next(rest)?),
        decoded_length: u64::from_le_bytes(next(rest)?),
        checksum: u32::from_le_bytes(next(rest)?),
    };
    Some((magic, header))
}

fn next<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}
