"""DuckDB: queries from SQL, answers as a table that SQL reads.

    python duckdb_sql.py level.nav queries.parquet answers.parquet

A reader of record batches goes in, and a reader comes out: 65,536 rows are in memory at a time.
"""

import sys

import duckdb
import pyarrow as pa

import tautline


def solve(nav: str, queries: str, answers: str) -> None:
    level = tautline.Map.load(nav)
    with duckdb.connect() as read, duckdb.connect() as write:
        rows = read.read_parquet(queries).to_arrow_reader(65_536)
        # Found by its name in the statement below. A second connection, since the first is being read.
        solved = pa.RecordBatchReader.from_stream(level.paths(rows, points="struct"))
        write.register("solved", solved)
        write.execute(f"copy (select * from solved) to '{answers}' (format parquet)")


if __name__ == "__main__":
    solve(*sys.argv[1:])
