"""Runs the recipe of one engine on the queries of a folder, and kills a worker meanwhile.

    python run.py make FOLDER NAV        makes queries, and the answers of one call in one process
    python run.py ENGINE FOLDER NAV      solves them; prints a hash of ids, statuses, lengths and points

`tools/python-engines` calls it in the environment of each engine.
"""

import csv
import hashlib
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.compute
import pyarrow.dataset as ds
import pyarrow.parquet as pq

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "recipes"))
sys.path.insert(0, str(Path(__file__).resolve().parent))

from sitecustomize import DEADLY_X

NAMES = ["sx", "sy", "gx", "gy"]
ROWS, FILES = int(os.environ.get("TAUTLINE_ROWS", "100000")), 4
BAD_EVERY = 33


def make(folder, nav):
    """Random queries: one in 33 is far off the map, and besides one in 99 has a NaN, one in 165 a null."""
    import tautline

    level = tautline.Map.load(nav)
    low_x, low_y, high_x, high_y = level.bounds
    random = np.random.default_rng(1)
    ends = random.uniform([low_x, low_y] * 2, [high_x, high_y] * 2, (ROWS, 4)).astype(np.float32)
    ends[::BAD_EVERY, 0] = np.float32(1e6)
    ends[1 :: 3 * BAD_EVERY, 1] = np.float32(np.nan)
    # The last row of a file, so that a worker that writes while it solves has begun to write.
    ends[ROWS * 3 // FILES - 1, 0] = DEADLY_X
    columns = {name: pa.array(ends[:, index]) for index, name in enumerate(NAMES)}
    nulls = np.arange(ROWS) % (5 * BAD_EVERY) == 2
    columns["gx"] = pa.array(ends[:, 2], mask=nulls)
    table = pa.table({"id": np.arange(ROWS), **columns})
    for number in range(FILES):
        begin, end = ROWS * number // FILES, ROWS * (number + 1) // FILES
        pq.write_table(table.slice(begin, end - begin), folder / "queries" / f"{number}.parquet")
    pq.write_table(pa.table(level.paths(table)), folder / "one-call.parquet")
    return folder / "one-call.parquet"


def tool(folder, nav, answers):
    """The command line tool, which reads no nulls: their rows are added afterwards."""
    import tautline

    table = ds.dataset(folder / "queries").to_table().sort_by("id")
    rows = table.filter(pa.compute.is_valid(table["gx"]))
    text = "sx,sy,gx,gy\n" + "\n".join(
        ",".join(repr(row[name]) for name in NAMES) for row in rows.to_pylist()
    )
    (folder / "queries.csv").write_text(text)
    files = [folder / "queries.csv", "-o", folder / "answers.csv"]
    subprocess.run([os.environ["TAUTLINE"], "batch", nav, *files], check=True)
    codes = {name: code for code, name in tautline.STATUSES.items()}
    solved = [{"id": id, "status": -1, "length": None, "points": None} for id in range(ROWS)]
    with open(folder / "answers.csv", newline="") as file:
        for id, line in zip(rows["id"].to_pylist(), csv.DictReader(file), strict=True):
            solved[id]["status"] = codes[line["status"]]
            if line["status"] == "ok":
                solved[id]["length"] = float(line["length"])
                points = (point.split() for point in line["points"].split(";"))
                solved[id]["points"] = [[float(x), float(y)] for x, y in points]
    pq.write_table(pa.Table.from_pylist(solved), answers)


def polars(folder, nav, answers):
    import polars_parquet

    polars_parquet.solve(nav, str(folder / "queries/*.parquet"), str(answers))


def duckdb(folder, nav, answers):
    import duckdb_sql

    duckdb_sql.solve(nav, str(folder / "queries/*.parquet"), str(answers))


def ray(folder, nav, answers):
    import ray
    import ray_data

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    ray_data.solve(nav, str(folder / "queries"), str(answers))


def ray_actors(folder, nav, answers):
    import ray
    import ray_data

    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    # Half of the CPUs, since reading and writing need some.
    ray_data.solve(nav, str(folder / "queries"), str(answers), cpus=0.5, actors=2)


def spark(folder, nav, answers):
    spark_on("local[2,4]", folder, nav, answers)


def spark_executor(folder, nav, answers):
    # Two executors, each a Java process of its own, with a core and 1024 MB.
    spark_on("local-cluster[2,1,1024]", folder, nav, answers)


def spark_on(master, folder, nav, answers):
    import spark_arrow
    from pyspark.sql import SparkSession

    os.environ["PYSPARK_PYTHON"] = sys.executable
    session = SparkSession.builder.master(master).getOrCreate()
    spark_arrow.solve(session, nav, str(folder / "queries"), str(answers))


def dask(folder, nav, answers):
    import dask_futures
    from dask.distributed import Client

    with Client(n_workers=2, threads_per_worker=1, dashboard_address=None) as client:
        dask_futures.solve(client, nav, str(folder / "queries"), str(answers))


def daft(folder, nav, answers):
    import daft
    import daft_batch
    import ray

    # Its own runner is threads of this process, of which none can be killed.
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False)
    daft.set_runner_ray()

    daft_batch.solve(nav, str(folder / "queries/*.parquet"), str(answers))


def digest(answers):
    """The hash of ids, statuses, lengths and points, whatever the order of rows and the form of points."""
    table = ds.dataset(answers, format="parquet").to_table()
    if "answer" in table.column_names:
        for index, field in enumerate(table["answer"].type):
            column = pa.compute.struct_field(table["answer"], [index])
            table = table.append_column(field.name, column)
    table = table.select(["id", "status", "length", "points"]).sort_by("id").combine_chunks()
    ids, statuses = table["id"].to_numpy(), table["status"].to_numpy()
    assert np.array_equal(ids, np.arange(ROWS)), "an id is missing or twice there"
    points = pa.compute.list_flatten(table["points"])
    if pa.types.is_struct(points.type):
        axes = [pa.compute.struct_field(points, [axis]).to_numpy() for axis in range(2)]
        points = np.stack(axes, axis=1)
    else:
        points = pa.compute.list_flatten(points).to_numpy().reshape(-1, 2)
    columns = [
        (ids, np.int64),
        (statuses, np.int8),
        (table["length"].fill_null(np.nan).to_numpy(), np.float64),
        (pa.compute.list_value_length(table["points"]).fill_null(0).to_numpy(), np.int64),
        (points, np.float32),
    ]
    found = hashlib.sha256()
    for column, kind in columns:
        found.update(np.ascontiguousarray(column, kind).tobytes())
    return found.hexdigest()[:16], np.count_nonzero(statuses == 0)


ENGINES = {
    "tool": tool,
    "polars": polars,
    "duckdb": duckdb,
    "ray": ray,
    "ray-actors": ray_actors,
    "spark": spark,
    "spark-executor": spark_executor,
    "dask": dask,
    "daft": daft,
}


def main():
    engine, folder, nav = sys.argv[1], Path(sys.argv[2]), sys.argv[3]
    if engine == "make":
        (folder / "queries").mkdir(parents=True)
        answers = make(folder, nav)
    else:
        answers = folder / f"answers-{engine}"
        if engine in ("tool", "polars", "duckdb"):
            answers = answers.with_suffix(".parquet")
        ENGINES[engine](folder, nav, answers)
    marker = Path(os.environ.get("TAUTLINE_DIE_ONCE", "none"))
    killed = marker.read_text() if marker.exists() else "none"
    found, with_paths = digest(answers)
    print(f"{engine}: {found}, {with_paths} of {ROWS} rows with a path, killed: {killed}")


if __name__ == "__main__":
    main()
