//! Areas of tiles, compared with the tiles.

#![no_main]

use libfuzzer_sys::fuzz_target;
use tautline::meshgen::{TileFrame, areas_from_tiles};
use tautline::navmesh::{NavMesh, Terrain, Vec2};
use tautline_fuzz::{Bytes, area_by_terrain, assert_one_line, build_valid_mesh};

fuzz_target!(|input: &[u8]| {
    let mut bytes = Bytes(input);
    let frame = frame(&mut bytes);
    let tiles = Tiles::read(&mut bytes);
    let mut calls = 0;
    let areas = areas_from_tiles(&frame, tiles.width, tiles.height, |x, y| {
        calls += 1;
        tiles.terrain(x, y)
    });
    assert_eq!(calls, tiles.width * tiles.height);
    match areas {
        Ok(raw) if raw.area_count() == 0 => {
            assert!(tiles.all().all(|(x, y)| tiles.terrain(x, y).is_none()));
        }
        Ok(raw) => check(&build_valid_mesh(&raw), &frame, &tiles),
        Err(error) => {
            assert_one_line(&error);
            assert!(frame != TileFrame::default(), "{error}");
        }
    }
});

fn frame(bytes: &mut Bytes<'_>) -> TileFrame {
    let choice = bytes.byte();
    let mut frame = TileFrame { first_row_on_top: choice & 1 != 0, ..TileFrame::default() };
    if choice & 2 != 0 {
        frame.cell_size = [16.0, 0.1];
    }
    if choice & 4 != 0 {
        frame.cell_size = [bytes.float(), bytes.float()];
    }
    if choice & 8 != 0 {
        frame.origin = [bytes.float(), bytes.float()];
    }
    frame
}

/// Cells, each blocked or of one of three classes.
struct Tiles {
    width: u32,
    height: u32,
    cells: Vec<Option<Terrain>>,
}

impl Tiles {
    fn read(bytes: &mut Bytes<'_>) -> Self {
        let [width, height] = [bytes.byte(), bytes.byte()].map(|byte| u32::from(byte % 33));
        let rows = (0..height).flat_map(|_| {
            // A byte contains four cells of a row.
            let packed: Vec<u8> = (0..width.div_ceil(4)).map(|_| bytes.byte()).collect();
            (0..width as usize).map(move |x| packed[x / 4] >> (x % 4 * 2) & 3)
        });
        let cells = rows.map(|cell| cell.checked_sub(1).map(Terrain)).collect();
        Self { width, height, cells }
    }

    fn terrain(&self, x: u32, y: u32) -> Option<Terrain> {
        self.cells[(y * self.width + x) as usize]
    }

    fn all(&self) -> impl Iterator<Item = (u32, u32)> {
        (0..self.height).flat_map(move |y| (0..self.width).map(move |x| (x, y)))
    }

    /// Counts the connected components of the ground. Cells are connected across common sides.
    fn component_count(&self) -> usize {
        let mut reached = vec![false; self.cells.len()];
        let mut components = 0;
        for start in self.all() {
            let mut open = vec![start];
            let mut is_new = false;
            while let Some((x, y)) = open.pop() {
                if x >= self.width || y >= self.height || self.terrain(x, y).is_none() {
                    continue;
                }
                if std::mem::replace(&mut reached[(y * self.width + x) as usize], true) {
                    continue;
                }
                is_new = true;
                open.extend([
                    (x + 1, y),
                    (x, y + 1),
                    (x.wrapping_sub(1), y),
                    (x, y.wrapping_sub(1)),
                ]);
            }
            components += usize::from(is_new);
        }
        components
    }
}

/// Compares the area of each class, the number of components, and the class at the centre of each
/// cell.
fn check(mesh: &NavMesh, frame: &TileFrame, tiles: &Tiles) {
    let line = |axis: usize, steps: u32| {
        (f64::from(frame.origin[axis]) + f64::from(frame.cell_size[axis]) * f64::from(steps)) as f32
    };
    let mut expected = [0.0; 256];
    for (x, y) in tiles.all() {
        let row = if frame.first_row_on_top { tiles.height - 1 - y } else { y };
        let [left, right, low, high] =
            [line(0, x), line(0, x + 1), line(1, row), line(1, row + 1)].map(f64::from);
        let centre = Vec2::new(((left + right) / 2.0) as f32, ((low + high) / 2.0) as f32);
        // Rounding may move the centre of a tiny cell to its side.
        let is_inside = left < centre.x.into()
            && right > centre.x.into()
            && low < centre.y.into()
            && high > centre.y.into();
        if is_inside {
            let found = mesh.locate(centre).map(|area| mesh.terrain(area));
            assert_eq!(found, tiles.terrain(x, y), "at {centre}, the centre of cell {x}, {y}");
        }
        if let Some(Terrain(class)) = tiles.terrain(x, y) {
            expected[usize::from(class)] += (right - left) * (high - low);
        }
    }
    let scale: f64 = expected.iter().sum();
    for (class, (found, expected)) in area_by_terrain(mesh).iter().zip(expected).enumerate() {
        assert!(
            (found - expected).abs() <= 1e-11 * scale,
            "class {class}: {found}, not {expected}"
        );
    }
    assert_eq!(mesh.component_count(), tiles.component_count());
}
