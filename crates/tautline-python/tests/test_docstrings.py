"""The docstrings of the compiled module: the stub has them, and their examples run."""

import ast
import doctest
import inspect

import stubs
import tautline
from tautline import _native


def documented():
    """The classes, functions and properties of the stub: name, whether it is a property, docstring."""
    nodes = stubs.documented_nodes(ast.parse(stubs.STUB.read_text("utf-8")), _native)
    for node, value in nodes:
        yield node.name, inspect.isdatadescriptor(value), inspect.cleandoc(value.__doc__)


def test_the_stub_has_the_docstrings_of_the_module():
    text = stubs.STUB.read_text("utf-8")
    assert stubs.documented(text) == text, "`python stubs.py` writes the docstrings into the stub"
    # Editors read what is there.
    classes = {node.name: node for node in ast.parse(text).body if isinstance(node, ast.ClassDef)}
    (path,) = (node for node in classes["Map"].body if isinstance(node, ast.FunctionDef) and node.name == "path")
    assert ast.get_docstring(path) == inspect.getdoc(tautline.Map.path)


def test_docstrings_are_written_where_there_are_none_and_where_there_are_others():
    bare = """class Map:
    @staticmethod
    def load(
        path: str,
    ) -> Map: ...
    def __len__(self) -> int: ...
"""
    written = stubs.documented(bare)
    (map_class,) = ast.parse(written).body
    assert ast.get_docstring(map_class) == inspect.getdoc(tautline.Map)
    assert ast.get_docstring(map_class.body[1]) == inspect.getdoc(tautline.Map.load)
    assert written.endswith("    def __len__(self) -> int: ...\n")
    assert stubs.documented(written) == written
    assert stubs.documented(written.replace("Loads a baked file", "Loads")) == written


def test_examples_of_docstrings_run():
    # All in one namespace: those of methods use what that of their class has made.
    names = {"tautline": tautline}
    runner = doctest.DocTestRunner()
    for name, is_property, text in documented():
        example = doctest.DocTestParser().get_doctest(text, names, name, None, None)
        assert example.examples or is_property, f"{name} has no example"
        runner.run(example, clear_globs=False)
        names = example.globs
    assert runner.summarize().failed == 0

