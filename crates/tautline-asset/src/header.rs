use crate::{Asset, AssetError};

/// The length of an asset's header in bytes.
pub const HEADER_LENGTH: usize = 32;

/// The version of the asset layout, which does not depend on the payload.
pub const LAYOUT_VERSION: u16 = 2;

const MAGIC: [u8; 8] = *b"TAUTLINE";

/// The length of the part of the header that the checksum covers: all before the checksum.
const CHECKED_LENGTH: usize = HEADER_LENGTH - size_of::<u32>();

/// The header of an asset, which can be read without knowing the type of its payload.
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
    /// The kind of the payload: [`Asset::KIND`].
    pub kind: [u8; 4],
    /// The version of the payload's layout: [`Asset::FORMAT_VERSION`].
    pub format_version: u16,
    /// The revision of the code that built the payload: [`Asset::BUILDER_REVISION`].
    pub builder_revision: u32,
    /// The length of the payload in bytes.
    pub payload_length: u64,
    /// The CRC-32 of the header up to this field, and of the payload.
    pub checksum: u32,
}

impl Header {
    /// Reads the header at the start of `bytes`. The first [`HEADER_LENGTH`] bytes of a file are
    /// enough.
    ///
    /// The fields may have any value. They may be damaged until [`verify`](Self::verify) has
    /// checked them.
    ///
    /// # Errors
    ///
    /// [`AssetError::TooShort`], [`AssetError::NotAnAsset`] and [`AssetError::OtherLayout`].
    pub fn read(bytes: &[u8]) -> Result<Self, AssetError> {
        // Before the length: copying a short source again would not help.
        if let Some(&found) = bytes.first_chunk()
            && found != MAGIC
        {
            return Err(AssetError::NotAnAsset { found });
        }
        let (layout, header) = fields(&mut &*bytes)
            .ok_or(AssetError::TooShort { length: length(bytes), needed: HEADER_LENGTH as u64 })?;
        // Before the other fields are used: other layouts may have headers of other lengths.
        if layout != LAYOUT_VERSION {
            return Err(AssetError::OtherLayout { found: layout, expected: LAYOUT_VERSION });
        }
        Ok(header)
    }

    /// Checks that `file`, from which this header was read, is complete and undamaged, and
    /// returns its payload. Takes time linear in the length of the file.
    ///
    /// # Errors
    ///
    /// [`AssetError::LengthMismatch`] and [`AssetError::Checksum`].
    pub fn verify<'file>(&self, file: &'file [u8]) -> Result<&'file [u8], AssetError> {
        // The declared length may be any number: the sum must not overflow.
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

    /// Returns true if kind, format version and builder revision are those of `T`: baking the
    /// same input again would not change the file.
    #[must_use]
    pub fn is_current<T: Asset>(&self) -> bool {
        self.kind == T::KIND
            && self.format_version == T::FORMAT_VERSION
            && self.builder_revision == T::BUILDER_REVISION
    }

    /// Returns the contents of the file: this header with the computed checksum, then `payload`.
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

/// The number of bytes in 64 bits, as in headers and errors.
pub(crate) fn length(bytes: &[u8]) -> u64 {
    bytes.len() as u64
}

/// The checksum of a file. It covers the header up to the checksum, and the payload.
fn checksum(header: &[u8], payload: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(&header[..CHECKED_LENGTH]);
    hasher.update(payload);
    hasher.finalize()
}

/// Reads the magic bytes, the layout version and the fields; `None` if the bytes end before.
fn fields(rest: &mut &[u8]) -> Option<(u16, Header)> {
    let _magic: [u8; MAGIC.len()] = next(rest)?;
    let kind = next(rest)?;
    let format_version = u16::from_le_bytes(next(rest)?);
    let layout = u16::from_le_bytes(next(rest)?);
    let header = Header {
        kind,
        format_version,
        builder_revision: u32::from_le_bytes(next(rest)?),
        payload_length: u64::from_le_bytes(next(rest)?),
        checksum: u32::from_le_bytes(next(rest)?),
    };
    Some((layout, header))
}

/// Removes the first `N` bytes and returns them.
fn next<const N: usize>(rest: &mut &[u8]) -> Option<[u8; N]> {
    let (first, after) = rest.split_first_chunk()?;
    *rest = after;
    Some(*first)
}
