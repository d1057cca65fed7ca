"""``python -m tautline``: prints the version, the build target, and the versions of Python and numpy."""

import platform

import numpy

from . import build_info


def main() -> None:
    for name, value in build_info():
        print(f"{name}: {value}")
    print(f"python: {platform.python_version()}")
    print(f"numpy: {numpy.__version__}")


main()
