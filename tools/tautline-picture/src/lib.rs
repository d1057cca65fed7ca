//! Pictures of maps and side-view levels as SVG.
//!
//! [`MapPicture`] is a [`Draw`](tautline::draw::Draw) with a [`Style`]; [`LevelPicture`]
//! draws a level of [`tautline::platformer`]. The same calls always give the same text.
//!
//! For a plain drawing of a mesh, use [`tautline::draw::Svg`].
//!
//! ```
//! use tautline::draw::{Draw, draw_mesh};
//! use tautline::navmesh::RawMesh;
//! use tautline::{Vec2, path};
//! use tautline_picture::{MapPicture, Style};
//!
//! let mut raw = RawMesh::from_vertices(&[[0.0, 0.0], [4.0, 0.0], [4.0, 3.0], [0.0, 3.0], [7.0, 1.0]]);
//! raw.push_area(&[0, 1, 2, 3]);
//! raw.push_area(&[1, 4, 2]);
//! let mesh = raw.build()?;
//!
//! let style = Style::for_terrain_names(&["grass".to_owned()]);
//! let mut picture = MapPicture::new(style).with_title("A kite");
//! draw_mesh(&mesh, &mut picture);
//! picture.path(&path(&mesh, Vec2::new(1.0, 1.0), Vec2::new(6.0, 1.0))?);
//! let text = picture.finish();
//! assert!(text.starts_with("<svg ") && text.ends_with("</svg>\n"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod escaped;
mod level;
mod map;
mod path_data;
mod style;

pub use level::LevelPicture;
pub use map::MapPicture;
pub use style::Style;
