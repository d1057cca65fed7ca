"""Ray Data: rows on many machines, a map in each worker.

    python ray_data.py level.nav folder/of/queries folder/for/answers

* Pass workers the *path* of the map, on storage that all of them can read or in their image, not an object
  reference: Ray warns that a restarted actor fails if the object is gone.
* Each process decodes the map once and shares it among its tasks. Actors are no faster than tasks, and **a pool
  of actors that takes all CPUs hangs the job without a message**, because no CPU is left for reading and
  writing: with `actors`, the cluster must have more than `actors * cpus` CPUs.
* The order of rows may change, above all after a retry, so give them an id. Retries are harmless: equal
  queries have equal answers, to the bit.
* A task uses as many threads as Ray reserves CPUs for it: one by default.
"""

import sys

import pyarrow as pa
import ray

import tautline


def solve(
    nav: str,
    queries: str,
    answers: str,
    *,
    points: str = "fixed",
    cpus: float = 1,
    actors: int | None = None,
) -> None:
    threads = max(1, int(cpus))

    def solve_part(part: pa.Table) -> pa.Table:
        return pa.table(tautline.Map.load(nav).paths(part, points=points, threads=threads))

    class Solver:
        def __init__(self) -> None:
            self.level = tautline.Map.load(nav)

        def __call__(self, part: pa.Table) -> pa.Table:
            return pa.table(self.level.paths(part, points=points, threads=threads))

    rows = ray.data.read_parquet(queries)
    solved = rows.map_batches(
        Solver if actors else solve_part,
        compute=ray.data.ActorPoolStrategy(size=actors) if actors else None,
        batch_format="pyarrow",
        batch_size=65_536,
        num_cpus=cpus,
        zero_copy_batch=True,
    )
    solved.write_parquet(answers)


if __name__ == "__main__":
    solve(*sys.argv[1:])
