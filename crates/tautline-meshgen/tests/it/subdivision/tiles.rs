//! Laws of tile maps.

use proptest::prelude::*;
use tautline_meshgen::merge_areas;
use tautline_meshgen::{TileFrame, areas_from_tiles};
use tautline_navmesh::{NavMesh, RawMesh, Terrain, Vec2, rectangles_from_cells};

use super::{classes_at, sizes, valid};

#[derive(Clone, Debug)]
struct Map {
    width: u32,
    height: u32,
    cells: Vec<Option<u8>>,
}

impl Map {
    fn class(&self, x: u32, y: u32) -> Option<u8> {
        self.cells[(y * self.width + x) as usize]
    }

    fn areas(&self, frame: &TileFrame) -> RawMesh {
        areas_from_tiles(frame, self.width, self.height, |x, y| self.class(x, y).map(Terrain))
            .unwrap()
    }

    fn cells(&self) -> impl Iterator<Item = [u32; 2]> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |y| (0..width).map(move |x| [x, y]))
    }
}

/// Maps of a few classes of ground, at least one cell of which is ground.
fn maps() -> impl Strategy<Value = Map> {
    let cell = prop_oneof![2 => Just(None), 3 => Just(Some(0)), 1 => Just(Some(1))];
    (1..10_u32, 1..10_u32)
        .prop_flat_map(move |(width, height)| {
            let count = (width * height) as usize;
            (Just(width), Just(height), prop::collection::vec(cell.clone(), count))
        })
        .prop_map(|(width, height, cells)| Map { width, height, cells })
        .prop_filter("no ground", |map| map.cells.iter().any(Option::is_some))
}

fn rows(rows: &[&str]) -> RawMesh {
    let cells = rows.iter().flat_map(|row| row.bytes());
    let map = Map {
        width: u32::try_from(rows[0].len()).unwrap(),
        height: u32::try_from(rows.len()).unwrap(),
        cells: cells.map(|cell| cell.is_ascii_digit().then(|| cell - b'0')).collect(),
    };
    map.areas(&TileFrame::default())
}

fn center([x, y]: [u32; 2]) -> Vec2 {
    Vec2::new(x as f32 + 0.5, y as f32 + 0.5)
}

proptest! {
    #[test]
    fn every_cell_is_covered_by_its_class(map in maps()) {
        let raw = map.areas(&TileFrame::default());
        let mesh = valid(&raw);
        for class in 0..2 {
            let cells = map.cells.iter().filter(|cell| **cell == Some(class)).count();
            prop_assert_eq!(sizes(&raw)[usize::from(class)], cells as f64);
        }
        for cell in map.cells() {
            let [x, y] = cell;
            let expected: Vec<u8> = map.class(x, y).into_iter().collect();
            prop_assert_eq!(classes_at(&mesh, center(cell)), expected);
        }
    }

    #[test]
    fn cells_are_connected_like_rectangles_of_them(map in maps()) {
        let mesh = valid(&map.areas(&TileFrame::default()));
        let rectangles =
            rectangles_from_cells(map.width, map.height, |x, y| map.class(x, y).map(Terrain));
        let rectangles = rectangles.build().unwrap();
        prop_assert_eq!(mesh.component_count(), rectangles.component_count());
        let component = |mesh: &NavMesh, cell| mesh.locate(center(cell)).map(|area| mesh.component(area));
        let components: Vec<_> =
            map.cells().map(|cell| (component(&mesh, cell), component(&rectangles, cell))).collect();
        for one in &components {
            for other in &components {
                prop_assert_eq!(one.0 == other.0, one.1 == other.1);
            }
        }
    }

    #[test]
    fn a_frame_moves_the_map(map in maps(), first_row_on_top: bool) {
        let frame = TileFrame { origin: [-3.25, 100.0], cell_size: [0.5; 2], first_row_on_top };
        let mesh = valid(&map.areas(&frame));
        for cell in map.cells() {
            let [x, y] = cell;
            let row = if first_row_on_top { map.height - 1 - y } else { y };
            let point = Vec2::new(-3.25, 100.0) + center([x, row]) * 0.5;
            let expected: Vec<u8> = map.class(x, y).into_iter().collect();
            prop_assert_eq!(classes_at(&mesh, point), expected);
        }
    }

    #[test]
    fn frames_whose_sizes_are_rounded_leave_areas_convex(map in maps(), thousandths in 10_u16..10_000) {
        let size = f32::from(thousandths) / 1000.0;
        let frame = TileFrame { origin: [size * 7.3, -0.1], cell_size: [size; 2], ..TileFrame::default() };
        valid(&map.areas(&frame));
    }

    #[test]
    fn no_two_areas_are_left_that_could_be_one(map in maps()) {
        let raw = map.areas(&TileFrame::default());
        prop_assert_eq!(merge_areas(&raw).unwrap().area_count(), raw.area_count());
    }

    #[test]
    fn each_cell_is_asked_for_once_and_the_answer_is_always_the_same(map in maps()) {
        let mut asked = Vec::new();
        let raw = areas_from_tiles(&TileFrame::default(), map.width, map.height, |x, y| {
            asked.push([x, y]);
            map.class(x, y).map(Terrain)
        });
        prop_assert_eq!(asked, map.cells().collect::<Vec<_>>());
        prop_assert_eq!(raw.unwrap(), map.areas(&TileFrame::default()));
    }
}

#[test]
fn open_ground_is_one_area_whatever_its_size() {
    for (width, height) in [(1, 1), (1, 9), (300, 200)] {
        let raw = areas_from_tiles(&TileFrame::default(), width, height, |_, _| Some(Terrain(7)))
            .unwrap();
        assert_eq!((raw.area_count(), raw.vertices.len()), (1, 4));
        assert_eq!(raw.terrains, [Terrain(7)]);
    }
}

#[test]
fn a_room_needs_a_vertex_at_each_turn_only() {
    let raw = rows(&["0000", "0##0", "0000"]);
    assert_eq!((raw.area_count(), raw.vertices.len()), (4, 8));
    assert_eq!(raw.terrains, [], "all of class 0");
}

#[test]
fn cells_that_touch_at_a_corner_are_not_joined_there() {
    let raw = rows(&["0#", "#0"]);
    assert_eq!(raw.vertices.len(), 7, "the contact is one vertex");
    assert_eq!(valid(&raw).component_count(), 2);
    let raw = rows(&["00#", "0#0", "#00"]);
    assert_eq!(valid(&raw).component_count(), 2);
    assert_eq!(valid(&rows(&["00#", "0#0", "000"])).component_count(), 1);
}

#[test]
fn classes_border_on_each_other_along_whole_edges() {
    let raw = rows(&["000", "011", "222"]);
    let mesh = valid(&raw);
    assert_eq!(mesh.component_count(), 1);
    assert_eq!(sizes(&raw)[..3], [4.0, 2.0, 3.0]);
    assert_eq!(classes_at(&mesh, Vec2::new(1.0, 2.0)), [0, 1, 2]);
}

#[test]
fn where_nothing_is_ground_there_are_no_areas() {
    let raw = areas_from_tiles(&TileFrame::default(), 5, 5, |_, _| None).unwrap();
    assert_eq!(raw.area_count(), 0);
}

#[test]
fn every_second_cell_of_a_board_stands_alone() {
    let frame = TileFrame::default();
    let raw =
        areas_from_tiles(&frame, 40, 40, |x, y| ((x + y) % 2 == 0).then_some(Terrain(0))).unwrap();
    assert_eq!(raw.area_count(), 800);
    assert_eq!(valid(&raw).component_count(), 800);
    let raw = areas_from_tiles(&frame, 40, 40, |x, y| Some(Terrain(u8::from((x + y) % 2 == 0))));
    assert_eq!(valid(&raw.unwrap()).component_count(), 1);
}
