"""Points of paths with elevations."""

import copy
import json
import pickle
import subprocess

import numpy as np
import pyarrow as pa
import pytest
import tautline

from conftest import ROOT

# A floor, a ramp, a landing above a passage, and a ladder from the passage to the landing.
HALL = {"tautline": 1, "areas": [
    {"corners": [[0, 0, 0], [4, 0, 0], [4, 3, 0], [0, 3, 0]]},
    {"corners": [[4, 0, 0], [6, 0, 2], [6, 3, 2], [4, 3, 0]]},
    {"corners": [[6, 0, 2], [9, 0, 2], [9, 3, 2], [6, 3, 2]]},
    {"corners": [[6, -4, 0], [9, -4, 0], [9, 4, 0], [6, 4, 0]]},
], "links": [{"from": [8, 2, 0], "to": [8, 2, 2], "kind": "ladder", "cost": 5}]}


@pytest.fixture
def hall():
    return tautline.bake(json.dumps(HALL).encode(), format="json")


@pytest.fixture(scope="session")
def bridge(tmp_path_factory):
    """A model with a bridge over a road."""
    file = tmp_path_factory.mktemp("maps") / "bridge.nav"
    tautline.bake(ROOT / "tools/tautline-cli/maps/bridge.obj", file)
    return file


def test_a_path_up_a_ramp_has_points_where_it_begins_and_ends(hall):
    path = hall.path((1, 1), (8, 1, 2), in_space=True)
    assert path.points.tolist() == [[1, 1], [8, 1]]
    assert path.points_in_space.tolist() == [[1, 1, 0], [4, 1, 0], [6, 1, 2], [8, 1, 2]]
    assert path.points_in_space.dtype == np.float32
    assert hall.path((1, 1), (8, 1, 2)).points_in_space is None


def test_both_ends_of_a_link_follow_each_other(hall):
    path = hall.path((8, -3), (8, 1, 2), in_space=True)
    assert path.points_in_space.tolist() == [[8, -3, 0], [8, 2, 0], [8, 2, 2], [8, 1, 2]]
    assert path.links == [(1, 0, True)]


def test_a_map_without_elevations_is_at_elevation_0():
    flat = tautline.bake(b"type octile\nheight 2\nwidth 3\nmap\n.@.\n...\n", format="map")
    path = flat.path((0.5, 0.5), (2.5, 0.5), in_space=True)
    assert path.points_in_space[:, :2].tolist() == path.points.tolist()
    assert path.points_in_space[:, 2].tolist() == [0] * len(path.points)


def test_points_in_space_are_those_of_the_command_line(nav, bridge, command):
    compared = links = crossings = 0
    for file in [nav, bridge]:
        world = tautline.Map.load(file)
        low_x, low_y, high_x, high_y = world.bounds
        random = np.random.default_rng(5)
        ends = random.uniform([low_x, low_y] * 2, [high_x, high_y] * 2, (40, 4)).round(3)
        for sx, sy, gx, gy in ends.tolist():
            options = ["--snap", "100", "--json"]
            run = [command, "path", file, f"{sx},{sy}", f"{gx},{gy}", *options]
            answer = json.loads(subprocess.run(run, capture_output=True, check=False).stdout)
            if answer["status"] != "ok":
                continue
            path = world.path((sx, sy), (gx, gy), snap=100, in_space=True)
            expected = answer.get("points_in_space", [[*point, 0] for point in answer["points"]])
            assert np.array_equal(path.points_in_space, np.array(expected, np.float32))
            compared, links = compared + 1, links + len(path.links)
            crossings += len(path.points_in_space) - len(path.points)
    assert compared > 50 and links > 0 and crossings > 100, (compared, links, crossings)


def test_a_batch_has_the_points_of_single_paths(nav, bridge):
    for file in [nav, bridge]:
        world = tautline.Map.load(file)
        low_x, low_y, high_x, high_y = world.bounds
        random = np.random.default_rng(6)
        ends = random.uniform([low_x, low_y] * 2, [high_x, high_y] * 2, (300, 4)).astype(np.float32)
        plain = world.paths(ends).to_numpy()
        answers = world.paths(ends, in_space=True)
        found = answers.to_numpy()
        assert "points" not in found
        for name in ["status", "tier", "length", "cost", "lower_bound"]:
            assert np.array_equal(found[name], plain[name], equal_nan=True)
        goal = ends[plain["status"] == 0][0, 2:]
        to_goal = world.paths_to(ends[:, :2], goal, in_space=True).to_numpy()
        for row, (sx, sy, gx, gy) in enumerate(ends.tolist()):
            points = found["points_in_space"][found["offsets"][row] : found["offsets"][row + 1]]
            if found["status"][row] != 0:
                assert len(points) == 0
                continue
            assert np.array_equal(points, world.path((sx, sy), (gx, gy), in_space=True).points_in_space)
            points = to_goal["points_in_space"][to_goal["offsets"][row] : to_goal["offsets"][row + 1]]
            if to_goal["status"][row] == 0:
                assert points[0, :2].tolist() == [sx, sy] and points[-1, :2].tolist() == goal.tolist()
        one, three = (pa.table(world.paths(ends, in_space=True, threads=threads)) for threads in [1, 3])
        assert one.equals(three) and one.equals(pa.table(answers))


def test_both_forms_of_points_have_elevations(hall):
    queries = pa.table({"id": [7, 8], "sx": [1.0, 99.0], "sy": [1.0, 1.0], "gx": [8.0, 8.0], "gy": [1.0, 1.0], "gz": [2, 2]})
    fixed = pa.table(hall.paths(queries, in_space=True))
    assert fixed.column_names[-1] == "points_in_space"
    assert fixed.schema.field("points_in_space").type == pa.list_(pa.list_(pa.float32(), 3))
    assert fixed["points_in_space"].to_pylist() == [[[1, 1, 0], [4, 1, 0], [6, 1, 2], [8, 1, 2]], None]
    struct = hall.paths(queries, points="struct", in_space=True)
    assert pa.table(struct)["points_in_space"].to_pylist()[0][1] == {"x": 4, "y": 1, "z": 0}
    assert np.array_equal(struct.to_numpy()["points_in_space"], hall.paths(queries, in_space=True).to_numpy()["points_in_space"])
    for call in [lambda **options: hall.paths(queries, **options), lambda **options: hall.paths_to([[1, 1]], (8, 1), **options)]:
        with pytest.raises(ValueError, match='points is "none", but in_space'):
            call(points="none", in_space=True)


def test_points_in_space_travel_between_processes(hall):
    path = hall.path((1, 1), (8, 1, 2), in_space=True)
    for again in [pickle.loads(pickle.dumps(path)), copy.deepcopy(path)]:
        assert np.array_equal(again.points_in_space, path.points_in_space)
    # Pickles of earlier versions have no such points.
    restore, fields = path.__reduce__()
    assert restore(*fields[:-1]).points_in_space is None
