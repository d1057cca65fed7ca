"""Baking arrays of cells."""

import json

import numpy as np
import pytest
import tautline

CELLS = np.array([[1, 1, 1, 0, 1], [1, 0, 1, 1, 1], [1, 0, 0, 0, 1], [1, 1, 1, 1, 0]], dtype=bool)


def text_of(cells):
    """The text of a .map file."""
    rows = ["".join(row) for row in np.where(cells, ".", "@")]
    return "\n".join(["type octile", f"height {len(cells)}", f"width {len(rows[0])}", "map", *rows]).encode()


def forms_of(cells):
    """The same cells in many forms."""
    wide = np.zeros((2 * cells.shape[0], 3 * cells.shape[1]), dtype=bool)
    wide[::2, ::3] = cells
    read_only = cells.copy()
    read_only.flags.writeable = False
    packed = np.zeros(cells.shape, [("before", "u1"), ("cell", "<i4")])
    packed["cell"] = np.where(cells, 0, -1)
    return {
        "bools": cells,
        "not contiguous": wide[::2, ::3],
        "transposed": cells.T.copy().T,
        "upside down twice": cells[::-1].copy()[::-1],
        "read-only": read_only,
        "lists": cells.tolist(),
        "byte-swapped": np.where(cells, 0, -1).astype(">i2"),
        "one byte": np.where(cells, 0, -128).astype(np.int8),
        "not aligned": packed["cell"],
        "masked bools": np.ma.masked_array(np.ones_like(cells), ~cells),
        "masked, without a sign": np.ma.masked_array(np.where(cells, 0, 9).astype(np.uint16), ~cells),
        "masked, out of range": np.ma.masked_array(np.where(cells, 0, 9_999), ~cells),
        "no bools of Rust": np.where(cells, 2, 0).astype(np.uint8).view(bool),
    }


@pytest.mark.parametrize("options", [{}, {"scale": 0.1, "radius": [0, 0.02]}, {"flip_y": True}, {"labels": "off"}])
def test_an_array_is_baked_like_its_map_file(options):
    expected = tautline.bake(text_of(CELLS), format="map", **options).to_bytes()
    for form, cells in forms_of(CELLS).items():
        assert tautline.bake_grid(cells, **options).to_bytes() == expected, form


def test_random_arrays_are_baked_like_their_map_files():
    random = np.random.default_rng(7)
    for _ in range(30):
        cells = random.random(random.integers(1, 12, 2)) < 0.7
        cells[0, 0] = True
        assert tautline.bake_grid(cells) == tautline.bake(text_of(cells), format="map")


def test_integers_are_terrain_classes():
    classes = np.where(CELLS, 0, -1)
    classes[0, :2] = classes[3, 3] = 1
    mud = {"id": 1, "properties": [{"name": "terrain", "type": "string", "value": "mud"}]}
    # Numbers of tiles: 1 is ground, 2 mud, 0 none.
    layer = {"type": "tilelayer", "name": "floor", "width": 5, "height": 4, "data": (classes + 1).ravel().tolist()}
    level = {"orientation": "orthogonal", "width": 5, "height": 4, "tilewidth": 1, "tileheight": 1,
             "tilesets": [{"firstgid": 1, "tiles": [mud]}], "layers": [layer]}
    options = {"radius": [0, 0.1], "profiles": {"cart": {"mud": 4.0}}}
    expected = tautline.bake(json.dumps(level).encode(), format="tmj", **options)
    for cells in [classes, classes.tolist(), np.ma.masked_less(classes, 0)]:
        baked = tautline.bake_grid(cells, terrains=["ground", "mud"], **options)
        assert baked == expected
    assert baked.terrains == ["ground", "mud"]
    assert baked.path((0.5, 1.5), (1.5, 0.5), costs=baked.profiles["cart"]).tier == "weighted"
    with pytest.warns(UserWarning, match="terrain class 1 has no name"):
        tautline.bake_grid(classes)


def test_a_baked_array_is_written(tmp_path):
    out = tmp_path / "room.nav"
    baked = tautline.bake_grid(CELLS, out)
    assert out.read_bytes() == baked.to_bytes()
    assert tautline.Map.load(out) == baked


@pytest.mark.parametrize(("cells", "error", "words"), [
    ([], ValueError, r"cells has the shape \[0\], .* two dimensions"),
    (np.ones((0, 5), bool), ValueError, r"cells has the shape \[0, 5\]"),
    (np.ones((2, 3, 4), bool), ValueError, r"cells has the shape \[2, 3, 4\]"),
    (np.ones(4, bool), ValueError, r"cells has the shape \[4\]"),
    (np.ones((1, 2**18 + 1), bool), ValueError, r"each from 1 to 262144"),
    ([[1, 0], [1]], ValueError, "cells must be a 2-D array, or rows that all have the same length"),
    (np.ones((2, 2)), TypeError, "cells has the type float64.*comparison"),
    ([[np.nan, 1]], TypeError, "cells has the type float64"),
    ([[None, True]], TypeError, "cells has the type object"),
    ([["."]], TypeError, "cells has the type <U1"),
    ("room.map", TypeError, "cells .* but str was given; tautline.bake"),
    (None, TypeError, "NoneType was given"),
    ([[0, 1], [2, 256]], ValueError, "row 1 and column 1 is 256, but .* from 0 to 255"),
    (np.array([[0, 2**64 - 1]], np.uint64), ValueError, "column 1 is 18446744073709551615"),
    (~np.ones((2, 2), bool), tautline.MapError, "^cells: the map has no walkable ground"),
    (np.ma.masked_all((2, 2), bool), tautline.MapError, "no walkable ground"),
])
def test_other_cells_are_refused(cells, error, words):
    with pytest.raises(error, match=words):
        tautline.bake_grid(cells)


def test_options_that_are_out_of_range_are_refused():
    for options, words in [({"scale": 0}, "scale is 0"), ({"radius": 9}, "radius of 9"), ({"labels": "x"}, "labels")]:
        with pytest.raises(ValueError, match=words):
            tautline.bake_grid(CELLS, **options)
    with pytest.raises(TypeError, match="keys"):
        tautline.bake_grid(CELLS, keys={"1": 0})
