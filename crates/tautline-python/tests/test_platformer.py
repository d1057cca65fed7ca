"""Plans in side-view levels."""

import copy
import pickle
import warnings

import numpy as np
import pyarrow as pa
import pytest
import tautline
from tautline.platformer import STANCES, STATUSES, Level, PlanError, State

ROWS = [
    "............",
    "....==......",
    "..........##",
    "..##........",
    "......#....=",
    "...#..#.....",
    "#######..###",
]


@pytest.fixture(scope="module")
def level():
    return Level.from_rows(ROWS)


def stands_on(column, row):
    """True if a tile is under a cell, counted from below."""
    return ROWS[len(ROWS) - row][column] in "#="


CELLS = [(c, r) for r in range(1, 7) for c in range(12) if stands_on(c, r) and ROWS[6 - r][c] == "."]


def test_a_plan_replayed_ends_where_it_claims(level):
    found = 0
    for start in CELLS:
        for goal in CELLS:
            try:
                plan = level.plan(start, goal)
            except PlanError as error:
                assert STATUSES[error.status] == error.name
                continue
            states = level.replay(plan)
            assert len(states) == plan.frames == sum(run[0] for run in plan.inputs)
            if states:
                target = level.state_at(*goal)
                assert states[-1].stance == "ground" and states[-1].y == target.y
                found += 1
    assert found > 50


def test_a_trajectory_has_the_states_of_a_replay(level):
    falling = State(0, level.state_at(0, 6).y + 4_000, stance="air", grace=3)
    for start in [*CELLS[::5], falling]:
        plan = level.plan(start, (10, 1))
        first = start if start is falling else level.state_at(*start)
        rows = level.trajectory(plan)
        assert len(rows) == plan.frames + 1
        for row, state in zip(rows, [first, *level.replay(plan)]):
            assert row.tolist() == (state.x, state.y, state.speed, STANCES.index(state.stance), state.grace)
        for frame, x, y in plan.waypoints:
            assert (rows["x"][frame], rows["y"][frame]) == (x, y)
        assert (level.trajectory(plan.inputs, start) == rows).all()


def test_a_trajectory_may_end_in_death():
    level = Level.from_rows(["....", "....", "##^^"])
    states = level.trajectory([(60, 8, False, False)], (1, 1))
    stances = [STANCES[stance] for stance in states["stance"]]
    assert (stances[0], stances[-1], set(stances)) == ("ground", "dead", {"ground", "air", "dead"})


def test_a_row_of_a_batch_has_a_trajectory(level):
    queries = np.array([[0, 1, 10, 1], [10, 1, 10, 1], [0, 1, 3, 4]])
    answers = level.plans(queries)
    table, arrays = pa.table(answers), answers.to_numpy()
    names = ["frames", "walk", "jump", "down"]
    for row, (first, end) in enumerate(zip(arrays["offsets"], arrays["offsets"][1:])):
        start, goal = queries[row, :2], queries[row, 2:]
        expected = level.trajectory(level.plan(start, goal))
        columns = [arrays[f"inputs.{name}"][first:end] for name in names]
        for inputs in [table["inputs"][row].as_py(), zip(*columns), np.stack(columns, axis=1)]:
            assert (level.trajectory(inputs, start) == expected).all()


def test_wrong_inputs_of_trajectories_raise(level):
    plan = level.plan((0, 1), (10, 1))
    for arguments, words in [
        ((plan, (0, 1)), "start is given, but a Plan"),
        ((plan.inputs,), "start is missing"),
        ((None, (0, 1)), "plan must be a Plan.*NoneType was given"),
        (([(1, 8, True, False), (1, 8)], (0, 1)), r"input 1 of plan is \(1, 8\), but must be frames, walk"),
        (([(-1, 8, True, False)], (0, 1)), "input 0"),
        (([(1, 8, 2, False)], (0, 1)), "input 0"),
        (([{"frames": 1}], (0, 1)), "input 0"),
        ((plan.inputs, (0.5, 1)), "start must be"),
    ]:
        with pytest.raises(TypeError, match=words):
            level.trajectory(*arguments)
    with pytest.raises(MemoryError):
        level.trajectory([(2**32 - 1, 0, False, False)] * 1_000, (0, 1))


def test_a_batch_gives_the_single_plans(level):
    queries = [[*start, *goal] for start in CELLS for goal in CELLS]
    queries += [[-1, 0, 0, 0], [0, 1, 99, 1], [0, 0, 0, 0]]
    table = pa.table({name: pa.array([row[at] for row in queries], pa.int16())
                      for at, name in enumerate(["sx", "sy", "gx", "gy"])})
    answers = pa.table(level.plans(table)).to_pylist()
    assert pa.table(level.plans(np.array(queries))).to_pylist() == [
        {name: row[name] for name in ["status", "frames", "inputs"]} for row in answers
    ]
    for (sx, sy, gx, gy), row in zip(queries, answers):
        try:
            plan = level.plan((sx, sy), (gx, gy))
        except PlanError as error:
            assert (row["status"], row["frames"], row["inputs"]) == (error.status, None, None)
            continue
        assert (row["status"], row["frames"]) == (0, plan.frames)
        runs = [(run["frames"], run["walk"], run["jump"], run["down"]) for run in row["inputs"]]
        assert runs == plan.inputs


def test_null_and_wrong_rows_have_a_status(level):
    table = pa.table({"sx": [0, None], "sy": [1, 1], "gx": [1, 1], "gy": [1, 1]})
    encoded = pa.table({name: table[name].dictionary_encode() for name in table.column_names})
    for rows in [table, encoded]:
        assert pa.table(level.plans(rows))["status"].to_pylist() == [0, -1]
    with pytest.raises(TypeError, match="integer"):
        level.plans(np.zeros((1, 4)))
    with pytest.raises(ValueError, match="shape"):
        level.plans(np.zeros((1, 3), np.int32))
    assert len(level.plans(np.zeros((0, 4), np.int32))) == len(level.plans([])) == 0


def test_a_level_survives_pickling(level):
    again = pickle.loads(pickle.dumps(level))
    assert again.size == level.size == (12, 7)
    assert again.plan((0, 1), (10, 1)).inputs == level.plan((0, 1), (10, 1)).inputs


def test_a_plan_survives_pickling(level):
    plan = level.plan((0, 1), (10, 1))
    for again in [pickle.loads(pickle.dumps(plan)), copy.copy(plan), copy.deepcopy(plan)]:
        assert (again.frames, again.inputs, again.waypoints) == (plan.frames, plan.inputs, plan.waypoints)
        assert level.replay(again) == level.replay(plan)


def test_cells_are_tuples_lists_or_arrays(level):
    expected = level.plan((0, 1), (10, 1)).inputs
    assert level.plan([0, 1], [10, 1]).inputs == expected
    query = np.array([0, 1, 10, 1])
    assert level.plan(query[:2], query[2:]).inputs == expected
    for goal in [(0,), (0, 1, 2)]:
        with pytest.raises(ValueError, match="length 2"):
            level.plan((0, 1), goal)
    with pytest.raises(TypeError):
        level.plan((0, 1), np.array([1.0, 1.0]))


def test_a_plan_starts_from_any_state(level):
    standing = level.state_at(0, 1)
    assert (standing.stance, standing.speed) == ("ground", 0)
    assert level.plan(standing, (5, 1)).inputs == level.plan((0, 1), (5, 1)).inputs
    falling = State(standing.x, standing.y + 4000, stance="air")
    plan = level.plan(falling, (5, 1))
    assert level.replay(plan)[-1].stance == "ground"


def test_states_are_values(level):
    standing = level.state_at(3, 1)
    assert standing == level.state_at(3, 1) != level.state_at(4, 1)
    assert len({standing, level.state_at(3, 1)}) == 1
    falling = State(standing.x, standing.y + 4000, speed=-7, stance="air", grace=2)
    for state in [standing, falling]:
        assert pickle.loads(pickle.dumps(state)) == copy.copy(state) == state
    width, height = level.tile_size
    assert (standing.x // width, standing.y // height) == (3, 1)


def test_a_start_is_a_cell_or_a_state(level):
    for start in [(0.5, 1), (0,), "0,1", None]:
        with pytest.raises(TypeError, match="column, row.*State"):
            level.plan(start, (5, 1))


@pytest.mark.parametrize("number", [-(2**31) - 1, 2**200, np.int64(2**40)])
def test_integers_out_of_range_raise_and_name_the_argument(level, number):
    words = f"is {number}, but must be from "
    for name, call in [
        ("the column of goal", lambda: level.plan((0, 1), (number, 1))),
        ("the row of goal", lambda: level.plan((0, 1), (1, number))),
        ("the column of start", lambda: level.plan((number, 1), (1, 1))),
        ("budget", lambda: level.plan((0, 1), (1, 1), budget=number)),
        ("budget", lambda: level.plans([[0, 1, 1, 1]], budget=number)),
        ("threads", lambda: level.plans([[0, 1, 1, 1]], threads=number)),
        ("the row of the state", lambda: level.state_at(0, number)),
        ("x", lambda: State(number, 0)),
        ("y", lambda: State(0, number)),
        ("speed", lambda: State(0, 0, speed=number)),
        ("grace", lambda: State(0, 0, stance="air", grace=number)),
        ("physics: subpixels", lambda: Level.from_rows(["."], physics={"subpixels": (60, number)})),
    ]:
        with pytest.raises(ValueError, match=f"^{name} {words}"):
            call()


def test_levels_and_plans_are_equal_if_their_contents_are(level):
    copy = pickle.loads(pickle.dumps(level))
    assert copy == level and hash(copy) == hash(level) and len({copy, level}) == 1
    # Links do not count: the one has found them, and the other has loaded them.
    assert Level.from_bytes(copy.to_bytes()) == Level.from_rows(ROWS)
    others = [
        Level.from_rows(ROWS[:-1] + ["." + ROWS[-1][1:]]),
        Level.from_rows(ROWS, outside="deadly"),
        Level.from_rows(ROWS, body=(12.0, 11.0)),
        Level.from_rows(ROWS, physics={"walk": 120.0}),
        Level.from_rows(ROWS, grace=False),
    ]
    assert level not in others and level != ROWS and len({*others, level}) == len(others) + 1
    plan = level.plan((0, 1), (1, 1))
    same = copy.plan((0, 1), (1, 1))
    assert same == plan and hash(same) == hash(plan) and pickle.loads(pickle.dumps(plan)) == plan
    assert plan != level.plan((1, 1), (0, 1)) and plan != 3


def test_wrong_levels_raise_and_say_what_is_wrong():
    with pytest.raises(TypeError, match=r"Level has no constructor: Level.from_rows"):
        Level(["....", "####"])
    with pytest.raises(TypeError, match="list of texts"):
        Level.from_rows("....\n####")
    for rows, options in [
        (["..", "."], {}),
        (["?"], {}),
        (["."], {"outside": "water"}),
        (["."], {"physics": {"wind": 1.0}}),
        (["."], {"physics": {"gravity": -1.0}}),
        (["."], {"physics": {"subpixels": 60.0}}),
        (["."], {"physics": {"walk": (137, 1)}}),
        (["."], {"body": (0.0, 1.0)}),
        (["."], {"axis": "mouse"}),
    ]:
        with pytest.raises(ValueError):
            Level.from_rows(rows, **options)
    with pytest.raises(ValueError):
        Level.from_bytes(b"no level")
    with pytest.raises(FileNotFoundError):
        Level.load("nowhere.nav")


def test_rounded_physics_warn_until_there_are_more_subpixels():
    with pytest.warns(UserWarning, match="walk: 137 becomes 140.*subpixels"):
        Level.from_rows(["."], physics={"walk": 137.0})
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        Level.from_rows(["."], physics={"walk": 137.0, "subpixels": (60, 3600)})
    with pytest.raises(TypeError, match="two whole numbers"):
        Level.from_rows(["."], physics={"subpixels": "60"})


def test_maps_and_levels_are_distinguished(level, nav, tmp_path):
    file = tmp_path / "steps.plat"
    file.write_bytes(level.to_bytes())
    with pytest.raises(tautline.MapError, match="steps.plat: this is a side-view level; use .*Level"):
        tautline.Map.load(file)
    with pytest.raises(tautline.MapError, match="nav: this is a map; use tautline.Map"):
        Level.load(nav)


def test_columns_and_masked_arrays_are_refused(level):
    with pytest.raises(TypeError, match="one column of type Int64.*sx, sy, gx, gy"):
        level.plans(pa.chunked_array([[1, 2]]))
    with pytest.raises(TypeError, match="masked"):
        level.plans(np.ma.masked_array([[0, 1, 3, 1]], mask=[[0, 0, 0, 1]]))
