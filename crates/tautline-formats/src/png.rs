//! Tile maps as PNG images: one pixel is one cell.
//!
//! By default, light pixels are walkable, and dark and transparent ones are blocked. A
//! colour key assigns other meanings to single colours.
//!
//! ```
//! use tautline_formats::png::{self, PngOptions};
//!
//! # let mut bytes = Vec::new();
//! # let mut encoder = ::png::Encoder::new(&mut bytes, 3, 1);
//! # encoder.set_color(::png::ColorType::Rgb);
//! # let mut writer = encoder.write_header()?;
//! # writer.write_image_data(&[255, 255, 255, 0, 0, 0, 0, 0, 255])?;
//! # writer.finish()?;
//! // White, black and blue.
//! let grid = png::parse(&bytes, &PngOptions::default())?;
//! assert_eq!(grid.cells, [Some(0), None, None]);
//!
//! let options = PngOptions { colours: vec![([0, 0, 255], Some(3))], ..PngOptions::default() };
//! assert_eq!(png::parse(&bytes, &options)?.cells, [Some(0), None, Some(3)]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use std::io::Cursor;

use ::png::{Decoder, DecodingError, Limits, Transformations};

use crate::error::{FormatError, Reason};
use crate::grid::{MAX_CELLS, Projection, TileGrid};
use crate::interpretation::{Interpretation, RoleSource};
use crate::number::to_u64;
use crate::vector_map::Role;

/// The meaning of pixels. Opacity is tested first, then the colour key, then brightness.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PngOptions {
    /// The least alpha value of opaque pixels. Pixels with a lower value are blocked. Default: 128.
    /// With 0, transparency is ignored.
    pub min_alpha: u8,
    /// The colour key: colours (red, green, blue) and their terrain class, or
    /// `None` for blocked. The first matching colour counts.
    pub colours: Vec<([u8; 3], Option<u8>)>,
    /// The largest difference of each of red, green and blue from a matching colour of the
    /// key. Default: 0.
    pub tolerance: u8,
    /// The least brightness of walkable pixels (class 0), if they are opaque and not in the colour
    /// key. Darker ones are blocked. Brightness is 0.299 red + 0.587 green + 0.114 blue: 0 for black,
    /// 255 for white. Default: 128.
    pub min_brightness: u8,
}

impl Default for PngOptions {
    fn default() -> Self {
        Self { min_alpha: 128, colours: Vec::new(), tolerance: 0, min_brightness: 128 }
    }
}

impl PngOptions {
    /// Returns the meaning of a pixel, and the index of its colour in the key, if it is there.
    fn meaning(&self, colour: [u8; 3], alpha: u8) -> (Option<u8>, Option<usize>) {
        if alpha < self.min_alpha {
            return (None, None);
        }
        let fits = |key: &[u8; 3]| {
            key.iter().zip(colour).all(|(key, found)| key.abs_diff(found) <= self.tolerance)
        };
        if let Some(index) = self.colours.iter().position(|(key, _)| fits(key)) {
            return (self.colours[index].1, Some(index));
        }
        let [red, green, blue] = colour.map(u32::from);
        let brightness = (299 * red + 587 * green + 114 * blue) / 1000;
        ((brightness >= u32::from(self.min_brightness)).then_some(0), None)
    }
}

/// The largest compression ratio of deflate, the compression of PNG: 258 bytes in 2 bits.
const MAX_COMPRESSION_RATIO: usize = 1032;

/// Reads an image as a tile map with cells of size 1. Only the first image of an animation is
/// read. Colours of 16 bits are reduced to 8, palettes are resolved, and colour profiles are
/// ignored.
///
/// Takes O(n + p k) time for n bytes, p pixels and k colours in the key, and
/// 6 bytes of memory per pixel.
///
/// # Errors
///
/// If the bytes are not a PNG image, or are damaged or truncated; if the image has more than
/// [`MAX_CELLS`] pixels, or more than a file of this length can contain; if it is an animation
/// whose first image has another size.
pub fn parse(bytes: &[u8], options: &PngOptions) -> Result<TileGrid, FormatError> {
    let mut decoder = Decoder::new_with_limits(Cursor::new(bytes), limits(bytes));
    decoder.set_ignore_text_chunk(true);
    decoder.set_ignore_iccp_chunk(true);
    decoder.set_transformations(Transformations::normalize_to_color8());
    let header = decoder.read_header_info().map_err(|error| damaged(&error))?;
    let (width, height) = (header.width, header.height);
    check_size(bytes, width, height, header.bits_per_pixel())?;
    let mut reader = decoder.read_info().map_err(|error| damaged(&error))?;
    // The library panics if the last colour of a palette is incomplete.
    if reader.info().palette.as_ref().is_some_and(|palette| palette.len() % 3 != 0) {
        let reason = Reason::unsupported("a palette with an incomplete colour");
        return Err(FormatError::whole(reason));
    }
    let too_large = || FormatError::whole(Reason::Limit { what: "pixels", limit: MAX_CELLS });
    let mut pixels = vec![0; reader.output_buffer_size().ok_or_else(too_large)?];
    let image = reader.next_frame(&mut pixels).map_err(|error| damaged(&error))?;
    // The first image of an animation may have another size.
    if (image.width, image.height) != (width, height) {
        let reason = Reason::unsupported("an animation with images of several sizes");
        return Err(FormatError::whole(reason));
    }
    let (mut by_key, mut by_brightness) = (vec![0_u64; options.colours.len()], [0_u64; 2]);
    let cells = pixels.chunks_exact(image.color_type.samples()).map(|pixel| {
        let (terrain, key) = match *pixel {
            [light] => options.meaning([light; 3], u8::MAX),
            [light, alpha] => options.meaning([light; 3], alpha),
            [red, green, blue] => options.meaning([red, green, blue], u8::MAX),
            [red, green, blue, alpha] => options.meaning([red, green, blue], alpha),
            _ => (None, None),
        };
        match key {
            Some(key) => by_key[key] += 1,
            None => by_brightness[usize::from(terrain.is_some())] += 1,
        }
        terrain
    });
    let cells = cells.collect();
    let mut interpretation = Interpretation::default();
    for (([red, green, blue], class), count) in options.colours.iter().zip(by_key) {
        let key = RoleSource::Key(format!("{red:02x}{green:02x}{blue:02x}"));
        interpretation.count(Some(Role::of_cell(*class)), key, count);
    }
    let [dark, light] = by_brightness;
    interpretation.count(Some(Role::Ground), RoleSource::Brightness, light);
    interpretation.count(Some(Role::Hole), RoleSource::Brightness, dark);
    Ok(TileGrid {
        width,
        height,
        cells,
        cell_size: [1.0, 1.0],
        origin: [0.0, 0.0],
        projection: Projection::Orthogonal,
        links: Vec::new(),
        interpretation,
    })
}

/// The memory limit of the decoder. Besides the pixels, it stores a few rows, with up to 8 bytes for
/// a pixel.
fn limits(bytes: &[u8]) -> Limits {
    const ROW_BYTES: usize = 1 << 20;
    let pixels = bytes.len().saturating_mul(MAX_COMPRESSION_RATIO);
    Limits { bytes: pixels.saturating_add(ROW_BYTES).min(1 << 28) }
}

/// Rejects sizes that are too large, or too large for the length of the file.
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
    let bits = bytes.len().saturating_mul(MAX_COMPRESSION_RATIO).saturating_mul(8);
    let possible = to_u64(bits / bits_per_pixel.max(1));
    if cells > possible {
        return Err(FormatError::whole(Reason::DeclaredCount {
            what: "pixels",
            declared: cells,
            possible,
        }));
    }
    Ok(())
}

fn damaged(error: &DecodingError) -> FormatError {
    FormatError::whole(Reason::damaged("image", error))
}
