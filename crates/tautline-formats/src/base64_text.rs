//! Base64.

use base64::Engine;
use base64::alphabet;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};

use crate::error::Reason;

/// The standard alphabet, with optional padding at the end.
const BASE64: GeneralPurpose = GeneralPurpose::new(
    &alphabet::STANDARD,
    GeneralPurposeConfig::new().with_decode_padding_mode(DecodePaddingMode::Indifferent),
);

/// Decodes a base64 text.
pub(crate) fn from_base64(text: impl AsRef<[u8]>) -> Result<Vec<u8>, Reason> {
    BASE64.decode(text).map_err(|error| Reason::damaged("base64 data", &error))
}
