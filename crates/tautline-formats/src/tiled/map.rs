//! From the nodes of a file to a map whose tiles are not unpacked yet.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::num::NonZeroU32;

use super::TiledRules;
use super::tree::{At, Data, File, LayerKind, Node};
use crate::error::{FormatError, Found, Reason, wide};
use crate::grid::Projection;
use crate::load::{self, Load};
use crate::plan::{class_named, class_of};

pub(super) struct Map<'t> {
    pub(super) projection: Projection,
    /// Columns and rows; `None` for an infinite map.
    pub(super) size: Option<[u32; 2]>,
    pub(super) tile_size: [NonZeroU32; 2],
    /// From the lowest to the topmost.
    pub(super) layers: Vec<Layer<'t>>,
    pub(super) tile_sets: TileSets,
}

pub(super) struct Layer<'t> {
    pub(super) name: Cow<'t, str>,
    /// What holds for tiles that do not say it themselves.
    pub(super) properties: Properties,
    /// The layer itself, or its chunks.
    pub(super) chunks: Vec<Chunk<'t>>,
}

/// A rectangle of tiles.
pub(super) struct Chunk<'t> {
    /// The column and row of the upper left tile.
    pub(super) corner: [i32; 2],
    pub(super) size: [u32; 2],
    pub(super) data: Data<'t>,
    pub(super) compression: Compression,
    pub(super) at: At<'t>,
}

#[derive(Clone, Copy)]
pub(super) enum Compression {
    None,
    Zlib,
    Gzip,
    Zstd,
}

/// Groups of layers nest no deeper than this. The text of a group is read again for each group
/// around it.
const MAX_DEPTH: u64 = 64;

/// Maps have a few dozen tile sets. Each may be a file to load.
const MAX_TILE_SETS: u64 = 1024;

impl<'t> Map<'t> {
    pub(super) fn read(
        map: &Node<'t>,
        rules: &TiledRules,
        load: &mut Load<'_>,
    ) -> Result<Self, FormatError> {
        let layers = layers(map, LayerKind::Tiles)?;
        Ok(Self {
            projection: projection(map)?,
            size: (!map.is_set("infinite")?).then_some(size(map)?),
            tile_size: tile_size(map)?,
            layers: layers.iter().map(|it| Layer::read(it, rules)).collect::<Result<_, _>>()?,
            tile_sets: TileSets::read(map, rules, load)?,
        })
    }
}

/// The layers of a kind from the lowest to the topmost, those in groups, too.
pub(super) fn layers<'t>(map: &Node<'t>, kind: LayerKind) -> Result<Vec<Node<'t>>, FormatError> {
    let mut found = Vec::new();
    // The layers that are left in each group around the next one.
    let mut groups = vec![map.layers()?];
    while let Some(group) = groups.last_mut() {
        let Some(layer) = group.next().transpose()? else {
            groups.pop();
            continue;
        };
        match layer.layer_kind()? {
            LayerKind::Group if wide(groups.len()) > MAX_DEPTH => {
                let what = "levels of nested groups of layers";
                return Err(layer.refuse("", Reason::Limit { what, limit: MAX_DEPTH }));
            }
            LayerKind::Group => groups.push(layer.layers()?),
            other if other == kind => found.push(layer),
            _ => {}
        }
    }
    Ok(found)
}

/// The name of a layer or an object; empty if it has none.
pub(super) fn name<'t>(node: &Node<'t>) -> Cow<'t, str> {
    node.attribute("name").unwrap_or_default()
}

pub(super) fn projection(map: &Node<'_>) -> Result<Projection, FormatError> {
    match map.required::<String>("orientation", "an orientation")?.as_str() {
        "orthogonal" => Ok(Projection::Orthogonal),
        "isometric" => Ok(Projection::Isometric),
        // Staggered and hexagonal cells have other neighbours than those of a square grid.
        other => {
            let known = ["orthogonal", "isometric"];
            Err(map.refuse("orientation", Reason::unknown_name("orientation", other, known)))
        }
    }
}

pub(super) fn tile_size(map: &Node<'_>) -> Result<[NonZeroU32; 2], FormatError> {
    let width = map.required("tilewidth", "a width in pixels")?;
    Ok([width, map.required("tileheight", "a height in pixels")?])
}

fn size(node: &Node<'_>) -> Result<[u32; 2], FormatError> {
    Ok([node.required("width", "a width")?, node.required("height", "a height")?])
}

impl<'t> Layer<'t> {
    fn read(node: &Node<'t>, rules: &TiledRules) -> Result<Self, FormatError> {
        let properties = Properties::read(node, rules)?;
        let chunks = node.data().map_or(Ok(Vec::new()), |data| chunks(node, data))?;
        Ok(Self { name: name(node), properties, chunks })
    }
}

/// The chunks in the data of a layer, or the layer as one chunk.
fn chunks<'t>(layer: &Node<'t>, data: Node<'t>) -> Result<Vec<Chunk<'t>>, FormatError> {
    let encoding = data.attribute("encoding");
    if let Some(other) = encoding.as_deref().filter(|it| !matches!(*it, "csv" | "base64")) {
        let reason = Reason::unknown_name("encoding", other, ["csv", "base64"]);
        return Err(data.refuse("encoding", reason));
    }
    // Tiled leaves out the name, or leaves it empty, for none.
    let compression = match &*data.attribute("compression").unwrap_or_default() {
        "" => Compression::None,
        "zlib" => Compression::Zlib,
        "gzip" => Compression::Gzip,
        "zstd" => Compression::Zstd,
        other => {
            let reason = Reason::unknown_name("compression", other, ["zlib", "gzip", "zstd"]);
            return Err(data.refuse("compression", reason));
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

/// What a tile, a tile set, a layer or an object says.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Properties {
    pub(super) walkable: Option<bool>,
    pub(super) terrain: Option<u8>,
}

impl Properties {
    pub(super) fn read(node: &Node<'_>, rules: &TiledRules) -> Result<Self, FormatError> {
        let mut found = Self::default();
        for property in node.children("property")? {
            let property = property?;
            // Rules without a name for a property do not ask for one without a name.
            let name = name(&property);
            if name.is_empty() {
                continue;
            }
            // In XML, a value of several lines is the text of the element.
            let value = property.attribute("value").or_else(|| match &property {
                Node::Xml(node) => node.text().map(Cow::Borrowed),
                Node::Json(_) => None,
            });
            let value = value.unwrap_or_default();
            let unexpected = |expected: &str| {
                let reason = Reason::unexpected(expected, Found::text(&value));
                property.refuse("value", reason)
            };
            if name == rules.walkable_property {
                let walkable = value.parse().map_err(|_| unexpected("true or false"))?;
                found.walkable = Some(walkable);
            } else if name == rules.terrain_property {
                let class = if rules.class_numbers { class_of } else { class_named };
                let class = class(&value, &rules.terrains);
                found.terrain = Some(class.ok_or_else(|| unexpected(&known_classes(rules)))?);
            }
        }
        Ok(found)
    }

    /// These, or where nothing is said, those of what the tile belongs to.
    ///
    /// A tile that says either does not inherit the other: water that is a
    /// terrain of its own in a set of walls can be walked on.
    pub(super) fn or(self, outer: Self) -> Self {
        if self == Self::default() { outer } else { self }
    }
}

/// What the terrain property can be, for a message.
fn known_classes(rules: &TiledRules) -> String {
    let names = rules.terrains.join(", ");
    match (rules.terrains.is_empty(), rules.class_numbers) {
        (true, _) => "a terrain class from 0 to 255".to_owned(),
        (false, true) => format!("one of {names}, or a class from 0 to 255"),
        (false, false) => format!("one of {names}"),
    }
}

/// What the tiles of a set say.
struct TileSet {
    /// What holds for tiles that say nothing.
    all: Properties,
    /// By number within the set; tiles that say nothing are left out.
    tiles: BTreeMap<u32, Properties>,
}

impl TileSet {
    fn read(node: &Node<'_>, rules: &TiledRules) -> Result<Self, FormatError> {
        let mut tiles = BTreeMap::new();
        for tile in node.children("tile")? {
            let tile = tile?;
            let properties = Properties::read(&tile, rules)?;
            if properties != Properties::default() {
                tiles.insert(tile.required("id", "the number of a tile")?, properties);
            }
        }
        Ok(Self { all: Properties::read(node, rules)?, tiles })
    }

    /// Asks for a file, and reads it in the syntax that it has.
    fn load(
        node: &Node<'_>,
        file: &str,
        rules: &TiledRules,
        load: &mut Load<'_>,
    ) -> Result<Self, FormatError> {
        let text = load::text(load, file, || node.at("").place())?;
        let set = File::parse(&text).and_then(|file| Self::read(&file.root("tileset")?, rules));
        set.map_err(|error| load::in_file(file, error))
    }
}

/// The tile sets of a map, each with the number of its first tile, in the order of these.
pub(super) struct TileSets(Vec<(u32, TileSet)>);

impl TileSets {
    fn read(map: &Node<'_>, rules: &TiledRules, load: &mut Load<'_>) -> Result<Self, FormatError> {
        let mut sets: Vec<(u32, TileSet)> = Vec::new();
        for node in map.children("tileset")? {
            let node = node?;
            if wide(sets.len()) == MAX_TILE_SETS {
                let what = "tile sets";
                return Err(node.refuse("", Reason::Limit { what, limit: MAX_TILE_SETS }));
            }
            let first = node.required("firstgid", "the number of a tile")?;
            let set = match node.attribute("source") {
                Some(file) => TileSet::load(&node, &file, rules, load)?,
                None => TileSet::read(&node, rules)?,
            };
            sets.insert(sets.partition_point(|(other, _)| *other < first), (first, set));
        }
        Ok(Self(sets))
    }

    /// What a tile says, or `None` if no set has it.
    pub(super) fn properties(&self, tile: u32) -> Option<Properties> {
        let after = self.0.partition_point(|(first, _)| *first <= tile);
        let (first, set) = self.0.get(after.checked_sub(1)?)?;
        Some(set.tiles.get(&(tile - first)).copied().unwrap_or_default().or(set.all))
    }
}
