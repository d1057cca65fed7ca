//! Attributes of maps, layers and objects.

use std::borrow::Cow;
use std::num::NonZeroU32;

use super::tree::{LayerKind, Node};
use crate::error::{FormatError, Reason};
use crate::grid::Projection;
use crate::interpretation::looks_like_obstacle;
use crate::number::to_u64;

/// The largest depth of nested layer groups. The time grows with the depth: the text of a group is
/// parsed again for each group around it.
const MAX_DEPTH: u64 = 64;

/// A layer of a map.
pub(super) struct LayerNode<'t> {
    pub(super) node: Node<'t>,
    /// True if the editor shows it shifted: it or a group around it has an offset in pixels.
    pub(super) is_offset: bool,
    /// True if the name or the class of it, or of a group around it, is one that people use for obstacles.
    pub(super) is_obstacle: bool,
}

/// The layers of a kind from the lowest to the topmost, including those in groups.
pub(super) fn layers<'t>(
    map: &Node<'t>,
    kind: LayerKind,
) -> Result<Vec<LayerNode<'t>>, FormatError> {
    let mut found = Vec::new();
    // A stack of the remaining layers of the enclosing groups, with the offset of each group, and true for groups
    // of obstacles.
    let mut groups = vec![(map.layers()?, [0.0; 2], false)];
    while let Some((group, [x, y], is_group_of_obstacles)) = groups.last_mut() {
        let Some(layer) = group.next().transpose()? else {
            groups.pop();
            continue;
        };
        let side = |name| layer.attribute(name).and_then(|text| text.trim().parse().ok());
        let offset: [f64; 2] =
            [*x + side("offsetx").unwrap_or(0.0), *y + side("offsety").unwrap_or(0.0)];
        let class = layer.attribute("class").unwrap_or_default();
        let is_obstacle = *is_group_of_obstacles
            || looks_like_obstacle(&name(&layer))
            || looks_like_obstacle(&class);
        match layer.layer_kind()? {
            LayerKind::Group if to_u64(groups.len()) > MAX_DEPTH => {
                let what = "levels of nested groups of layers";
                return Err(layer.error("", Reason::Limit { what, limit: MAX_DEPTH }));
            }
            LayerKind::Group => groups.push((layer.layers()?, offset, is_obstacle)),
            other if other == kind => {
                let is_offset = offset.iter().any(|side| side.abs() > 0.0);
                found.push(LayerNode { node: layer, is_offset, is_obstacle });
            }
            _ => {}
        }
    }
    Ok(found)
}

/// The name of a layer or an object; empty if it has none.
pub(super) fn name<'t>(node: &Node<'t>) -> Cow<'t, str> {
    node.attribute("name").unwrap_or_default()
}

/// The projection of a map.
pub(super) fn projection(map: &Node<'_>) -> Result<Projection, FormatError> {
    match map.required::<String>("orientation", "an orientation")?.as_str() {
        "orthogonal" => Ok(Projection::Orthogonal),
        "isometric" => Ok(Projection::Isometric),
        // The cells of staggered and hexagonal maps do not have the neighbours of a square grid.
        other => {
            let known = ["orthogonal", "isometric"];
            Err(map.error("orientation", Reason::unknown_name("orientation", other, known)))
        }
    }
}

/// The size of the cells of a map, in the coordinates of its objects.
///
/// A tile of an isometric map is drawn as a diamond, mostly twice as wide as high. On the ground that the map
/// shows, it is a square. Tiled gives that square the side of the tile height in the coordinates of objects.
pub(super) fn cell_size(map: &Node<'_>) -> Result<[NonZeroU32; 2], FormatError> {
    let width = map.required("tilewidth", "a width in pixels")?;
    let height = map.required("tileheight", "a height in pixels")?;
    Ok(match projection(map)? {
        Projection::Orthogonal => [width, height],
        Projection::Isometric => [height, height],
    })
}

/// The numbers of columns and rows of a map or a layer.
pub(super) fn size(node: &Node<'_>) -> Result<[u32; 2], FormatError> {
    Ok([node.required("width", "a width")?, node.required("height", "a height")?])
}
