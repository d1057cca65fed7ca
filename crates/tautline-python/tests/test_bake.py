"""Baking map files."""

import errno
import json

import numpy as np
import pytest
import tautline

ROOM = {
    "type": "FeatureCollection",
    "features": [
        {"type": "Feature", "properties": {"role": "ground"},
         "geometry": {"type": "Polygon", "coordinates": [[[0, 0], [10, 0], [10, 6], [0, 6], [0, 0]]]}},
        {"type": "Feature", "properties": {"role": "hole"},
         "geometry": {"type": "Polygon", "coordinates": [[[4, 0], [6, 0], [6, 4], [4, 4], [4, 0]]]}},
    ],
}


@pytest.fixture
def room(tmp_path):
    file = tmp_path / "room.geojson"
    file.write_text(json.dumps(ROOM))
    return file


def test_a_baked_file_is_what_bake_returns(room, tmp_path):
    out = tmp_path / "room.nav"
    baked = tautline.bake(room, out, radius=[0.0, 0.5])
    assert out.read_bytes() == baked.to_bytes()
    assert [mesh.radius for mesh in baked.meshes] == [0.0, 0.5]
    narrow, wide = (baked.path((1, 1), (9, 1), radius=radius).length for radius in [0.0, 0.5])
    assert narrow < wide
    again = tautline.bake(str(room), radius=[0.0, 0.5])
    assert again.digest == baked.digest


def test_a_radius_is_a_number_or_several(room):
    for radius in [0.5, [0.5], (0.5,), np.array([0.5]), np.float32(0.5)]:
        assert [mesh.radius for mesh in tautline.bake(room, radius=radius).meshes] == [0.5]
    for radius in ["0.5", None, {"a": 1}]:
        with pytest.raises(TypeError, match="radius must be a number or a sequence"):
            tautline.bake(room, radius=radius)


def test_links_that_a_radius_puts_out_of_reach_cause_a_warning(tmp_path):
    file = tmp_path / "quay.json"
    file.write_text(json.dumps({"tautline": 1, "areas": [
        {"corners": [[0, 0], [10, 0], [10, 4], [10, 4.5], [10, 10], [0, 10]]},
        {"corners": [[10, 4], [15, 4], [15, 4.5], [10, 4.5]]},
        {"corners": [[30, 0], [40, 0], [40, 10], [30, 10]]},
    ], "links": [
        {"from": [14, 4.25], "to": [31, 4], "kind": "jump"},
        {"from": [9, 9], "to": [31, 9], "kind": "ladder"},
    ]}))
    with pytest.warns(UserWarning, match="link 0 is out of reach with radius 0.5"):
        quay = tautline.bake(file, radius=[0, 0.5])
    # Both meshes have all links, under the same numbers.
    assert [mesh.links for mesh in quay.meshes] == [["jump", "ladder"]] * 2
    path = quay.path((2, 2), (35, 5), radius=0.5)
    assert [number for _, number, _ in path.links] == [1]
    with pytest.raises(tautline.PathError):
        quay.path((2, 2), (35, 5), radius=0.5, closed_links=[1])


def test_a_missing_file_has_its_name_and_number(tmp_path):
    nowhere = tmp_path / "nowhere.nav"
    for read in [tautline.bake, tautline.Map.load, tautline.Map.inspect]:
        with pytest.raises(FileNotFoundError) as error:
            read(nowhere)
        assert (error.value.errno, error.value.filename) == (errno.ENOENT, str(nowhere))


def test_a_baked_file_is_not_baked_again(room, tmp_path):
    tautline.bake(room, tmp_path / "room.nav")
    with pytest.raises(tautline.MapError, match=r"room.nav: the file is baked already; tautline.Map.load"):
        tautline.bake(tmp_path / "room.nav")


def test_options_of_baking(room):
    assert tautline.bake(room, labels="off").meshes[0].labels is False
    assert tautline.bake(room, labels=10_000_000).meshes[0].labels is True
    for options, words in [
        ({"labels": "some"}, "auto"),
        ({"radius": [-1.0]}, "radius"),
        ({"up": "z"}, "up"),
        ({"keep_areas": True}, "keep"),
    ]:
        with pytest.raises(ValueError, match=words):
            tautline.bake(room, **options)


def test_radii_and_costs_are_the_numbers_that_were_given(room, tmp_path):
    assert [mesh.radius for mesh in tautline.bake(room, radius=[0.3, 0.7]).meshes] == [0.3, 0.7]
    profiles = {"cart": {"grass": 2.1}}
    file = tmp_path / "lawn.json"
    area = {"terrain": "grass", "corners": [[0, 0], [9, 0], [9, 4], [0, 4]]}
    file.write_text(json.dumps({"tautline": 1, "terrains": ["grass"], "areas": [area]}))
    assert tautline.bake(file, profiles=profiles).profiles == profiles


def test_profiles_are_baked_and_serve_as_costs(tmp_path):
    file = tmp_path / "field.json"
    field = {"tautline": 1, "terrains": ["grass", "road"], "areas": [
        {"id": 0, "terrain": "road", "corners": [[0, 0], [40, 0], [40, 1], [0, 1]]},
        {"id": 1, "terrain": "grass", "corners": [[0, 1], [40, 1], [40, 8], [0, 8]]},
    ]}
    file.write_text(json.dumps(field))
    baked = tautline.bake(file, profiles={"cart": {"grass": 2.0}, "same": {0: 3.0, 1: 3.0}})
    # Costs that are the same everywhere need no labels, and keep their name, too.
    assert baked.profiles == {"cart": {"grass": 2.0}, "same": {"grass": 3.0, "road": 3.0}}
    path = baked.path((1, 3), (39, 3), costs=baked.profiles["cart"], budget=0)
    assert path.tier == "weighted"
    assert len(path.points) == 4
    with pytest.raises(tautline.PathError, match="budget"):
        baked.path((1, 3), (39, 3), costs={"grass": 3.0}, budget=0)
    with pytest.raises(ValueError, match=r'costs\["grass"\]: terrain 0 has the cost factor -1'):
        baked.path((1, 3), (39, 3), costs={"grass": -1.0})
    with pytest.warns(UserWarning, match='no labels for the costs of "cart"'):
        small = tautline.bake(file, profiles={"cart": {"grass": 2.0}}, labels="off", max_memory=64)
    assert small.path((1, 3), (39, 3), costs=small.profiles["cart"]).tier == "weighted"
    for profiles, words in [
        ({"cart": {"lava": 2.0}}, "lava"),
        ({"cart": {"grass": -1.0}}, "above 0"),
        ({"cart": {"grass": float("nan")}}, "above 0"),
        ({"cart": {"grass": float("inf"), "road": float("inf")}}, "all terrain"),
    ]:
        with pytest.raises(ValueError, match=words):
            tautline.bake(file, profiles=profiles)


def test_faults_of_maps_say_where(tmp_path):
    file = tmp_path / "broken.geojson"
    file.write_text('{"type": "FeatureCollection",\n "features": [}')
    with pytest.raises(tautline.MapError, match="broken.geojson"):
        tautline.bake(file)
    with pytest.raises(FileNotFoundError):
        tautline.bake(tmp_path / "nowhere.json")
    unknown = tmp_path / "map.xyz"
    unknown.write_text("")
    with pytest.raises(ValueError, match="xyz"):
        tautline.bake(unknown)


def test_warnings_are_warnings_of_python(tmp_path):
    house = json.loads(json.dumps(ROOM))
    del house["features"][1]["properties"]["role"]
    house["features"][1]["properties"]["kind"] = "hole"
    file = tmp_path / "house.geojson"
    file.write_text(json.dumps(house))
    with pytest.warns(UserWarning, match="kind"):
        tautline.bake(file)


def test_warnings_name_any_terrain(tmp_path):
    mud = {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "mu\0d"}]}
    # A small patch of mud beside the ground, which the radius takes away.
    data = [1, 1, 1, 1, 0, 2, *[1, 1, 1, 1, 0, 0] * 3]
    layer = {"type": "tilelayer", "name": "floor", "width": 6, "height": 4, "data": data}
    level = {"orientation": "orthogonal", "width": 6, "height": 4, "tilewidth": 1, "tileheight": 1,
             "tilesets": [{"firstgid": 1, "tiles": [mud]}], "layers": [layer]}
    file = tmp_path / "level.tmj"
    file.write_text(json.dumps(level))
    with pytest.warns(UserWarning, match=r"no ground is left of mu\\0d"):
        tautline.bake(file, radius=[0.0, 0.7])


def test_bytes_are_baked_like_their_file(room):
    baked = tautline.bake(room)
    text = room.read_bytes()
    for data in [text, bytearray(text), memoryview(text)]:
        for form in ["geojson", ".geojson"]:
            assert tautline.bake(data, format=form).digest == baked.digest
    for source, options in [(text, {}), (room, {"format": "geojson"}), (room.read_text(), {"format": "json"})]:
        with pytest.raises(TypeError, match="format"):
            tautline.bake(source, **options)
    for text_of_map in [room.read_text(), "type octile\nheight 1\nwidth 1\nmap\n.\n", "<svg/>", '{"a": 1}' + 5_000 * " "]:
        with pytest.raises(TypeError, match=r"the text of a map.*text\.encode") as error:
            tautline.bake(text_of_map)
        assert isinstance(error.value.__cause__, OSError)
    with pytest.raises(FileNotFoundError):
        tautline.bake("{name}.json")
    for source, name in [(ROOM, "dict"), (np.ones((3, 3)), "ndarray"), (None, "NoneType")]:
        with pytest.raises(TypeError, match=f"bytes of one, but {name} was given"):
            tautline.bake(source, format="geojson")
    with pytest.raises(tautline.MapError, match="^<bytes>.geojson: line 1, column 1"):
        tautline.bake(b"{", format="geojson")
    with pytest.raises(tautline.MapError, match="unknown file extension"):
        tautline.bake(text, format="txt")


def link(kind, cost, ends):
    geometry = {"type": "LineString", "coordinates": ends}
    return {"type": "Feature", "properties": {"link": kind, "cost": cost}, "geometry": geometry}


def test_labels_have_link_layers_and_a_limit_of_memory(room):
    ferry, jump = link("other", 1, [[2, 3], [8, 3]]), link("jump", 3, [[3.5, 1], [6.5, 1]])
    features = [*ROOM["features"], ferry, jump]
    text = json.dumps({"type": "FeatureCollection", "features": features}).encode()
    plain, layered = (tautline.bake(text, format="geojson", link_layers=layers) for layers in [(), [["jump"]]])
    assert len(layered.to_bytes()) > len(plain.to_bytes())
    # Labels answer without a search, also for agents that may not take the ferry.
    costs = {"other": np.inf, "ladder": np.inf, "teleport": np.inf}
    assert [number for _, number, _ in layered.path((1, 1), (9, 1), budget=0).links] == [0]
    assert [number for _, number, _ in layered.path((1, 1), (9, 1), costs=costs, budget=0).links] == [1]
    with pytest.raises(tautline.PathError) as error:
        plain.path((1, 1), (9, 1), costs=costs, budget=0)
    assert error.value.name == "budget"
    with pytest.warns(UserWarning, match="the mesh for radius 0 has no labels: the bake takes"):
        assert not tautline.bake(text, format="geojson", max_memory=1).meshes[0].labels
    with pytest.raises(ValueError, match='link_layers is "swim"'):
        tautline.bake(text, format="geojson", link_layers=[["swim"]])
    with pytest.raises(ValueError, match="link_layers bakes labels"):
        tautline.bake(text, format="geojson", link_layers=[["jump"]], labels="off")


def test_y_is_flipped_if_asked_to():
    text = b"type octile\nheight 2\nwidth 3\nmap\n..@\n...\n"
    assert tautline.bake(text, format="map").bounds == (0, 0, 3, 2)
    up = tautline.bake(text, format="map", flip_y=True)
    assert up.bounds == (0, -2, 3, 0)
    assert up.nearest((2.5, -0.5)) == (2.0, -0.5, 0.5)
