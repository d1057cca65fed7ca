"""Exceptions."""


class MapError(ValueError):
    """A file or bytes that are damaged, have another format version or are not a map; or a map without ground."""


class _StatusError(ValueError):
    def __init__(self, message: str, status: int, name: str) -> None:
        super().__init__(message, status, name)
        self.status = status
        self.name = name

    def __str__(self) -> str:
        return str(self.args[0])


class PathError(_StatusError):
    """No path from a start to a goal.

    ``status`` is the number of the reason, a key of ``tautline.STATUSES``, and ``name`` its name.
    """


class PlanError(_StatusError):
    """No plan from a start to a goal.

    ``status`` is the number of the reason, a key of ``tautline.platformer.STATUSES``, and ``name`` its
    name.
    """
