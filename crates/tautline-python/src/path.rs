//! One path.

use std::cell::RefCell;

use numpy::{PyArray2, PyArrayMethods};
use pyo3::prelude::*;
use pyo3::types::PyTuple;
use tautline::{Location, Path as FoundPath, Query, Scratch, path_in};

use crate::errors::path_error;
use crate::options::{Options, tier_name, tier_of};
use crate::store::SharedMap;

/// A path from a start to a goal, as :meth:`Map.path` returns it. It can be pickled.
///
/// Examples
/// --------
/// ``yard`` is the map in the example of :class:`Map`.
///
/// >>> path = yard.path((1, 3.5), (8, 3.5))
/// >>> path.points.tolist()
/// [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]
/// >>> path.tier, round(path.length, 3), path.links
/// ('exact', 8.81, [])
#[pyclass(frozen, module = "tautline")]
pub(crate) struct Path {
    /// Start, bends, both ends of each link, goal: shape ``(n, 2)``, float32, world units.
    #[pyo3(get)]
    points: Py<PyArray2<f32>>,
    /// The length on the ground, measured in the plane, in world units. Links do not count.
    #[pyo3(get)]
    length: f64,
    /// The cost, in world units: lengths times the costs of terrain, and the costs of links.
    #[pyo3(get)]
    cost: f64,
    /// A lower bound on the cost of any path: equal to ``cost`` in the exact tier without ``within``.
    #[pyo3(get)]
    lower_bound: f64,
    /// The tier that found it: ``"exact"``, ``"weighted"`` or ``"classic"``.
    #[pyo3(get)]
    tier: &'static str,
    /// The links that it takes, in order: the index in ``points`` of the point where the link departs, its
    /// number, and True if it is taken from its first end to its second one.
    #[pyo3(get)]
    links: Vec<(usize, u32, bool)>,
    /// The distance by which the start was moved onto the mesh, in world units; 0 if it was not moved.
    #[pyo3(get)]
    start_snap: f64,
    /// The distance by which the goal was moved onto the mesh or to reachable ground, in world units; 0 if
    /// it was not moved.
    #[pyo3(get)]
    goal_snap: f64,
    /// With ``in_space=True``: x, y and elevation, of shape ``(m, 3)``, float32, world units. It has the points of the
    /// path, and a point wherever the path crosses from one area of the mesh into the next, because the slope of the
    /// ground can change there. Otherwise None.
    #[pyo3(get)]
    points_in_space: Option<Py<PyArray2<f32>>>,
}

thread_local! {
    static MEMORY: RefCell<(Scratch, FoundPath)> = RefCell::default();
}

impl Path {
    pub(crate) fn find(
        py: Python<'_>,
        map: &SharedMap,
        ends: [Location; 2],
        options: &Options,
    ) -> PyResult<Self> {
        let [start, goal] = ends;
        let found = py.detach(|| {
            MEMORY.with_borrow_mut(|(scratch, path)| {
                let query = Query::new(start, goal).with_options(options.path_options());
                path_in(options.mesh(map), &query, scratch, path).map(|()| path.clone())
            })
        });
        let found = found.map_err(|error| path_error(&error))?;
        let flat: Vec<f32> = found.points.iter().flat_map(|point| point.to_array()).collect();
        let points = numpy::PyArray1::from_vec(py, flat).reshape([found.points.len(), 2])?;
        let mut points_in_space = None;
        if options.in_space {
            let mut points = Vec::new();
            found.read_points_in_space(options.mesh(map).mesh(), &mut points);
            let flat = numpy::PyArray1::from_slice(py, points.as_flattened());
            points_in_space = Some(flat.reshape([points.len(), 3])?.unbind());
        }
        let links = found.links.iter().map(|link| (link.point, link.link.0, link.forwards));
        Ok(Self {
            points: points.unbind(),
            length: found.length,
            cost: found.cost,
            lower_bound: found.lower_bound,
            tier: tier_name(found.tier),
            links: links.collect(),
            start_snap: found.start_snap,
            goal_snap: found.goal_snap,
            points_in_space,
        })
    }
}

#[pymethods]
impl Path {
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let restore = py.get_type::<Self>().getattr("_unpickle")?;
        let ends = (self.start_snap, self.goal_snap);
        let costs = (self.length, self.cost, self.lower_bound);
        let in_space = &self.points_in_space;
        let fields = (&self.points, costs, self.tier, self.links.clone(), ends, in_space);
        (restore, fields).into_pyobject(py)
    }

    /// Restores a pickled path.
    #[staticmethod]
    #[pyo3(signature = (points, costs, tier, links, ends, points_in_space=None))]
    fn _unpickle(
        points: Py<PyArray2<f32>>,
        costs: (f64, f64, f64),
        tier: &str,
        links: Vec<(usize, u32, bool)>,
        ends: (f64, f64),
        points_in_space: Option<Py<PyArray2<f32>>>,
    ) -> PyResult<Self> {
        let (length, cost, lower_bound) = costs;
        let (tier, (start_snap, goal_snap)) = (tier_name(tier_of(tier)?), ends);
        Ok(Self {
            points,
            length,
            cost,
            lower_bound,
            tier,
            links,
            start_snap,
            goal_snap,
            points_in_space,
        })
    }

    fn __repr__(&self, py: Python<'_>) -> String {
        use numpy::PyUntypedArrayMethods;
        let (points, length) = (self.points.bind(py).shape()[0], self.length);
        format!("<tautline.Path: length={length}, points={points}>")
    }
}
