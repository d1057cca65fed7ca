/// The largest payload in bytes that can be encoded or decoded, whatever the [`Limits`]:
/// 2 GiB less one byte, the length of the longest array on a 32-bit machine.
pub const LARGEST_PAYLOAD: u64 = (1 << 31) - 1;

/// Limits on the memory that [`decode`](crate::decode) may use for a file.
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
    /// The largest accepted length of the payload, in bytes. Values above
    /// [`LARGEST_PAYLOAD`] mean [`LARGEST_PAYLOAD`].
    ///
    /// Arrays of numbers take as much memory as their payload. Other values can take more: an
    /// empty `Vec` takes three times the 8 bytes that it has in the payload, an enum as much as
    /// its largest variant.
    pub max_payload_bytes: u64,
}

impl Default for Limits {
    /// One GiB.
    fn default() -> Self {
        Self { max_payload_bytes: 1 << 30 }
    }
}
