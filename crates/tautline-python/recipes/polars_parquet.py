"""Polars: from Parquet to Parquet on one machine, without holding the table in memory.

    python polars_parquet.py level.nav queries.parquet answers.parquet

`map_batches(streamable=True)` hands over parts of the table; each is solved on all cores.
"""

import sys

import polars as pl

import tautline


def solve(nav: str, queries: str, answers: str) -> None:
    level = tautline.Map.load(nav)
    rows = pl.scan_parquet(queries)
    schema = rows.collect_schema()
    schema.update(
        status=pl.Int8(),
        tier=pl.Int8(),
        length=pl.Float64(),
        cost=pl.Float64(),
        lower_bound=pl.Float64(),
        # Of paths(); lengths() has no points.
        points=pl.List(pl.Array(pl.Float32, 2)),
    )
    solved = rows.map_batches(
        lambda part: pl.DataFrame(level.paths(part)), schema=schema, streamable=True
    )
    solved.sink_parquet(answers)


if __name__ == "__main__":
    solve(*sys.argv[1:])
