"""Exact shortest paths over navigation meshes: batches from Arrow to Arrow.

>>> import tautline
>>> tautline.STATUSES[0]
'ok'

``Map`` is the place to start: ``Map.load`` a baked file, ``bake`` a map file, or ``bake_grid`` an array of
cells, then ``Map.path`` for one path and ``Map.paths`` for a table of queries.
"""

from ._errors import MapError as MapError
from ._errors import PathError as PathError
from ._errors import PlanError as PlanError
from ._native import TIERS as TIERS
from ._native import Answers as Answers
from ._native import Info as Info
from ._native import Map as Map
from ._native import Mesh as Mesh
from ._native import Path as Path
from ._native import bake as bake
from ._native import bake_grid as bake_grid
from ._native import build_info as build_info
from ._native import empty_cache as empty_cache
from ._statuses import STATUSES as STATUSES

__version__: str = dict(build_info())["version"]

__all__ = [
    "STATUSES",
    "TIERS",
    "Answers",
    "Info",
    "Map",
    "MapError",
    "Mesh",
    "Path",
    "PathError",
    "PlanError",
    "bake",
    "bake_grid",
    "build_info",
    "empty_cache",
]
