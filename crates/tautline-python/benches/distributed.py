"""Seconds of Ray Data on two CPUs: with the recipe, and with a function that only adds a column of zeros.

    python distributed.py MAP [ROWS]

MAP is a `.map` file of MovingAI. Needs ray[data], and what `ratios.py` needs.
"""

import sys
import tempfile
import time
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet as pq
import ray

import tautline

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "recipes"))
import ray_data
from ratios import walkable_pairs


def empty(queries, answers):
    rows = ray.data.read_parquet(queries)
    passed = rows.map_batches(
        lambda part: part.append_column("length", pa.array(np.zeros(part.num_rows))),
        batch_format="pyarrow",
        batch_size=65_536,
        num_cpus=1,
        zero_copy_batch=True,
    )
    passed.write_parquet(answers)


def timed(solve):
    begin = time.perf_counter()
    solve()
    return time.perf_counter() - begin


def main():
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 1_000_000
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        nav, queries = str(folder / "map.nav"), folder / "queries"
        level = tautline.bake(sys.argv[1], nav)
        ends = walkable_pairs(level, rows)
        table = pa.table({"id": np.arange(rows)} | dict(zip(["sx", "sy", "gx", "gy"], ends.T)))
        queries.mkdir()
        for number in range(8):
            begin, end = rows * number // 8, rows * (number + 1) // 8
            part = table.slice(begin, end - begin)
            pq.write_table(part, queries / f"{number}.parquet")
        alone = timed(lambda: level.lengths(table, threads=2))
        ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
        empty(str(queries), str(folder / "warm"))
        without = min(timed(lambda: empty(str(queries), str(folder / f"e{n}"))) for n in range(3))
        solved = {}
        for points in ("none", "fixed"):
            parts = [str(folder / f"{points}{n}") for n in range(3)]
            solve = lambda part: ray_data.solve(nav, str(queries), part, points=points)
            solved[points] = min(timed(lambda: solve(part)) for part in parts)
    print(f"{rows} rows: lengths alone {alone:.1f} s; Ray with an empty function {without:.1f} s, ", end="")
    print(f"with lengths {solved['none']:.1f} s, with paths {solved['fixed']:.1f} s")


main()
