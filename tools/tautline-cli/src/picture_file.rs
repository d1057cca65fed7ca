//! Picture files: PNG for names that end in `.png`, otherwise SVG.

use std::path::{Path, PathBuf};

use anyhow::{Result, bail};
use clap::Args;

use crate::file_name::{extension, file_name};
use crate::output;

/// The limit of the pixels of a PNG. At four bytes each, 256 MiB are allocated for them.
#[cfg(feature = "png")]
const MOST_PIXELS: u64 = 1 << 26;

/// The options for the file of a picture.
#[derive(Args)]
pub(crate) struct PictureFile {
    /// The picture to write: a .svg, or a .png if the tool has the feature `png`
    #[arg(short, long, value_name = "FILE", value_parser = file_name())]
    output: PathBuf,
    /// Width of a PNG in pixels [default: that of the SVG]
    #[arg(
        long,
        value_name = "PIXELS",
        value_parser = clap::value_parser!(u32).range(1..=65_536),
        allow_negative_numbers = true
    )]
    width: Option<u32>,
    /// Title of an SVG, for screen readers [default: the name of the map]
    #[arg(long, value_name = "TEXT")]
    pub(crate) title: Option<String>,
}

impl PictureFile {
    /// Checks, before any work is done, that the picture can be written.
    pub(crate) fn check(&self, input: &Path) -> Result<()> {
        check(&self.output, self.width, &[input])
    }

    /// Writes a picture. Returns the line that reports it.
    pub(crate) fn write(&self, svg: &str) -> Result<String> {
        write(&self.output, svg, self.width)?;
        Ok(format!("written to {}\n", self.output.display()))
    }
}

/// Checks, before any work is done, that a picture can be written.
pub(crate) fn check(file: &Path, width: Option<u32>, inputs: &[&Path]) -> Result<()> {
    let name = file.display();
    if extension(file).is_some_and(|ending| !["svg", "png"].contains(&ending.as_str())) {
        bail!("cannot write {name}: pictures are .svg or .png files; use one of these endings");
    }
    if !is_png(file) && width.is_some() {
        bail!(
            "--width does not apply to {name}: an SVG scales to any width; leave it out, or name a .png"
        );
    }
    if is_png(file) && !cfg!(feature = "png") {
        bail!(
            "cannot write {name}: this tool was built without PNG support; name an .svg, or build \
             the tool with `--features png`"
        );
    }
    output::check(file, inputs)
}

/// Writes a picture as PNG with this width, or as SVG.
pub(crate) fn write(file: &Path, svg: &str, width: Option<u32>) -> Result<()> {
    if is_png(file) {
        output::write(file, &png(svg, width)?)
    } else {
        output::write(file, svg.as_bytes())
    }
}

fn is_png(file: &Path) -> bool {
    extension(file).as_deref() == Some("png")
}

/// Renders an SVG and encodes it as PNG.
#[cfg(feature = "png")]
fn png(svg: &str, width: Option<u32>) -> Result<Vec<u8>> {
    use anyhow::Context;
    use resvg::tiny_skia::{Pixmap, Transform};
    use resvg::usvg::{Options, Tree};

    let tree = Tree::from_str(svg, &Options::default()).context("the picture cannot be drawn")?;
    let size = tree.size().to_int_size();
    let size = match width {
        Some(width) => size.scale_to_width(width),
        None => Some(size),
    };
    let fits = |pixels: u64| pixels <= MOST_PIXELS;
    let size = size.filter(|size| fits(u64::from(size.width()) * u64::from(size.height())));
    let pixmap = size.and_then(|size| Pixmap::new(size.width(), size.height()));
    let Some(mut pixmap) = pixmap else {
        bail!("the PNG would have more than {MOST_PIXELS} pixels; choose a smaller --width");
    };
    let scale = Transform::from_scale(
        scale(pixmap.width(), tree.size().width()),
        scale(pixmap.height(), tree.size().height()),
    );
    resvg::render(&tree, scale, &mut pixmap.as_mut());
    pixmap.encode_png().context("the PNG cannot be written")
}

#[cfg(feature = "png")]
#[expect(clippy::cast_precision_loss, reason = "at most 65,536 pixels")]
fn scale(pixels: u32, length: f32) -> f32 {
    pixels as f32 / length
}

#[cfg(not(feature = "png"))]
fn png(_: &str, _: Option<u32>) -> Result<Vec<u8>> {
    bail!("this tool was built without PNG support")
}
