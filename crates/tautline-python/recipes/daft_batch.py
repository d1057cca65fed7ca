"""Daft: a function over batches, four columns in and a struct out.

    python daft_batch.py level.nav queries.parquet folder/for/answers

* The map is loaded in the function, and found again by its digest in each later call.
* The folder for answers must have nothing else in it: at the end, Daft removes all other files from it, those
  of subfolders too.
"""

import sys

import daft
import pyarrow as pa
from daft import DataType, Series

import tautline

ANSWER = DataType.struct(
    {
        "status": DataType.int8(),
        "length": DataType.float64(),
        "points": DataType.list(DataType.fixed_size_list(DataType.float32(), 2)),
    }
)


def solve(nav: str, queries: str, answers: str) -> None:
    @daft.func.batch(return_dtype=ANSWER)
    def answer(sx: Series, sy: Series, gx: Series, gy: Series) -> Series:
        level = tautline.Map.load(nav)
        ends = pa.table({name: column.to_arrow() for name, column in zip(NAMES, (sx, sy, gx, gy))})
        solved = pa.table(level.paths(ends)).select(["status", "length", "points"])
        return Series.from_arrow(solved.to_struct_array().combine_chunks())

    rows = daft.read_parquet(queries)
    ends = (rows[name] for name in NAMES)
    solved = rows.with_column("answer", answer(*ends))
    # To append, the default, leaves the truncated file of a killed worker: readers of the folder refuse it.
    solved.write_parquet(answers, write_mode="overwrite")


NAMES = ["sx", "sy", "gx", "gy"]

if __name__ == "__main__":
    solve(*sys.argv[1:])
