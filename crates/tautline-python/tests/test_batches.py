"""Batches: arrays and tables of every kind, and what rows and arguments can be."""

import collections
import csv
import json
import math
import re
import subprocess
import types
from pathlib import Path

import numpy as np
import polars as pl
import pyarrow as pa
import pytest
import tautline
from tautline.platformer import STATUSES as PLAN_STATUSES

NAMES = ["sx", "sy", "gx", "gy"]


def table(ends, **more):
    columns = {name: ends[:, index] for index, name in enumerate(NAMES)}
    return pa.table({**columns, **more})


def same(one, other):
    """True if two answers have the same bits."""
    one, other = pa.table(one), pa.table(other)
    return one.select(other.column_names).combine_chunks().equals(other.combine_chunks())


def test_answers_are_those_of_the_command_line(harbour, nav, ends, command, tmp_path):
    ends = ends[:1000]
    with open("queries.csv", "w", newline="") as file:
        rows = csv.writer(file)
        rows.writerow(NAMES)
        rows.writerows([[repr(float(value)) for value in row] for row in ends])
    subprocess.run([command, "batch", nav, "queries.csv", "-o", "answers.csv"], check=True)
    with open("answers.csv", newline="") as file:
        expected = list(csv.DictReader(file))
    found = pa.table(harbour.paths(ends)).to_pylist()
    assert len(found) == len(expected) == 1000
    statuses = set()
    for row, line in zip(found, expected):
        name = tautline.STATUSES[row["status"]]
        statuses.add(name)
        assert name == line["status"]
        if name == "ok":
            assert tautline.TIERS[row["tier"]] == line["tier"]
            for name in ["length", "cost", "lower_bound"]:
                assert row[name] == float(line[name])
            points = [point.split() for point in line["points"].split(";")]
            assert np.array_equal(np.array(points, np.float32), row["points"])
    assert {"ok", "start_off_mesh", "goal_off_mesh"} <= statuses


def test_a_batch_gives_the_single_paths(harbour, ends):
    answers = harbour.paths(ends[:300]).to_numpy()
    for row, (sx, sy, gx, gy) in enumerate(ends[:300].tolist()):
        points = answers["points"][answers["offsets"][row] : answers["offsets"][row + 1]]
        try:
            path = harbour.path((sx, sy), (gx, gy))
        except tautline.PathError as error:
            assert (error.status, len(points)) == (answers["status"][row], 0)
            assert error.name == tautline.STATUSES[error.status]
            continue
        assert answers["status"][row] == 0
        assert path.length == answers["length"][row]
        assert path.cost == answers["cost"][row]
        assert path.lower_bound == answers["lower_bound"][row]
        assert np.array_equal(path.points, points)


def test_tables_and_arrays_have_the_same_answers(harbour, ends):
    expected = harbour.paths(ends)
    columns = pa.table(expected).column_names
    whole = table(ends)
    chunked = pa.concat_tables([whole.slice(0, 7), whole.slice(7, 0), whole.slice(7)])
    for queries in [
        whole,
        chunked,
        whole.to_reader(max_chunksize=100),
        pl.DataFrame({name: ends[:, index] for index, name in enumerate(NAMES)}),
        whole.cast(pa.schema([(name, pa.float64()) for name in NAMES])),
        ends.astype(np.float64),
        np.asfortranarray(ends),
        ends.tolist(),
        np.repeat(ends, 2, axis=0)[::2],
        whole.select(["gy", "sx", "gx", "sy"]),
    ]:
        assert pa.table(harbour.paths(queries)).select(columns).combine_chunks().equals(
            pa.table(expected).combine_chunks()
        )
    assert same(harbour.paths(whole.slice(100, 50)), harbour.paths(ends[100:150]))
    batch = whole.to_batches()[0].slice(3, 9)
    assert same(harbour.paths(batch), harbour.paths(ends[3:12]))


def test_dictionary_encoded_columns_are_read(harbour, ends):
    plain = table(ends.round())
    encoded = pa.table({name: plain[name].dictionary_encode() for name in NAMES})
    answers = pa.table(harbour.paths(encoded))
    assert answers.select(NAMES).equals(encoded)
    assert same(harbour.paths(plain), answers.drop_columns(NAMES))


def test_columns_of_packed_records_are_read(harbour, ends):
    records = np.zeros(len(ends), [("ends", np.float32, 4), ("tag", np.uint8)])
    records["ends"] = ends
    shifted = np.frombuffer(b"\0" + ends.tobytes(), np.float32, offset=1).reshape(ends.shape)
    for array in [records["ends"], shifted]:
        assert not array.flags.aligned
        assert same(harbour.paths(array), harbour.paths(ends))


def test_the_number_of_threads_changes_no_bit(harbour, ends):
    one = harbour.paths(ends, threads=1)
    for threads in [2, 8]:
        assert same(harbour.paths(ends, threads=threads), one)


def test_other_columns_are_passed_on(harbour, ends):
    queries = table(
        ends[:100],
        id=pa.array(range(100), pa.uint64()),
        name=pa.array(["a", None] * 50),
        tags=pa.array([[1, 2], None] * 50),
    )
    answers = pa.table(harbour.paths(queries))
    assert answers.select(queries.column_names).equals(queries)
    assert "status" in answers.column_names
    assert pl.DataFrame(harbour.paths(pl.DataFrame(queries)))["id"].to_list() == list(range(100))


def test_bad_rows_have_a_status_and_do_not_raise(harbour, ends):
    good = ends[pa.table(harbour.lengths(ends))["status"].to_numpy() == 0][:4].astype(np.float64)
    rows = [list(good[0]), [math.nan, 0, 0, 0], [1e300, 0, 0, 0], [-math.inf, 0, 0, 0],
            [None, 1, 1, 1], list(good[1])]
    columns = {name: pa.array([row[at] for row in rows], pa.float64()) for at, name in enumerate(NAMES)}
    answers = pa.table(harbour.paths(pa.table(columns)))
    names = [tautline.STATUSES[status] for status in answers["status"].to_pylist()]
    assert names == ["ok", "not_finite", "not_finite", "not_finite", "null", "ok"]
    for column in ["length", "cost", "lower_bound", "tier", "points"]:
        assert [value is None for value in answers[column].to_pylist()] == [False, True, True, True, True, False]
    everything = pa.table({name: pa.nulls(3) for name in NAMES})
    assert pa.table(harbour.lengths(everything))["status"].to_pylist() == [-1] * 3


def test_empty_input_gives_empty_output(harbour):
    expected = pa.table(harbour.paths(np.empty((0, 4)))).schema
    assert expected.names == ["status", "tier", "length", "cost", "lower_bound", "points"]
    empty = table(np.empty((0, 4), np.float32))
    assert pa.table(harbour.paths(empty)).num_rows == 0
    assert pa.table(harbour.paths(empty.to_reader())).column_names == [*NAMES, *expected.names]
    assert len(harbour.paths(empty)) == 0
    assert harbour.lengths(empty).to_numpy()["length"].shape == (0,)
    assert harbour.matrix(np.empty((0, 2)), np.empty((3, 2))).shape == (0, 3)


def test_an_empty_list_is_no_rows(harbour):
    assert len(harbour.paths([])) == len(harbour.paths_to([], (1.0, 1.0))) == 0
    assert harbour.matrix([], [[1.0, 1.0]]).shape == (0, 1)
    assert len(harbour.nearest_points([])) == 0


def test_forms_of_points_hold_the_same_points(harbour, ends):
    fixed = pa.table(harbour.paths(ends))
    struct = pa.table(harbour.paths(ends, points="struct"))
    assert fixed.schema.field("points").type == pa.list_(pa.list_(pa.float32(), 2))
    pairs = [path and [[point["x"], point["y"]] for point in path] for path in struct["points"].to_pylist()]
    assert pairs == fixed["points"].to_pylist()
    without = pa.table(harbour.paths(ends, points="none"))
    assert without.equals(fixed.drop_columns(["points"]))
    assert same(harbour.lengths(ends), without)


def test_more_rows_than_a_slice_are_answered_in_order(harbour, ends):
    many = np.tile(ends, (15, 1))
    assert len(many) > 65_536
    answers = harbour.lengths(many).to_numpy()
    once = harbour.lengths(ends).to_numpy()
    assert np.array_equal(answers["length"], np.tile(once["length"], 15), equal_nan=True)
    assert np.array_equal(answers["status"], np.tile(once["status"], 15))


@pytest.mark.parametrize("points", ["fixed", "struct"])
def test_arrays_join_the_batches_of_a_table(harbour, ends, points):
    queries = table(ends[:300])
    queries = queries.set_column(0, "sx", pa.array([None if row % 7 == 0 else x for row, x in enumerate(ends[:300, 0])]))
    lengths = [100, 0, 150, 1, 49]
    starts = np.cumsum([0, *lengths[:-1]])
    batches = [pa.record_batch(queries.slice(*part).combine_chunks().to_pydict(), queries.schema)
               for part in zip(starts, lengths)]
    joined = harbour.paths(pa.RecordBatchReader.from_batches(queries.schema, batches), points=points)
    lists = pa.table(joined)["points"].to_pylist()
    joined, whole = joined.to_numpy(), harbour.paths(queries, points=points).to_numpy()
    assert list(joined) == list(whole)
    for name, values in whole.items():
        assert values.dtype == joined[name].dtype
        np.testing.assert_array_equal(values, joined[name])
    for row, (first, end) in enumerate(zip(joined["offsets"], joined["offsets"][1:])):
        corners = [list(it.values()) if points == "struct" else it for it in lists[row] or []]
        assert joined["points"][first:end].tolist() == corners


def test_options_apply_to_all_rows(harbour, ends):
    expected = harbour.lengths(ends).to_numpy()
    muddy = harbour.lengths(ends, costs={"mud": 5.0}).to_numpy()
    assert np.nanmax(muddy["cost"] - expected["cost"]) > 1
    assert {tautline.TIERS[tier] for tier in muddy["tier"][muddy["status"] == 0]} == {"weighted"}
    assert (muddy["lower_bound"] <= muddy["cost"] * (1 + 1e-12))[muddy["status"] == 0].all()
    forbidden = harbour.lengths(ends, costs={"ground": math.inf}).to_numpy()
    assert "forbidden" in {tautline.STATUSES[status] for status in forbidden["status"]}
    snapped = pa.table(harbour.lengths(ends, snap=1000.0))
    assert max(snapped["start_snap"].to_pylist(), key=lambda snap: snap or 0) > 1
    assert {"budget", "ok"} <= {
        tautline.STATUSES[status]
        for status in harbour.lengths(ends, tier="classic", budget=3).to_numpy()["status"]
    }
    links = range(len(harbour.meshes[0].links))
    on_foot = harbour.lengths(ends, closed_links=list(links)).to_numpy()
    both = (on_foot["status"] == 0) & (expected["status"] == 0)
    assert (on_foot["cost"] >= expected["cost"] * (1 - 1e-12))[both].all()
    assert (on_foot["cost"] > expected["cost"] + 1)[both].any()
    within = harbour.lengths(ends, within=0.1).to_numpy()
    assert (within["cost"] <= 1.1 * expected["cost"] * (1 + 1e-12))[expected["status"] == 0].all()


def test_options_may_be_any_mapping(harbour, ends):
    costs = {"mud": 5.0}
    expected = harbour.lengths(ends, costs=costs)
    for mapping in [types.MappingProxyType(costs), collections.ChainMap(costs)]:
        assert same(harbour.lengths(ends, costs=mapping), expected)
    with pytest.raises(TypeError, match="Mapping"):
        harbour.lengths(ends, costs=[("mud", 5.0)])


def test_paths_to_one_goal_are_shortest(harbour, ends):
    goal = (60.0, 91.0)
    starts = ends[:, :2]
    shared = harbour.paths_to(starts, goal).to_numpy()
    single = harbour.paths(np.hstack([starts, np.tile(np.float32(goal), (len(starts), 1))])).to_numpy()
    assert np.array_equal(shared["status"], single["status"])
    assert np.allclose(shared["cost"], single["cost"], rtol=1e-12, equal_nan=True)
    assert np.nanmax(shared["cost"]) > 50
    table = pa.table({"sx": starts[:, 0], "sy": starts[:, 1]})
    corners = harbour.next_corners_to(table, goal).to_numpy()
    assert np.allclose(corners["distance"], single["cost"], rtol=1e-6, equal_nan=True)
    for row in np.flatnonzero(shared["status"] == 0)[:200]:
        assert np.isfinite([corners["next_x"][row], corners["next_y"][row]]).all()
    # The columns of a single point may be named as for `matrix`. Those of a start come first.
    for others in [table.rename_columns(["x", "y"]), table.append_column("x", table["sy"])]:
        named = harbour.paths_to(others, goal).to_numpy()
        assert np.array_equal(named["cost"], shared["cost"], equal_nan=True)
    with pytest.raises(ValueError, match='no column "sx"'):
        harbour.paths_to(table.rename_columns(["lat", "lon"]), goal)


def test_a_matrix_has_the_costs_of_all_pairs(harbour, ends):
    starts, goals = ends[:40, :2], ends[40:70, :2]
    matrix = harbour.matrix(starts, goals)
    assert (matrix.shape, matrix.dtype) == ((40, 30), np.float64)
    pairs = np.hstack([np.repeat(starts, 30, axis=0), np.tile(goals, (40, 1))])
    single = harbour.lengths(pairs).to_numpy()
    assert np.allclose(matrix.ravel(), single["cost"], rtol=1e-12, equal_nan=True)
    assert np.isnan(matrix).any() and np.isfinite(matrix).any()


def test_a_matrix_with_one_start_is_its_row(harbour, ends):
    starts, goals = ends[:3, :2], np.tile(ends[:, 2:], (14, 1))
    assert len(goals) > 65_536
    matrix = harbour.matrix(starts, goals)
    assert np.array_equal(harbour.matrix(starts[:1], goals), matrix[:1], equal_nan=True)
    assert np.array_equal(matrix, np.tile(matrix[:, : len(ends)], 14), equal_nan=True)


@pytest.mark.parametrize("costs", [None, {"mud": 4.0}])
def test_a_matrix_without_links_is_searched_from_either_side(costs):
    cells = np.random.default_rng(4).choice([0, 1, -1], (40, 50), p=[0.5, 0.2, 0.3]).astype(np.int16)
    field = tautline.bake_grid(cells, terrains=["grass", "mud"], labels="off")
    points = np.random.default_rng(5).uniform(0, 40, (60, 2)).astype(np.float32)
    few, many = points[:4], points
    pairs = np.hstack([np.repeat(few, len(many), axis=0), np.tile(many, (len(few), 1))])
    single = field.lengths(pairs, costs=costs).to_numpy()["cost"].reshape(len(few), len(many))
    wide, high = field.matrix(few, many, costs=costs), field.matrix(many, few, costs=costs)
    # Over terrain, both are nearly the cheapest ones.
    rtol = 1e-9 if costs is None else 0.02
    assert np.allclose(wide, single, rtol=rtol, equal_nan=True)
    assert np.allclose(high.T, wide, rtol=rtol, equal_nan=True)
    assert np.isnan(wide).any() and np.isfinite(wide).any()


def test_a_matrix_of_tables_reads_their_columns_by_name(harbour, ends):
    starts, goals = ends[:40, :2], ends[40:70, :2]
    expected = harbour.matrix(starts, goals)
    swapped = pa.table({"id": range(40), "y": starts[:, 1], "x": starts[:, 0]})
    for table in [swapped, pl.DataFrame(swapped), swapped.to_reader(7)]:
        assert np.array_equal(harbour.matrix(table, goals), expected, equal_nan=True)
    place = pa.table({"x": [1.0, None], "y": [1.0, 1.0]})
    assert np.isnan(harbour.matrix(goals, place)[:, 1]).all()
    with pytest.raises(ValueError, match='no column "x"'):
        harbour.matrix(swapped.rename_columns(["id", "lat", "lon"]), goals)


def test_arrays_may_have_elevations(tmp_path):
    file = tmp_path / "deck.json"
    file.write_text(json.dumps({"tautline": 1, "areas": [
        {"corners": [[0, 0, 0], [9, 0, 0], [9, 4, 0], [0, 4, 0]]},
        {"corners": [[3, 0, 4], [6, 0, 4], [6, 4, 4], [3, 4, 4]]},
    ], "links": [{"from": [4, 1, 0], "to": [4, 2, 4], "kind": "ladder", "cost": 7}]}))
    deck = tautline.bake(file)
    below, above = [4, 1, 0], [5, 2, 4]
    answers = deck.paths(np.array([below + above, below + below, above + below])).to_numpy()
    assert [tautline.STATUSES[status] for status in answers["status"]] == ["ok", "ok", "unreachable"]
    assert answers["cost"][:2].tolist() == [8.0, 0.0]
    table = pa.table([[number] for number in below + above], ["sx", "sy", "sz", "gx", "gy", "gz"])
    assert deck.paths(table).to_numpy()["cost"].tolist() == [8.0]
    costs = deck.matrix([below, above], np.array([above, below], np.float32))
    assert np.array_equal(costs, [[8.0, 0.0], [0.0, np.nan]], equal_nan=True)
    assert np.isnan(deck.matrix([above], [below])[0, 0])
    assert deck.paths_to([below, above], above).to_numpy()["cost"].tolist() == [8.0, 0.0]
    step = deck.next_corners_to(np.array([below]), above).to_numpy()
    assert step["link"].tolist() == [0]
    bad = deck.lengths([[4, 1, np.nan, 5, 2, 4]]).to_numpy()["status"]
    assert tautline.STATUSES[bad[0]] == "elevation_not_finite"


def test_a_matrix_that_is_too_large_raises(harbour):
    many = np.broadcast_to(np.float32(1.0), (10_000_000, 2))
    with pytest.raises(MemoryError, match="10000000 x 10000000"):
        harbour.matrix(many, many)


@pytest.mark.parametrize(
    ("queries", "error", "words"),
    [
        (np.zeros((3, 3)), ValueError, "4 columns: sx, sy, gx, gy"),
        (np.zeros(4), ValueError, "shape"),
        (np.array([["a", "b", "c", "d"]]), TypeError, "numbers"),
        (np.zeros((1, 4), np.complex128), TypeError, "numbers"),
        (np.zeros((1, 4), object), TypeError, r"type object.*astype\(float\)"),
        (pa.table({"sx": [1.0], "sy": [1.0], "gx": [1.0]}), ValueError, '"gy"'),
        (pa.table({name: ["1"] for name in NAMES}), TypeError, "numbers"),
        (pa.table({**{name: [1.0] for name in NAMES}, "status": [1]}), ValueError, "status"),
        (7, ValueError, "shape"),
        (None, TypeError, "type NoneType.*table"),
        ({name: [1.0] for name in NAMES}, TypeError, "type dict.*pyarrow.table"),
        (pl.LazyFrame({name: [1.0] for name in NAMES}), TypeError, r"LazyFrame.*collect\(\)"),
        (pa.chunked_array([[1.0, 2.0]]), TypeError, "one column of type Float64.*sx, sy, gx, gy"),
        (pa.array([1.0, 2.0]), TypeError, "one column of type Float64.*sx, sy, gx, gy"),
        (pl.Series([1.0, 2.0]), TypeError, "one column of type Float64.*4 columns"),
        (np.ma.masked_array(np.ones((1, 4)), mask=[[1, 0, 0, 0]]), TypeError, "masked.*filled"),
    ],
)
def test_wrong_arguments_raise_and_say_what_is_allowed(harbour, queries, error, words):
    with pytest.raises(error, match=words):
        harbour.paths(queries)


def test_geometries_are_refused_with_the_call_that_converts_them(harbour):
    # A class of the name of shapely's.
    point = type("Point", (), {"__module__": "shapely.geometry.point"})
    for points in [[point(), point()], np.array([point(), point()]), np.array([[point()] * 2])]:
        for ask in [harbour.nearest_points, harbour.paths, lambda points: harbour.paths_to(points, (1, 1))]:
            with pytest.raises(TypeError, match=r"geometries of shapely.*shapely\.get_coordinates"):
                ask(points)


def test_masked_arrays_are_refused_by_all_calls(harbour):
    points = np.ma.masked_array(np.ones((1, 2)), mask=[[1, 0]])
    for call in [harbour.paths_to, harbour.next_corners_to]:
        with pytest.raises(TypeError, match="masked"):
            call(points, (1.0, 1.0))
    for starts, goals in [(points, np.ones((1, 2))), (np.ones((1, 2)), points)]:
        with pytest.raises(TypeError, match="masked"):
            harbour.matrix(starts, goals)


def test_a_table_that_fails_while_it_is_read_says_after_which_row(harbour, ends):
    batch = table(ends[:3]).to_batches()[0]

    def batches(error):
        yield batch
        raise error

    for error in [KeyError("no such shard"), RuntimeError("no such shard")]:
        reader = pa.RecordBatchReader.from_batches(batch.schema, batches(error))
        with pytest.raises(ValueError, match="after 3 rows; (.|\\n)*no such shard"):
            harbour.paths(reader)


def test_an_exception_of_the_interface_itself_is_passed_on(harbour):
    class Broken:
        def __arrow_c_stream__(self, requested_schema=None):
            raise LookupError("no such table")

    with pytest.raises(LookupError, match="no such table"):
        harbour.paths(Broken())


def test_a_column_of_structs_is_a_table(harbour, ends):
    rows = table(ends[:50]).to_pylist()
    rows[7] = None
    expected = harbour.paths(table(ends[:50])).to_numpy()
    structs = [pa.array(rows), pa.chunked_array([rows[:9], rows[9:]]), pl.Series(rows)]
    for queries in structs:
        answers = harbour.paths(queries).to_numpy()
        assert answers["status"][7] == -1
        others = np.arange(50) != 7
        assert np.array_equal(answers["status"][others], expected["status"][others])
        assert np.array_equal(answers["length"][others], expected["length"][others], equal_nan=True)


def test_wrong_options_raise_and_say_what_is_allowed(harbour, ends):
    for options, words in [
        ({"points": "all"}, "fixed"),
        ({"tier": "best"}, "classic"),
        ({"snap": -1.0}, "snap"),
        ({"snap": math.nan}, "snap"),
        ({"within": -0.5}, "within|share"),
        ({"within": math.nan}, "within|share"),
        ({"costs": {"tar": 2.0}}, "tar"),
        ({"costs": {"mud": -1.0}}, "mud|-1"),
        ({"costs": {"mud": math.nan}}, "mud|NaN|nan"),
        ({"costs": {"jump": 2.0}}, "jump"),
        ({"radius": 99.0}, "radius"),
        ({"radius": -1.0}, "radius is -1, but must be at least 0"),
        ({"costs": {300: 2.0}}, "class 300.*0 to 255"),
        ({"costs": {1.5: 2.0}}, "name or its class number, but float"),
        ({"closed_links": [4]}, "link 4, but the map has links 0 to 3"),
        ({"threads": 0}, "threads"),
    ]:
        with pytest.raises((ValueError, TypeError), match=words):
            harbour.paths(ends, **options)
    with pytest.raises(TypeError):
        harbour.lengths(ends, speed=3)
    with pytest.raises((ValueError, TypeError)):
        harbour.path((1.0,), (2.0, 3.0))


HUGE = 2**200


@pytest.mark.parametrize("number", [-1, HUGE, np.int64(-1)])
def test_integers_out_of_range_raise_and_name_the_argument(harbour, nav, ends, number):
    start, goal = (10.0, 5.0), (40.0, 30.0)
    starts = ends[:, :2]
    batches = {
        "paths": (ends,),
        "lengths": (ends,),
        "matrix": (starts, [goal]),
        "paths_to": (starts, goal),
        "next_corners_to": (starts, goal),
    }
    for name, arguments in batches.items():
        method = getattr(harbour, name)
        with pytest.raises(ValueError, match=f"^threads is {number}, but must be from 1 to 1024$"):
            method(*arguments, threads=number)
        with pytest.raises(ValueError, match=f"^budget is {number}, but must be from 0 to {2**64 - 1}$"):
            method(*arguments, budget=number)
        with pytest.raises(ValueError, match=f"closed_links has link {number}, but the map has links 0 to 3"):
            method(*arguments, closed_links=[0, number])
    with pytest.raises(ValueError, match=f"^threads is {number}, but must be from 1 to 1024$"):
        harbour.nearest_points(starts, threads=number)
    with pytest.raises(ValueError, match=f"^budget is {number}, but"):
        harbour.path(start, goal, budget=number)
    for load, source in [(tautline.Map.load, nav), (tautline.Map.from_bytes, nav.read_bytes())]:
        with pytest.raises(ValueError, match=f"^max_memory is {number}, but must be from 0 to "):
            load(source, max_memory=number)
    for bake in [lambda **options: tautline.bake(b"", format="map", **options), lambda **options: tautline.bake_grid([[0]], **options)]:
        for name in ["max_memory", "labels"]:
            with pytest.raises(ValueError, match=f"^{name} is {number}, but must be from 0 to "):
                bake(**{name: number})
    for options, words in [
        ({"include_flags": number}, f"^include_flags is {number}, but must be from 0 to 65535$"),
        ({"exclude_flags": number}, f"^exclude_flags is {number}, but must be from 0 to 65535$"),
        ({"keys": {"4caf50": number}}, f"^the class of \"4caf50\" in keys is {number}, but must be from 0 to 255$"),
    ]:
        with pytest.raises(ValueError, match=words):
            tautline.bake(b"", format="map", **options)


def test_other_numbers_than_integers_are_refused_and_those_of_numpy_are_not(harbour, ends):
    for wrong in [1.0, True, np.float64(2.0), "2"]:
        for options in [{"threads": wrong}, {"budget": wrong}, {"closed_links": [wrong]}]:
            with pytest.raises(TypeError, match=f"'{next(iter(options))}'"):
                harbour.lengths(ends, **options)
    with pytest.raises(ValueError, match="threads is a number with thousands of digits"):
        harbour.lengths(ends, threads=10**5000)
    plain = harbour.lengths(ends, threads=2, budget=1000, closed_links=[0])
    options = {"threads": np.int8(2), "budget": np.uint64(1000), "closed_links": np.array([0])}
    assert same(harbour.lengths(ends, **options), plain)


def test_statuses_have_the_codes_and_names_of_the_library():
    crates = Path(__file__).resolve().parents[2]
    for source, statuses in [
        ("tautline/src/error.rs", tautline.STATUSES),
        ("tautline-platformer/src/exact/plan/error.rs", PLAN_STATUSES),
    ]:
        text = (crates / source).read_text("utf-8").split("fn code")[1]
        codes = re.findall(r"^ +Self::\w+(?: \{ \.\. \})? => \((\d+), \"(\w+)\"\),$", text, re.MULTILINE)
        # The number of variants, so that an entry in another form is not overlooked.
        assert len(codes) == text.count('=> (') > 10
        assert {-1: "null", 0: "ok"} | {int(code): name for code, name in codes} == statuses


def test_descriptions_are_equal_if_their_values_are(harbour, nav):
    (mesh,), (same,) = harbour.meshes, tautline.Map.load(nav).meshes
    assert mesh == same and hash(mesh) == hash(same)
    cells = tautline.bake_grid(np.ones((4, 9), dtype=bool), radius=[0, 0.25])
    assert len({mesh, *cells.meshes}) == 3 and mesh != "mesh"
    info = tautline.Map.inspect(nav)
    assert info == tautline.Map.inspect(nav) and hash(info) == hash(tautline.Map.inspect(nav))
    Path("cells.nav").write_bytes(cells.to_bytes())
    assert info != tautline.Map.inspect("cells.nav")


def test_a_map_has_no_constructor(nav):
    for arguments, options in [((nav,), {}), ((), {}), ((), {"path": nav})]:
        with pytest.raises(TypeError, match=r"tautline.Map.load.*tautline.bake .*tautline.bake_grid"):
            tautline.Map(*arguments, **options)


def test_the_map_says_what_it_is(harbour, nav):
    assert harbour.name == "Harbour"
    assert "mud" in harbour.terrains
    (mesh,) = harbour.meshes
    assert mesh.labels and mesh.radius == 0.0 and len(mesh.links) == 4
    assert repr(mesh).endswith("links=4, labels=True, landmarks=False>")
    info = tautline.Map.inspect(nav)
    assert info.kind == "MESH" and info.size == nav.stat().st_size
    assert info.memory == harbour.memory > info.size
    for value in [harbour, mesh, info, harbour.lengths(np.zeros((1, 4)))]:
        assert "tautline." in repr(value)


def test_nearest_points_are_on_the_mesh(harbour, ends):
    points = ends[:2000, :2]
    found = harbour.nearest_points(points).to_numpy()
    assert (found["status"] == 0).all()
    nearest = np.stack([found["nearest_x"], found["nearest_y"]], axis=1)
    on_mesh = found["distance"] == 0
    assert 0 < on_mesh.sum() < len(points)
    assert np.array_equal(nearest[on_mesh], points[on_mesh].astype(np.float32))
    assert np.allclose(np.hypot(*(nearest - points).T), found["distance"], atol=1e-4)
    assert (harbour.nearest_points(nearest).to_numpy()["distance"] == 0).all()
    # The status and the distance agree with those of paths.
    itself = harbour.lengths(np.hstack([points, points])).to_numpy()["status"]
    assert np.array_equal(itself == 0, on_mesh)
    for row, point in enumerate(points[:200].tolist()):
        assert harbour.nearest(point) == (*nearest[row].tolist(), found["distance"][row])
    assert same(harbour.nearest_points(points, threads=1), harbour.nearest_points(points, threads=3))


def test_the_greatest_distance_counts_in_the_plane():
    floors = [{"corners": [[0, 0, z], [10, 0, z], [10, 10, z], [0, 10, z]]} for z in (0, 4)]
    house = tautline.bake(json.dumps({"tautline": 1, "areas": floors}).encode(), format="json")
    assert house.nearest((1, 1, 1.5), max_distance=1) == (1, 1, 1.5)
    assert house.nearest((12, 1, 1.5), max_distance=1) is None
    assert house.nearest((12, 1, 1.5), max_distance=2) == (10, 1, 2.5)


def test_nearest_points_are_within_a_distance_or_have_a_status(harbour, ends):
    points = ends[:500, :2]
    everywhere = harbour.nearest_points(points).to_numpy()["distance"]
    near = harbour.nearest_points(points, max_distance=0).to_numpy()
    assert np.array_equal(near["distance"], np.where(everywhere == 0, 0.0, np.nan), equal_nan=True)
    assert {tautline.STATUSES[status] for status in near["status"]} == {"ok", "start_off_mesh"}
    off = points[everywhere > 0][0]
    assert harbour.nearest(off, max_distance=0) is None
    queries = pa.table({"x": [1.0, None, math.inf], "id": [7, 8, 9], "y": [1.0, 1.0, 1.0]})
    answers = pa.table(harbour.nearest_points(queries))
    assert answers.column_names == ["x", "id", "y", "status", "nearest_x", "nearest_y", "distance"]
    assert [tautline.STATUSES[status] for status in answers["status"].to_pylist()] == ["ok", "null", "not_finite"]
    assert answers["distance"].null_count == 2
    with pytest.raises(ValueError, match="max_distance is -1, but must be at least 0"):
        harbour.nearest_points(points, max_distance=-1)
    with pytest.raises(ValueError, match="inf"):
        harbour.nearest((math.inf, 0))
    with pytest.raises(ValueError, match="a row for each query and 2 columns: x, y"):
        harbour.nearest_points(ends)


def test_messages_count_links_in_words():
    areas = [{"corners": [[0, 0], [9, 0], [9, 9], [0, 9]]}]
    for links, words in [([], "no links"), ([{"from": [1, 1], "to": [8, 8], "cost": 1}], "only link 0")]:
        text = json.dumps({"tautline": 1, "areas": areas, "links": links})
        with pytest.raises(ValueError, match=f"closed_links has link 1, but the map has {words}"):
            tautline.bake(text.encode(), format="json").lengths([[1, 1, 2, 2]], closed_links=[1])
