//! Planar facets of areas, and the keys by which areas may be merged.

use tautline_navmesh::internal::number;
use tautline_navmesh::{AreaAttributes, AreaId, NavMesh};

/// The properties that areas must share to be merged. A *region* consists of all parts of a
/// chart with the same key. Regions stay separate when they are cut, and are connected across
/// the borders between them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct RegionKey {
    pub(super) attributes: AreaAttributes,
    pub(super) elevation_key: ElevationKey,
}

/// The elevation of a region.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum ElevationKey {
    /// A constant elevation, by its bits; 0 on a flat mesh.
    Level(u32),
    /// The elevation of a facet of a sloping area, by the area and the index of the facet.
    Slope(AreaId, u32),
}

/// A planar part of an area.
#[derive(Clone, Debug)]
pub(super) struct Facet {
    /// The indices of its corners in the area, counter-clockwise. Between indices that are
    /// not successive in the area, its edge lies inside the area.
    pub(super) corners: Vec<usize>,
    pub(super) region: RegionKey,
}

/// The elevations of the corners of an area.
pub(super) fn elevations_of(mesh: &NavMesh, area: AreaId) -> Vec<f32> {
    let elevation = |index: usize| mesh.elevations().get(index).copied().unwrap_or(0.0);
    mesh.corner_vertices(area).map(|vertex| elevation(vertex.index())).collect()
}

/// The bits of an elevation, equal for 0 and -0.
pub(super) fn bits(elevation: f32) -> u32 {
    (elevation + 0.0).to_bits()
}

/// The planar facets of an area: on them, the elevation is that of
/// [`NavMesh::elevation_at`]. One for a planar area.
pub(super) fn facets(mesh: &NavMesh, area: AreaId) -> Vec<Facet> {
    let elevations = elevations_of(mesh, area);
    let region = |elevation_key| RegionKey { attributes: mesh.attributes(area), elevation_key };
    let level = elevations.first().map_or(0, |&first| bits(first));
    let all: Vec<usize> = (0..elevations.len()).collect();
    if elevations.iter().all(|&elevation| bits(elevation) == level) {
        return vec![Facet { corners: all, region: region(ElevationKey::Level(level)) }];
    }
    let positions: Vec<[f64; 3]> = mesh
        .corners(area)
        .zip(&elevations)
        .map(|(at, &z)| [at.x.into(), at.y.into(), z.into()])
        .collect();
    let greatest = elevations.iter().fold(0.0_f32, |most, elevation| most.max(elevation.abs()));
    let rounding = f64::from(greatest) * f64::from(4.0 * f32::EPSILON);

    // The triangle fan around the first corner. Successive triangles in one plane form a facet.
    let mut facets = Vec::new();
    let mut first = 1;
    while first + 1 < positions.len() {
        let mut last = first + 1;
        let mut plane = Plane::through(positions[0], positions[first], positions[last]);
        while let Some(&next) = positions.get(last + 1) {
            match plane {
                Some(plane) if (plane.elevation(next) - next[2]).abs() > rounding => break,
                Some(_) => {}
                None => plane = Plane::through(positions[0], positions[last], next),
            }
            last += 1;
        }
        let corners = std::iter::once(0).chain(first..=last).collect();
        let elevation_key = ElevationKey::Slope(area, number(facets.len()));
        facets.push(Facet { corners, region: region(elevation_key) });
        first = last;
    }
    facets
}

/// A plane in space that is not vertical.
#[derive(Clone, Copy)]
struct Plane {
    through: [f64; 3],
    /// Its rise per unit of x and of y.
    slope: [f64; 2],
}

impl Plane {
    /// The plane through three points; `None` if their projections lie on a line.
    fn through(a: [f64; 3], b: [f64; 3], c: [f64; 3]) -> Option<Self> {
        let [u, v] = [b, c].map(|end| [0, 1, 2].map(|axis| end[axis] - a[axis]));
        let area = u[0] * v[1] - u[1] * v[0];
        let slope = [u[2] * v[1] - u[1] * v[2], u[0] * v[2] - u[2] * v[0]];
        (area > 0.0).then(|| Self { through: a, slope: slope.map(|rise| rise / area) })
    }

    fn elevation(&self, [x, y, _]: [f64; 3]) -> f64 {
        let [from_x, from_y, from] = self.through;
        from + self.slope[0] * (x - from_x) + self.slope[1] * (y - from_y)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use tautline_navmesh::RawMesh;

    fn facets_of(elevations: [f32; 5]) -> Vec<Vec<usize>> {
        let positions = [[0.0, 0.0], [2.0, 0.0], [4.0, 0.0], [4.0, 4.0], [0.0, 4.0]];
        let mut raw = RawMesh::from_vertices(&positions);
        raw.elevations = elevations.to_vec();
        raw.push_area(&[0, 1, 2, 3, 4]);
        let mesh = raw.build().unwrap();
        facets(&mesh, AreaId(0)).into_iter().map(|facet| facet.corners).collect()
    }

    #[test]
    fn an_area_that_is_flat_in_space_is_one_facet() {
        assert_eq!(facets_of([1.5; 5]), [[0, 1, 2, 3, 4]]);
        assert_eq!(facets_of([0.0, 1.0, 2.0, 2.0, 0.0]), [[0, 1, 2, 3, 4]]);
    }

    #[test]
    fn a_bent_area_has_facets_that_share_its_first_corner() {
        let expected = [vec![0, 1, 2, 3], vec![0, 3, 4]];
        assert_eq!(facets_of([0.0, 1.0, 2.0, 2.0, 1.0]), expected);
    }
}
