//! Maps as XML.

use std::borrow::Cow;
use std::num::NonZeroU32;

use roxmltree::{Document, Node};

use super::at::At;
use super::map::{Chunk, Compression, Data, RawLayer, RawMap, projection};
use super::objects::{Group, Object, Objects, Outline};
use super::properties::xml::properties;
use super::rules::TiledRules;
use super::tile_sets::{self, TileSets};
use crate::error::{FormatError, Reason};
use crate::grid::Projection;
use crate::load::Load;
use crate::xml::{optional, place, refuse, refuse_attribute, required, root, unexpected};

pub(super) fn map<'t>(
    document: &'t Document<'t>,
    rules: &TiledRules,
    load: &mut Load<'_>,
) -> Result<RawMap<'t>, FormatError> {
    let map = root(document, "map")?;
    let is_infinite = optional::<u8>(map, "infinite", "0 or 1")?.unwrap_or(0) != 0;
    let size = [required(map, "width", "a width")?, required(map, "height", "a height")?];
    Ok(RawMap {
        projection: map_projection(map)?,
        size: (!is_infinite).then_some(size),
        tile_size: tile_size(map)?,
        layers: layers(map).map(|node| layer(node, rules)).collect::<Result<_, _>>()?,
        tile_sets: tile_sets(map, rules, load)?,
    })
}

/// The tile layers. Groups of layers only matter in the editor.
fn layers<'t>(map: Node<'t, 't>) -> impl Iterator<Item = Node<'t, 't>> {
    map.descendants().filter(|node| node.has_tag_name("layer"))
}

/// The names of the tile layers of a map.
pub(super) fn layer_names(document: &Document<'_>) -> Result<Vec<String>, FormatError> {
    let layers = layers(root(document, "map")?);
    Ok(layers.map(|node| node.attribute("name").unwrap_or_default().to_owned()).collect())
}

fn map_projection(map: Node<'_, '_>) -> Result<Projection, FormatError> {
    let orientation: String = required(map, "orientation", "an orientation")?;
    projection(&orientation).map_err(|reason| refuse_attribute(map, "orientation", reason))
}

fn tile_size(map: Node<'_, '_>) -> Result<[NonZeroU32; 2], FormatError> {
    Ok([
        required(map, "tilewidth", "a width in pixels")?,
        required(map, "tileheight", "a height in pixels")?,
    ])
}

fn tile_sets(
    map: Node<'_, '_>,
    rules: &TiledRules,
    load: &mut Load<'_>,
) -> Result<TileSets, FormatError> {
    let mut sets = TileSets::default();
    for node in map.children().filter(|node| node.has_tag_name("tileset")) {
        let first = required(node, "firstgid", "the number of a tile")?;
        let set = match node.attribute("source") {
            Some(source) => tile_sets::file::load(load, source, rules, || place(node))?,
            None => tile_sets::xml::read(node, rules)?,
        };
        sets.push(first, set).map_err(|reason| refuse(node, reason))?;
    }
    Ok(sets)
}

fn layer<'t>(node: Node<'t, 't>, rules: &TiledRules) -> Result<RawLayer<'t>, FormatError> {
    let mut chunks = Vec::new();
    if let Some(data) = node.children().find(|node| node.has_tag_name("data")) {
        let packing = packing(data)?;
        for piece in data.children().filter(|node| node.has_tag_name("chunk")) {
            let corner = [required(piece, "x", "a column")?, required(piece, "y", "a row")?];
            chunks.push(chunk(piece, piece, corner, packing)?);
        }
        if chunks.is_empty() {
            chunks.push(chunk(node, data, [0, 0], packing)?);
        }
    }
    Ok(RawLayer {
        name: Cow::Borrowed(node.attribute("name").unwrap_or_default()),
        properties: properties(node, rules)?,
        chunks,
    })
}

#[derive(Clone, Copy)]
enum Packing {
    Elements,
    Csv,
    Base64(Compression),
}

fn packing(data: Node<'_, '_>) -> Result<Packing, FormatError> {
    match data.attribute("encoding") {
        None => Ok(Packing::Elements),
        Some("csv") => Ok(Packing::Csv),
        Some("base64") => Compression::named(data.attribute("compression"))
            .map(Packing::Base64)
            .map_err(|reason| refuse_attribute(data, "compression", reason)),
        Some(other) => {
            let reason = Reason::unknown_name("encoding", other, &["csv", "base64"]);
            Err(refuse_attribute(data, "encoding", reason))
        }
    }
}

/// The tiles of one element, the size of which another may state.
fn chunk<'t>(
    sized: Node<'t, 't>,
    data: Node<'t, 't>,
    corner: [i32; 2],
    packing: Packing,
) -> Result<Chunk<'t>, FormatError> {
    let size = [required(sized, "width", "a width")?, required(sized, "height", "a height")?];
    // Comments and character data split a text into several.
    let text = data.children().find(|node| node.is_text() && !is_blank(node));
    let content = text.and_then(|node| node.text()).unwrap_or_default();
    let byte = text.map_or(data.range().start, |node| node.range().start);
    let data = match packing {
        Packing::Csv => Data::Csv(content),
        Packing::Base64(compression) => Data::Base64(content, compression),
        Packing::Elements => {
            let tiles = data.children().filter(|node| node.has_tag_name("tile"));
            // An empty cell has no number.
            let number = |tile| Ok(optional(tile, "gid", "the number of a tile")?.unwrap_or(0));
            Data::Numbers(tiles.map(number).collect::<Result<_, FormatError>>()?)
        }
    };
    Ok(Chunk { corner, size, data, at: At::Xml { document: sized.document(), byte } })
}

fn is_blank(node: &Node<'_, '_>) -> bool {
    node.text().is_none_or(|text| text.trim().is_empty())
}

/// The objects of a map.
pub(super) fn objects<'t>(
    document: &'t Document<'t>,
    rules: &TiledRules,
) -> Result<Objects<'t>, FormatError> {
    let map = root(document, "map")?;
    // The tiles of a tile set have object groups, too.
    let groups = map.descendants().filter(|node| node.has_tag_name("objectgroup"));
    let groups =
        groups.filter(|node| node.parent().is_none_or(|outer| !outer.has_tag_name("tile")));
    Ok(Objects {
        projection: map_projection(map)?,
        tile_size: tile_size(map)?,
        groups: groups.map(|node| group(node, rules)).collect::<Result<_, _>>()?,
    })
}

fn group<'t>(node: Node<'t, 't>, rules: &TiledRules) -> Result<Group<'t>, FormatError> {
    let mut objects = Vec::new();
    for node in node.children().filter(|node| node.has_tag_name("object")) {
        objects.extend(object(node, rules)?);
    }
    Ok(Group {
        name: text(node, "name"),
        class: class(node),
        properties: properties(node, rules)?,
        objects,
    })
}

/// An object, if it has an area.
fn object<'t>(node: Node<'t, 't>, rules: &TiledRules) -> Result<Option<Object<'t>>, FormatError> {
    let measure = |name| Ok::<f64, FormatError>(optional(node, name, "a number")?.unwrap_or(0.0));
    let size = [measure("width")?, measure("height")?];
    let shape = node
        .children()
        .find(|child| child.is_element() && !matches!(child.tag_name().name(), "properties"));
    let outline = match shape.map(|shape| (shape, shape.tag_name().name())) {
        Some((shape, "polygon")) => Outline::Polygon(points(shape)?),
        Some((_, "ellipse")) => Outline::Ellipse(size),
        None if size.iter().all(|side| *side > 0.0) => Outline::Rectangle(size),
        _ => return Ok(None),
    };
    // Pictures, and what another file describes.
    if node.has_attribute("gid") || node.has_attribute("template") {
        return Ok(None);
    }
    Ok(Some(Object {
        name: text(node, "name"),
        class: class(node),
        properties: properties(node, rules)?,
        place: [measure("x")?, measure("y")?],
        rotation: measure("rotation")?,
        outline,
        at: At::Xml { document: node.document(), byte: node.range().start },
    }))
}

fn points(node: Node<'_, '_>) -> Result<Vec<[f64; 2]>, FormatError> {
    let point = |word: &str| {
        let (x, y) = word.split_once(',')?;
        Some([x.parse().ok()?, y.parse().ok()?])
    };
    let words = node.attribute("points").unwrap_or_default().split_ascii_whitespace();
    let points = words.map(point).collect::<Option<_>>();
    points.ok_or_else(|| unexpected(node, "points", "a list of points such as 0,0 8,0 8,8"))
}

fn text<'t>(node: Node<'t, '_>, name: &str) -> Cow<'t, str> {
    Cow::Borrowed(node.attribute(name).unwrap_or_default())
}

/// Versions of Tiled differ in how they call it.
fn class<'t>(node: Node<'t, '_>) -> Cow<'t, str> {
    let class = node.attribute("class").or_else(|| node.attribute("type"));
    Cow::Borrowed(class.unwrap_or_default())
}
