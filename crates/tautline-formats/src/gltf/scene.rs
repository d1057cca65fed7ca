//! Conversion of a scene to a model.

use std::collections::BTreeSet;
use std::sync::Arc;

use glam::{DAffine3, DMat4, DQuat};
use gltf::json::mesh::{Mode, Primitive, Semantic};
use gltf::json::validation::Checked;
use gltf::json::{Node, Root};

use super::accessor::Accessors;
use super::buffers::Buffers;
use super::entry;
use crate::error::{FormatError, Reason, rounded};
use crate::model::{MAX_MODEL_SIZE, Model, from_y_up};
use crate::number::to_u64;

pub(super) fn model(
    document: &gltf::Document,
    buffers: &Buffers<'_>,
) -> Result<Model, FormatError> {
    let json = document.as_json();
    let mut builder = Builder::new(json, Accessors::new(document, buffers));
    // The default scene; otherwise the first one; otherwise all root nodes.
    let scene = match json.scene.map(|index| index.value()) {
        Some(index) => Some((index, entry(&json.scenes, "scenes", index, || "scene".into())?)),
        None => json.scenes.first().map(|scene| (0, scene)),
    };
    if let Some((index, scene)) = scene {
        for (position, node) in scene.nodes.iter().enumerate() {
            builder.add_tree(node.value(), || format!("scenes[{index}].nodes[{position}]"))?;
        }
    } else {
        let children = json.nodes.iter().flat_map(|node| node.children.iter().flatten());
        let children: BTreeSet<usize> = children.map(|child| child.value()).collect();
        for node in (0..json.nodes.len()).filter(|node| !children.contains(node)) {
            builder.add_tree(node, || format!("nodes[{node}]"))?;
        }
    }
    Ok(builder.model)
}

struct Builder<'b> {
    json: &'b Root,
    accessors: Accessors<'b>,
    /// True for nodes that were added. Each may be added only once.
    is_visited: Vec<bool>,
    mesh_names: Vec<Arc<str>>,
    material_names: Vec<Arc<str>>,
    unnamed: Arc<str>,
    /// The number of primitives that were added.
    primitive_count: u64,
    model: Model,
}

/// The largest number of primitives in all nodes. Even a primitive without triangles takes time.
const MAX_PRIMITIVES: u64 = 1 << 20;

impl<'b> Builder<'b> {
    fn new(json: &'b Root, accessors: Accessors<'b>) -> Self {
        let name = |name: &Option<String>| Arc::from(name.as_deref().unwrap_or_default());
        Self {
            json,
            accessors,
            is_visited: vec![false; json.nodes.len()],
            mesh_names: json.meshes.iter().map(|mesh| name(&mesh.name)).collect(),
            material_names: json.materials.iter().map(|material| name(&material.name)).collect(),
            unnamed: Arc::from(""),
            primitive_count: 0,
            model: Model::default(),
        }
    }

    /// Adds a node and its descendants. Uses an explicit stack: nodes can nest deeper than the call
    /// stack allows.
    fn add_tree(&mut self, root: usize, path: impl FnOnce() -> String) -> Result<(), FormatError> {
        entry(&self.json.nodes, "nodes", root, path)?;
        let mut stack = vec![(root, DAffine3::IDENTITY)];
        while let Some((index, parent_transform)) = stack.pop() {
            // Indices are checked before they are pushed.
            let node = &self.json.nodes[index];
            if std::mem::replace(&mut self.is_visited[index], true) {
                let reason = Reason::unsupported("a node with several parents");
                return Err(FormatError::at_value(format!("nodes[{index}]"), reason));
            }
            let transform = parent_transform * local_transform(node);
            self.add_node(index, node, transform)?;
            for (position, child) in
                node.children.as_deref().unwrap_or_default().iter().enumerate().rev()
            {
                let child = child.value();
                let path = || format!("nodes[{index}].children[{position}]");
                entry(&self.json.nodes, "nodes", child, path)?;
                stack.push((child, transform));
            }
        }
        Ok(())
    }

    fn add_node(
        &mut self,
        index: usize,
        node: &Node,
        transform: DAffine3,
    ) -> Result<(), FormatError> {
        let Some(mesh_index) = node.mesh.map(|mesh| mesh.value()) else {
            return Ok(());
        };
        let path = || format!("nodes[{index}].mesh");
        let mesh = entry(&self.json.meshes, "meshes", mesh_index, path)?;
        let name = match &node.name {
            Some(name) => Arc::from(name.as_str()),
            None => self.mesh_names[mesh_index].clone(),
        };
        for (number, primitive) in mesh.primitives.iter().enumerate() {
            let path = format!("meshes[{mesh_index}].primitives[{number}]");
            self.primitive_count += 1;
            if self.primitive_count > MAX_PRIMITIVES {
                let what = "primitives in all nodes";
                let reason = Reason::Limit { what, limit: MAX_PRIMITIVES };
                return Err(FormatError::at_value(path, reason));
            }
            self.add_primitive(&path, primitive, transform)?;
            let material = primitive.material.map_or(Ok(&self.unnamed), |material| {
                let names = &self.material_names;
                entry(names, "materials", material.value(), || path + ".material")
            })?;
            // Points and lines add no triangles, and so no part.
            self.model.finish_part(&name, material);
        }
        Ok(())
    }

    fn add_primitive(
        &mut self,
        path: &str,
        primitive: &Primitive,
        transform: DAffine3,
    ) -> Result<(), FormatError> {
        let position = primitive.attributes.get(&Checked::Valid(Semantic::Positions));
        let (Some(position), Checked::Valid(mode)) = (position, primitive.mode) else {
            return Ok(());
        };
        if ![Mode::Triangles, Mode::TriangleStrip, Mode::TriangleFan].contains(&mode) {
            return Ok(());
        }
        let position = position.value();
        // The number of elements of a sparse accessor is not limited by the length of the file:
        // check the counts before reading.
        let count = |accessor, field: &str| -> Result<u64, FormatError> {
            let path = || format!("{path}.{field}");
            Ok(entry(&self.json.accessors, "accessors", accessor, path)?.count.0)
        };
        let indices = primitive.indices.map(|indices| indices.value());
        let vertex_count = count(position, "attributes.POSITION")?;
        let corner_count = indices.map_or(Ok(vertex_count), |it| count(it, "indices"))?;
        check_size(position, "vertices", self.model.vertices.len(), vertex_count)?;
        let triangle_count = corner_count / to_u64(step(mode));
        let corner_accessor = indices.unwrap_or(position);
        check_size(corner_accessor, "triangles", self.model.triangles.len(), triangle_count)?;
        let first = index(self.model.vertices.len());
        let positions = self.accessors.positions(position)?;
        for &position in &positions {
            let position = transform.transform_point3(position.map(f64::from).into());
            let position = rounded(position.into());
            let position = position.map_err(|reason| FormatError::at_value(path, reason))?;
            self.model.vertices.push(from_y_up(position));
        }
        let corners = match indices {
            None => (0..index(positions.len())).collect(),
            Some(indices) => self.accessors.indices(indices, positions.len())?,
        };
        // A mirroring transform reverses the orientation of triangles.
        let mirrors = transform.matrix3.determinant() < 0.0;
        let triangles = triangles(mode, &corners).map(|[a, b, c]| {
            let [b, c] = if mirrors { [c, b] } else { [b, c] };
            [a, b, c].map(|corner| first + corner)
        });
        self.model.triangles.extend(triangles);
        Ok(())
    }
}

/// Rejects an accessor that would make the model too large, before it is read.
fn check_size(
    accessor: usize,
    what: &'static str,
    size: usize,
    more: u64,
) -> Result<(), FormatError> {
    if to_u64(size).saturating_add(more) <= MAX_MODEL_SIZE {
        return Ok(());
    }
    let reason = Reason::Limit { what, limit: MAX_MODEL_SIZE };
    Err(FormatError::at_value(format!("accessors[{accessor}]"), reason))
}

#[expect(clippy::expect_used, reason = "sizes are checked before anything is read")]
fn index(size: usize) -> u32 {
    u32::try_from(size).expect("a model has at most MAX_MODEL_SIZE vertices")
}

/// The transform of a node relative to its parent, in 64 bits so that rounding errors of long chains
/// of nodes are small.
fn local_transform(node: &Node) -> DAffine3 {
    if let Some(matrix) = node.matrix {
        return DAffine3::from_mat4(DMat4::from_cols_array(&matrix.map(f64::from)));
    }
    DAffine3::from_scale_rotation_translation(
        node.scale.unwrap_or([1.0; 3]).map(f64::from).into(),
        DQuat::from_array(node.rotation.unwrap_or_default().0.map(f64::from)),
        node.translation.unwrap_or_default().map(f64::from).into(),
    )
}

/// The number of corners from one triangle to the next.
fn step(mode: Mode) -> usize {
    if mode == Mode::Triangles { 3 } else { 1 }
}

/// The triangles of a list, strip or fan. Incomplete ones are ignored, as specified.
fn triangles(mode: Mode, corners: &[u32]) -> impl Iterator<Item = [u32; 3]> {
    let last = corners.len().saturating_sub(2);
    (0..last).step_by(step(mode)).map(move |start| match mode {
        Mode::TriangleFan => [corners[0], corners[start + 1], corners[start + 2]],
        // Every second triangle of a strip has reversed corners.
        Mode::TriangleStrip if start % 2 == 1 => {
            [corners[start + 1], corners[start], corners[start + 2]]
        }
        _ => [corners[start], corners[start + 1], corners[start + 2]],
    })
}
