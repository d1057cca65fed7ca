"""Dask: a future for each file of queries.

    python dask_futures.py level.nav folder/of/queries folder/for/answers

* `scatter` sends the map once to each worker: a pickled map is the bytes of its file, and a process decodes
  them once.
* `retries` repeats a task whose worker died; a repetition gives the same bits. A task writes its file under a
  temporary name and then renames it, so that a killed task leaves no incomplete file under the final name.
* Dask runs each task on one thread, so the recipe has `threads=1`. Prefer few processes with many threads: each
  process holds its own copy of the map.
"""

import os
import sys
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
from dask.distributed import Client

import tautline


def solve_file(level: tautline.Map, source: str, target: str) -> int:
    solved = pa.table(level.paths(pq.read_table(source), threads=1))
    part = f"{target}.{os.getpid()}.part"
    pq.write_table(solved, part)
    os.replace(part, target)
    return solved.num_rows


def solve(client: Client, nav: str, queries: str, answers: str) -> int:
    Path(answers).mkdir(parents=True, exist_ok=True)
    level = client.scatter(tautline.Map.load(nav), broadcast=True)
    files = sorted(Path(queries).glob("*.parquet"))
    parts = [
        client.submit(solve_file, level, str(file), str(Path(answers) / file.name), retries=3)
        for file in files
    ]
    return sum(client.gather(parts))


if __name__ == "__main__":
    with Client() as cluster:
        print(solve(cluster, *sys.argv[1:]), "rows")
