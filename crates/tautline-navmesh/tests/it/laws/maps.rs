//! Random maps of square cells, and the meshes made of them.

use std::ops::Range;

use proptest::prelude::*;
use tautline_navmesh::{Faults, NavMesh, RawMesh, Terrain, Vec2, rectangles_from_cells};

/// Cells, row by row: the terrain class, or `None`.
#[derive(Clone, Debug)]
pub(crate) struct CellMap {
    pub(crate) width: u32,
    pub(crate) height: u32,
    cells: Vec<Option<u8>>,
}

/// Maps of up to 8 by 8 cells of some terrain classes, with at least one walkable cell.
pub(crate) fn cell_maps(classes: Range<u8>) -> impl Strategy<Value = CellMap> {
    let cell = prop_oneof![1 => Just(None), 2 => classes.prop_map(Some)];
    (1..9_u32, 1..9_u32)
        .prop_flat_map(move |(width, height)| {
            let count = (width * height) as usize;
            (Just(width), Just(height), prop::collection::vec(cell.clone(), count))
        })
        .prop_map(|(width, height, cells)| CellMap { width, height, cells })
        .prop_filter("no ground", |map| map.walkable().next().is_some())
}

impl CellMap {
    pub(crate) fn class(&self, x: i32, y: i32) -> Option<u8> {
        let (x, y) = (u32::try_from(x).ok()?, u32::try_from(y).ok()?);
        let is_inside = x < self.width && y < self.height;
        is_inside.then(|| self.cells[(y * self.width + x) as usize]).flatten()
    }

    pub(crate) fn walkable(&self) -> impl Iterator<Item = [i32; 2]> + '_ {
        self.all_cells().filter(|&[x, y]| self.class(x, y).is_some())
    }

    /// All cells and a rim around them.
    pub(crate) fn all_cells(&self) -> impl Iterator<Item = [i32; 2]> + use<> {
        let [width, height] = [self.width, self.height].map(u32::cast_signed);
        (-1..=height).flat_map(move |y| (-1..=width).map(move |x| [x, y]))
    }

    pub(crate) fn raw(&self) -> RawMesh {
        rectangles_from_cells(self.width, self.height, |x, y| {
            self.class(x.cast_signed(), y.cast_signed()).map(Terrain)
        })
    }

    pub(crate) fn mesh(&self) -> Result<NavMesh, Faults> {
        self.raw().build()
    }

    /// For each walkable cell, the first cell of its connected component.
    pub(crate) fn flood(&self, may_enter: impl Fn(u8) -> bool) -> Vec<([i32; 2], [i32; 2])> {
        let is_open = |&[x, y]: &[i32; 2]| self.class(x, y).is_some_and(&may_enter);
        let mut roots: Vec<([i32; 2], [i32; 2])> = Vec::new();
        for first in self.walkable().filter(is_open) {
            if roots.iter().any(|root| root.0 == first) {
                continue;
            }
            let mut stack = vec![first];
            roots.push((first, first));
            while let Some([x, y]) = stack.pop() {
                for next in [[x + 1, y], [x - 1, y], [x, y + 1], [x, y - 1]] {
                    if is_open(&next) && roots.iter().all(|root| root.0 != next) {
                        roots.push((next, first));
                        stack.push(next);
                    }
                }
            }
        }
        roots
    }
}

/// The middle of a cell.
pub(crate) fn center([x, y]: [i32; 2]) -> Vec2 {
    lattice([2 * x + 1, 2 * y + 1]) * 0.5
}

/// A point with integer coordinates.
pub(crate) fn lattice([x, y]: [i32; 2]) -> Vec2 {
    let narrow = |value: i32| f32::from(i16::try_from(value).unwrap_or(i16::MAX));
    Vec2::new(narrow(x), narrow(y))
}

/// A transformation of a map.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Frame {
    Plain,
    Tiny,
    Large,
    FarAway,
    Slanted,
    SlantedFarAway,
}

pub(crate) fn frames() -> impl Strategy<Value = Frame> {
    use Frame::{FarAway, Large, Plain, Slanted, SlantedFarAway, Tiny};
    prop::sample::select(vec![Plain, Tiny, Large, FarAway, Slanted, SlantedFarAway])
}

impl Frame {
    pub(crate) fn place(self, point: Vec2) -> Vec2 {
        let slanted = Vec2::new(point.x + 0.3 * point.y, point.y - 0.17 * point.x);
        match self {
            Self::Plain => point,
            Self::Tiny => point * 0.001,
            Self::Large => point * 1e4,
            Self::FarAway => point + Vec2::new(1e6, -1e6),
            Self::Slanted => slanted,
            Self::SlantedFarAway => slanted * 100.0 + Vec2::new(1e6, -1e6),
        }
    }

    pub(crate) fn mesh(self, map: &CellMap) -> Result<NavMesh, Faults> {
        let mut raw = map.raw();
        for vertex in &mut raw.vertices {
            *vertex = self.place((*vertex).into()).into();
        }
        raw.build()
    }
}
