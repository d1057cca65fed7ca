"""Calls that type checkers must accept. mypy checks this file; it is not run."""

import math

import numpy as np

import tautline


def costs_in_variables(field: tautline.Map, by_name: dict[str, int], by_class: dict[int, float]) -> None:
    ends = np.zeros((1, 4))
    field.lengths(ends, costs=by_name)
    field.lengths(ends, costs=by_class)
    field.lengths(ends, costs={"mud": 4.0, 2: math.inf})
    field.lengths(ends, costs=field.profiles["cart"])
    tautline.bake_grid(np.zeros((2, 2), dtype=int), terrains=["mud"], profiles={"cart": by_name})
