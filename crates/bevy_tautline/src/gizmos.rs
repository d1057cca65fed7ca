//! Debug drawing of the ground, of links and of paths.

use std::collections::BTreeMap;

use bevy_app::{App, PostUpdate};
use bevy_color::palettes::basic;
use bevy_ecs::entity::Entity;
use bevy_ecs::system::{Local, Query, Res};
use bevy_gizmos::AppGizmoBuilder;
use bevy_gizmos::config::{GizmoConfigGroup, GizmoConfigStore};
use bevy_gizmos::gizmos::Gizmos;
use bevy_math::Vec3;
use bevy_reflect::Reflect;
use bevy_reflect::std_traits::ReflectDefault;
use tautline::navmesh::{HalfEdgeId, MeshIdentity};

use crate::agent::{NavAgent, NavPath};
use crate::axes::Frame;
use crate::ground::{GroundState, NavSnapshot};
use bevy_transform::components::Transform;

/// The group of gizmos that draws the ground and the paths. Disable it, or change its lines, by
/// `GizmoConfigStore::config_mut::<NavGizmos>()`. It needs Bevy's `GizmoPlugin`, and is added when the plugins
/// finish: `App::run` finishes them; a test that calls `App::update` itself must first call `App::finish` and
/// `App::cleanup`.
#[derive(Reflect, GizmoConfigGroup, Clone, Debug)]
#[reflect(Default)]
pub struct NavGizmos {
    /// True to draw the walls and the links of all grounds.
    pub draws_ground: bool,
    /// True to draw the borders between areas, too.
    pub draws_areas: bool,
    /// True to draw the paths of agents.
    pub draws_paths: bool,
}

impl Default for NavGizmos {
    fn default() -> Self {
        Self { draws_ground: true, draws_areas: false, draws_paths: true }
    }
}

/// Adds the group and its system.
pub(crate) fn build(app: &mut App) {
    app.init_gizmo_group::<NavGizmos>();
    app.add_systems(PostUpdate, draw);
}

/// The lines of a mesh: walls, portals, links.
type Lines = [Vec<[Vec3; 2]>; 3];

fn draw(
    store: Res<'_, GizmoConfigStore>,
    grounds: Query<'_, '_, (Entity, &GroundState)>,
    agents: Query<'_, '_, (&NavAgent, &NavPath, &Transform)>,
    mut gizmos: Gizmos<'_, '_, NavGizmos>,
    mut drawn: Local<'_, BTreeMap<(Entity, usize), ((MeshIdentity, Frame), Lines)>>,
) {
    let (config, what) = store.config::<NavGizmos>();
    if !config.enabled {
        return;
    }
    drawn.retain(|&(ground, layer), _| {
        grounds.get(ground).is_ok_and(|(_, state)| layer < state.layers.len())
    });
    for (entity, ground) in grounds.iter().filter(|_| what.draws_ground) {
        for (index, layer) in ground.layers.iter().enumerate() {
            let now = (layer.snapshot.mesh().identity(), layer.snapshot.frame);
            let known =
                drawn.entry((entity, index)).or_insert_with(|| (now, lines(&layer.snapshot)));
            if known.0 != now {
                *known = (now, lines(&layer.snapshot));
            }
            let [walls, portals, links] = &known.1;
            let portals = portals.iter().filter(|_| what.draws_areas);
            walls.iter().for_each(|&[a, b]| gizmos.line(a, b, basic::WHITE));
            portals.for_each(|&[a, b]| gizmos.line(a, b, basic::GRAY));
            links.iter().for_each(|&[a, b]| gizmos.line(a, b, basic::YELLOW));
        }
    }
    for (agent, path, transform) in agents.iter().filter(|_| what.draws_paths) {
        let feet = transform.translation + agent.offset;
        let mut corners = path.corners().peekable();
        if corners.peek().is_some() {
            gizmos.linestrip(std::iter::once(feet).chain(corners), basic::LIME);
        }
    }
}

/// Returns the lines of a mesh.
fn lines(snapshot: &NavSnapshot) -> Lines {
    let mesh = snapshot.mesh();
    let mut lines = Lines::default();
    let at = |edge: HalfEdgeId| {
        let segment = mesh.segment(edge);
        let elevations = mesh
            .ends(edge)
            .map(|vertex| mesh.elevations().get(vertex.index()).copied().unwrap_or(0.0));
        [snapshot.to_world(segment.a, elevations[0]), snapshot.to_world(segment.b, elevations[1])]
    };
    for edge in mesh.areas().flat_map(|area| mesh.half_edges_of(area)) {
        match mesh.twin(edge) {
            None => lines[0].push(at(edge)),
            Some(twin) if edge < twin => lines[1].push(at(edge)),
            Some(_) => {}
        }
    }
    for link in mesh.links().iter().filter(|link| link.is_enabled()) {
        lines[2].push([link.from, link.to].map(|end| snapshot.to_world(end.point, end.elevation)));
    }
    lines
}
