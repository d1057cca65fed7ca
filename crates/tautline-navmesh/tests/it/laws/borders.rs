//! The border dictionary and the fans.

use std::collections::{BTreeMap, BTreeSet};

use proptest::prelude::*;
use tautline_navmesh::{AreaId, BorderDictionary, HalfEdgeId, NavMesh, VertexId};

use crate::laws::maps::cell_maps;

fn edges(mesh: &NavMesh) -> impl Iterator<Item = HalfEdgeId> + '_ {
    mesh.areas().flat_map(|area| mesh.half_edges_of(area))
}

/// Returns true if two areas are connected along a border that ends at a vertex.
fn are_joined_at(mesh: &NavMesh, vertex: VertexId, one: AreaId, other: AreaId) -> bool {
    mesh.half_edges_of(one).any(|edge| {
        mesh.ends(edge).contains(&vertex)
            && mesh.twin(edge).is_some_and(|twin| mesh.area_of(twin) == other)
    })
}

proptest! {
    #[test]
    fn the_dictionary_is_what_a_scan_finds(map in cell_maps(0..3)) {
        let mesh = map.mesh()?;
        let borders = BorderDictionary::new(&mesh);
        let mut expected: BTreeMap<[VertexId; 2], BTreeSet<AreaId>> = BTreeMap::new();
        for edge in edges(&mesh) {
            let mut ends = mesh.ends(edge);
            ends.sort_unstable();
            expected.entry(ends).or_default().insert(mesh.area_of(edge));
        }
        prop_assert_eq!(borders.all().len(), expected.len());
        for (&[a, b], areas) in &expected {
            let [border] = borders.between_vertices(b, a) else { panic!("not one border") };
            prop_assert_eq!(border.vertices, [a, b]);
            let named: BTreeSet<AreaId> =
                std::iter::once(border.area1).chain(border.area2).collect();
            prop_assert_eq!(&named, areas);
            prop_assert_eq!(border.is_shared(), areas.len() == 2);
            prop_assert_eq!(mesh.area_of(border.edge), border.area1);
            for &area in areas {
                prop_assert!(borders.borders_of(area).any(|other| other == border));
                let across = areas.iter().copied().find(|&other| other != area);
                prop_assert_eq!(border.across(area), across);
            }
            let mut others = mesh.areas().filter(|area| !areas.contains(area));
            prop_assert!(others.all(|other| border.across(other).is_none()));
        }
        let walls = expected.values().filter(|areas| areas.len() == 1).count();
        prop_assert_eq!(borders.boundary().count(), walls);
        prop_assert_eq!(borders.portals().count(), expected.len() - walls);
        for one in mesh.areas() {
            prop_assert_eq!(borders.borders_of(one).count(), mesh.half_edges_of(one).len());
            for other in mesh.areas().filter(|&other| other != one) {
                let both = BTreeSet::from([one, other]);
                let count = expected.values().filter(|areas| **areas == both).count();
                prop_assert_eq!(borders.borders_between(one, other).count(), count);
            }
        }
    }

    #[test]
    fn a_wall_between_two_areas_is_two_borders(map in cell_maps(0..3), chosen: prop::sample::Index) {
        let mut raw = map.raw();
        let portals: Vec<[VertexId; 2]> = {
            let mesh = map.mesh()?;
            BorderDictionary::new(&mesh).portals().map(|border| border.vertices).collect()
        };
        prop_assume!(!portals.is_empty());
        let [a, b] = portals[chosen.index(portals.len())];
        raw.neighbours.clear();
        raw.walls.push([b.0, a.0]);
        let mesh = raw.build()?;
        let borders = BorderDictionary::new(&mesh);
        let [one, other] = borders.between_vertices(a, b) else { panic!("not two borders") };
        prop_assert!(!one.is_shared() && !other.is_shared());
        prop_assert_ne!(one.area1, other.area1);
        prop_assert_eq!(borders.portals().count(), portals.len() - 1);
        prop_assert_eq!(&mesh.to_raw().build()?, &mesh);
    }

    #[test]
    fn fans_are_the_connected_runs_around_a_vertex(map in cell_maps(0..3)) {
        let mesh = map.mesh()?;
        for vertex in (0..).take(mesh.vertices().len()).map(VertexId) {
            let around: BTreeSet<AreaId> =
                edges(&mesh).filter(|&edge| mesh.ends(edge)[0] == vertex).map(|edge| mesh.area_of(edge)).collect();
            let mut found = BTreeSet::new();
            for fan in mesh.fans_at(vertex) {
                let fan: Vec<AreaId> = mesh.areas_around(fan).collect();
                prop_assert!(!fan.is_empty());
                prop_assert!(fan.windows(2).all(|pair| are_joined_at(&mesh, vertex, pair[0], pair[1])));
                for &area in &fan {
                    prop_assert!(found.insert(area), "an area has one corner at a vertex");
                }
                for &other in around.difference(&fan.iter().copied().collect()) {
                    prop_assert!(fan.iter().all(|&area| !are_joined_at(&mesh, vertex, area, other)));
                }
            }
            prop_assert_eq!(found, around);
        }
    }
}
