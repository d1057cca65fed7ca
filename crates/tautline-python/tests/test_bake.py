"""Baking map files."""

import json

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
