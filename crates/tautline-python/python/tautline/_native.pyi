"""Types of the compiled part of the package."""

from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Buffer, CapsuleType

class _ArrowArray(Protocol):
    """A record batch of any library that speaks Arrow."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    """A table or a reader of record batches of any library that speaks Arrow."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

_Queries: TypeAlias = _ArrowArray | _ArrowStream | ArrayLike
_Location: TypeAlias = tuple[float, float] | tuple[float, float, float] | Sequence[float] | NDArray[np.generic]

__all__ = [
    "Answers",
    "bake",
    "Info",
    "Map",
    "Mesh",
    "Path",
    "Level",
    "Plan",
    "State",
    "empty_cache",
    "build_info",
    "TIERS",
]

TIERS: Final[list[str]]

def empty_cache() -> None: ...
def build_info() -> list[tuple[str, str]]: ...
def bake(
    source: str | PathLike[str] | bytes | bytearray | memoryview,
    out: str | PathLike[str] | None = None,
    *,
    format: str | None = None,
    radius: float | Sequence[float] | NDArray[np.generic] = (),
    labels: Literal["auto", "off", "order"] | int = "auto",
    link_layers: Sequence[Sequence[Literal["jump", "ladder", "teleport", "other"]]] = (),
    max_memory: int | None = None,
    landmarks: Literal["auto", "on", "off"] = "auto",
    profiles: Mapping[str, Mapping[str | int, float]] = {},
    rounded: float | None = None,
    strict: bool = False,
    keep_areas: bool = False,
    terrains: Sequence[str] = (),
    layers: Sequence[str] = (),
    collision_layers: Sequence[str] = (),
    level: str | None = None,
    keys: Mapping[str, int | None] = {},
    scale: float | None = None,
    flip_y: bool = False,
    metres_around: tuple[float, float] | None = None,
    tolerance: float | None = None,
    unlabelled: Literal["ground", "hole", "ignored"] | None = None,
    up: Literal["y", "z"] | None = None,
    max_slope: float | None = None,
    include_flags: int | None = None,
    exclude_flags: int | None = None,
) -> Map: ...
@final
class Map:
    @staticmethod
    def load(path: str | PathLike[str], *, max_memory: int | None = None) -> Map: ...
    @staticmethod
    def from_bytes(data: Buffer, *, max_memory: int | None = None) -> Map: ...
    @staticmethod
    def inspect(path: str | PathLike[str]) -> Info: ...
    def nearest(
        self,
        point: _Location,
        *,
        max_distance: float | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
    ) -> tuple[float, float, float] | None: ...
    def nearest_points(
        self,
        points: _Queries,
        *,
        max_distance: float | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
        threads: int | None = None,
    ) -> Answers: ...
    def path(
        self,
        start: _Location,
        goal: _Location,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        in_space: bool = False,
    ) -> Path: ...
    def paths(
        self,
        queries: _Queries,
        *,
        points: Literal["fixed", "struct", "none"] = "fixed",
        in_space: bool = False,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers: ...
    def lengths(
        self,
        queries: _Queries,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers: ...
    def matrix(
        self,
        starts: _Queries,
        goals: _Queries,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> NDArray[np.float64]: ...
    def paths_to(
        self,
        starts: _Queries,
        goal: _Location,
        *,
        points: Literal["fixed", "struct", "none"] = "fixed",
        in_space: bool = False,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers: ...
    def next_corners_to(
        self,
        starts: _Queries,
        goal: _Location,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: Mapping[str | int, float] | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers: ...
    def to_bytes(self) -> bytes: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def __reduce_ex__(self, protocol: SupportsIndex, /) -> tuple[object, ...]: ...
    @property
    def name(self) -> str | None: ...
    @property
    def terrains(self) -> list[str]: ...
    @property
    def profiles(self) -> dict[str, dict[str | int, float]]: ...
    @property
    def bounds(self) -> tuple[float, float, float, float]: ...
    @property
    def meshes(self) -> list[Mesh]: ...
    @property
    def digest(self) -> str: ...
    @property
    def memory(self) -> int: ...

@final
class Info:
    @property
    def kind(self) -> str: ...
    @property
    def format_version(self) -> int: ...
    @property
    def size(self) -> int: ...
    @property
    def memory(self) -> int: ...

@final
class Mesh:
    @property
    def radius(self) -> float: ...
    @property
    def areas(self) -> int: ...
    @property
    def vertices(self) -> int: ...
    @property
    def links(self) -> list[str]: ...
    @property
    def labels(self) -> bool: ...
    @property
    def landmarks(self) -> bool: ...

@final
class Path:
    def __reduce__(self) -> tuple[object, ...]: ...
    @property
    def points(self) -> NDArray[np.float32]: ...
    @property
    def length(self) -> float: ...
    @property
    def cost(self) -> float: ...
    @property
    def lower_bound(self) -> float: ...
    @property
    def tier(self) -> Literal["exact", "weighted", "classic"]: ...
    @property
    def links(self) -> list[tuple[int, int, bool]]: ...
    @property
    def start_snap(self) -> float: ...
    @property
    def goal_snap(self) -> float: ...
    @property
    def points_in_space(self) -> NDArray[np.float32] | None: ...

@final
class Answers:
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __len__(self) -> int: ...
    def to_numpy(self) -> dict[str, NDArray[Any]]: ...

@final
class Level:
    @staticmethod
    def from_rows(
        rows: Sequence[str],
        *,
        outside: Literal["solid", "deadly"] = "solid",
        physics: Mapping[str, float | tuple[int, int]] = {},
        body: tuple[float, float] = (12.0, 12.0),
        axis: Literal["analog", "digital"] = "analog",
        grace: bool = True,
    ) -> Level: ...
    @staticmethod
    def load(path: str | PathLike[str]) -> Level: ...
    @staticmethod
    def from_bytes(data: Buffer) -> Level: ...
    def plan(
        self,
        start: tuple[int, int] | State,
        goal: tuple[int, int],
        *,
        budget: int | None = None,
    ) -> Plan: ...
    def plans(
        self, queries: _Queries, *, budget: int | None = None, threads: int | None = None
    ) -> Answers: ...
    def replay(self, plan: Plan) -> list[State]: ...
    def state_at(self, column: int, row: int) -> State: ...
    def to_bytes(self) -> bytes: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    @property
    def tile_size(self) -> tuple[int, int]: ...
    @property
    def size(self) -> tuple[int, int]: ...

@final
class State:
    def __new__(
        cls,
        x: int,
        y: int,
        *,
        speed: int = 0,
        stance: Literal["ground", "air", "dead"] = "ground",
        grace: int = 0,
    ) -> State: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs_ex__(self) -> tuple[tuple[int, int], dict[str, object]]: ...
    @property
    def x(self) -> int: ...
    @property
    def y(self) -> int: ...
    @property
    def speed(self) -> int: ...
    @property
    def stance(self) -> Literal["ground", "air", "dead"]: ...
    @property
    def grace(self) -> int: ...

@final
class Plan:
    @property
    def frames(self) -> int: ...
    @property
    def inputs(self) -> list[tuple[int, int, bool, bool]]: ...
    @property
    def waypoints(self) -> list[tuple[int, int, int]]: ...
