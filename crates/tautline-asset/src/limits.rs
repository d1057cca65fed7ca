/// The largest payload in bytes that is written or read at all, whatever the [`Limits`] say:
/// 2 GiB less one byte.
///
/// It is the longest array of a 32-bit machine.
pub const LARGEST_PAYLOAD: u64 = (1 << 31) - 1;

/// What [`decode`](crate::decode) may use up for one file.
///
/// ```
/// use tautline_asset::Limits;
///
/// assert_eq!(Limits::default().max_payload_bytes, 1 << 30);
/// let strict = Limits { max_payload_bytes: 4 << 20 };
/// assert!(strict.max_payload_bytes < Limits::default().max_payload_bytes);
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limits {
    /// The longest payload to accept, in bytes. More than
    /// [`LARGEST_PAYLOAD`] means [`LARGEST_PAYLOAD`].
    ///
    /// Arrays of numbers take as much memory as their payload. Other values can take more: an
    /// empty `Vec` three times the 8 bytes that it has in the payload, an enum always as much as
    /// its largest variant.
    pub max_payload_bytes: u64,
}

impl Default for Limits {
    /// One GiB.
    fn default() -> Self {
        Self { max_payload_bytes: 1 << 30 }
    }
}
