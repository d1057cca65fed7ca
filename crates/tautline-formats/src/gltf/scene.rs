//! From the nodes of a scene to one model.

use std::sync::Arc;

use super::accessor;
use super::buffers::Buffers;
use super::document::{Document, Mesh, Node, Primitive};
use super::fault::{entry, refuse};
use super::placement::Placement;
use crate::error::{FormatError, Reason};
use crate::model::{MAX_MODEL_SIZE, Model, UpAxis};

const TRIANGLES: u32 = 4;
const TRIANGLE_STRIP: u32 = 5;
const TRIANGLE_FAN: u32 = 6;

pub(super) fn model(document: &Document, buffers: &Buffers<'_>) -> Result<Model, FormatError> {
    let mut builder = Builder::new(document, buffers);
    // The scene to show first, or else the first, or else all nodes without a
    // parent.
    let scene = match document.scene {
        Some(index) => Some((index, entry(&document.scenes, "scenes", index, || "scene".into())?)),
        None => document.scenes.first().map(|scene| (0, scene)),
    };
    match scene {
        Some((index, scene)) => {
            for (place, &node) in scene.nodes.iter().enumerate() {
                builder.add_tree(node, || format!("scenes[{index}].nodes[{place}]"))?;
            }
        }
        None => {
            let mut is_child = vec![false; document.nodes.len()];
            for &child in document.nodes.iter().flat_map(|node| &node.children) {
                if let Some(is_child) = is_child.get_mut(child) {
                    *is_child = true;
                }
            }
            for (node, _) in is_child.iter().enumerate().filter(|(_, is_child)| !**is_child) {
                builder.add_tree(node, || format!("nodes[{node}]"))?;
            }
        }
    }
    Ok(builder.model)
}

struct Builder<'b> {
    document: &'b Document,
    buffers: &'b Buffers<'b>,
    /// Nodes that are in the model: each may be there once.
    is_done: Vec<bool>,
    mesh_names: Vec<Arc<str>>,
    material_names: Vec<Arc<str>>,
    unnamed: Arc<str>,
    /// How many primitives were drawn.
    drawn: u64,
    model: Model,
}

/// Primitives that are drawn without any triangle take time, too.
const MAX_DRAWN: u64 = 1 << 20;

impl<'b> Builder<'b> {
    fn new(document: &'b Document, buffers: &'b Buffers<'b>) -> Self {
        let name = |name: &Option<String>| Arc::from(name.as_deref().unwrap_or_default());
        Self {
            document,
            buffers,
            is_done: vec![false; document.nodes.len()],
            mesh_names: document.meshes.iter().map(|mesh| name(&mesh.name)).collect(),
            material_names: document
                .materials
                .iter()
                .map(|material| name(&material.name))
                .collect(),
            unnamed: Arc::from(""),
            drawn: 0,
            model: Model::default(),
        }
    }

    /// Adds a node and all below it. Does not call itself: nodes may nest as
    /// deep as the file is long.
    fn add_tree(&mut self, root: usize, path: impl FnOnce() -> String) -> Result<(), FormatError> {
        entry(&self.document.nodes, "nodes", root, path)?;
        let mut waiting = vec![(root, Placement::IDENTITY)];
        while let Some((index, outer)) = waiting.pop() {
            // Indices are checked before they are put here.
            let Some((node, is_done)) =
                self.document.nodes.get(index).zip(self.is_done.get_mut(index))
            else {
                continue;
            };
            if std::mem::replace(is_done, true) {
                let what = "a node with several places in the tree".to_owned();
                return Err(refuse(format!("nodes[{index}]"), Reason::Unsupported { what }));
            }
            let placement = outer.then(Placement::of(node));
            self.add_node(index, node, placement)?;
            for (place, &child) in node.children.iter().enumerate().rev() {
                let path = || format!("nodes[{index}].children[{place}]");
                entry(&self.document.nodes, "nodes", child, path)?;
                waiting.push((child, placement));
            }
        }
        Ok(())
    }

    fn add_node(
        &mut self,
        index: usize,
        node: &Node,
        placement: Placement,
    ) -> Result<(), FormatError> {
        let Some(mesh_index) = node.mesh else {
            return Ok(());
        };
        let path = || format!("nodes[{index}].mesh");
        let mesh: &Mesh = entry(&self.document.meshes, "meshes", mesh_index, path)?;
        let name = match &node.name {
            Some(name) => Arc::from(name.as_str()),
            None => self.mesh_names[mesh_index].clone(),
        };
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let path = format!("meshes[{mesh_index}].primitives[{number}]");
            self.drawn += 1;
            if self.drawn > MAX_DRAWN {
                let what = "primitives in all nodes";
                return Err(refuse(path, Reason::Limit { what, limit: MAX_DRAWN }));
            }
            self.add_primitive(&path, primitive, placement)?;
            let material = match primitive.material {
                None => &self.unnamed,
                Some(material) => {
                    let path = || path + ".material";
                    entry(&self.material_names, "materials", material, path)?
                }
            };
            self.model.finish_part(&name, &material.clone());
        }
        Ok(())
    }

    fn add_primitive(
        &mut self,
        path: &str,
        primitive: &Primitive,
        placement: Placement,
    ) -> Result<(), FormatError> {
        let mode = primitive.mode.unwrap_or(TRIANGLES);
        let Some(position) = primitive.attributes.position else {
            return Ok(());
        };
        if ![TRIANGLES, TRIANGLE_STRIP, TRIANGLE_FAN].contains(&mode) {
            return Ok(());
        }
        let position_path = || format!("{path}.attributes.POSITION");
        let places = accessor::positions(self.document, self.buffers, position, position_path)?;
        let count = places.len();
        self.check_size(path, "vertices", self.model.vertices.len(), count)?;
        let corners = match primitive.indices {
            None => (0..u32::try_from(count).unwrap_or(u32::MAX)).collect(),
            Some(indices) => {
                let path = || format!("{path}.indices");
                accessor::indices(self.document, self.buffers, indices, count, path)?
            }
        };
        self.check_size(path, "triangles", self.model.triangles.len(), corners.len() / step(mode))?;
        // Fits: the size was checked.
        let first = u32::try_from(self.model.vertices.len()).unwrap_or(u32::MAX);
        for place in places {
            let place = placed(placement, place).map_err(|reason| refuse(path, reason))?;
            self.model.vertices.push(place);
        }
        let mirrors = placement.mirrors();
        let triangles = triangles(mode, &corners).map(|[a, b, c]| {
            let [b, c] = if mirrors { [c, b] } else { [b, c] };
            [a, b, c].map(|corner| first.saturating_add(corner))
        });
        self.model.triangles.extend(triangles);
        Ok(())
    }

    /// Refuses a model that would become too large.
    fn check_size(
        &self,
        path: &str,
        what: &'static str,
        size: usize,
        more: usize,
    ) -> Result<(), FormatError> {
        if u64::try_from(size.saturating_add(more)).is_ok_and(|size| size <= MAX_MODEL_SIZE) {
            return Ok(());
        }
        Err(refuse(path, Reason::Limit { what, limit: MAX_MODEL_SIZE }))
    }
}

#[expect(clippy::cast_possible_truncation, reason = "what does not fit is refused")]
fn placed(placement: Placement, place: [f32; 3]) -> Result<[f32; 3], Reason> {
    let place = placement.place(place.map(f64::from)).map(|number| number as f32);
    match place.iter().find(|number| !number.is_finite()) {
        None => Ok(UpAxis::Y.to_ground(place)),
        Some(number) => Err(Reason::NotFinite { found: number.to_string(), bits: 32 }),
    }
}

/// How many corners further the next triangle begins.
fn step(mode: u32) -> usize {
    if mode == TRIANGLES { 3 } else { 1 }
}

/// The triangles of a list, strip or fan; incomplete ones are left out, as the
/// specification says.
fn triangles(mode: u32, corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let last = corners.len().saturating_sub(2);
    (0..last).step_by(step(mode)).map(move |start| match mode {
        TRIANGLE_FAN => [corners[0], corners[start + 1], corners[start + 2]],
        // Every second triangle of a strip would be turned over.
        TRIANGLE_STRIP if start % 2 == 1 => {
            [corners[start + 1], corners[start], corners[start + 2]]
        }
        _ => [corners[start], corners[start + 1], corners[start + 2]],
    })
}
