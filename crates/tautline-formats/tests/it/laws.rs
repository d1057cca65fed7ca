//! Property tests of writers and readers: written values are read back, damaged texts are read or
//! rejected.

use crate::damage::{self, damaged_text};
use proptest::collection::vec;
use proptest::prelude::*;
use tautline_formats::FormatError;
use tautline_formats::moving_ai::{self, Map, Scenario};
use tautline_formats::polyanya::{self, Mesh, Polygon};
use tautline_formats::queries::{self, Query};

/// Generates any finite number.
fn finite() -> impl Strategy<Value = f32> {
    prop_oneof![
        any::<f32>().prop_filter("finite", |number| number.is_finite()),
        (-40_i16..40).prop_map(f32::from),
        // Readers that round this number twice get it wrong.
        Just(7.038_531e-26_f32),
        Just(-0.0_f32),
    ]
}

/// The bits of numbers, to distinguish -0 from 0 and compare NaN.
fn bits<const N: usize>(numbers: [f32; N]) -> [u32; N] {
    numbers.map(f32::to_bits)
}

/// Generates any mesh that the format can represent, valid or not.
fn mesh() -> impl Strategy<Value = Mesh> {
    (1_u32..8, 1_u32..6).prop_flat_map(|(vertices, polygons)| {
        let corner = (0..vertices, proptest::option::of(0..polygons));
        let polygon = vec(corner, 3..7).prop_map(|corners| {
            let (corners, neighbours) = corners.into_iter().unzip();
            Polygon { corners, neighbours }
        });
        let positions = vec([finite(), finite()], usize::try_from(vertices).unwrap_or(1));
        (positions, vec(polygon, usize::try_from(polygons).unwrap_or(1)))
            .prop_map(|(vertices, polygons)| Mesh { vertices, polygons })
    })
}

fn map() -> impl Strategy<Value = Map> {
    (1_u32..9, 1_u32..9).prop_flat_map(|(width, height)| {
        let cell = proptest::sample::select(b".GS@OTW".to_vec());
        vec(cell, usize::try_from(width * height).unwrap_or(1)).prop_map(move |cells| Map {
            width,
            height,
            cells,
        })
    })
}

fn scenario() -> impl Strategy<Value = Scenario> {
    let name = "[^\\p{Cc}]{1,12}";
    let length = any::<f64>().prop_filter("finite", |number| number.is_finite());
    (any::<u32>(), name, any::<[u32; 6]>(), length).prop_map(|(bucket, map, n, octile_length)| {
        Scenario {
            bucket,
            map,
            map_width: n[0],
            map_height: n[1],
            start: [n[2], n[3]],
            goal: [n[4], n[5]],
            octile_length,
        }
    })
}

/// Checks that errors are one short line, and that values can be written and read again.
fn check<T: std::fmt::Debug>(
    text: &str,
    parse: impl Fn(&str) -> Result<T, FormatError>,
    write: impl Fn(&T) -> String,
) -> Result<(), TestCaseError> {
    damage::check(parse(text), |value| {
        let again = parse(&write(&value));
        prop_assert_eq!(format!("{:?}", again), format!("{:?}", Ok::<_, ()>(value)));
        Ok(())
    })
}

const MESH: &str = "mesh\n2\n4 2\n0 0 3 0 1 -1\n1.5 0 2 0 -1\n1.5 1.5e0 3 1 0 -1\n0 -1.5 2 1 -1\n\
                    3 0 1 2 1 -1 -1\n3 0 2 3 -1 0 -1\n";
const MAP: &str = "type octile\nheight 3\nwidth 4\nmap\n..@.\n.TWG\nSO..\n";
const SCENARIOS: &str =
    "version 1\n0\ta b.map\t4\t3\t0\t0\t3\t1\t4.41421\n1 c.map 4 3 0 0 1 1 1.5\n";
const QUERIES: &str = "sx,sy,gx,gy,length\n0.5,1,8,9.25,3\n nan,-inf , 1e5,0,\n";

fn config() -> ProptestConfig {
    ProptestConfig { cases: 4000, failure_persistence: None, ..ProptestConfig::default() }
}

proptest! {
    #![proptest_config(config())]

    #[test]
    fn a_written_mesh_is_read_back_bit_for_bit(mesh in mesh()) {
        let again = polyanya::parse(&polyanya::write(&mesh));
        let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?;
        prop_assert_eq!(&again.polygons, &mesh.polygons);
        let positions = |mesh: &Mesh| mesh.vertices.iter().copied().map(bits).collect::<Vec<_>>();
        prop_assert_eq!(positions(&again), positions(&mesh));
    }

    #[test]
    fn a_written_map_is_read_back(map in map()) {
        prop_assert_eq!(moving_ai::parse_map(&moving_ai::write_map(&map)), Ok(map));
    }

    #[test]
    fn written_scenarios_are_read_back(scenarios in vec(scenario(), 0..4)) {
        let text = moving_ai::write_scenarios(&scenarios);
        prop_assert_eq!(moving_ai::parse_scenarios(&text), Ok(scenarios));
    }

    #[test]
    fn written_queries_are_read_back(
        numbers in vec(any::<([f32; 4], [Option<f32>; 2])>(), 0..4)
    ) {
        type Numbers = ([f32; 4], [Option<f32>; 2]);
        let query = |&([a, b, c, d], [start_elevation, goal_elevation]): &Numbers| Query {
            start: [a, b],
            goal: [c, d],
            start_elevation,
            goal_elevation,
        };
        let queries: Vec<Query> = numbers.iter().map(query).collect();
        let again = queries::parse(&queries::write(&queries));
        let again = again.map_err(|error| TestCaseError::fail(error.to_string()))?;
        // The text does not contain the sign and payload of a NaN.
        let all = |queries: &[Query]| -> Vec<_> {
            let bits = |number: f32| (!number.is_nan()).then_some(number.to_bits());
            let numbers = queries.iter().map(|query| {
                let elevations = [query.start_elevation, query.goal_elevation];
                ([query.start, query.goal].map(|end| end.map(bits)), elevations.map(|it| it.map(bits)))
            });
            numbers.collect()
        };
        prop_assert_eq!(all(&again), all(&queries));
    }

    #[test]
    fn a_damaged_mesh_is_read_or_rejected(text in damaged_text(MESH)) {
        check(&text, polyanya::parse, polyanya::write)?;
    }

    #[test]
    fn a_damaged_map_is_read_or_rejected(text in damaged_text(MAP)) {
        check(&text, moving_ai::parse_map, moving_ai::write_map)?;
    }

    #[test]
    fn damaged_scenarios_are_read_or_rejected(text in damaged_text(SCENARIOS)) {
        check(&text, moving_ai::parse_scenarios, |list| moving_ai::write_scenarios(list))?;
    }

    #[test]
    fn damaged_queries_are_read_or_rejected(text in damaged_text(QUERIES)) {
        check(&text, queries::parse, |list| queries::write(list))?;
    }
}

#[cfg(feature = "json")]
mod json_maps {
    use tautline_formats::json::{self, Area, JsonMap, Link, LinkKind};

    use super::*;

    const JSON_MAP: &str = r#"{ "tautline": 1, "name": "Hé", "terrains": ["a", "b"],
      "areas": [ { "id": 1, "terrain": "b", "corners": [[0,0],[4,0],[4,3,1.5]] },
                 { "corners": [[0,0],[4,0],[4,-3e0]] } ],
      "walls": [ [[0,0],[4,0]] ],
      "links": [ { "from": [1,1], "to": [9,9,2], "kind": "jump", "cost": 3.5, "both_ways": true } ]
    }"#;

    fn area() -> impl Strategy<Value = Area> {
        (any::<u8>(), vec([finite(), finite(), finite()], 3..6))
            .prop_map(|(terrain, corners)| Area { id: 0, terrain, corners })
    }

    fn link() -> impl Strategy<Value = Link> {
        let point = || [finite(), finite(), finite()];
        let kind = proptest::sample::select(LinkKind::ALL.to_vec());
        let cost = proptest::option::of(finite().prop_map(f32::abs));
        (point(), point(), kind, cost, any::<bool>())
            .prop_map(|(from, to, kind, cost, both_ways)| Link { from, to, kind, cost, both_ways })
    }

    fn json_map() -> impl Strategy<Value = JsonMap> {
        let name = proptest::option::of(any::<String>());
        let terrains = proptest::collection::btree_set(any::<String>(), 0..5);
        let walls = vec([[finite(), finite()], [finite(), finite()]], 0..4);
        let parts = (name, terrains, vec(area(), 0..5), walls, vec(link(), 0..4));
        (parts, any::<bool>(), any::<u32>()).prop_map(|(parts, has_elevation, first_id)| {
            let (name, terrains, mut areas, walls, mut links) = parts;
            let terrains: Vec<String> = terrains.into_iter().collect();
            for (number, area) in (0_u32..).zip(&mut areas) {
                area.id = first_id.wrapping_sub(number);
                area.terrain %= u8::try_from(terrains.len().max(1)).unwrap_or(1);
            }
            let has_elevation = has_elevation && !(areas.is_empty() && links.is_empty());
            if !has_elevation {
                let ends = links.iter_mut().flat_map(|link| [&mut link.from, &mut link.to]);
                let corners = areas.iter_mut().flat_map(|area| &mut area.corners);
                corners.chain(ends).for_each(|point| point[2] = 0.0);
            }
            JsonMap { name, terrains, areas, walls, links, has_elevation }
        })
    }

    proptest! {
        #![proptest_config(config())]

        #[test]
        fn a_written_json_map_is_read_back_bit_for_bit(map in json_map()) {
            let again = json::parse(&json::write(&map));
            // Compared as text, which distinguishes -0 from 0.
            prop_assert_eq!(format!("{:?}", again), format!("{:?}", Ok::<_, ()>(map)));
        }

        #[test]
        fn a_damaged_json_map_is_read_or_rejected(text in damaged_text(JSON_MAP)) {
            check(&text, json::parse, json::write)?;
        }
    }
}
