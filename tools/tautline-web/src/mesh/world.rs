//! A map with obstacles, costs and links that can change.

use tautline::baked::{BakedMap, RadiusMesh};
use tautline::labels::Labels;
use tautline::navmesh::{LinkId, LinkKind, QueryFilter, Terrain};
use tautline::{Ground, NavMesh, Path, Scratch};
use wasm_bindgen::prelude::wasm_bindgen;

use super::standing::Obstacles;
use crate::fault::{Answer, fault};

/// A map on which paths are found for agents of one radius, around obstacles.
#[wasm_bindgen]
#[derive(Debug)]
pub struct World {
    map: BakedMap,
    /// A mesh for a radius that is not in the map.
    made: Option<BakedMap>,
    radius: f32,
    /// Counts the changes of the ground.
    version: u64,
    pub(super) filter: QueryFilter,
    /// The terrain costs that were set. The filter has them, too.
    costs: Vec<(Terrain, f32)>,
    pub(super) obstacles: Obstacles,
    pub(super) scratch: Scratch,
    pub(super) path: Path,
}

#[wasm_bindgen]
impl World {
    /// Loads a baked map.
    #[wasm_bindgen(constructor)]
    pub fn load(bytes: &[u8]) -> Answer<World> {
        BakedMap::decode(bytes).map(Self::of).map_err(fault)
    }

    /// Returns the name of the map, if it has one.
    #[wasm_bindgen(getter)]
    pub fn name(&self) -> Option<String> {
        self.map.name.clone()
    }

    /// Returns true if y grows downwards on the map.
    #[wasm_bindgen(getter, js_name = yDown)]
    pub fn y_down(&self) -> bool {
        self.map.y_down
    }

    /// Returns the names of the terrain classes, from class 0 on; some may be missing.
    #[wasm_bindgen(getter, js_name = terrainNames)]
    pub fn terrain_names(&self) -> Vec<String> {
        self.map.terrain_names.clone()
    }

    /// Returns the radii for which there is a mesh, in increasing order.
    pub fn radii(&self) -> Vec<f32> {
        let made = self.made.iter().flat_map(BakedMap::meshes);
        let mut radii: Vec<f32> =
            self.map.meshes().iter().chain(made).map(RadiusMesh::radius).collect();
        radii.sort_by(f32::total_cmp);
        radii
    }

    /// Returns the radius of the agents for which paths are found.
    #[wasm_bindgen(getter)]
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Selects a radius for the following queries. Returns false if there is no mesh for exactly that radius. Obstacles
    /// stay, with the clearance for the radius.
    #[wasm_bindgen(js_name = chooseRadius)]
    pub fn choose_radius(&mut self, radius: f32) -> Answer<bool> {
        if self.mesh_for(radius).is_none() {
            return Ok(false);
        }
        self.changed();
        let before = std::mem::replace(&mut self.radius, radius);
        let restored = self.restore_obstacles();
        if restored.is_err() {
            self.radius = before;
        } else {
            // The mesh of another radius may have other links, with other numbers.
            self.set_takes_links(self.filter.allows_links(LinkKind::default()));
        }
        restored.map(|()| true)
    }

    /// Adds a map that was baked for another radius, and selects that radius.
    #[wasm_bindgen(js_name = takeRadius)]
    pub fn take_radius(&mut self, bytes: &[u8]) -> Answer<()> {
        let made = BakedMap::decode(bytes).map_err(fault)?;
        let radius = made.meshes()[0].radius();
        self.made = Some(made);
        self.choose_radius(radius).map(|_| ())
    }

    /// Replaces the map by the same map with labels.
    #[wasm_bindgen(js_name = takeLabels)]
    pub fn take_labels(&mut self, bytes: &[u8]) -> Answer<()> {
        self.map = BakedMap::decode(bytes).map_err(fault)?;
        self.changed();
        Ok(())
    }

    /// Returns true if queries now use labels instead of a search.
    #[wasm_bindgen(getter, js_name = hasLabels)]
    pub fn has_labels(&self) -> bool {
        self.labels().is_some()
    }

    /// Returns true if the map has links at all.
    #[wasm_bindgen(getter, js_name = hasLinks)]
    pub fn has_links(&self) -> bool {
        !self.mesh().links().is_empty()
    }

    /// Sets whether paths may take links. Opens all closed links.
    #[wasm_bindgen(setter, js_name = takesLinks)]
    pub fn set_takes_links(&mut self, takes_links: bool) {
        self.filter = QueryFilter::uniform();
        for &(class, cost) in &self.costs {
            // Costs were checked when they were set.
            let _ = self.filter.set(class, cost);
        }
        if !takes_links {
            LinkKind::ALL.into_iter().for_each(|kind| self.filter.forbid_links(kind));
        }
    }

    /// Returns true if paths may take links.
    #[wasm_bindgen(getter, js_name = takesLinks)]
    pub fn takes_links(&self) -> bool {
        self.mesh().takes_links(&self.filter)
    }

    /// Sets the cost per unit of length of a terrain class. It is 1 at first.
    #[wasm_bindgen(js_name = setCost)]
    pub fn set_cost(&mut self, class: u8, cost: f32) -> Answer<()> {
        let class = Terrain(class);
        self.filter.set(class, cost).map_err(fault)?;
        self.costs.retain(|&(known, _)| known != class);
        self.costs.push((class, cost));
        self.changed();
        Ok(())
    }

    /// Returns the cost per unit of length of a terrain class.
    pub fn cost(&self, class: u8) -> f32 {
        let class = Terrain(class);
        self.costs.iter().find(|&&(known, _)| known == class).map_or(1.0, |&(_, cost)| cost)
    }

    /// Closes a link, or opens it again.
    #[wasm_bindgen(js_name = toggleLink)]
    pub fn toggle_link(&mut self, link: u32) {
        self.changed();
        let link = LinkId(link);
        if self.filter.allows_link(link) {
            self.filter.forbid_link(link);
        } else {
            self.filter.permit_link(link);
        }
    }

    /// Returns true if a link is not closed.
    #[wasm_bindgen(js_name = isLinkOpen)]
    pub fn is_link_open(&self, link: u32) -> bool {
        self.filter.allows_link(LinkId(link))
    }

    /// Returns the bounds of the mesh: least x, least y, greatest x, greatest y.
    pub fn bounds(&self) -> Vec<f32> {
        let bounds = self.mesh().bounds();
        vec![bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y]
    }
}

impl World {
    pub(super) fn of(map: BakedMap) -> Self {
        Self {
            radius: map.meshes()[0].radius(),
            map,
            made: None,
            version: 0,
            filter: QueryFilter::uniform(),
            costs: Vec::new(),
            obstacles: Obstacles::default(),
            scratch: Scratch::new(),
            path: Path::default(),
        }
    }

    /// Returns the version of the ground: a new number after each change.
    pub(super) const fn version(&self) -> u64 {
        self.version
    }

    pub(super) fn changed(&mut self) {
        self.version += 1;
    }

    /// Returns the ground for queries.
    pub(super) fn ground(&self) -> Ground<'_> {
        match &self.obstacles.ground {
            Some(ground) => Ground::of_dynamic(ground),
            None => self.bare().ground(),
        }
    }

    /// Returns the labels, if queries can use them.
    pub(super) fn labels(&self) -> Option<&Labels> {
        let is_uniform = self.mesh().uniform_factor(&self.filter).is_some();
        let labels = self.ground().labels().filter(|_| is_uniform)?;
        (labels.have_links() || !self.takes_links()).then_some(labels)
    }

    pub(super) fn mesh(&self) -> &NavMesh {
        self.ground().mesh()
    }

    /// The mesh for the chosen radius, without obstacles.
    pub(super) fn bare(&self) -> &RadiusMesh {
        self.mesh_for(self.radius).unwrap_or(self.narrowest())
    }

    /// The mesh for the smallest agents, without obstacles.
    pub(super) fn narrowest(&self) -> &RadiusMesh {
        &self.map.meshes()[0]
    }

    fn mesh_for(&self, radius: f32) -> Option<&RadiusMesh> {
        let made = self.made.iter().flat_map(BakedMap::meshes);
        self.map.meshes().iter().chain(made).find(|mesh| mesh.radius().total_cmp(&radius).is_eq())
    }
}
