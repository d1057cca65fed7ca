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
    # Polars must know the columns before it runs: those of the answers to no queries.
    schema = pl.DataFrame(level.paths(rows.collect_schema().to_frame())).schema
    solved = rows.map_batches(
        lambda part: pl.DataFrame(level.paths(part)), schema=schema, streamable=True
    )
    solved.sink_parquet(answers)


if __name__ == "__main__":
    solve(*sys.argv[1:])
