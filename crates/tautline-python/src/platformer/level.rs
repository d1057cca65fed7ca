//! Side-view levels.

use std::cell::RefCell;
use std::hash::{Hash, Hasher};
use std::path::PathBuf;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict, PyTuple};
use tautline::asset::Header;
use tautline::platformer::exact::{self, Axis, Goal, Planner, PlannerOptions, Scratch};
use tautline::platformer::{
    BakedLevel, BakedLevelError, Body, Outside, Query, State as CharacterState, Tiles,
    at_rest_in_cell,
};

use super::inputs::{Plan, solve_all};
use super::physics::{Amount, physics_of};
use super::state::{Start, State};
use super::trajectory::{Inputs, trajectory};
use crate::answers::{Answers, internal};
use crate::errors::{in_file, map_error, plan_error, value_error, warn};
use crate::options::{Mapping, choice};
use crate::reading::{bytes_of, read_file};
use crate::threads;
use crate::whole::{Whole, cell};

/// A side-view level with a character that runs, jumps and falls in it.
///
/// Columns are counted from the left and rows from below, from 0. Plans are exact: the inputs of each
/// frame, with which the character arrives as early as possible. A level can be pickled, and used by any
/// number of threads at once. Levels with the same name, tiles, physics, body and options are equal, and have
/// equal hashes.
///
/// Examples
/// --------
/// >>> from tautline.platformer import Level
/// >>> level = Level.from_rows(["........", "...==...", "......##", "########"])
/// >>> plan = level.plan((0, 1), (7, 2))
/// >>> plan.frames == len(level.replay(plan))
/// True
///
/// The examples of the methods use this level and this plan.
#[pyclass(frozen, eq, hash, module = "tautline.platformer")]
pub(crate) struct Level {
    /// Without links and landmarks, which the planner has.
    baked: BakedLevel,
    planner: Planner,
}

impl PartialEq for Level {
    fn eq(&self, other: &Self) -> bool {
        // The links follow from the rest, and landmarks only make searches faster.
        std::ptr::eq(self, other) || self.baked == other.baked
    }
}

impl Hash for Level {
    fn hash<H: Hasher>(&self, state: &mut H) {
        let tiles = self.planner.tiles();
        (&self.baked.name, tiles.columns(), tiles.rows()).hash(state);
        for row in 0..i32::from(tiles.rows()) {
            for column in 0..i32::from(tiles.columns()) {
                tiles.tile(column, row).hash(state);
            }
        }
    }
}

#[pymethods]
impl Level {
    /// Always raises: other methods make levels.
    #[new]
    #[pyo3(signature = (*_args, **_options))]
    fn new(_args: &Bound<'_, PyTuple>, _options: Option<&Bound<'_, PyDict>>) -> PyResult<Self> {
        Err(PyTypeError::new_err(
            "Level has no constructor: Level.from_rows makes a level from rows of tiles, and Level.load loads a \
             baked one",
        ))
    }

    /// Makes a level from rows of tiles, and finds all links between its spans (walkable intervals).
    ///
    /// Parameters
    /// ----------
    /// rows
    ///     The rows, the uppermost first: ``#`` solid, ``=`` one-way, ``^`` deadly, ``.`` empty.
    /// outside
    ///     The tiles around the level: ``"solid"`` or ``"deadly"``.
    /// physics
    ///     Values of the physics other than the defaults, in pixels and seconds: ``tile``, ``gravity``,
    ///     ``max_fall``, ``walk``, ``jump``, ``jump_cut``, ``grace_frames``, ``steps_per_second``, and
    ///     ``subpixels``: the number of subpixels per pixel in x and y, by default ``(3, 3600)``. Speeds and sizes
    ///     are rounded to whole subpixels. A ``UserWarning`` names values that change by more than 1 %.
    /// body
    ///     The width and height of the character, in pixels.
    /// axis
    ///     The horizontal input: ``"analog"`` for a stick, ``"digital"`` for keys.
    /// grace
    ///     True to plan jumps in coyote time: just after walking off a ledge.
    ///
    /// Returns
    /// -------
    /// Level
    ///
    /// Raises
    /// ------
    /// TypeError
    ///     If the rows are not a list of texts.
    /// ValueError
    ///     If the tiles, the physics or the body are not valid.
    ///
    /// Examples
    /// --------
    /// >>> Level.from_rows(["....", "..##", "####"], physics={"walk": 120.0}).size
    /// (4, 3)
    #[staticmethod]
    #[pyo3(signature = (rows, *, outside="solid", physics=Mapping::default(), body=(12.0, 12.0), axis="analog", grace=true), text_signature = "(rows, *, outside='solid', physics={}, body=(12.0, 12.0), axis='analog', grace=True)")]
    fn from_rows(
        py: Python<'_>,
        rows: &Bound<'_, PyAny>,
        outside: &str,
        physics: Mapping<String, Amount>,
        body: (f64, f64),
        axis: &str,
        grace: bool,
    ) -> PyResult<Self> {
        let rows: Vec<String> = rows.extract().map_err(|_| {
            let said = "rows must be a list of texts, the uppermost row first; text.split() makes one of a text";
            PyTypeError::new_err(said)
        })?;
        let words = [("solid", Outside::Solid), ("deadly", Outside::Deadly)];
        let outside = choice("outside", outside, &words)?;
        let tiles = Tiles::from_rows(&rows, outside).map_err(value_error)?;
        let body = Body { width: body.0, height: body.1 };
        let words = [("analog", Axis::Analog), ("digital", Axis::Digital)];
        let mut options = PlannerOptions::default();
        (options.axis, options.grace) = (choice("axis", axis, &words)?, grace);
        let baked = BakedLevel::new(tiles, physics_of(physics.0)?, body, options);
        let baked = baked.map_err(value_error)?;
        for rounded in baked.rounded_values() {
            warn(py, &rounded)?;
        }
        Self::open(py, baked)
    }

    /// Loads a baked level.
    ///
    /// Parameters
    /// ----------
    /// path
    ///     A file that ``tautline platformer bake`` wrote, or that has the bytes of :meth:`to_bytes`.
    ///
    /// Returns
    /// -------
    /// Level
    ///
    /// Raises
    /// ------
    /// MapError
    ///     If the file is damaged, has another format version, or is not a level. Nothing in it is trusted.
    /// OSError
    ///     If it cannot be read.
    ///
    /// Examples
    /// --------
    /// >>> import pathlib
    /// >>> _ = pathlib.Path("level.plat").write_bytes(level.to_bytes())
    /// >>> Level.load("level.plat").size
    /// (8, 4)
    #[staticmethod]
    fn load(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let bytes = read_file(py, path.clone())?;
        Self::from_bytes(py, &bytes).map_err(|error| in_file(py, error, &path))
    }

    /// Loads a baked level from the bytes of a file, which are checked as strictly as a file.
    ///
    /// Parameters
    /// ----------
    /// data
    ///     ``bytes`` (not copied), or anything else with the buffer protocol (copied).
    ///
    /// Returns
    /// -------
    /// Level
    ///
    /// Raises
    /// ------
    /// MapError
    ///     If the bytes are damaged, have another format version, or are not a level.
    ///
    /// Examples
    /// --------
    /// >>> Level.from_bytes(level.to_bytes()).size
    /// (8, 4)
    #[staticmethod]
    fn from_bytes(py: Python<'_>, data: &Bound<'_, PyAny>) -> PyResult<Self> {
        let bytes = bytes_of(data)?;
        if Header::read(&bytes).is_ok_and(|header| header.kind == *b"MESH") {
            return Err(map_error(&"this is a map; use tautline.Map"));
        }
        let baked = py.detach(|| BakedLevel::decode(&bytes)).map_err(|error| map_error(&error))?;
        Self::open(py, baked)
    }

    /// Finds the plan from a start to a goal.
    ///
    /// Parameters
    /// ----------
    /// start
    ///     The ``(column, row)`` of a cell, or a :class:`State`. In a cell, the character is at rest, with the lower
    ///     left corner of its body in that of the cell.
    /// goal
    ///     The ``(column, row)`` of a cell with ground under it. The lower left corner of the body gets into it.
    /// budget
    ///     The number of nodes that the search may expand. Unlimited by default.
    ///
    /// Returns
    /// -------
    /// Plan
    ///
    /// Raises
    /// ------
    /// PlanError
    ///     If there is no plan. Its ``status`` is a key of ``tautline.platformer.STATUSES``.
    /// TypeError
    ///     If the start is neither a cell nor a state.
    ///
    /// Examples
    /// --------
    /// >>> level.plan((0, 1), (7, 2)).waypoints[0]
    /// (0, 0, 57600)
    #[pyo3(signature = (start, goal, *, budget=None))]
    fn plan(
        &self,
        py: Python<'_>,
        start: Start<'_>,
        goal: [Whole<i32>; 2],
        budget: Option<Whole<u32>>,
    ) -> PyResult<Plan> {
        thread_local! {
            static MEMORY: RefCell<Scratch> = RefCell::default();
        }
        let start = self.state(&start);
        let [column, row] = cell("goal", goal)?;
        let goal = Goal::Cell { column, row };
        let budget = expansions(budget)?;
        let found = py.detach(|| {
            MEMORY.with_borrow_mut(|scratch| {
                let mut plan = exact::Plan::default();
                self.planner.plan_in(start, goal, budget, scratch, &mut plan).map(|()| plan)
            })
        });
        Ok(Plan { found: found.map_err(|error| plan_error(&error))?, start })
    }

    /// Finds a plan for each query. A bad row does not raise: it has a status.
    ///
    /// Parameters
    /// ----------
    /// queries
    ///     An array of integers of shape ``(N, 4)``: column and row of starts and goals. Or a table of
    ///     Arrow with the columns ``sx``, ``sy``, ``gx``, ``gy`` of integers. All columns of a table
    ///     are passed on to the answers, without a copy.
    /// budget
    ///     As in :meth:`plan`.
    /// threads
    ///     As in :meth:`tautline.Map.paths`.
    ///
    /// Returns
    /// -------
    /// Answers
    ///     A row for each query, in the same order. The columns of the queries come first, then ``status`` (int8, a
    ///     key of ``tautline.platformer.STATUSES``), ``frames`` (int32, the length of the plan), and
    ///     ``inputs``: lists of structs of ``frames`` (int32, the number of frames of this input), ``walk`` (int32,
    ///     subpixels per frame, positive to the right), ``jump`` and ``down`` (bool). All but the status
    ///     are null where there is no plan.
    ///
    /// Raises
    /// ------
    /// TypeError, ValueError
    ///     If columns are missing or not integers, or if the shape of an array is wrong.
    ///
    /// Examples
    /// --------
    /// >>> answers = level.plans([[0, 1, 7, 2], [0, 1, 7, 3]]).to_numpy()
    /// >>> [tautline.platformer.STATUSES[status] for status in answers["status"]]
    /// ['ok', 'goal_in_the_air']
    #[pyo3(signature = (queries, *, budget=None, threads=None))]
    fn plans(
        &self,
        py: Python<'_>,
        queries: &Bound<'_, PyAny>,
        budget: Option<Whole<u32>>,
        threads: Option<Whole<usize>>,
    ) -> PyResult<Answers> {
        let pool = threads::pool(py, threads)?;
        let budget = expansions(budget)?;
        let query = |[column, row, to_column, to_row]: [i32; 4]| {
            let goal = Goal::Cell { column: to_column, row: to_row };
            let query = Query::new(self.at_rest(column, row), goal);
            Query { budget, ..query }
        };
        solve_all(py, queries, &pool, &self.planner, &query)
    }

    /// Simulates a plan by the physics, and returns the state after each frame: for drawing, or to check the plan.
    /// :meth:`trajectory` returns them as an array.
    ///
    /// Parameters
    /// ----------
    /// plan
    ///     A plan of this level.
    ///
    /// Returns
    /// -------
    /// list[State]
    ///     One state for each of ``plan.frames``.
    ///
    /// Examples
    /// --------
    /// >>> level.replay(plan)[-1].stance
    /// 'ground'
    fn replay(&self, plan: &Plan) -> Vec<State> {
        let states = plan.found.replay(plan.start, self.planner.character(), self.planner.tiles());
        states.map(State::of).collect()
    }

    /// Simulates inputs by the physics, and returns the states as an array: for plots and analysis.
    ///
    /// Parameters
    /// ----------
    /// plan
    ///     A plan of this level. Or the inputs of a row of :meth:`plans`, each a mapping with the keys ``frames``,
    ///     ``walk``, ``jump`` and ``down``, or these four values in this order.
    /// start
    ///     The start of the row, as in :meth:`plan`; only with inputs of a row.
    ///
    /// Returns
    /// -------
    /// numpy.ndarray
    ///     A structured array with ``plan.frames + 1`` rows: row 0 is the start, and row ``f`` the state after ``f``
    ///     frames. The fields are int32: ``x`` and ``y`` (the lower left corner of the body, in subpixels: see
    ///     :attr:`tile_size`), ``speed`` (upwards, in subpixels of y for each frame), ``stance`` (an index of
    ///     ``tautline.platformer.STANCES``) and ``grace`` (the number of frames of coyote time that are left).
    ///
    /// Raises
    /// ------
    /// TypeError
    ///     If ``plan`` is neither a plan nor inputs, or if inputs have no start.
    /// MemoryError
    ///     If there are too many frames.
    ///
    /// Examples
    /// --------
    /// >>> states = level.trajectory(plan)
    /// >>> len(states) == plan.frames + 1
    /// True
    /// >>> width, height = level.tile_size
    /// >>> x, y = states["x"] / width, states["y"] / height    # in tiles, as plt.plot(x, y) takes them
    /// >>> float(x[0]), float(y[0])
    /// (0.0, 1.0)
    ///
    /// A row of a batch:
    ///
    /// >>> answers = level.plans([[0, 1, 7, 2]]).to_numpy()
    /// >>> first, end = answers["offsets"][:2]
    /// >>> names = ["frames", "walk", "jump", "down"]
    /// >>> inputs = zip(*(answers[f"inputs.{name}"][first:end] for name in names))
    /// >>> bool((level.trajectory(inputs, (0, 1)) == states).all())
    /// True
    #[pyo3(signature = (plan, start=None))]
    fn trajectory<'py>(
        &self,
        py: Python<'py>,
        plan: Inputs<'py>,
        start: Option<Start<'py>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (plan, start) = match (plan, start) {
            (Inputs::Plan(plan), None) => (plan.found.clone(), plan.start),
            (Inputs::Row(inputs), Some(start)) => {
                (exact::Plan { inputs, ..exact::Plan::default() }, self.state(&start))
            }
            (Inputs::Plan(_), Some(_)) => {
                return Err(PyTypeError::new_err("start is given, but a Plan has its own start"));
            }
            (Inputs::Row(_), None) => {
                return Err(PyTypeError::new_err(
                    "start is missing: inputs of a row need the cell or State in which they begin",
                ));
            }
        };
        trajectory(py, &plan, start, &self.planner)
    }

    /// Returns the state at rest in the lower left corner of a cell: on the ground if there is ground below,
    /// else in the air.
    ///
    /// Parameters
    /// ----------
    /// column, row
    ///     The cell: columns are counted from the left and rows from below, from 0.
    ///
    /// Returns
    /// -------
    /// State
    ///
    /// Examples
    /// --------
    /// >>> level.state_at(0, 1).stance, level.state_at(0, 2).stance
    /// ('ground', 'air')
    fn state_at(&self, column: Whole<i32>, row: Whole<i32>) -> PyResult<State> {
        let [column, row] = cell("the state", [column, row])?;
        Ok(State::of(self.at_rest(column, row)))
    }

    /// Returns the level with all of its links as the bytes of a file, for :meth:`from_bytes`.
    ///
    /// Examples
    /// --------
    /// >>> Level.from_bytes(level.to_bytes()).size == level.size
    /// True
    fn to_bytes<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyBytes>> {
        let encoded = py.detach(|| {
            let links = self.planner.to_stored_links();
            self.baked.clone().with_known_links(links).encode()
        });
        Ok(PyBytes::new(py, &encoded.map_err(internal)?))
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let open = py.get_type::<Self>().getattr("from_bytes")?;
        (open, (self.to_bytes(py)?,)).into_pyobject(py)
    }

    fn __repr__(&self) -> String {
        let (columns, rows) = self.size();
        let (spans, links) = (self.planner.span_count(), self.planner.link_count());
        format!(
            "<tautline.platformer.Level of {columns} x {rows} tiles: spans={spans}, links={links}>"
        )
    }

    /// The width and height of a tile in subpixels, the unit of :class:`State` and of waypoints: a
    /// position is in column ``x // tile_size[0]`` and row ``y // tile_size[1]``.
    #[getter]
    fn tile_size(&self) -> (i32, i32) {
        let [width, height] = self.planner.character().tile_size();
        (width, height)
    }

    /// The number of columns and rows.
    #[getter]
    fn size(&self) -> (u16, u16) {
        let tiles = self.planner.tiles();
        (tiles.columns(), tiles.rows())
    }
}

impl Level {
    fn open(py: Python<'_>, baked: BakedLevel) -> PyResult<Self> {
        let pool = threads::pool(py, None)?;
        let make = || -> Result<Planner, BakedLevelError> {
            let planner = baked.planner()?;
            // Finds all links now. Otherwise, a forked child could wait forever for a link that a thread of its
            // parent was finding.
            planner.bake();
            Ok(planner)
        };
        let planner = py.detach(|| pool.install(make)).map_err(|error| map_error(&error))?;
        Ok(Self { baked: baked.with_landmarks(0), planner })
    }

    fn state(&self, start: &Start<'_>) -> CharacterState {
        match start {
            Start::Cell([column, row]) => self.at_rest(*column, *row),
            Start::State(state) => state.inner(),
        }
    }

    fn at_rest(&self, column: i32, row: i32) -> CharacterState {
        at_rest_in_cell(self.planner.character(), self.planner.tiles(), column, row)
    }
}

/// Returns the budget of a plan.
fn expansions(budget: Option<Whole<u32>>) -> PyResult<u32> {
    budget.map_or(Ok(u32::MAX), |budget| budget.within("budget", 0..=u32::MAX))
}
