"""Spark: `mapInArrow`, with the map in a broadcast variable.

    spark-submit spark_arrow.py level.nav folder/of/queries folder/for/answers

* **Points as structs.** Spark refuses lists of fixed size (`UNSUPPORTED_ARROWTYPE`).
* The broadcast variable has the bytes of the file. Each Python worker decodes them once, and reuses the map for
  later tasks. With `spark.python.worker.reuse` off, each task would decode them.
* `local[N]` does not retry tasks; `local[N,4]` and clusters do. A retry gives the same bits.
* The order of rows may change, so give them an id.
"""

import sys
from collections.abc import Iterator

import pyarrow as pa
from pyspark.sql import SparkSession
from pyspark.sql.pandas.types import from_arrow_schema, to_arrow_schema

import tautline


def solve(spark: SparkSession, nav: str, queries: str, answers: str) -> None:
    level = tautline.Map.load(nav)
    shared = spark.sparkContext.broadcast(level.to_bytes())

    def solve_parts(parts: Iterator[pa.RecordBatch]) -> Iterator[pa.RecordBatch]:
        level = tautline.Map.from_bytes(shared.value)
        for part in parts:
            yield from pa.table(level.paths(part, points="struct", threads=1)).to_batches()

    rows = spark.read.parquet(queries)
    # Spark must know the columns before it runs: those of the answers to no queries.
    empty = to_arrow_schema(rows.schema).empty_table()
    answered = pa.schema(level.paths(empty, points="struct"))
    rows.mapInArrow(solve_parts, from_arrow_schema(answered)).write.mode("overwrite").parquet(answers)


if __name__ == "__main__":
    solve(SparkSession.builder.getOrCreate(), *sys.argv[1:])
