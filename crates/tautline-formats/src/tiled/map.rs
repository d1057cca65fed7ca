//! Reading of the structure of a map, without decoding its tiles.

use std::borrow::Cow;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;

use super::TiledOptions;
use super::attributes::{LayerNode, cell_size, layers, name, projection, size};
use super::objects;
use super::properties::Properties;
use super::tree::{Data, File, LayerKind, Node, TextPosition};
use crate::error::{FormatError, Reason};
use crate::grid::Projection;
use crate::interpretation::{Interpretation, UnreadKind, looks_like_label};
use crate::link::Link;
use crate::load::{self, Load};
use crate::number::to_u64;
use crate::vector_map::{MAX_CORNERS, Shape, class_named};

pub(super) struct Map<'t> {
    pub(super) projection: Projection,
    /// Columns and rows; `None` for an infinite map.
    pub(super) size: Option<[u32; 2]>,
    pub(super) cell_size: [NonZeroU32; 2],
    /// The tile layers, from the lowest to the topmost.
    pub(super) layers: Vec<Layer<'t>>,
    pub(super) tile_sets: TileSets,
    pub(super) links: Vec<Link>,
    /// The objects that are drawn over the tiles.
    pub(super) shapes: Vec<Shape>,
    /// Names that look like labels but are not read.
    pub(super) unread: Interpretation,
}

pub(super) struct Layer<'t> {
    pub(super) name: Cow<'t, str>,
    /// True if the editor shows it shifted.
    pub(super) is_offset: bool,
    /// True if it, or a group around it, is named like an obstacle.
    pub(super) is_obstacle: bool,
    /// The properties of tiles without properties of their own.
    pub(super) properties: Properties,
    /// The chunks of an infinite map; otherwise the whole layer as one chunk.
    pub(super) chunks: Vec<Chunk<'t>>,
}

/// A rectangle of tiles.
pub(super) struct Chunk<'t> {
    /// The column and row of the upper left tile.
    pub(super) corner: [i32; 2],
    pub(super) size: [u32; 2],
    pub(super) data: Data<'t>,
    pub(super) compression: Compression,
    pub(super) at: TextPosition<'t>,
}

#[derive(Clone, Copy)]
pub(super) enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

/// The largest number of tile sets, each of which may be a file to load. Maps have a few dozen.
const MAX_TILE_SETS: u64 = 1024;

impl<'t> Map<'t> {
    pub(super) fn read(
        map: &Node<'t>,
        options: &TiledOptions,
        reads_objects: bool,
        load: &mut Load<'_>,
    ) -> Result<Self, FormatError> {
        let (mut unread, mut links) = (Interpretation::default(), Vec::new());
        let (mut shapes, mut corners_left) = (Vec::new(), MAX_CORNERS);
        for LayerNode { node: group, is_offset, .. } in layers(map, LayerKind::Objects)? {
            let found = objects::links(&group)?;
            let (mut drawn, mut drawn_as) = (Vec::new(), Interpretation::default());
            // If only some layers are read, their objects are those of collision layers.
            let is_chosen = options.layers.is_none() || options.is_collision_layer(&name(&group));
            if reads_objects && is_chosen {
                drawn = objects::layer_shapes(&group, options, &mut corners_left, &mut drawn_as)?;
            }
            let is_of_links = !found.is_empty() && found.len() == group.children("object")?.count();
            if drawn.is_empty() && !is_of_links {
                unread.notice(UnreadKind::ObjectLayer, &name(&group));
            } else {
                unread.add_objects(&drawn_as);
            }
            if is_offset && !(found.is_empty() && drawn.is_empty()) {
                unread.notice(UnreadKind::Offset, &name(&group));
            }
            links.extend(found);
            shapes.append(&mut drawn);
        }
        let is_infinite = map.is_set("infinite")?;
        let layers = layers(map, LayerKind::Tiles)?;
        let layers = layers.iter().map(|it| Layer::read(it, is_infinite, options, &mut unread));
        Ok(Self {
            projection: projection(map)?,
            size: (!is_infinite).then_some(size(map)?),
            cell_size: cell_size(map)?,
            layers: layers.collect::<Result<_, _>>()?,
            tile_sets: TileSets::read(map, options, load, &mut unread)?,
            links,
            shapes,
            unread,
        })
    }
}

impl<'t> Layer<'t> {
    fn read(
        LayerNode { node, is_offset, is_obstacle }: &LayerNode<'t>,
        is_infinite: bool,
        options: &TiledOptions,
        unread: &mut Interpretation,
    ) -> Result<Self, FormatError> {
        let properties = Properties::read(node, options, unread)?;
        let mut chunks = node.data().map_or(Ok(Vec::new()), |data| chunks(node, data))?;
        if is_infinite {
            // For a layer without tiles, Tiled writes an empty element `data` without chunks. It was
            // read as one empty chunk.
            chunks.retain(|chunk| !chunk.data.is_empty());
        }
        let (is_offset, is_obstacle) = (*is_offset, *is_obstacle);
        Ok(Self { name: name(node), is_offset, is_obstacle, properties, chunks })
    }
}

/// Reads the chunks in the data of a layer. Data without chunks becomes one chunk.
fn chunks<'t>(layer: &Node<'t>, data: Node<'t>) -> Result<Vec<Chunk<'t>>, FormatError> {
    let encoding = data.attribute("encoding");
    if let Some(other) = encoding.as_deref().filter(|it| !matches!(*it, "csv" | "base64")) {
        let reason = Reason::unknown_name("encoding", other, ["csv", "base64"]);
        return Err(data.error("encoding", reason));
    }
    // A missing or empty name means no compression.
    let compression = match &*data.attribute("compression").unwrap_or_default() {
        "" => Compression::None,
        "zlib" => Compression::Zlib,
        "gzip" => Compression::Gzip,
        "zstd" => Compression::Zstd,
        other => {
            let reason = Reason::unknown_name("compression", other, ["zlib", "gzip", "zstd"]);
            return Err(data.error("compression", reason));
        }
    };
    let mut chunks = Vec::new();
    let mut add = |sized: &Node<'t>, data: &Node<'t>, corner| {
        let (data, at) = data.tiles(encoding.as_deref())?;
        chunks.push(Chunk { corner, size: size(sized)?, data, compression, at });
        Ok::<_, FormatError>(())
    };
    let mut is_whole = true;
    for chunk in data.children("chunk")? {
        let chunk = chunk?;
        is_whole = false;
        add(&chunk, &chunk, [chunk.required("x", "a column")?, chunk.required("y", "a row")?])?;
    }
    if is_whole && data.has_tiles() {
        add(layer, &data, [0, 0])?;
    }
    Ok(chunks)
}

/// The properties of a tile set.
struct TileSet {
    name: String,
    /// The properties of tiles without properties of their own.
    all: Properties,
    /// The properties of tiles by local id. Tiles without properties are left out.
    tiles: BTreeMap<u32, Properties>,
    /// The local ids of tiles with shapes of the collision editor, which are not read.
    shaped: BTreeSet<u32>,
}

impl TileSet {
    fn read(
        node: &Node<'_>,
        options: &TiledOptions,
        unread: &mut Interpretation,
    ) -> Result<Self, FormatError> {
        // Without these properties, walls would become walkable.
        if node.attribute("tileproperties").is_some() {
            return Err(node.in_old_json("tileproperties"));
        }
        let (mut tiles, mut shaped) = (BTreeMap::new(), BTreeSet::new());
        for tile in node.children("tile")? {
            let tile = tile?;
            let properties = Properties::read(&tile, options, unread)?;
            if properties != Properties::default() {
                tiles.insert(tile.required("id", "the number of a tile")?, properties);
                continue;
            }
            if tile.has_collision_shape()? {
                shaped.insert(tile.required("id", "the number of a tile")?);
            }
            // Tiled 1.9 calls it `class`; older and newer versions call it `type`.
            let class = tile.attribute("class").or_else(|| tile.attribute("type"));
            let is_class = |class: &str| {
                looks_like_label(class) || class_named(class, &options.terrains).is_some()
            };
            if let Some(class) = class.filter(|class| is_class(class)) {
                unread.notice(UnreadKind::Class, &class);
            }
        }
        let all = Properties::read(node, options, unread)?;
        Ok(Self { name: name(node).into_owned(), all, tiles, shaped })
    }

    /// Loads a file and reads it, as XML or JSON.
    fn load(
        node: &Node<'_>,
        file: &str,
        options: &TiledOptions,
        load: &mut Load<'_>,
        unread: &mut Interpretation,
    ) -> Result<Self, FormatError> {
        let text = load::text(load, file, || node.at("").location())?;
        let set =
            File::parse(&text).and_then(|file| Self::read(&file.root("tileset")?, options, unread));
        set.map_err(|error| load::in_file(file, error))
    }
}

/// The tile sets of a map, each with its first GID, sorted by it.
pub(super) struct TileSets(Vec<(u32, TileSet)>);

impl TileSets {
    fn read(
        map: &Node<'_>,
        options: &TiledOptions,
        load: &mut Load<'_>,
        unread: &mut Interpretation,
    ) -> Result<Self, FormatError> {
        let mut sets: Vec<(u32, TileSet)> = Vec::new();
        for node in map.children("tileset")? {
            let node = node?;
            if to_u64(sets.len()) == MAX_TILE_SETS {
                let what = "tile sets";
                return Err(node.error("", Reason::Limit { what, limit: MAX_TILE_SETS }));
            }
            let first = node.required("firstgid", "the number of a tile")?;
            let set = match node.attribute("source") {
                Some(file) => TileSet::load(&node, &file, options, load, unread)?,
                None => TileSet::read(&node, options, unread)?,
            };
            sets.insert(sets.partition_point(|(other, _)| *other < first), (first, set));
        }
        Ok(Self(sets))
    }

    /// Returns the properties of a tile, or `None` if it is in no tile set.
    pub(super) fn properties(&self, tile: u32) -> Option<Properties> {
        let (id, set) = self.find(tile)?;
        Some(set.tiles.get(&id).copied().unwrap_or_default().or(set.all))
    }

    /// Returns the name of the tile set of a tile, if the tile has collision shapes.
    pub(super) fn with_shape(&self, tile: u32) -> Option<&str> {
        let (id, set) = self.find(tile)?;
        set.shaped.contains(&id).then_some(&*set.name)
    }

    /// Returns the local id of a tile and its tile set.
    fn find(&self, tile: u32) -> Option<(u32, &TileSet)> {
        let after = self.0.partition_point(|(first, _)| *first <= tile);
        let (first, set) = self.0.get(after.checked_sub(1)?)?;
        Some((tile - first, set))
    }
}
