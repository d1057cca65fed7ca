//! Tile maps painted as pictures: one pixel is one cell.
//!
//! Without further rules, light pixels can be walked on, and dark and
//! transparent ones are blocked. A colour key gives single colours another
//! meaning.
//!
//! ```
//! use tautline_formats::png::{self, PngRules};
//!
//! # let mut bytes = Vec::new();
//! # let mut encoder = ::png::Encoder::new(&mut bytes, 3, 1);
//! # encoder.set_color(::png::ColorType::Rgb);
//! # let mut writer = encoder.write_header()?;
//! # writer.write_image_data(&[255, 255, 255, 0, 0, 0, 0, 0, 255])?;
//! # writer.finish()?;
//! // White, black and blue.
//! let grid = png::parse(&bytes, &PngRules::default())?;
//! assert_eq!(grid.cells, [Some(0), None, None]);
//!
//! let rules = PngRules { colours: vec![([0, 0, 255], Some(3))], ..PngRules::default() };
//! assert_eq!(png::parse(&bytes, &rules)?.cells, [Some(0), None, Some(3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::Cursor;

use ::png::{Decoder, DecodingError, Limits, Transformations};

use crate::error::{FormatError, Reason, wide};
use crate::grid::{MAX_CELLS, Projection, TileGrid};

/// What the pixels of a picture mean. They are asked in this order: opacity, the
/// colour key, brightness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PngRules {
    /// A pixel with a smaller alpha value is blocked, whatever its colour. 128
    /// unless set; 0 takes transparent pixels for what their colour is.
    pub opaque_from: u8,
    /// Colours (red, green, blue) and what they mean: the class of a terrain, or
    /// `None` for blocked. The first that fits counts.
    pub colours: Vec<([u8; 3], Option<u8>)>,
    /// By how much each of red, green and blue may differ from a colour of the
    /// key. 0 unless set.
    pub tolerance: u8,
    /// Of the remaining pixels, those of at least this brightness have terrain
    /// of class 0, and darker ones are blocked. Brightness is 0 for black, 255
    /// for white and 0.299 red + 0.587 green + 0.114 blue otherwise. 128 unless
    /// set.
    pub light_from: u8,
}

impl Default for PngRules {
    fn default() -> Self {
        Self { opaque_from: 128, colours: Vec::new(), tolerance: 0, light_from: 128 }
    }
}

impl PngRules {
    fn terrain(&self, colour: [u8; 3], alpha: u8) -> Option<u8> {
        if alpha < self.opaque_from {
            return None;
        }
        let fits = |key: &[u8; 3]| {
            key.iter().zip(colour).all(|(key, found)| key.abs_diff(found) <= self.tolerance)
        };
        if let Some((_, meaning)) = self.colours.iter().find(|(key, _)| fits(key)) {
            return *meaning;
        }
        let [red, green, blue] = colour.map(u32::from);
        let brightness = (299 * red + 587 * green + 114 * blue) / 1000;
        (brightness >= u32::from(self.light_from)).then_some(0)
    }
}

/// The best that deflate can do is 258 bytes for 2 bits.
const MOST_PIXEL_BYTES_PER_BYTE: usize = 1032;

/// Reads a picture as a tile map of cells of side 1. Of an animation, the first
/// picture is read. Colours of 16 bits are cut to 8, palettes are resolved, and
/// colour profiles are ignored.
///
/// Takes O(n + p k) time for n bytes, p pixels and k colours in the key, and
/// 6 bytes of memory per pixel; the file must have at least one byte for about
/// 8000 pixels.
///
/// # Errors
///
/// When the bytes are not a picture, are damaged or cut off, or when the picture
/// has more than [`MAX_CELLS`] pixels.
pub fn parse(bytes: &[u8], rules: &PngRules) -> Result<TileGrid, FormatError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits(bytes));
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(|error| damaged(&error))?;
    let (width, height) = (header.width, header.height);
    check_size(bytes, width, height, header.bits_per_pixel())?;
    let mut reader = decoder.read_info().map_err(|error| damaged(&error))?;
    // The library panics where the last colour of a palette is not complete.
    if reader.info().palette.as_ref().is_some_and(|palette| palette.len() % 3 != 0) {
        let reason = Reason::unsupported("a palette with an incomplete colour");
        return Err(FormatError::whole(reason));
    }
    let too_large = || FormatError::whole(Reason::Limit { what: "pixels", limit: MAX_CELLS });
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
    let picture = reader.next_frame(&mut pixels).map_err(|error| damaged(&error))?;
    // An animation may begin with a picture of another size.
    if (picture.width, picture.height) != (width, height) {
        let reason = Reason::unsupported("an animation with pictures of several sizes");
        return Err(FormatError::whole(reason));
    }
    let cells = pixels.chunks_exact(picture.color_type.samples()).map(|pixel| match *pixel {
        [light] => rules.terrain([light; 3], u8::MAX),
        [light, alpha] => rules.terrain([light; 3], alpha),
        [red, green, blue] => rules.terrain([red, green, blue], u8::MAX),
        [red, green, blue, alpha] => rules.terrain([red, green, blue], alpha),
        _ => None,
    });
    Ok(TileGrid {
        width,
        height,
        cells: cells.collect(),
        cell_size: [1.0, 1.0],
        origin: [0.0, 0.0],
        projection: Projection::Orthogonal,
    })
}

/// For what the decoder stores beside the pixels; a row of the widest picture
/// has 8 bytes per pixel.
fn limits(bytes: &[u8]) -> Limits {
    const ROWS: usize = 1 << 20;
    let pixels = bytes.len().saturating_mul(MOST_PIXEL_BYTES_PER_BYTE);
    Limits { bytes: pixels.saturating_add(ROWS).min(1 << 28) }
}

/// Refuses sizes that are too large, and those that the file is too short for.
fn check_size(
    bytes: &[u8],
    width: u32,
    height: u32,
    bits_per_pixel: usize,
) -> Result<(), FormatError> {
    let cells = u64::from(width) * u64::from(height);
    if cells > MAX_CELLS {
        return Err(FormatError::whole(Reason::Limit { what: "pixels", limit: MAX_CELLS }));
    }
    let bits = bytes.len().saturating_mul(MOST_PIXEL_BYTES_PER_BYTE).saturating_mul(8);
    let possible = wide(bits / bits_per_pixel.max(1));
    if cells > possible {
        return Err(FormatError::whole(Reason::Claim { what: "pixels", claimed: cells, possible }));
    }
    Ok(())
}

fn damaged(error: &DecodingError) -> FormatError {
    FormatError::whole(Reason::damaged("picture", error))
}
