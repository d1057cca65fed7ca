"""The recipes of engines that run in one process. `tools/python-engines` runs the others."""

import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import tautline

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "recipes"))

NAMES = ["sx", "sy", "gx", "gy"]


@pytest.fixture
def queries(ends):
    columns = {name: ends[:, index] for index, name in enumerate(NAMES)}
    pq.write_table(pa.table({"id": np.arange(len(ends)), **columns}), "queries.parquet")
    return "queries.parquet"


def test_polars_from_parquet_to_parquet(nav, harbour, queries):
    import polars_parquet

    polars_parquet.solve(str(nav), queries, "answers.parquet")
    check(harbour, queries)


def test_duckdb_from_sql_to_parquet(nav, harbour, queries):
    import duckdb_sql

    duckdb_sql.solve(str(nav), queries, "answers.parquet")
    check(harbour, queries)


def check(level, queries):
    """All rows have the bits of one call in this process."""
    expected = pa.table(level.paths(pq.read_table(queries))).to_pylist()
    found = pq.read_table("answers.parquet").sort_by("id").to_pylist()
    assert len(found) == len(expected) > 0
    for one, other in zip(found, expected):
        points = one.pop("points")
        if points is not None:
            points = [list(point.values()) if isinstance(point, dict) else point for point in points]
        assert points == other.pop("points")
        assert one == other
    assert {0, 2} <= {row["status"] for row in found}
