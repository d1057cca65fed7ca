"""Fixtures of the tests, the README and the recipes."""

import os
from pathlib import Path

import numpy as np
import pytest
import tautline

ROOT = Path(__file__).resolve().parents[2]
HARBOUR = ROOT / "tools/tautline-cli/maps/harbour.json"


@pytest.fixture(autouse=True)
def in_a_folder_of_its_own(tmp_path, monkeypatch):
    """Runs each test in its own folder, to which examples write their files."""
    monkeypatch.chdir(tmp_path)


@pytest.fixture(scope="session")
def nav(tmp_path_factory):
    """The baked map that ships with the project: terrain, links, two floors, labels."""
    file = tmp_path_factory.mktemp("maps") / "harbour.nav"
    tautline.bake(HARBOUR, file)
    return file


@pytest.fixture
def harbour(nav):
    return tautline.Map.load(nav)


@pytest.fixture(scope="session")
def ends(nav):
    """Five thousand pairs of points, some of them off the mesh."""
    low_x, low_y, high_x, high_y = tautline.Map.load(nav).bounds
    random = np.random.default_rng(1)
    low = np.array([low_x, low_y, low_x, low_y])
    high = np.array([high_x, high_y, high_x, high_y])
    return random.uniform(low, high, (5_000, 4)).astype(np.float32)


@pytest.fixture(scope="session")
def command():
    """The command line tool, for comparison: named by `tools/python-test`."""
    if "TAUTLINE" not in os.environ:
        pytest.skip("TAUTLINE is not set to the command line tool")
    return os.environ["TAUTLINE"]
