"""Types of the compiled part of the package. `python stubs.py` copies the docstrings from the module."""

from collections.abc import ItemsView, Iterable, Mapping, Sequence
from os import PathLike
from typing import Any, Final, Literal, Protocol, SupportsIndex, TypeAlias, final

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import Buffer, CapsuleType, Never, Self

class _ArrowArray(Protocol):
    """A record batch of any library with the Arrow PyCapsule interface."""

    def __arrow_c_array__(
        self, requested_schema: object | None = None
    ) -> tuple[object, object]: ...

class _ArrowStream(Protocol):
    """A table or a reader of record batches of any library with the Arrow PyCapsule interface."""

    def __arrow_c_stream__(self, requested_schema: object | None = None) -> object: ...

class _Costs(Protocol):
    """A mapping whose keys are names, numbers or both. A ``dict[str, float]`` is no ``Mapping[str | int, float]``."""

    def items(self) -> ItemsView[str | int, float]: ...

_Queries: TypeAlias = _ArrowArray | _ArrowStream | ArrayLike
_Location: TypeAlias = tuple[float, float] | tuple[float, float, float] | Sequence[float] | NDArray[np.generic]
_Cell: TypeAlias = tuple[int, int] | Sequence[int] | NDArray[np.integer[Any]]
_Inputs: TypeAlias = Iterable[Mapping[str, int] | Sequence[int] | NDArray[np.integer[Any]]]

__all__ = [
    "Answers",
    "bake",
    "bake_grid",
    "Info",
    "Map",
    "Mesh",
    "Path",
    "Level",
    "Plan",
    "State",
    "empty_cache",
    "build_info",
    "STANCES",
    "TIERS",
]

STANCES: Final[list[str]]
"""The names of stances. The field ``stance`` of trajectories has indices into it."""

TIERS: Final[list[str]]
"""The names of the tiers. The column ``tier`` of answers has indices into it."""

def empty_cache() -> None:
    """Drops the maps that this process keeps for later tasks. It keeps up to four loaded maps even if no
    :class:`Map` refers to them any more.

    Examples
    --------
    >>> tautline.empty_cache()
    """
def build_info() -> list[tuple[str, str]]:
    """Returns the version, the target and the build profile of the package.

    Returns
    -------
    list[tuple[str, str]]
        Names and values, as ``python -m tautline`` prints them.

    Examples
    --------
    >>> dict(tautline.build_info())["version"] == tautline.__version__
    True
    """
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
    profiles: Mapping[str, _Costs] = {},
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
    weld: float | None = None,
    include_flags: int | None = None,
    exclude_flags: int | None = None,
) -> Map:
    r"""Bakes a map file: reads it, builds a mesh for each agent radius, and bakes labels. Ctrl-C ends it.

    Formats: ``.mesh`` (Polyanya), ``.json`` (tautline, Tiled, GeoJSON), ``.navmesh`` and ``.bin``
    (Detour), ``.map`` (MovingAI), ``.tmx`` and ``.tmj`` (Tiled), ``.ldtk``, ``.png``, ``.svg``,
    ``.geojson``, ``.obj``, ``.gltf``, ``.glb``. An option that does not apply to the format is an
    error. Warnings about the map are issued as ``UserWarning``. :func:`bake_grid` bakes an array.

    Parameters
    ----------
    source
        The map file, whose extension is that of its format; or the bytes of one (``bytes``, ``bytearray``,
        ``memoryview``), with ``format``.
    format
        The extension of the format of bytes, such as ``"geojson"``. Files that they refer to are not
        read.
    out
        The baked file to write, usually ``.nav``. By default, none is written.
    radius
        The agent radius in world units, or several; one mesh is built for each. By default 0: paths
        touch walls.
    labels
        ``"auto"`` for hub labels that are worth their memory, ``"off"``, ``"order"`` for small files
        that are slow to load, or the largest number of bytes for each mesh.
    link_layers
        For agents that may take only some kinds of links: one list of kinds (``"jump"``, ``"ladder"``,
        ``"teleport"``, ``"other"``) for each sort of such agents. Labels are baked for them, too.
    max_memory
        An estimated limit on the memory for baking the labels of a mesh, in bytes. If all labels need
        more, fewer are baked.
    landmarks
        ``"auto"`` for maps without labels, ``"on"`` or ``"off"``.
    profiles
        Terrain costs by the name of a profile, each a mapping like ``costs`` of queries. Labels are baked
        for each profile, whatever ``labels`` is, so that queries with the same costs need no search. If they
        took more than 2 KiB for each node, or half of ``max_memory`` if it is given, they are left out with a
        warning, and these queries search.
    rounded
        Rounds the corners of insets, with this tolerance in world units. By default, they are mitred: around
        obstacles, some points are off the mesh where a disc would fit, and paths are slightly longer than
        those of a disc.
    strict
        True to report concave areas instead of splitting them.
    keep_areas
        True to keep areas that could be merged.
    terrains
        The names of terrain classes, from class 0 on.
    layers, collision_layers, level
        The layers to read (Tiled, LDtk), layers whose tiles and objects block (Tiled), and the level (LDtk).
    keys
        The terrain class of each grid value (LDtk) or colour such as ``"4caf50"`` (PNG); None if it
        blocks.
    scale
        The number of world units per unit of the file (drawings, tile maps).
    flip_y
        True to make y grow upwards: y becomes -y (tile maps, whose y grows downwards).
    metres_around
        The longitude and latitude that become the origin, so that degrees become metres (GeoJSON):
        x = (longitude - origin) * 111319.49 * cos(latitude of the origin), and
        y = (latitude - origin) * 111319.49.
    tolerance
        The greatest distance between a curve and the line segments that replace it, in world units (SVG).
    unlabelled
        ``"ground"``, ``"hole"`` or ``"ignored"``: the meaning of shapes and tiles without a label.
    up
        ``"y"`` or ``"z"``: the axis that points up (OBJ).
    max_slope
        The greatest slope of walkable ground, as rise over run (OBJ, glTF).
    weld
        The distance within which vertices are welded, in world units (OBJ, glTF): closes gaps between
        objects that should touch. By default, only vertices at the same position are welded.
    include_flags, exclude_flags
        Polygons with any of these flags are imported, or left out (Detour).

    Returns
    -------
    Map

    Raises
    ------
    MapError
        If the file is damaged or has no ground, or if an option does not apply to it.
    TypeError
        If bytes are given without a format, a path is given with one, or a text is given instead of a path.
    ValueError
        If an option is out of range or a word is unknown.
    OSError
        If a file cannot be read or written.

    Examples
    --------
    >>> text = b"type octile\nheight 2\nwidth 3\nmap\n..@\n..."
    >>> room = tautline.bake(text, format="map", radius=[0, 0.25])
    >>> [mesh.radius for mesh in room.meshes]
    [0.0, 0.25]
    """
def bake_grid(
    cells: ArrayLike,
    out: str | PathLike[str] | None = None,
    *,
    scale: float = 1.0,
    flip_y: bool = False,
    terrains: Sequence[str] = (),
    radius: float | Sequence[float] | NDArray[np.generic] = (),
    labels: Literal["auto", "off", "order"] | int = "auto",
    max_memory: int | None = None,
    landmarks: Literal["auto", "on", "off"] = "auto",
    profiles: Mapping[str, _Costs] = {},
    rounded: float | None = None,
) -> Map:
    """Bakes a two-dimensional array of cells, as :func:`bake` does with a ``.map`` file. Ctrl-C ends it.

    ``cells[row, column]`` is the square from ``(column, row)`` to ``(column + 1, row + 1)``, times
    ``scale``: x grows with columns, and y with rows. Cells that touch only at a corner are not connected.
    Cells of the same terrain are merged into large areas. Warnings about the map are issued as
    ``UserWarning``.

    Parameters
    ----------
    cells
        Bools, True for ground. Or integers: the terrain class of each cell, from 0 to 255, and any negative
        number if it blocks; so, if 0 is free and 1 blocks, give ``cells == 0``. An array of numpy, or what
        ``numpy.asarray`` makes one of, such as a list of lists. Masked cells block.
    out
        The baked file to write, usually ``.nav``. By default, none is written.
    scale
        The side of a cell, in world units. By default 1.
    flip_y
        True to make y grow upwards in a map whose first row is the uppermost: y becomes -y.
    terrains
        The names of terrain classes, from class 0 on.
    radius, labels, max_memory, landmarks, profiles, rounded
        As in :func:`bake`.

    Returns
    -------
    Map

    Raises
    ------
    MapError
        If all cells block, or if an option is out of range.
    TypeError
        If the cells are neither bools nor integers.
    ValueError
        If the array is not two-dimensional or has no cells, if a terrain class is above 255, or if a word is unknown.
    OSError
        If the file cannot be written.

    Examples
    --------
    >>> import numpy as np
    >>> cells = np.ones((4, 9), dtype=bool)
    >>> cells[1:, 4] = False
    >>> tautline.bake_grid(cells).path((1, 3.5), (8, 3.5)).points.tolist()
    [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]
    >>> swamp = tautline.bake_grid(np.where(cells, 0, 1), terrains=["ground", "mud"])
    >>> round(swamp.path((1, 3.5), (8, 3.5), costs={"mud": 3.0}).cost, 3)
    8.81
    """
@final
class Map:
    r"""A baked map: meshes with their labels, from a ``.nav`` file.

    It does not change, and any number of threads can use it at once. Pickling stores the bytes of the
    file, from protocol 5 on as a buffer that can travel out of band; all maps of equal bytes in a process
    share one decoded map. Maps of equal bytes are equal, and have equal hashes.

    Positions are in the world units of the map. They are rounded to float32: subtract an origin from
    large coordinates first.

    Examples
    --------
    >>> import tautline
    >>> rows = [".........", "....@....", "....@....", "....@...."]
    >>> text = "\n".join(["type octile", "height 4", "width 9", "map", *rows])
    >>> yard = tautline.bake(text.encode(), format="map")
    >>> yard.path((1, 3.5), (8, 3.5)).points.tolist()
    [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]

    The examples of the methods use this map.
    """
    def __new__(cls, *_args: Never, **_options: Never) -> Self: ...
    @staticmethod
    def load(path: str | PathLike[str], *, max_memory: int | None = None) -> Map:
        """Loads a baked file.

        Parameters
        ----------
        path
            A file that ``tautline.bake`` or ``tautline bake`` wrote.
        max_memory
            The greatest amount of memory that loading may take, in bytes. :meth:`inspect` returns the
            amount that a file needs. Unlimited by default.

        Returns
        -------
        Map

        Raises
        ------
        MapError
            If the file is damaged, has another format version, or is not a baked map. Nothing in it is trusted.
        MemoryError
            If it may take more memory than ``max_memory``.
        OSError
            If it cannot be read.

        Examples
        --------
        >>> import pathlib
        >>> _ = pathlib.Path("yard.nav").write_bytes(yard.to_bytes())
        >>> tautline.Map.load("yard.nav").digest == yard.digest
        True
        """
    @staticmethod
    def from_bytes(data: Buffer, *, max_memory: int | None = None) -> Map:
        """Loads a baked map from the bytes of a file, which are checked as strictly as a file.

        A process decodes equal bytes only once, so each task of a distributed engine can call this. The last
        four maps stay in memory for later tasks; see ``tautline.empty_cache``.

        Parameters
        ----------
        data
            ``bytes`` (not copied), or anything else with the buffer protocol (copied).
        max_memory
            The greatest amount of memory that loading may take, in bytes. Unlimited by default.

        Returns
        -------
        Map

        Raises
        ------
        MapError
            If the bytes are damaged, have another format version, or are not a baked map.
        MemoryError
            If it may take more memory than ``max_memory``.

        Examples
        --------
        >>> tautline.Map.from_bytes(yard.to_bytes()).bounds
        (0.0, 0.0, 9.0, 4.0)
        """
    @staticmethod
    def inspect(path: str | PathLike[str]) -> Info:
        """Reads the header of a baked file, without loading it.

        Parameters
        ----------
        path
            A baked map or side-view level.

        Returns
        -------
        Info
            Its kind, format version and size, and an upper bound on the memory for loading it.

        Raises
        ------
        MapError
            If the file is not baked.
        OSError
            If it cannot be read.

        Examples
        --------
        ``yard.nav`` is the file in the example of :meth:`load`.

        >>> tautline.Map.inspect("yard.nav").kind
        'MESH'
        """
    def nearest(
        self,
        point: _Location,
        *,
        max_distance: float | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
    ) -> tuple[float, float, float] | None:
        """Finds the point of the mesh nearest to a point: the point itself if it is on the mesh.

        Parameters
        ----------
        point
            ``(x, y)``, or ``(x, y, elevation)`` on maps with floors above each other.
        max_distance
            The greatest distance to search, in the plane, in world units. At least 0; unlimited by default.
        costs, radius
            As in :meth:`path`. Terrain with the cost ``math.inf`` does not count as ground.

        Returns
        -------
        tuple[float, float, float] | None
            The x and y of the nearest point and its distance, in world units. The distance is 0 for a point on the
            mesh. If the point has an elevation, the distance is measured in space, and may be greater than
            ``max_distance``. None if there is no ground within ``max_distance``.

        Raises
        ------
        ValueError
            If a coordinate is not finite, or an option is out of range.

        Examples
        --------
        >>> yard.nearest((4.25, 2))
        (4.0, 2.0, 0.25)
        """
    def nearest_points(
        self,
        points: _Queries,
        *,
        max_distance: float | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
        threads: int | None = None,
    ) -> Answers:
        """Finds the nearest point of the mesh for each point. A bad row does not raise: it has a status.

        Parameters
        ----------
        points
            An array of shape ``(N, 2)``, or ``(N, 3)`` with elevations, or a table of Arrow with the
            columns ``x`` and ``y``, and perhaps ``z``.
        max_distance, costs, radius
            As in :meth:`nearest`.
        threads
            As in :meth:`paths`.

        Returns
        -------
        Answers
            The columns of the points, then ``status`` (int8, a key of ``tautline.STATUSES``: ``start_off_mesh`` if
            there is no ground within ``max_distance``), ``nearest_x`` and ``nearest_y`` (float32, world units) and
            ``distance`` (float64, world units, as for :meth:`nearest`). All but the status are null in rows without
            a nearest point.

        Raises
        ------
        TypeError, ValueError
            As :meth:`paths`.

        Examples
        --------
        >>> yard.nearest_points([[1, 1], [4.25, 2]]).to_numpy()["distance"].tolist()
        [0.0, 0.25]
        """
    def path(
        self,
        start: _Location,
        goal: _Location,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        in_space: bool = False,
    ) -> Path:
        """Finds one path.

        Parameters
        ----------
        start, goal
            ``(x, y)``, or ``(x, y, elevation)`` on maps with floors above each other.
        snap
            The greatest distance by which ends are moved to the nearest ground, and goals to
            reachable ground, in world units. By default, they are not moved.
        tier
            ``"exact"``, ``"weighted"`` or ``"classic"``. By default, the exact one where costs are
            uniform, and the weighted one elsewhere.
        costs
            The cost per unit of length for each terrain, by its name or class number; ``math.inf`` forbids
            it. The kinds of links (``"jump"``, ``"ladder"``, ``"teleport"``, ``"other"``) can be forbidden in the
            same way, but have no cost here.
        radius
            The radius of the agent, in world units. It selects the mesh of the map for this radius, or for the
            next greater one. By default, the mesh for the smallest radius.
        budget
            The number of nodes that the search may expand. Unlimited by default.
        within
            The share by which the path may be longer than the shortest one, such as 0.01. On maps without
            labels, this makes searches faster. Over weighted terrain, it makes them slower: the search then also
            tries to prove that the path is within that share of the cheapest one. Compare ``cost`` with
            ``lower_bound`` to see whether it did.
        closed_links
            The numbers of links that the path may not take: indices into :attr:`Mesh.links`. Links are numbered
            from 0, in the order of the file, and in the same way for all radii.
        in_space
            True to fill ``points_in_space`` of the path: its points with elevations. On maps with labels, this takes
            2 to 8 times as long as the path alone.

        Returns
        -------
        Path

        Raises
        ------
        PathError
            If there is no path. Its ``status`` is a key of ``tautline.STATUSES``.
        TypeError
            If an end is not two or three numbers.
        ValueError
            If an option is out of range.

        Examples
        --------
        >>> round(yard.path((1, 3.5), (8, 3.5)).length, 3)
        8.81
        >>> try:
        ...     yard.path((4.5, 2), (1, 1))
        ... except tautline.PathError as error:
        ...     print(error.name)
        start_off_mesh
        """
    def paths(
        self,
        queries: _Queries,
        *,
        points: Literal["fixed", "struct", "none"] = "fixed",
        in_space: bool = False,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers:
        """Finds a path for each query. A bad row does not raise: it has a status.

        Parameters
        ----------
        queries
            An array of shape ``(N, 4)``: the x and y of starts and goals; or ``(N, 6)``: x, y and
            elevation of both, on maps with floors above each other. Or a table of Arrow (of
            pyarrow, polars, DuckDB, pandas, a reader of record batches ...) with the columns ``sx``,
            ``sy``, ``gx``, ``gy`` of any numbers, and perhaps elevations ``sz`` and ``gz``, which may
            be null. All columns of a table are passed on to the answers, without a copy. Masked arrays
            are refused: fill them, or give a table with nulls.
        points
            The form of the column of points: ``"fixed"`` for lists of fixed-size lists of two
            float32, ``"struct"`` for lists of structs of ``x`` and ``y`` (for Spark), ``"none"`` for
            no points.
        in_space
            True for the column ``points_in_space`` instead of ``points``: x, y and elevation. It also has a point
            wherever the path crosses from one area of the mesh into the next, because the slope of the ground can
            change there. Structs then also have ``z``. On maps with labels, this takes 2 to 8 times as long.
        threads
            The number of threads. By default, the environment variable ``TAUTLINE_THREADS``; without it,
            ``OMP_NUM_THREADS``, which Ray, Spark and Dask set for their workers; without both, one per core. The
            answers do not depend on it.
        snap, tier, costs, radius, budget, within, closed_links
            As in :meth:`path`.

        Returns
        -------
        Answers
            A row for each query, in the same order. The columns of the queries come first, then ``status`` (int8,
            a key of ``tautline.STATUSES``: 0 if a path was found), ``tier`` (int8, an index of
            ``tautline.TIERS``), ``length`` and ``cost`` (float64, world units), ``lower_bound``
            (float64: no path is cheaper), with ``snap`` also ``start_snap`` and ``goal_snap``
            (float64, world units), and ``points`` (start, bends, both ends of each link, goal; float32, world units).
            All but the status are null where there is no path.

        Raises
        ------
        TypeError, ValueError
            If columns are missing, are not numbers, or have the name of a column of the answers; if an array is
            masked or has the wrong shape; if an option is out of range; or if a reader of record batches fails.

        Examples
        --------
        >>> answers = yard.paths([[1, 3.5, 8, 3.5], [4.5, 2, 1, 1]]).to_numpy()
        >>> [tautline.STATUSES[status] for status in answers["status"]]
        ['ok', 'start_off_mesh']
        >>> answers["points"][answers["offsets"][0] : answers["offsets"][1]].tolist()
        [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]
        """
    def lengths(
        self,
        queries: _Queries,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers:
        """Finds the length of the path for each query: like :meth:`paths`, but without the points, which take most
        of the memory.

        Parameters
        ----------
        queries, threads, snap, tier, costs, radius, budget, within, closed_links
            As in :meth:`paths`.

        Returns
        -------
        Answers
            Like those of :meth:`paths`, without ``points``.

        Raises
        ------
        TypeError, ValueError
            As :meth:`paths`.

        Examples
        --------
        >>> yard.lengths([[1, 3.5, 8, 3.5], [1, 1, 1, 3]]).to_numpy()["length"].round(3).tolist()
        [8.81, 2.0]
        """
    def matrix(
        self,
        starts: _Queries,
        goals: _Queries,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> NDArray[np.float64]:
        """Finds the cost of the path from each start to each goal. Where terrain costs are uniform and no links are
        taken, this is its length. The work at each goal is done once, so few goals and many starts are faster than
        many goals and few starts.

        Parameters
        ----------
        starts, goals
            Arrays of shape ``(N, 2)`` and ``(M, 2)``, or of 3 columns, with elevations; or tables of Arrow with the
            columns ``x`` and ``y``, and perhaps ``z``.
        threads, snap, tier, costs, radius, budget, within, closed_links
            As in :meth:`paths`.

        Returns
        -------
        numpy.ndarray
            Shape ``(N, M)``, float64, world units. NaN where there is no path, and where a coordinate is null.

        Raises
        ------
        MemoryError
            If there is no memory for the result.
        TypeError, ValueError
            As :meth:`paths`.

        Examples
        --------
        >>> yard.matrix([[1, 3.5], [1, 1]], [[8, 3.5], [1, 3]]).round(3).tolist()
        [[8.81, 0.5], [7.905, 2.0]]
        """
    def paths_to(
        self,
        starts: _Queries,
        goal: _Location,
        *,
        points: Literal["fixed", "struct", "none"] = "fixed",
        in_space: bool = False,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers:
        """Finds a path from each start to one goal, like :meth:`paths`, but does the work at the goal
        once.

        Parameters
        ----------
        starts
            An array of shape ``(N, 2)``, or ``(N, 3)`` with elevations, or a table of Arrow with the
            columns ``sx`` and ``sy``, and perhaps ``sz``; without these, ``x``, ``y`` and perhaps ``z``.
        goal
            ``(x, y)``, or ``(x, y, elevation)`` on maps with floors above each other.
        points, in_space, threads, snap, tier, costs, radius, budget, within, closed_links
            As in :meth:`paths`.

        Returns
        -------
        Answers
            Like those of :meth:`paths`. Where several paths are equally short, this may choose another one.

        Raises
        ------
        TypeError, ValueError
            As :meth:`paths`.

        Examples
        --------
        >>> yard.paths_to([[1, 3.5], [1, 1]], (8, 3.5)).to_numpy()["length"].round(3).tolist()
        [8.81, 7.905]
        """
    def next_corners_to(
        self,
        starts: _Queries,
        goal: _Location,
        *,
        snap: float | None = None,
        tier: Literal["exact", "weighted", "classic"] | None = None,
        costs: _Costs | None = None,
        radius: float | None = None,
        budget: int | None = None,
        within: float = 0.0,
        closed_links: Sequence[int] | None = None,
        threads: int | None = None,
    ) -> Answers:
        """Finds the next point to walk to on a shortest path from each start to one goal. This is enough for
        agents that ask again on their way.

        Parameters
        ----------
        starts, goal, threads, snap, tier, costs, radius, budget, within, closed_links
            As in :meth:`paths_to`.

        Returns
        -------
        Answers
            The columns of the starts, then ``status`` (int8), ``next_x`` and ``next_y`` (float32, world units),
            ``distance`` (float64, world units: the cost of the whole path) and ``link`` (int32: the link that leads
            to the next point, or null if the agent walks there). All but the status are null where there is no
            path.

        Raises
        ------
        TypeError, ValueError
            As :meth:`paths`.

        Examples
        --------
        >>> step = yard.next_corners_to([[1, 3.5]], (8, 3.5)).to_numpy()
        >>> step["next_x"].tolist(), step["next_y"].tolist(), step["link"].tolist()
        ([4.0], [1.0], [-1])
        """
    def to_bytes(self) -> bytes:
        """Returns the bytes of the file, for :meth:`from_bytes`, without a copy.

        Examples
        --------
        >>> tautline.Map.from_bytes(yard.to_bytes()).digest == yard.digest
        True
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    def __reduce_ex__(self, protocol: SupportsIndex, /) -> tuple[object, ...]: ...
    @property
    def name(self) -> str | None:
        """The name of the map, if it has one."""
    @property
    def terrains(self) -> list[str]:
        """The names of the terrain classes, from class 0 on. Empty if the map names none."""
    @property
    def profiles(self) -> dict[str, dict[str | int, float]]:
        """The profiles that the map was baked with: for each name, the terrain costs that are not 1. Queries with these
        ``costs`` need no search.
        """
    @property
    def bounds(self) -> tuple[float, float, float, float]:
        """The bounds of the mesh for the smallest agents: ``(min x, min y, max x, max y)``, world units."""
    @property
    def meshes(self) -> list[Mesh]:
        """The meshes, one for each agent radius, the smallest radius first."""
    @property
    def digest(self) -> str:
        """The SHA-256 of the bytes, in hexadecimal digits, as ``sha256sum`` prints it."""
    @property
    def memory(self) -> int:
        """An upper bound on the memory that loading took, in bytes, including the bytes of the file."""

@final
class Info:
    """The header of a baked file, as :meth:`Map.inspect` reads it. Equal headers have equal hashes.

    Examples
    --------
    ``yard.nav`` is the file in the example of :meth:`Map.load`.

    >>> info = tautline.Map.inspect("yard.nav")
    >>> info.kind, info.size < info.memory
    ('MESH', True)
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def kind(self) -> str:
        """The kind: ``"MESH"`` for maps, ``"PLAT"`` for side-view levels."""
    @property
    def format_version(self) -> int:
        """The version of the format."""
    @property
    def size(self) -> int:
        """The length of the file in bytes."""
    @property
    def memory(self) -> int:
        """An upper bound on the memory for loading, in bytes, including the bytes of the file. It does not hold for
        labels that are stored as an order of hubs, because loading bakes these again.
        """

@final
class Mesh:
    """A mesh of a map, for agents of one radius: one of :attr:`Map.meshes`. It is a description: those with equal
    values are equal, also if they are of different maps, and have equal hashes.

    Examples
    --------
    ``yard`` is the map in the example of :class:`Map`.

    >>> mesh = yard.meshes[0]
    >>> mesh.radius, mesh.labels, mesh.links
    (0.0, True, [])
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    @property
    def radius(self) -> float:
        """The greatest radius of an agent, in world units: paths keep this distance from all walls."""
    @property
    def areas(self) -> int:
        """The number of areas."""
    @property
    def vertices(self) -> int:
        """The number of vertices."""
    @property
    def links(self) -> list[str]:
        """The kind of each link, by its number: ``"jump"``, ``"ladder"``, ``"teleport"`` or ``"other"``. A link has
        the same number for all radii. If an end of a link is off the mesh for a radius, no path takes it, and
        ``bake`` warns.
        """
    @property
    def labels(self) -> bool:
        """True if there are hub labels, which make queries many times faster."""
    @property
    def landmarks(self) -> bool:
        """True if there are landmarks."""

@final
class Path:
    """A path from a start to a goal, as :meth:`Map.path` returns it. It can be pickled.

    Examples
    --------
    ``yard`` is the map in the example of :class:`Map`.

    >>> path = yard.path((1, 3.5), (8, 3.5))
    >>> path.points.tolist()
    [[1.0, 3.5], [4.0, 1.0], [5.0, 1.0], [8.0, 3.5]]
    >>> path.tier, round(path.length, 3), path.links
    ('exact', 8.81, [])
    """
    def __reduce__(self) -> tuple[object, ...]: ...
    @property
    def points(self) -> NDArray[np.float32]:
        """Start, bends, both ends of each link, goal: shape ``(n, 2)``, float32, world units."""
    @property
    def length(self) -> float:
        """The length on the ground, measured in the plane, in world units. Links do not count."""
    @property
    def cost(self) -> float:
        """The cost, in world units: lengths times the costs of terrain, and the costs of links."""
    @property
    def lower_bound(self) -> float:
        """A lower bound on the cost of any path: equal to ``cost`` in the exact tier without ``within``."""
    @property
    def tier(self) -> Literal["exact", "weighted", "classic"]:
        """The tier that found it: ``"exact"``, ``"weighted"`` or ``"classic"``."""
    @property
    def links(self) -> list[tuple[int, int, bool]]:
        """The links that it takes, in order: the index in ``points`` of the point where the link departs, its
        number, and True if it is taken from its first end to its second one.
        """
    @property
    def start_snap(self) -> float:
        """The distance by which the start was moved onto the mesh, in world units; 0 if it was not moved."""
    @property
    def goal_snap(self) -> float:
        """The distance by which the goal was moved onto the mesh or to reachable ground, in world units; 0 if
        it was not moved.
        """
    @property
    def points_in_space(self) -> NDArray[np.float32] | None:
        """With ``in_space=True``: x, y and elevation, of shape ``(m, 3)``, float32, world units. It has the points of the
        path, and a point wherever the path crosses from one area of the mesh into the next, because the slope of the
        ground can change there. Otherwise None.
        """

@final
class Answers:
    """The answers to a batch, in the order of the queries: the columns of the queries, if they were a
    table, followed by the columns of the answers.

    Any library with the Arrow PyCapsule interface reads it directly: ``pyarrow.table(answers)``,
    ``polars.DataFrame(answers)``, ``pandas.DataFrame.from_arrow(answers)``, a query of DuckDB that names
    the variable. :meth:`to_numpy` needs no other library. ``len(answers)`` is the number of rows.

    Examples
    --------
    ``yard`` is the map in the example of :class:`Map`.

    >>> answers = yard.lengths([[1, 3.5, 8, 3.5], [4.5, 2, 1, 1]])
    >>> len(answers), list(answers.to_numpy())
    (2, ['status', 'tier', 'length', 'cost', 'lower_bound'])
    """
    def __arrow_c_stream__(self, requested_schema: object | None = None) -> CapsuleType: ...
    def __arrow_c_schema__(self) -> CapsuleType: ...
    def __len__(self) -> int: ...
    def to_numpy(self) -> dict[str, NDArray[Any]]:
        """Copies the columns of the answers into arrays of numpy, without those that came with the queries.

        Returns
        -------
        dict[str, numpy.ndarray]
            One array of shape ``(N,)`` for each column of numbers. Where a row has no value, floats
            are NaN and integers -1. A list becomes one array for all rows (``points``: shape
            ``(M, 2)``, float32; ``points_in_space``: ``(M, 3)``), and ``offsets`` of shape ``(N + 1,)``,
            int64: row ``i`` has ``points[offsets[i]:offsets[i + 1]]``. A list of structs becomes one array
            for each field, such as ``inputs.frames``.

        Examples
        --------
        ``yard`` is the map in the example of :class:`Map`.

        >>> answers = yard.paths([[1, 1, 1, 3], [4.5, 2, 1, 1]]).to_numpy()
        >>> answers["length"].tolist(), answers["offsets"].tolist()
        ([2.0, nan], [0, 2, 2])
        """

@final
class Level:
    """A side-view level with a character that runs, jumps and falls in it.

    Columns are counted from the left and rows from below, from 0. Plans are exact: the inputs of each
    frame, with which the character arrives as early as possible. A level can be pickled, and used by any
    number of threads at once. Levels with the same name, tiles, physics, body and options are equal, and have
    equal hashes.

    Examples
    --------
    >>> from tautline.platformer import Level
    >>> level = Level.from_rows(["........", "...==...", "......##", "########"])
    >>> plan = level.plan((0, 1), (7, 2))
    >>> plan.frames == len(level.replay(plan))
    True

    The examples of the methods use this level and this plan.
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __new__(cls, *_args: Never, **_options: Never) -> Self: ...
    @staticmethod
    def from_rows(
        rows: Sequence[str],
        *,
        outside: Literal["solid", "deadly"] = "solid",
        physics: Mapping[str, float | tuple[int, int]] = {},
        body: tuple[float, float] = (12.0, 12.0),
        axis: Literal["analog", "digital"] = "analog",
        grace: bool = True,
    ) -> Level:
        """Makes a level from rows of tiles, and finds all links between its spans (walkable intervals).

        Parameters
        ----------
        rows
            The rows, the uppermost first: ``#`` solid, ``=`` one-way, ``^`` deadly, ``.`` empty.
        outside
            The tiles around the level: ``"solid"`` or ``"deadly"``.
        physics
            Values of the physics other than the defaults, in pixels and seconds: ``tile``, ``gravity``,
            ``max_fall``, ``walk``, ``jump``, ``jump_cut``, ``grace_frames``, ``steps_per_second``, and
            ``subpixels``: the number of subpixels per pixel in x and y, by default ``(3, 3600)``. Speeds and sizes
            are rounded to whole subpixels. A ``UserWarning`` names values that change by more than 1 %.
        body
            The width and height of the character, in pixels.
        axis
            The horizontal input: ``"analog"`` for a stick, ``"digital"`` for keys.
        grace
            True to plan jumps in coyote time: just after walking off a ledge.

        Returns
        -------
        Level

        Raises
        ------
        TypeError
            If the rows are not a list of texts.
        ValueError
            If the tiles, the physics or the body are not valid.

        Examples
        --------
        >>> Level.from_rows(["....", "..##", "####"], physics={"walk": 120.0}).size
        (4, 3)
        """
    @staticmethod
    def load(path: str | PathLike[str]) -> Level:
        """Loads a baked level.

        Parameters
        ----------
        path
            A file that ``tautline platformer bake`` wrote, or that has the bytes of :meth:`to_bytes`.

        Returns
        -------
        Level

        Raises
        ------
        MapError
            If the file is damaged, has another format version, or is not a level. Nothing in it is trusted.
        OSError
            If it cannot be read.

        Examples
        --------
        >>> import pathlib
        >>> _ = pathlib.Path("level.plat").write_bytes(level.to_bytes())
        >>> Level.load("level.plat").size
        (8, 4)
        """
    @staticmethod
    def from_bytes(data: Buffer) -> Level:
        """Loads a baked level from the bytes of a file, which are checked as strictly as a file.

        Parameters
        ----------
        data
            ``bytes`` (not copied), or anything else with the buffer protocol (copied).

        Returns
        -------
        Level

        Raises
        ------
        MapError
            If the bytes are damaged, have another format version, or are not a level.

        Examples
        --------
        >>> Level.from_bytes(level.to_bytes()).size
        (8, 4)
        """
    def plan(
        self,
        start: _Cell | State,
        goal: _Cell,
        *,
        budget: int | None = None,
    ) -> Plan:
        """Finds the plan from a start to a goal.

        Parameters
        ----------
        start
            The ``(column, row)`` of a cell, or a :class:`State`. In a cell, the character is at rest, with the lower
            left corner of its body in that of the cell.
        goal
            The ``(column, row)`` of a cell with ground under it. The lower left corner of the body gets into it.
        budget
            The number of nodes that the search may expand. Unlimited by default.

        Returns
        -------
        Plan

        Raises
        ------
        PlanError
            If there is no plan. Its ``status`` is a key of ``tautline.platformer.STATUSES``.
        TypeError
            If the start is neither a cell nor a state.

        Examples
        --------
        >>> level.plan((0, 1), (7, 2)).waypoints[0]
        (0, 0, 57600)
        """
    def plans(
        self, queries: _Queries, *, budget: int | None = None, threads: int | None = None
    ) -> Answers:
        """Finds a plan for each query. A bad row does not raise: it has a status.

        Parameters
        ----------
        queries
            An array of integers of shape ``(N, 4)``: column and row of starts and goals. Or a table of
            Arrow with the columns ``sx``, ``sy``, ``gx``, ``gy`` of integers. All columns of a table
            are passed on to the answers, without a copy.
        budget
            As in :meth:`plan`.
        threads
            As in :meth:`tautline.Map.paths`.

        Returns
        -------
        Answers
            A row for each query, in the same order. The columns of the queries come first, then ``status`` (int8, a
            key of ``tautline.platformer.STATUSES``), ``frames`` (int32, the length of the plan), and
            ``inputs``: lists of structs of ``frames`` (int32, the number of frames of this input), ``walk`` (int32,
            subpixels per frame, positive to the right), ``jump`` and ``down`` (bool). All but the status
            are null where there is no plan.

        Raises
        ------
        TypeError, ValueError
            If columns are missing or not integers, or if the shape of an array is wrong.

        Examples
        --------
        >>> answers = level.plans([[0, 1, 7, 2], [0, 1, 7, 3]]).to_numpy()
        >>> [tautline.platformer.STATUSES[status] for status in answers["status"]]
        ['ok', 'goal_in_the_air']
        """
    def replay(self, plan: Plan) -> list[State]:
        """Simulates a plan by the physics, and returns the state after each frame: for drawing, or to check the plan.
        :meth:`trajectory` returns them as an array.

        Parameters
        ----------
        plan
            A plan of this level.

        Returns
        -------
        list[State]
            One state for each of ``plan.frames``.

        Examples
        --------
        >>> level.replay(plan)[-1].stance
        'ground'
        """
    def trajectory(self, plan: Plan | _Inputs, start: _Cell | State | None = None) -> NDArray[np.void]:
        """Simulates inputs by the physics, and returns the states as an array: for plots and analysis.

        Parameters
        ----------
        plan
            A plan of this level. Or the inputs of a row of :meth:`plans`, each a mapping with the keys ``frames``,
            ``walk``, ``jump`` and ``down``, or these four values in this order.
        start
            The start of the row, as in :meth:`plan`; only with inputs of a row.

        Returns
        -------
        numpy.ndarray
            A structured array with ``plan.frames + 1`` rows: row 0 is the start, and row ``f`` the state after ``f``
            frames. The fields are int32: ``x`` and ``y`` (the lower left corner of the body, in subpixels: see
            :attr:`tile_size`), ``speed`` (upwards, in subpixels of y for each frame), ``stance`` (an index of
            ``tautline.platformer.STANCES``) and ``grace`` (the number of frames of coyote time that are left).

        Raises
        ------
        TypeError
            If ``plan`` is neither a plan nor inputs, or if inputs have no start.
        MemoryError
            If there are too many frames.

        Examples
        --------
        >>> states = level.trajectory(plan)
        >>> len(states) == plan.frames + 1
        True
        >>> width, height = level.tile_size
        >>> x, y = states["x"] / width, states["y"] / height    # in tiles, as plt.plot(x, y) takes them
        >>> float(x[0]), float(y[0])
        (0.0, 1.0)

        A row of a batch:

        >>> answers = level.plans([[0, 1, 7, 2]]).to_numpy()
        >>> first, end = answers["offsets"][:2]
        >>> names = ["frames", "walk", "jump", "down"]
        >>> inputs = zip(*(answers[f"inputs.{name}"][first:end] for name in names))
        >>> bool((level.trajectory(inputs, (0, 1)) == states).all())
        True
        """
    def state_at(self, column: int, row: int) -> State:
        """Returns the state at rest in the lower left corner of a cell: on the ground if there is ground below,
        else in the air.

        Parameters
        ----------
        column, row
            The cell: columns are counted from the left and rows from below, from 0.

        Returns
        -------
        State

        Examples
        --------
        >>> level.state_at(0, 1).stance, level.state_at(0, 2).stance
        ('ground', 'air')
        """
    def to_bytes(self) -> bytes:
        """Returns the level with all of its links as the bytes of a file, for :meth:`from_bytes`.

        Examples
        --------
        >>> Level.from_bytes(level.to_bytes()).size == level.size
        True
        """
    def __reduce__(self) -> tuple[object, ...]: ...
    @property
    def tile_size(self) -> tuple[int, int]:
        """The width and height of a tile in subpixels, the unit of :class:`State` and of waypoints: a
        position is in column ``x // tile_size[0]`` and row ``y // tile_size[1]``.
        """
    @property
    def size(self) -> tuple[int, int]:
        """The number of columns and rows."""

@final
class State:
    """The position and motion of a character, in subpixels: see :attr:`Level.tile_size`.

    Examples
    --------
    ``level`` is that in the example of :class:`Level`.

    >>> from tautline.platformer import State
    >>> width, height = level.tile_size
    >>> State(0, height) == level.state_at(0, 1)
    True
    """
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
    def x(self) -> int:
        """Left side of the body, in subpixels of x."""
    @property
    def y(self) -> int:
        """Lower side of the body, in subpixels of y."""
    @property
    def speed(self) -> int:
        """Upward speed, in subpixels of y for each frame."""
    @property
    def stance(self) -> Literal["ground", "air", "dead"]:
        """``"ground"``, ``"air"`` or ``"dead"``."""
    @property
    def grace(self) -> int:
        """The number of frames in which it can still jump after walking off a ledge (coyote time)."""

@final
class Plan:
    """The inputs with which a character reaches its goal in the least frames, as
    :meth:`Level.plan` returns them. It can be pickled. Plans with the same start, inputs
    and waypoints are equal, and have equal hashes.

    Examples
    --------
    ``level`` and ``plan`` are those in the example of :class:`Level`.

    >>> frames, walk, jump, down = plan.inputs[0]
    >>> sum(frames for frames, *_ in plan.inputs) == plan.frames
    True
    """
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[object, ...]: ...
    @property
    def frames(self) -> int:
        """The number of frames. A second has as many as ``steps_per_second`` of the physics."""
    @property
    def inputs(self) -> list[tuple[int, int, bool, bool]]:
        """The inputs, in order: the number of frames, the walk (subpixels per frame, positive to the right), True if
        jump is held, and True if down is held.
        """
    @property
    def waypoints(self) -> list[tuple[int, int, int]]:
        """The start, every take-off and landing, and the end: the frame, and the x and y of the lower left corner of
        the body, in subpixels.
        """
