//! Baked maps.

use std::path::PathBuf;

use numpy::{PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyMemoryError, PyTypeError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use tautline::FlatPaths;
use tautline::asset::Header;
use tautline::navmesh::Terrain;

use crate::answers::Answers;
use crate::batch::{
    CornerSolver, NearestSolver, PathSolver, SharedGoalSolver, all_points, solve_all, write_costs,
};
use crate::columns::{PathColumns, Points};
use crate::errors::{in_file, map_error, value_error};
use crate::info::{Info, Mesh};
use crate::options::{Arguments, Mapping, Options, TerrainKey, choice, location, narrow, shortest};
use crate::path::Path;
use crate::queries::Queries;
use crate::reading::{bytes_of, read_file, read_header};
use crate::store::{self, SharedMap};
use crate::threads;
use crate::whole::Whole;

/// A baked map: meshes with their labels, from a ``.nav`` file.
///
/// It does not change, and any number of threads can use it at once. Pickling stores the bytes of the
/// file, from protocol 5 on as a buffer that can travel out of band; all maps of equal bytes in a process
/// share one decoded map. Maps of equal bytes are equal, and have equal hashes.
///
/// Positions are in the world units of the map. They are rounded to float32: subtract an origin from
/// large coordinates first.
///
/// Examples
/// --------
/// >>> import tautline
/// >>> rows = [".........", "....@....", "....@....", "....@...."]
/// >>> text = "\n".join(["type octile", "height 4", "width 9", "map", *rows])
/// >>> yard = tautline.bake(text.encode(), format="map")
/// >>> yard.path((1, 3.5), (8, 3.5)).points.tolist()
/// [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]
///
/// The examples of the methods use this map.
#[pyclass(frozen, eq, hash, module = "tautline")]
#[derive(PartialEq, Hash)]
pub(crate) struct Map(pub(crate) SharedMap);

#[pymethods]
impl Map {
    /// Always raises: functions make maps.
    #[new]
    #[pyo3(signature = (*_args, **_options))]
    fn new(_args: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Err(PyTypeError::new_err(
            "Map has no constructor: tautline.Map.load loads a baked file, tautline.bake bakes a map file, and \
             tautline.bake_grid an array",
        ))
    }

    /// Loads a baked file.
    ///
    /// Parameters
    /// ----------
    /// path
    ///     A file that ``tautline.bake`` or ``tautline bake`` wrote.
    /// max_memory
    ///     The greatest amount of memory that loading may take, in bytes. :meth:`inspect` returns the
    ///     amount that a file needs. Unlimited by default.
    ///
    /// Returns
    /// -------
    /// Map
    ///
    /// Raises
    /// ------
    /// MapError
    ///     If the file is damaged, has another format version, or is not a baked map. Nothing in it is trusted.
    /// MemoryError
    ///     If it may take more memory than ``max_memory``.
    /// OSError
    ///     If it cannot be read.
    ///
    /// Examples
    /// --------
    /// >>> import pathlib
    /// >>> _ = pathlib.Path("yard.nav").write_bytes(yard.to_bytes())
    /// >>> tautline.Map.load("yard.nav").digest == yard.digest
    /// True
    #[staticmethod]
    #[pyo3(signature = (path, *, max_memory=None))]
    fn load(py: Python<'_>, path: PathBuf, max_memory: Option<Whole<u64>>) -> PyResult<Self> {
        let max_memory = limit(max_memory)?;
        let (header, _) = read_header(py, &path)?;
        store::check_memory(&header, max_memory)?;
        let bytes = read_file(py, path.clone())?;
        let opened = bytes_of(&bytes).and_then(|bytes| store::open(py, bytes, max_memory));
        opened.map(Self).map_err(|error| in_file(py, error, &path))
    }

    /// Loads a baked map from the bytes of a file, which are checked as strictly as a file.
    ///
    /// A process decodes equal bytes only once, so each task of a distributed engine can call this. The last
    /// four maps stay in memory for later tasks; see ``tautline.empty_cache``.
    ///
    /// Parameters
    /// ----------
    /// data
    ///     ``bytes`` (not copied), or anything else with the buffer protocol (copied).
    /// max_memory
    ///     The greatest amount of memory that loading may take, in bytes. Unlimited by default.
    ///
    /// Returns
    /// -------
    /// Map
    ///
    /// Raises
    /// ------
    /// MapError
    ///     If the bytes are damaged, have another format version, or are not a baked map.
    /// MemoryError
    ///     If it may take more memory than ``max_memory``.
    ///
    /// Examples
    /// --------
    /// >>> tautline.Map.from_bytes(yard.to_bytes()).bounds
    /// (0.0, 0.0, 9.0, 4.0)
    #[staticmethod]
    #[pyo3(signature = (data, *, max_memory=None))]
    fn from_bytes(
        py: Python<'_>,
        data: &Bound<'_, PyAny>,
        max_memory: Option<Whole<u64>>,
    ) -> PyResult<Self> {
        store::open(py, bytes_of(data)?, limit(max_memory)?).map(Self)
    }

    /// Reads the header of a baked file, without loading it.
    ///
    /// Parameters
    /// ----------
    /// path
    ///     A baked map or side-view level.
    ///
    /// Returns
    /// -------
    /// Info
    ///     Its kind, format version and size, and an upper bound on the memory for loading it.
    ///
    /// Raises
    /// ------
    /// MapError
    ///     If the file is not baked.
    /// OSError
    ///     If it cannot be read.
    ///
    /// Examples
    /// --------
    /// ``yard.nav`` is the file in the example of :meth:`load`.
    ///
    /// >>> tautline.Map.inspect("yard.nav").kind
    /// 'MESH'
    #[staticmethod]
    fn inspect(py: Python<'_>, path: PathBuf) -> PyResult<Info> {
        let (header, size) = read_header(py, &path)?;
        Ok(Info {
            kind: header.kind.escape_ascii().to_string(),
            format_version: header.format_version,
            size,
            memory: store::memory(&header),
        })
    }

    /// Finds one path.
    ///
    /// Parameters
    /// ----------
    /// start, goal
    ///     ``(x, y)``, or ``(x, y, elevation)`` on maps with floors above each other.
    /// snap
    ///     The greatest distance by which ends are moved to the nearest ground, and goals to
    ///     reachable ground, in world units. By default, they are not moved.
    /// tier
    ///     ``"exact"``, ``"weighted"`` or ``"classic"``. By default, the exact one where costs are
    ///     uniform, and the weighted one elsewhere.
    /// costs
    ///     The cost per unit of length for each terrain, by its name or class number; ``math.inf`` forbids
    ///     it. The kinds of links (``"jump"``, ``"ladder"``, ``"teleport"``, ``"other"``) can be forbidden in the
    ///     same way, but have no cost here.
    /// radius
    ///     The radius of the agent, in world units. It selects the mesh of the map for this radius, or for the
    ///     next greater one. By default, the mesh for the smallest radius.
    /// budget
    ///     The number of nodes that the search may expand. Unlimited by default.
    /// within
    ///     The share by which the path may be longer than the shortest one, such as 0.01. On maps without
    ///     labels, this makes searches faster. Over weighted terrain, it makes them slower: the search then also
    ///     tries to prove that the path is within that share of the cheapest one. Compare ``cost`` with
    ///     ``lower_bound`` to see whether it did.
    /// closed_links
    ///     The numbers of links that the path may not take: indices into :attr:`Mesh.links`. Links are numbered
    ///     from 0, in the order of the file, and in the same way for all radii.
    /// in_space
    ///     True to fill ``points_in_space`` of the path: its points with elevations. On maps with labels, this takes
    ///     2 to 8 times as long as the path alone.
    ///
    /// Returns
    /// -------
    /// Path
    ///
    /// Raises
    /// ------
    /// PathError
    ///     If there is no path. Its ``status`` is a key of ``tautline.STATUSES``.
    /// TypeError
    ///     If an end is not two or three numbers.
    /// ValueError
    ///     If an option is out of range.
    ///
    /// Examples
    /// --------
    /// >>> round(yard.path((1, 3.5), (8, 3.5)).length, 3)
    /// 8.81
    /// >>> try:
    /// ...     yard.path((4.5, 2), (1, 1))
    /// ... except tautline.PathError as error:
    /// ...     print(error.name)
    /// start_off_mesh
    #[pyo3(signature = (start, goal, *, snap=None, tier=None, costs=None, radius=None, budget=None, within=0.0, closed_links=None, in_space=false))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
    fn path(
        &self,
        py: Python<'_>,
        start: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        snap: Option<f32>,
        tier: Option<&str>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
        budget: Option<Whole<u64>>,
        within: f64,
        closed_links: Option<Vec<Whole<u32>>>,
        in_space: bool,
    ) -> PyResult<Path> {
        let arguments = Arguments { snap, tier, costs, radius, budget, within, closed_links };
        let mut options = Options::new(&self.0, arguments)?;
        options.in_space = in_space;
        let ends = [location("start", start)?, location("goal", goal)?];
        Path::find(py, &self.0, ends, &options)
    }

    /// Finds the point of the mesh nearest to a point: the point itself if it is on the mesh.
    ///
    /// Parameters
    /// ----------
    /// point
    ///     ``(x, y)``, or ``(x, y, elevation)`` on maps with floors above each other.
    /// max_distance
    ///     The greatest distance to search, in the plane, in world units. At least 0; unlimited by default.
    /// costs, radius
    ///     As in :meth:`path`. Terrain with the cost ``math.inf`` does not count as ground.
    ///
    /// Returns
    /// -------
    /// tuple[float, float, float] | None
    ///     The x and y of the nearest point and its distance, in world units. The distance is 0 for a point on the
    ///     mesh. If the point has an elevation, the distance is measured in space, and may be greater than
    ///     ``max_distance``. None if there is no ground within ``max_distance``.
    ///
    /// Raises
    /// ------
    /// ValueError
    ///     If a coordinate is not finite, or an option is out of range.
    ///
    /// Examples
    /// --------
    /// >>> yard.nearest((4.25, 2))
    /// (4.0, 2.0, 0.25)
    #[pyo3(signature = (point, *, max_distance=None, costs=None, radius=None))]
    fn nearest(
        &self,
        point: &Bound<'_, PyAny>,
        max_distance: Option<f32>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
    ) -> PyResult<Option<(f32, f32, f64)>> {
        let solver = self.nearest_solver(max_distance, costs, radius)?;
        let nearest = solver.nearest(location("point", point)?).map_err(value_error)?;
        Ok(nearest.map(|nearest| (nearest.point.x, nearest.point.y, nearest.distance)))
    }

    /// Finds the nearest point of the mesh for each point. A bad row does not raise: it has a status.
    ///
    /// Parameters
    /// ----------
    /// points
    ///     An array of shape ``(N, 2)``, or ``(N, 3)`` with elevations, or a table of Arrow with the
    ///     columns ``x`` and ``y``, and perhaps ``z``.
    /// max_distance, costs, radius
    ///     As in :meth:`nearest`.
    /// threads
    ///     As in :meth:`paths`.
    ///
    /// Returns
    /// -------
    /// Answers
    ///     The columns of the points, then ``status`` (int8, a key of ``tautline.STATUSES``: ``start_off_mesh`` if
    ///     there is no ground within ``max_distance``), ``nearest_x`` and ``nearest_y`` (float32, world units) and
    ///     ``distance`` (float64, world units, as for :meth:`nearest`). All but the status are null in rows without
    ///     a nearest point.
    ///
    /// Raises
    /// ------
    /// TypeError, ValueError
    ///     As :meth:`paths`.
    ///
    /// Examples
    /// --------
    /// >>> yard.nearest_points([[1, 1], [4.25, 2]]).to_numpy()["distance"].tolist()
    /// [0.0, 0.25]
    #[pyo3(signature = (points, *, max_distance=None, costs=None, radius=None, threads=None))]
    fn nearest_points(
        &self,
        py: Python<'_>,
        points: &Bound<'_, PyAny>,
        max_distance: Option<f32>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Answers> {
        let solver = self.nearest_solver(max_distance, costs, radius)?;
        let points = Queries::read(points, &["x", "y"])?;
        solve_all(py, points, &[""], &*threads::pool(py, threads)?, solver)
    }

    /// Finds a path for each query. A bad row does not raise: it has a status.
    ///
    /// Parameters
    /// ----------
    /// queries
    ///     An array of shape ``(N, 4)``: the x and y of starts and goals; or ``(N, 6)``: x, y and
    ///     elevation of both, on maps with floors above each other. Or a table of Arrow (of
    ///     pyarrow, polars, DuckDB, pandas, a reader of record batches ...) with the columns ``sx``,
    ///     ``sy``, ``gx``, ``gy`` of any numbers, and perhaps elevations ``sz`` and ``gz``, which may
    ///     be null. All columns of a table are passed on to the answers, without a copy. Masked arrays
    ///     are refused: fill them, or give a table with nulls.
    /// points
    ///     The form of the column of points: ``"fixed"`` for lists of fixed-size lists of two
    ///     float32, ``"struct"`` for lists of structs of ``x`` and ``y`` (for Spark), ``"none"`` for
    ///     no points.
    /// in_space
    ///     True for the column ``points_in_space`` instead of ``points``: x, y and elevation. It also has a point
    ///     wherever the path crosses from one area of the mesh into the next, because the slope of the ground can
    ///     change there. Structs then also have ``z``. On maps with labels, this takes 2 to 8 times as long.
    /// threads
    ///     The number of threads. By default, the environment variable ``TAUTLINE_THREADS``; without it,
    ///     ``OMP_NUM_THREADS``, which Ray, Spark and Dask set for their workers; without both, one per core. The
    ///     answers do not depend on it.
    /// snap, tier, costs, radius, budget, within, closed_links
    ///     As in :meth:`path`.
    ///
    /// Returns
    /// -------
    /// Answers
    ///     A row for each query, in the same order. The columns of the queries come first, then ``status`` (int8,
    ///     a key of ``tautline.STATUSES``: 0 if a path was found), ``tier`` (int8, an index of
    ///     ``tautline.TIERS``), ``length`` and ``cost`` (float64, world units), ``lower_bound``
    ///     (float64: no path is cheaper), with ``snap`` also ``start_snap`` and ``goal_snap``
    ///     (float64, world units), and ``points`` (start, bends, both ends of each link, goal; float32, world units).
    ///     All but the status are null where there is no path.
    ///
    /// Raises
    /// ------
    /// TypeError, ValueError
    ///     If columns are missing, are not numbers, or have the name of a column of the answers; if an array is
    ///     masked or has the wrong shape; if an option is out of range; or if a reader of record batches fails.
    ///
    /// Examples
    /// --------
    /// >>> answers = yard.paths([[1, 3.5, 8, 3.5], [4.5, 2, 1, 1]]).to_numpy()
    /// >>> [tautline.STATUSES[status] for status in answers["status"]]
    /// ['ok', 'start_off_mesh']
    /// >>> answers["points"][answers["offsets"][0] : answers["offsets"][1]].tolist()
    /// [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]
    #[pyo3(signature = (queries, *, points="fixed", in_space=false, snap=None, tier=None, costs=None, radius=None, budget=None, within=0.0, closed_links=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
    fn paths(
        &self,
        py: Python<'_>,
        queries: &Bound<'_, PyAny>,
        points: &str,
        in_space: bool,
        snap: Option<f32>,
        tier: Option<&str>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
        budget: Option<Whole<u64>>,
        within: f64,
        closed_links: Option<Vec<Whole<u32>>>,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Answers> {
        let arguments = Arguments { snap, tier, costs, radius, budget, within, closed_links };
        let mut options = Options::new(&self.0, arguments)?;
        options.in_space = in_space;
        self.solve_pairs(py, queries, &options, points, threads)
    }

    /// Finds the length of the path for each query: like :meth:`paths`, but without the points, which take most
    /// of the memory.
    ///
    /// Parameters
    /// ----------
    /// queries, threads, snap, tier, costs, radius, budget, within, closed_links
    ///     As in :meth:`paths`.
    ///
    /// Returns
    /// -------
    /// Answers
    ///     Like those of :meth:`paths`, without ``points``.
    ///
    /// Raises
    /// ------
    /// TypeError, ValueError
    ///     As :meth:`paths`.
    ///
    /// Examples
    /// --------
    /// >>> yard.lengths([[1, 3.5, 8, 3.5], [1, 1, 1, 3]]).to_numpy()["length"].round(3).tolist()
    /// [8.81, 2.0]
    #[pyo3(signature = (queries, *, snap=None, tier=None, costs=None, radius=None, budget=None, within=0.0, closed_links=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
    fn lengths(
        &self,
        py: Python<'_>,
        queries: &Bound<'_, PyAny>,
        snap: Option<f32>,
        tier: Option<&str>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
        budget: Option<Whole<u64>>,
        within: f64,
        closed_links: Option<Vec<Whole<u32>>>,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Answers> {
        let arguments = Arguments { snap, tier, costs, radius, budget, within, closed_links };
        let options = Options::new(&self.0, arguments)?;
        self.solve_pairs(py, queries, &options, "none", threads)
    }

    /// Finds the cost of the path from each start to each goal. Where terrain costs are uniform and no links are
    /// taken, this is its length. The work at each goal is done once, so few goals and many starts are faster than
    /// many goals and few starts.
    ///
    /// Parameters
    /// ----------
    /// starts, goals
    ///     Arrays of shape ``(N, 2)`` and ``(M, 2)``, or of 3 columns, with elevations; or tables of Arrow with the
    ///     columns ``x`` and ``y``, and perhaps ``z``.
    /// threads, snap, tier, costs, radius, budget, within, closed_links
    ///     As in :meth:`paths`.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     Shape ``(N, M)``, float64, world units. NaN where there is no path, and where a coordinate is null.
    ///
    /// Raises
    /// ------
    /// MemoryError
    ///     If there is no memory for the result.
    /// TypeError, ValueError
    ///     As :meth:`paths`.
    ///
    /// Examples
    /// --------
    /// >>> yard.matrix([[1, 3.5], [1, 1]], [[8, 3.5], [1, 3]]).round(3).tolist()
    /// [[8.81, 0.5], [7.905, 2.0]]
    #[pyo3(signature = (starts, goals, *, snap=None, tier=None, costs=None, radius=None, budget=None, within=0.0, closed_links=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
    fn matrix<'py>(
        &self,
        py: Python<'py>,
        starts: &Bound<'py, PyAny>,
        goals: &Bound<'py, PyAny>,
        snap: Option<f32>,
        tier: Option<&str>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
        budget: Option<Whole<u64>>,
        within: f64,
        closed_links: Option<Vec<Whole<u32>>>,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Bound<'py, PyArray2<f64>>> {
        let arguments = Arguments { snap, tier, costs, radius, budget, within, closed_links };
        let options = Options::new(&self.0, arguments)?;
        let pool = threads::pool(py, threads)?;
        let read = |value| all_points(py, Queries::read(value, &["x", "y"])?);
        let (starts, goals) = (read(starts)?, read(goals)?);
        let (rows, columns) = (starts.len(), goals.len());
        let mut costs = Vec::new();
        let count = rows.saturating_mul(columns);
        costs.try_reserve_exact(count).map_err(|_| {
            PyMemoryError::new_err(format!("there is no memory for {rows} x {columns} costs"))
        })?;
        costs.resize(count, f64::NAN);
        threads::solve(py, &pool, count, |flag| {
            write_costs(&self.0, &options, &starts, &goals, &mut costs, flag);
        })?;
        numpy::PyArray1::from_vec(py, costs).reshape([rows, columns])
    }

    /// Finds a path from each start to one goal, like :meth:`paths`, but does the work at the goal
    /// once.
    ///
    /// Parameters
    /// ----------
    /// starts
    ///     An array of shape ``(N, 2)``, or ``(N, 3)`` with elevations, or a table of Arrow with the
    ///     columns ``sx`` and ``sy``, and perhaps ``sz``; without these, ``x``, ``y`` and perhaps ``z``.
    /// goal
    ///     ``(x, y)``, or ``(x, y, elevation)`` on maps with floors above each other.
    /// points, in_space, threads, snap, tier, costs, radius, budget, within, closed_links
    ///     As in :meth:`paths`.
    ///
    /// Returns
    /// -------
    /// Answers
    ///     Like those of :meth:`paths`. Where several paths are equally short, this may choose another one.
    ///
    /// Raises
    /// ------
    /// TypeError, ValueError
    ///     As :meth:`paths`.
    ///
    /// Examples
    /// --------
    /// >>> yard.paths_to([[1, 3.5], [1, 1]], (8, 3.5)).to_numpy()["length"].round(3).tolist()
    /// [8.81, 7.905]
    #[pyo3(signature = (starts, goal, *, points="fixed", in_space=false, snap=None, tier=None, costs=None, radius=None, budget=None, within=0.0, closed_links=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
    fn paths_to(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        points: &str,
        in_space: bool,
        snap: Option<f32>,
        tier: Option<&str>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
        budget: Option<Whole<u64>>,
        within: f64,
        closed_links: Option<Vec<Whole<u32>>>,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Answers> {
        let arguments = Arguments { snap, tier, costs, radius, budget, within, closed_links };
        let mut options = Options::new(&self.0, arguments)?;
        options.in_space = in_space;
        let goal = location("goal", goal)?;
        let solver = SharedGoalSolver { paths: self.path_solver(&options, points)?, goal };
        let starts = Queries::read(starts, &["sx", "sy"])?;
        solve_all(py, starts, &["s"], &*threads::pool(py, threads)?, solver)
    }

    /// Finds the next point to walk to on a shortest path from each start to one goal. This is enough for
    /// agents that ask again on their way.
    ///
    /// Parameters
    /// ----------
    /// starts, goal, threads, snap, tier, costs, radius, budget, within, closed_links
    ///     As in :meth:`paths_to`.
    ///
    /// Returns
    /// -------
    /// Answers
    ///     The columns of the starts, then ``status`` (int8), ``next_x`` and ``next_y`` (float32, world units),
    ///     ``distance`` (float64, world units: the cost of the whole path) and ``link`` (int32: the link that leads
    ///     to the next point, or null if the agent walks there). All but the status are null where there is no
    ///     path.
    ///
    /// Raises
    /// ------
    /// TypeError, ValueError
    ///     As :meth:`paths`.
    ///
    /// Examples
    /// --------
    /// >>> step = yard.next_corners_to([[1, 3.5]], (8, 3.5)).to_numpy()
    /// >>> step["next_x"].tolist(), step["next_y"].tolist(), step["link"].tolist()
    /// ([4.0], [1.0], [-1])
    #[pyo3(signature = (starts, goal, *, snap=None, tier=None, costs=None, radius=None, budget=None, within=0.0, closed_links=None, threads=None))]
    #[expect(clippy::too_many_arguments, reason = "the keyword arguments of Python")]
    fn next_corners_to(
        &self,
        py: Python<'_>,
        starts: &Bound<'_, PyAny>,
        goal: &Bound<'_, PyAny>,
        snap: Option<f32>,
        tier: Option<&str>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
        budget: Option<Whole<u64>>,
        within: f64,
        closed_links: Option<Vec<Whole<u32>>>,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Answers> {
        let arguments = Arguments { snap, tier, costs, radius, budget, within, closed_links };
        let options = Options::new(&self.0, arguments)?;
        let goal = location("goal", goal)?;
        let solver = CornerSolver { map: &self.0, options: &options, goal };
        let starts = Queries::read(starts, &["sx", "sy"])?;
        solve_all(py, starts, &["s"], &*threads::pool(py, threads)?, solver)
    }

    /// Returns the bytes of the file, for :meth:`from_bytes`, without a copy.
    ///
    /// Examples
    /// --------
    /// >>> tautline.Map.from_bytes(yard.to_bytes()).digest == yard.digest
    /// True
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        Ok(self.0.bytes().into_pyobject(py)?.cast_into()?)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        self.__reduce_ex__(py, 2)
    }

    /// Pickles the digest and the bytes. From protocol 5 on, the bytes are a buffer, which engines send without a
    /// copy.
    #[pyo3(signature = (protocol, /))]
    fn __reduce_ex__<'py>(&self, py: Python<'py>, protocol: i32) -> PyResult<Bound<'py, PyTuple>> {
        let unpickle = py.get_type::<Self>().getattr("_unpickle")?;
        let mut bytes = self.to_bytes(py)?.into_any();
        if protocol >= 5 {
            bytes = py.import("pickle")?.call_method1("PickleBuffer", (bytes,))?;
        }
        (unpickle, (self.0.digest(py)?, bytes)).into_pyobject(py)
    }

    /// Restores a pickled map: from this process, if the digest is known, or else from a buffer with
    /// the bytes.
    #[staticmethod]
    fn _unpickle(py: Python<'_>, digest: &[u8], buffer: &Bound<'_, PyAny>) -> PyResult<Self> {
        store::unpickle(py, digest, buffer).map(Self)
    }

    fn __repr__(&self) -> String {
        let name = self.0.name.as_ref().map(|name| format!(" {name:?}")).unwrap_or_default();
        let (meshes, bytes) = (self.0.meshes().len(), self.0.bytes().len());
        format!("<tautline.Map{name} of {bytes} bytes, meshes: {meshes}>")
    }

    /// The name of the map, if it has one.
    #[getter]
    fn name(&self) -> Option<&str> {
        self.0.name.as_deref()
    }

    /// The names of the terrain classes, from class 0 on. Empty if the map names none.
    #[getter]
    fn terrains(&self) -> Vec<String> {
        self.0.terrain_names.clone()
    }

    /// The profiles that the map was baked with: for each name, the terrain costs that are not 1. Queries with these
    /// ``costs`` need no search.
    #[getter]
    fn profiles<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let profiles = PyDict::new(py);
        for labels in self.0.meshes()[0].cost_labels() {
            let costs = PyDict::new(py);
            for class in 0..=u8::MAX {
                let factor = shortest(narrow(labels.filter().factor(Terrain(class))));
                if (factor - 1.0).abs() > 0.0 {
                    match self.0.terrain_names.get(usize::from(class)) {
                        Some(name) => costs.set_item(name, factor)?,
                        None => costs.set_item(class, factor)?,
                    }
                }
            }
            profiles.set_item(labels.name(), costs)?;
        }
        Ok(profiles)
    }

    /// The bounds of the mesh for the smallest agents: ``(min x, min y, max x, max y)``, world units.
    #[getter]
    fn bounds(&self) -> (f32, f32, f32, f32) {
        let bounds = self.0.mesh().bounds();
        (bounds.min.x, bounds.min.y, bounds.max.x, bounds.max.y)
    }

    /// The meshes, one for each agent radius, the smallest radius first.
    #[getter]
    fn meshes(&self) -> Vec<Mesh> {
        let meshes = self.0.meshes().iter().map(|of_radius| Mesh {
            radius: shortest(of_radius.radius()),
            areas: of_radius.mesh().area_count(),
            vertices: of_radius.mesh().vertices().len(),
            links: of_radius.mesh().links().iter().map(|link| link.kind.name()).collect(),
            labels: of_radius.labels().is_some(),
            landmarks: of_radius.landmarks().is_some(),
        });
        meshes.collect()
    }

    /// The SHA-256 of the bytes, in hexadecimal digits, as ``sha256sum`` prints it.
    #[getter]
    fn digest(&self, py: Python<'_>) -> PyResult<String> {
        let digest = self.0.digest(py)?.into_pyobject(py)?;
        digest.call_method0("hex")?.extract()
    }

    /// An upper bound on the memory that loading took, in bytes, including the bytes of the file.
    #[getter]
    fn memory(&self) -> PyResult<u64> {
        let header = Header::read(self.0.bytes()).map_err(|error| map_error(&error))?;
        Ok(store::memory(&header))
    }
}

impl Map {
    fn nearest_solver(
        &self,
        max_distance: Option<f32>,
        costs: Option<Mapping<TerrainKey, f32>>,
        radius: Option<f32>,
    ) -> PyResult<NearestSolver<'_>> {
        if let Some(distance) = max_distance.filter(|it| it.is_nan() || *it < 0.0) {
            return Err(value_error(format_args!(
                "max_distance is {distance}, but must be at least 0"
            )));
        }
        let arguments = Arguments { costs, radius, ..Arguments::default() };
        let options = Options::new(&self.0, arguments)?;
        let max_distance = max_distance.unwrap_or(f32::INFINITY);
        Ok(NearestSolver { map: &self.0, options, max_distance })
    }

    /// Finds a path for each pair of points. `points` is the form of the column of points.
    fn solve_pairs(
        &self,
        py: Python<'_>,
        queries: &Bound<'_, PyAny>,
        options: &Options,
        points: &str,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Answers> {
        let solver = self.path_solver(options, points)?;
        let queries = Queries::read(queries, &["sx", "sy", "gx", "gy"])?;
        solve_all(py, queries, &["s", "g"], &*threads::pool(py, threads)?, solver)
    }

    fn path_solver<'a>(&'a self, options: &'a Options, points: &str) -> PyResult<PathSolver<'a>> {
        let points = choice("points", points, &Points::CHOICES)?;
        if options.in_space && points == Points::None {
            return Err(value_error(
                "points is \"none\", but in_space adds elevations to points; leave one of them out",
            ));
        }
        let snaps = options.snap.is_some();
        let columns = PathColumns { points, in_space: options.in_space, snaps };
        Ok(PathSolver { map: &self.0, options, columns, found: FlatPaths::new() })
    }
}

/// Returns the greatest amount of memory, in bytes.
fn limit(max_memory: Option<Whole<u64>>) -> PyResult<Option<u64>> {
    max_memory.map(|bytes| bytes.within("max_memory", 0..=u64::MAX)).transpose()
}
