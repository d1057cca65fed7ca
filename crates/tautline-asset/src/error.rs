/// An error of encoding a value or of decoding a file.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssetError {
    /// The file ends within its header.
    #[error(
        "the file has {length} bytes, but an asset has at least {needed}; copy or bake it again"
    )]
    TooShort {
        /// The length of the file in bytes.
        length: u64,
        /// The length of a header in bytes.
        needed: u64,
    },

    /// The file does not begin with the magic bytes of assets.
    #[error(
        "the file begins with \"{}\", but an asset begins with \"TAUTLINE\"; \
         give the baked file, not its source",
        found.escape_ascii()
    )]
    NotAnAsset {
        /// The first eight bytes.
        found: [u8; 8],
    },

    /// The file was written by a release with another asset layout.
    #[error(
        "the asset has layout {found}, but layout {expected} is read; \
         bake it again with the release that reads it"
    )]
    OtherLayout {
        /// The layout version of the file. Versions 0 (uncompressed) and 1 (compressed) came
        /// before 2.
        found: u16,
        /// The supported version, [`LAYOUT_VERSION`](crate::LAYOUT_VERSION).
        expected: u16,
    },

    /// The file is shorter or longer than its header says.
    #[error(
        "the file has {found} bytes, but its header says {expected}; \
         it was cut or added to: copy or bake it again"
    )]
    LengthMismatch {
        /// The length of the file in bytes.
        found: u64,
        /// The length of header and payload in bytes, according to the header.
        expected: u64,
    },

    /// The file was damaged.
    #[error(
        "the file has checksum {found:08x}, but its header says {expected:08x}; \
         it is damaged: copy or bake it again"
    )]
    Checksum {
        /// The checksum in the header.
        expected: u32,
        /// The computed checksum of the file.
        found: u32,
    },

    /// The file is an asset of another kind.
    #[error(
        "the asset is of kind \"{}\", but kind \"{}\" is read; give the file of that kind",
        found.escape_ascii(),
        expected.escape_ascii()
    )]
    OtherKind {
        /// The kind in the header.
        found: [u8; 4],
        /// The requested kind.
        expected: [u8; 4],
    },

    /// The file was baked by an older program.
    #[error("the asset has format version {found}, but version {expected} is read; bake it again")]
    OldVersion {
        /// The version in the header.
        found: u16,
        /// The supported version.
        expected: u16,
    },

    /// The file was baked by a newer program.
    #[error(
        "the asset has format version {found}, but version {expected} is read; \
         update the program that reads it, or bake it again with the same release"
    )]
    FutureVersion {
        /// The version in the header.
        found: u16,
        /// The supported version.
        expected: u16,
    },

    /// The payload is longer than the limit.
    #[error(
        "the asset has {length} bytes of payload, but {limit} are allowed; \
         raise the limit if you trust the file"
    )]
    TooLarge {
        /// The length of the payload in bytes.
        length: u64,
        /// The smaller of the caller's limit and [`LARGEST_PAYLOAD`](crate::LARGEST_PAYLOAD).
        limit: u64,
    },

    /// The payload is not an encoded value of the type.
    #[error("the payload does not decode: {reason}; do not trust the file: bake it again")]
    Payload {
        /// A description of the fault.
        reason: String,
    },

    /// The type cannot be decoded from any payload: it needs a self-describing format.
    #[error(
        "the type needs a self-describing format, which assets are not; \
         change the type according to the rules of `Asset`, and bake it again"
    )]
    UnreadableType,

    /// The value ends before its payload does.
    #[error(
        "the payload has {length} bytes, but its value ends after {used}; \
         do not trust the file: bake it again"
    )]
    TrailingBytes {
        /// The length of the value in bytes.
        used: u64,
        /// The length of the payload in bytes.
        length: u64,
    },

    /// The value cannot be encoded.
    #[error("the value cannot be baked: {reason}; change the type or the value")]
    Encode {
        /// A description of the fault.
        reason: String,
    },
}

impl AssetError {
    /// Returns the number and the name of this kind of error, for files and other languages. They
    /// stay the same from version to version.
    #[must_use]
    pub const fn code(&self) -> (u8, &'static str) {
        match self {
            Self::TooShort { .. } => (1, "too_short"),
            Self::NotAnAsset { .. } => (2, "not_an_asset"),
            Self::OtherLayout { .. } => (3, "other_layout"),
            Self::LengthMismatch { .. } => (4, "length_mismatch"),
            Self::Checksum { .. } => (5, "checksum"),
            Self::OtherKind { .. } => (6, "other_kind"),
            Self::OldVersion { .. } => (7, "old_version"),
            Self::FutureVersion { .. } => (8, "future_version"),
            Self::TooLarge { .. } => (9, "too_large"),
            Self::Payload { .. } => (10, "payload"),
            Self::UnreadableType => (11, "unreadable_type"),
            Self::TrailingBytes { .. } => (12, "trailing_bytes"),
            Self::Encode { .. } => (13, "encode"),
        }
    }
}
