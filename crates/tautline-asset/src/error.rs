/// Why a value was not baked, or a file not read.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum AssetError {
    /// The file ends within its header.
    #[error(
        "the file has {length} bytes, but an asset has at least {needed}; copy or bake it again"
    )]
    TooShort {
        /// Bytes that are there.
        length: u64,
        /// Bytes of a header.
        needed: u64,
    },

    /// The file does not begin as an asset does.
    #[error(
        "the file begins with \"{}\", but an asset begins with \"TAUTLINE\"; \
         give the baked file, not its source",
        found.escape_ascii()
    )]
    NotAnAsset {
        /// The first eight bytes.
        found: [u8; 8],
    },

    /// The file was written by a release with another layout of assets.
    #[error(
        "the asset has layout {found}, but layout {expected} is read; \
         bake it again with the release that reads it"
    )]
    OtherLayout {
        /// The version of the layout; 0 and 1 are those without and with compression that came
        /// before 2.
        found: u16,
        /// The version that is read, [`LAYOUT_VERSION`](crate::LAYOUT_VERSION).
        expected: u16,
    },

    /// The file is shorter or longer than its header says.
    #[error(
        "the file has {found} bytes, but its header says {expected}; \
         it was cut or added to: copy or bake it again"
    )]
    LengthMismatch {
        /// Bytes that are there.
        found: u64,
        /// Bytes of header and payload, according to the header.
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
        /// The checksum of the file as it is.
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
        /// The kind that was asked for.
        expected: [u8; 4],
    },

    /// The file was baked by an older program.
    #[error("the asset has format version {found}, but version {expected} is read; bake it again")]
    OldVersion {
        /// The version in the header.
        found: u16,
        /// The version that is read.
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
        /// The version that is read.
        expected: u16,
    },

    /// The payload is longer than is allowed.
    #[error(
        "the asset has {claimed} bytes of payload, but {limit} are allowed; \
         raise the limit if you trust the file"
    )]
    TooLarge {
        /// Bytes of the payload.
        claimed: u64,
        /// The smaller of the caller's limit and [`LARGEST_PAYLOAD`](crate::LARGEST_PAYLOAD).
        limit: u64,
    },

    /// The payload is not a value of the type.
    #[error("the payload does not decode: {reason}; do not trust the file: bake it again")]
    Payload {
        /// What is wrong with it.
        reason: String,
    },

    /// The type cannot be read back from any payload.
    #[error(
        "the type asks what comes next in the payload, which no asset tells; \
         change the type as the rules of `Asset` say, and bake it again"
    )]
    UnreadableType,

    /// The value ends before its payload does.
    #[error(
        "the payload has {length} bytes, but its value ends after {used}; \
         do not trust the file: bake it again"
    )]
    TrailingBytes {
        /// Bytes that the value took.
        used: u64,
        /// Bytes of the payload.
        length: u64,
    },

    /// The value cannot be written.
    #[error("the value cannot be baked: {reason}; change the type or the value")]
    Encode {
        /// What is wrong with it.
        reason: String,
    },
}
