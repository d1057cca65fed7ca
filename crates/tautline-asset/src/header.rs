use crate::{Asset, AssetError};

/// Bytes of the header of every asset.
pub const HEADER_LENGTH: usize = 32;

/// The version of the layout of assets, whatever their payload.
pub const LAYOUT_VERSION: u16 = 2;

const MAGIC: [u8; 8] = *b"TAUTLINE";

/// The checksum covers the header up to itself.
const CHECKED_LENGTH: usize = HEADER_LENGTH - size_of::<u32>();

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
/// assert_eq!(header.payload_length, 16);
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
    /// What built the payload: [`Asset::BUILDER_REVISION`].
    pub builder_revision: u32,
    /// Bytes of the payload.
    pub payload_length: u64,
    /// CRC-32 of the header before it and the payload.
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
    /// [`AssetError::TooShort`], [`AssetError::NotAnAsset`] and [`AssetError::OtherLayout`].
    pub fn read(bytes: &[u8]) -> Result<Self, AssetError> {
        let mut rest = bytes;
        let (magic, layout, header) = fields(&mut rest)
            .ok_or(AssetError::TooShort { length: length(bytes), needed: HEADER_LENGTH as u64 })?;
        if magic != MAGIC {
            return Err(AssetError::NotAnAsset { found: magic });
        }
        if layout != LAYOUT_VERSION {
            return Err(AssetError::OtherLayout { found: layout, expected: LAYOUT_VERSION });
        }
        Ok(header)
    }

    /// Checks that `file`, the bytes this header was read from, is whole and undamaged, and
    /// returns its payload. Takes time linear in the length.
    ///
    /// # Errors
    ///
    /// [`AssetError::LengthMismatch`] and [`AssetError::Checksum`].
    pub fn verify<'file>(&self, file: &'file [u8]) -> Result<&'file [u8], AssetError> {
        let expected = (HEADER_LENGTH as u64).saturating_add(self.payload_length);
        let mismatch = AssetError::LengthMismatch { found: length(file), expected };
        if length(file) != expected {
            return Err(mismatch);
        }
        let (header, payload) = file.split_first_chunk::<HEADER_LENGTH>().ok_or(mismatch)?;
        let found = checksum(header, payload);
        if found != self.checksum {
            return Err(AssetError::Checksum { expected: self.checksum, found });
        }
        Ok(payload)
    }

    /// Whether baking the same input again as `T` would change nothing: kind, format version and
    /// builder revision are those of `T`.
    #[must_use]
    pub fn is_current<T: Asset>(&self) -> bool {
        self.kind == T::KIND
            && self.format_version == T::FORMAT_VERSION
            && self.builder_revision == T::BUILDER_REVISION
    }

    /// The whole file: this header with the right checksum, then `payload`.
    pub(crate) fn seal(&self, payload: &[u8]) -> Vec<u8> {
        let mut file = Vec::with_capacity(HEADER_LENGTH + payload.len());
        file.extend_from_slice(&MAGIC);
        file.extend_from_slice(&self.kind);
        file.extend_from_slice(&self.format_version.to_le_bytes());
        file.extend_from_slice(&LAYOUT_VERSION.to_le_bytes());
        file.extend_from_slice(&self.builder_revision.to_le_bytes());
        file.extend_from_slice(&self.payload_length.to_le_bytes());
        let checksum = checksum(&file, payload);
        file.extend_from_slice(&checksum.to_le_bytes());
        file.extend_from_slice(payload);
        file
    }
}

/// The number of bytes, as headers and errors count them.
pub(crate) fn length(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

fn checksum(header: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(header.get(..CHECKED_LENGTH).unwrap_or(header));
    hasher.update(payload);
    hasher.finalize()
}

/// Magic, version of the layout and fields, or `None` if the bytes end before them.
fn fields(rest: &mut &[u8]) -> Option<([u8; 8], u16, Header)> {
    let (magic, kind) = (next(rest)?, next(rest)?);
    let format_version = u16::from_le_bytes(next(rest)?);
    let layout = u16::from_le_bytes(next(rest)?);
    let header = Header {
        kind,
        format_version,
        builder_revision: u32::from_le_bytes(next(rest)?),
        payload_length: u64::from_le_bytes(next(rest)?),
        checksum: u32::from_le_bytes(next(rest)?),
    };
    Some((magic, layout, header))
}

fn next<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}
