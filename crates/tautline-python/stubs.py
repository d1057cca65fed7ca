"""Copies the docstrings of the compiled module into its stub, where editors read them.

    python stubs.py     rewrites python/tautline/_native.pyi, if tautline is installed

A test fails if the docstrings differ. Everything else in the stub is written by hand.
"""

import ast
import inspect
import textwrap
from pathlib import Path

from tautline import _native

STUB = Path(__file__).parent / "python/tautline/_native.pyi"


def documented(stub: str) -> str:
    """Returns the text of the stub, with the docstrings that the module has now."""
    lines = stub.splitlines()
    # From the last node to the first, so that the line numbers of those still to come stay valid.
    for node, value in reversed(list(documented_nodes(ast.parse(stub), _native))):
        replace_docstring(lines, node, value.__doc__)
    return "\n".join(lines) + "\n"


def documented_nodes(parent, owner):
    """Yields the classes, functions and properties of the stub that are public in the module, with their values."""
    for node in parent.body:
        if isinstance(node, (ast.ClassDef, ast.FunctionDef)) and not node.name.startswith("_"):
            value = getattr(owner, node.name)
            yield node, value
            if isinstance(node, ast.ClassDef):
                yield from documented_nodes(node, value)


def replace_docstring(lines: list[str], node: ast.ClassDef | ast.FunctionDef, text: str) -> None:
    """Replaces the docstring of a node, or the dots after its colon, in the lines of the stub."""
    first = node.body[0]
    decorators = getattr(first, "decorator_list", [])
    row = min(part.lineno for part in [first, *decorators]) - 1
    # A docstring, or the dots. A class can have neither: then, its docstring comes before its first member.
    end = first.end_lineno if isinstance(first, ast.Expr) else row
    signature = lines[row][: first.col_offset].rstrip()
    indent = " " * (node.col_offset + 4)
    text = inspect.cleandoc(text)
    assert '"""' not in text
    opening = 'r"""' if "\\" in text else '"""'
    closing = f'\n{indent}"""' if "\n" in text else '"""'
    docstring = textwrap.indent(opening + text, indent) + closing
    lines[row:end] = [*([signature] if signature else []), *docstring.splitlines()]


if __name__ == "__main__":
    STUB.write_text(documented(STUB.read_text("utf-8")), "utf-8")
