"""Kills one worker: loaded by every Python process that has this folder on its PYTHONPATH.

With TAUTLINE_DIE_ONCE, the first process that is asked for paths from DEADLY_X creates that file and
kills itself. The next one finds the file, and answers.
"""

import os
import signal

DEADLY_X = 2_000_000.0


def die_once(part):
    if any(x.as_py() == DEADLY_X for x in part["sx"]):
        try:
            os.close(os.open(os.environ["TAUTLINE_DIE_ONCE"], os.O_CREAT | os.O_EXCL))
        except FileExistsError:
            return
        os.kill(os.getpid(), signal.SIGKILL)


class DyingMap:
    """A map that may kill its process before it answers."""

    def __init__(self, inner):
        self.inner = inner

    def __reduce__(self):
        return DyingMap.from_bytes, (self.inner.to_bytes(),)

    @staticmethod
    def load(*arguments, **options):
        return DyingMap(real_map.load(*arguments, **options))

    @staticmethod
    def from_bytes(*arguments, **options):
        return DyingMap(real_map.from_bytes(*arguments, **options))

    def paths(self, part, **options):
        die_once(part)
        return self.inner.paths(part, **options)


if "TAUTLINE_DIE_ONCE" in os.environ:
    import tautline

    real_map = tautline.Map
    tautline.Map = DyingMap
