//! The ground of a picture, floor by floor, with buildings, trees and shadows.

use std::collections::BTreeMap;
use std::fmt::{self, Write as _};

use tautline::draw::{BorderKind, DrawnBorder};
use tautline::geometry::Aabb;
use tautline::navmesh::{AreaId, Terrain};

use super::holes::{BoundaryLoops, Hole};
use super::{MapPicture, Pens};
use crate::Style;
use crate::path_data::PathData;

/// The elements of one floor.
#[derive(Default)]
struct Floor {
    terrains: BTreeMap<Terrain, PathData>,
    portals: PathData,
    boundaries: PathData,
    walls: PathData,
}

impl MapPicture {
    /// Returns the lowest elevation of each floor, except the first floor.
    fn storeys(&self) -> Vec<f32> {
        let mut elevations: Vec<f32> = self.areas.iter().map(|area| area.elevation).collect();
        elevations.sort_by(f32::total_cmp);
        let mut storeys = Vec::new();
        let mut floor = elevations.first().copied().unwrap_or(0.0);
        for elevation in elevations {
            if elevation - floor >= self.style.storey {
                storeys.push(elevation);
                floor = elevation;
            }
        }
        storeys
    }

    pub(super) fn write_ground(
        &self,
        text: &mut String,
        bounds: &Aabb,
        pens: &Pens,
    ) -> fmt::Result {
        let storeys = self.storeys();
        let storey_of = |elevation: f32| storeys.partition_point(|&storey| storey <= elevation);
        let mut floors: Vec<Floor> = Vec::new();
        floors.resize_with(storeys.len() + 1, Floor::default);
        // Upper floors and the buildings of the ground floor cast shadows.
        let mut shadows = PathData::default();
        for area in &self.areas {
            let storey = storey_of(area.elevation);
            floors[storey].terrains.entry(area.terrain).or_default().ring(area.corners.clone());
            if storey > 0 {
                shadows.ring(area.corners.clone());
            }
        }
        for border in &self.borders {
            let floor = &mut floors[storey_of(border.elevation)];
            match border.kind {
                BorderKind::Portal => floor.portals.line(border.segment),
                BorderKind::Boundary => floor.boundaries.line(border.segment),
                BorderKind::Wall => floor.walls.line(border.segment),
            }
        }
        let is_ground_floor = |border: &DrawnBorder| storey_of(border.elevation) == 0;
        let loops = BoundaryLoops::classify(&self.outlines, bounds, &self.style, is_ground_floor);
        self.write_surf(text, &loops.shore, pens.broad)?;
        let path_storeys = self.path_storeys(storey_of);
        for (storey, floor) in floors.iter().enumerate() {
            self.write_floor(text, floor, pens)?;
            if storey == 0 {
                self.write_holes(text, &loops.holes, shadows.clone(), pens)?;
            }
            for (index, path) in self.paths.iter().enumerate() {
                if path_storeys[index] == storey {
                    self.write_walked_segments(text, path, self.style.path(index), pens.broad)?;
                }
            }
        }
        Ok(())
    }

    /// Returns the highest floor of each path. The path is drawn after that floor, so that only
    /// higher floors hide it.
    fn path_storeys(&self, storey_of: impl Fn(f32) -> usize) -> Vec<usize> {
        let mut storeys: Vec<(AreaId, usize)> =
            self.areas.iter().map(|area| (area.id, storey_of(area.elevation))).collect();
        storeys.sort_unstable();
        let storey = |area: &AreaId| {
            let found = storeys.binary_search_by_key(area, |entry| entry.0);
            found.map_or(0, |index| storeys[index].1)
        };
        self.paths.iter().map(|path| path.areas.iter().map(storey).max().unwrap_or(0)).collect()
    }

    fn write_surf(&self, text: &mut String, shore: &PathData, pen: f32) -> fmt::Result {
        let Some(surf) = &self.style.surf else { return Ok(()) };
        for (width, opacity) in [(40.0, 0.13), (24.0, 0.2), (10.0, 0.45)] {
            writeln!(
                text,
                r#"<path stroke="{surf}" stroke-opacity="{opacity}" stroke-width="{}" d="{}"/>"#,
                width * pen,
                shore.text()
            )?;
        }
        Ok(())
    }

    fn write_floor(&self, text: &mut String, floor: &Floor, pens: &Pens) -> fmt::Result {
        for (&terrain, areas) in &floor.terrains {
            let colour = self.style.terrain(terrain);
            // Without the stroke, renderers show hairlines between areas of the same colour.
            let width = 0.5 * pens.fine;
            writeln!(
                text,
                r#"<path fill="{colour}" stroke="{colour}" stroke-width="{width}" d="{}"/>"#,
                areas.text()
            )?;
        }
        let Style { portal, boundary, wall, .. } = &self.style;
        let lines = [
            (&floor.portals, portal, 0.45, 0.55),
            (&floor.boundaries, boundary, 1.5, 1.0),
            (&floor.walls, wall, 4.0, 1.0),
        ];
        for (lines, colour, width, opacity) in lines {
            if !lines.is_empty() {
                writeln!(
                    text,
                    r#"<path stroke="{colour}" stroke-width="{}" stroke-opacity="{opacity}" d="{}"/>"#,
                    width * pens.fine,
                    lines.text()
                )?;
            }
        }
        Ok(())
    }

    /// Writes houses and trees, with their shadows.
    fn write_holes(
        &self,
        text: &mut String,
        holes: &[Hole],
        mut shadows: PathData,
        pens: &Pens,
    ) -> fmt::Result {
        let (mut buildings, mut ridges, mut trees) =
            (PathData::default(), PathData::default(), PathData::default());
        for hole in holes {
            let Hole { corners, ridge, is_tree } = hole;
            shadows.ring(corners.iter().copied());
            if *is_tree {
                trees.ring(corners.iter().copied());
            } else {
                buildings.ring(corners.iter().copied());
                ridge.iter().for_each(|&line| ridges.line(line));
            }
        }
        if !shadows.is_empty() {
            let offset = 5.0 * pens.broad;
            let down = if self.y_down { offset } else { -offset };
            writeln!(
                text,
                r##"<path transform="translate({offset} {down})" fill="#1d1408" fill-opacity="0.28" d="{}"/>"##,
                shadows.text()
            )?;
        }
        let width = 1.6 * pens.fine;
        for (shapes, colour) in [(&buildings, &self.style.building), (&trees, &self.style.tree)] {
            if let Some(colour) = colour.as_ref().filter(|_| !shapes.is_empty()) {
                writeln!(
                    text,
                    r##"<path fill="{colour}" stroke="#2b1a12" stroke-opacity="0.7" stroke-width="{width}" d="{}"/>"##,
                    shapes.text()
                )?;
            }
        }
        if !ridges.is_empty() {
            writeln!(
                text,
                r##"<path stroke="#2b1a12" stroke-opacity="0.35" stroke-width="{}" d="{}"/>"##,
                0.6 * width,
                ridges.text()
            )?;
        }
        Ok(())
    }
}
