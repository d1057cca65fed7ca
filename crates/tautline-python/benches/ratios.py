"""Processor time of the wheel, compared with the Rust library, with engines on one machine, and with peers.

    python ratios.py MAP [ROWS]

MAP is a `.map` file of MovingAI. Needs numpy, pyarrow, polars, duckdb, tcod and extremitypathfinder, and cargo
for the batch in Rust. All run on one thread, in turns; the best of five rounds counts. Linux.
"""

import os

for name in ("POLARS_MAX_THREADS", "TAUTLINE_THREADS"):
    os.environ[name] = "1"

import pickle
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import duckdb
import numpy as np
import polars as pl
import pyarrow as pa
import pyarrow.parquet as pq

import tautline

ROOT = Path(__file__).resolve().parents[3]
ROUNDS = 5


def best(solve, rounds=ROUNDS):
    """The least processor time of a call, in seconds."""
    times = []
    for _ in range(rounds):
        begin = time.process_time()
        solve()
        times.append(time.process_time() - begin)
    return min(times)


def walkable_pairs(level, rows):
    """Random pairs of points with a path between them."""
    random = np.random.default_rng(1)
    low, high = np.reshape(level.bounds, (2, 2))
    points = random.uniform(low, high, (40_000, 2)).astype(np.float32)
    points = points[level.lengths(np.hstack([points, points])).to_numpy()["status"] == 0]
    found = np.empty((0, 4), np.float32)
    while len(found) < rows:
        ends = points[random.integers(0, len(points), (rows, 2))].reshape(-1, 4)
        found = np.concatenate([found, ends[level.lengths(ends).to_numpy()["status"] == 0]])
    return found[:rows]


def rust(nav, queries):
    command = ["cargo", "run", "-q", "--release", "--locked", "-p", "tautline-benches", "--bin", "flat"]
    out = subprocess.run([*command, "--", nav, queries], cwd=ROOT, check=True, capture_output=True, text=True)
    return {name: float(micros) for name, micros in map(str.split, out.stdout.splitlines())}


def batches(level, nav, ends, folder):
    rows = len(ends)
    (folder / "queries").write_bytes(ends.tobytes())
    columns = {name: ends[:, index] for index, name in enumerate(["sx", "sy", "gx", "gy"])}
    table = pa.table({"id": np.arange(rows), **columns})
    pq.write_table(table, folder / "queries.parquet")
    source, target = str(folder / "queries.parquet"), str(folder / "answers.parquet")

    def with_polars():
        pl.DataFrame(level.lengths(pl.read_parquet(source), threads=1)).write_parquet(target)

    def with_duckdb():
        with duckdb.connect(config={"threads": 1}) as read, duckdb.connect(config={"threads": 1}) as write:
            queries = read.read_parquet(source).to_arrow_reader(65_536)
            solved = pa.RecordBatchReader.from_stream(level.lengths(queries, threads=1))
            write.register("solved", solved)
            write.execute(f"copy (select * from solved) to '{target}' (format parquet)")

    micros = rust(nav, folder / "queries")
    for name, solve in {
        "wheel, lengths": lambda: level.lengths(table, threads=1),
        "wheel, paths": lambda: level.paths(table, threads=1),
        "polars, Parquet to Parquet, lengths": with_polars,
        "DuckDB, Parquet to Parquet, lengths": with_duckdb,
    }.items():
        micros[name] = best(solve) * 1e6 / rows
    print(f"{rows} queries, microseconds of processor time each:")
    for name, value in micros.items():
        print(f"  {name}: {value:.2f}")
    alone = micros["wheel, lengths"]
    print(f"  wheel / flat batch: lengths {alone / micros['lengths_flat']:.2f},", end=" ")
    print(f"paths {micros['wheel, paths'] / micros['paths_flat']:.2f}")
    print(f"  flat batch / paths and columns: {micros['paths_flat'] / micros['paths']:.2f}")
    for engine in ("polars", "DuckDB"):
        print(f"  {engine} / solving alone: {micros[f'{engine}, Parquet to Parquet, lengths'] / alone:.2f}")


def pickles(level):
    buffers = []
    outside = pickle.dumps(level, 5, buffer_callback=buffers.append)
    buffers = [bytes(buffer) for buffer in buffers]
    # A new process, which does not know the digest of the map.
    program = (
        "import hashlib, pickle, sys, time, tautline; data, buffers = pickle.load(sys.stdin.buffer); "
        "begin = time.process_time(); level = pickle.loads(data, buffers=buffers); print(time.process_time() - begin)"
    )
    for name, data, parts in [("in band", pickle.dumps(level), []), ("out of band", outside, buffers)]:
        again = best(lambda data=data, parts=parts: pickle.loads(data, buffers=parts), 50)
        message = pickle.dumps((data, parts))
        first = []
        for _ in range(ROUNDS):
            out = subprocess.run([sys.executable, "-c", program], input=message, check=True, capture_output=True)
            first.append(float(out.stdout))
        print(f"unpickling {name}: first {min(first) * 1e3:.2f} ms, ", end="")
        print(f"again {again * 1e3:.4f} ms: {again / min(first):.4f}")


def grid_queries(level, is_free, count):
    """Pairs of middles of free cells, and the exact lengths between them."""
    random = np.random.default_rng(2)
    free = np.argwhere(is_free)[:, ::-1]
    cells = free[random.integers(0, len(free), (4 * count, 2))].reshape(-1, 4)
    answers = level.lengths((cells + 0.5).astype(np.float32)).to_numpy()
    is_found = (answers["status"] == 0) & (answers["length"] > 0)
    return cells[is_found][:count], answers["length"][is_found][:count]


def read_cells(file):
    rows = [line for line in file.read_text().split("map\n", 1)[1].splitlines() if line]
    return np.array([[tile in ".GS" for tile in row] for row in rows])


def with_tcod(level, file, count=200):
    """A* over the cells of the grid, in C."""
    import tcod.path

    is_free = read_cells(file)
    cells, lengths = grid_queries(level, is_free, count)
    spent = best(lambda: [level.path((a, b), (c, d)) for a, b, c, d in (cells + 0.5).tolist()]) / count
    graph = tcod.path.SimpleGraph(cost=is_free.astype(np.int8), cardinal=70, diagonal=99)
    found = []

    def search():
        found.clear()
        for sx, sy, gx, gy in cells.tolist():
            pathfinder = tcod.path.Pathfinder(graph)
            pathfinder.add_root((sy, sx))
            found.append(np.hypot(*np.diff(pathfinder.path_to((gy, gx)), axis=0).T).sum())

    theirs = best(search, 1) / count
    excess = (np.array(found) / lengths).mean() - 1
    print(f"{file.stem}, one query at a time from Python: {spent * 1e6:.1f} us")
    print(f"  tcod: {theirs * 1e6:.0f} us, {theirs / spent:.0f} times; {excess:.1%} too long on average")


def with_extremitypathfinder(folder, count=50):
    """A visibility graph in Python, on a field of scattered rectangles."""
    from extremitypathfinder import PolygonEnvironment

    random, size = np.random.default_rng(3), 64
    is_free, holes = np.ones((size, size), bool), []
    while len(holes) < 60:
        x, y, width, height = random.integers((1, 1, 1, 1), (size - 5, size - 5, 5, 5))
        if is_free[y - 1 : y + height + 1, x - 1 : x + width + 1].all():
            is_free[y : y + height, x : x + width] = False
            corners = [(x, y), (x, y + height), (x + width, y + height), (x + width, y)]
            holes.append([(int(a), int(b)) for a, b in corners])
    rows = ["".join(".@"[not free] for free in row) for row in is_free]
    file = folder / "field.map"
    file.write_text("\n".join(["type octile", f"height {size}", f"width {size}", "map", *rows]))
    level = tautline.bake(file)
    with_tcod(level, file)
    cells, lengths = grid_queries(level, is_free, count)
    middles = (cells + 0.5).tolist()
    spent = best(lambda: [level.path((a, b), (c, d)) for a, b, c, d in middles]) / count
    begin = time.process_time()
    world = PolygonEnvironment()
    world.store([(0, 0), (size, 0), (size, size), (0, size)], holes)
    prepared = time.process_time() - begin
    begin = time.process_time()
    found = [world.find_shortest_path((a, b), (c, d))[1] for a, b, c, d in middles]
    theirs = (time.process_time() - begin) / count
    off = np.abs(np.array(found) - lengths).max()
    print(f"  extremitypathfinder: {theirs * 1e6:.0f} us, {theirs / spent:.0f} times, ", end="")
    print(f"after {prepared:.1f} s of preparation; lengths differ by at most {off:.0e}")


def main():
    file = Path(sys.argv[1])
    rows = int(sys.argv[2]) if len(sys.argv) > 2 else 200_000
    with tempfile.TemporaryDirectory() as folder:
        nav = Path(folder) / "map.nav"
        level = tautline.bake(file, nav)
        ends = walkable_pairs(level, rows)
        batches(level, nav, ends, Path(folder))
        pickles(level)
        with_tcod(level, file)
        with_extremitypathfinder(Path(folder))


if __name__ == "__main__":
    main()
