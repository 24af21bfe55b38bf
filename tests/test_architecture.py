"""Rules about the code itself: what every file says first, what it may import, how long it may be."""

from __future__ import annotations

import ast
import importlib
import inspect
import pkgutil
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import rulewright
from rulewright.diagnostics import CODES
from rulewright.typed.infer.fields import POSITION
from rulewright_runtime import Position

ROOT = Path(__file__).resolve().parents[1]
MOST_METHODS = 30  # of one object of the compiler, inherited ones counted
LONGEST = 500  # lines of a file written by hand
# Files that are still to be cut; a limit may only go down, and no file may join them.
LONGER: dict[str, int] = {}


def modules(*folders: str) -> list[Path]:
    return [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


WRITTEN = [path for path in modules("compiler", "runtime", "tests") if "golden" not in path.parts]
GENERATED = modules("generated")


def fault_of_the_beginning(path: Path) -> str:
    """What is wrong with the first lines of a file, or nothing."""
    if not text_of(path).strip():
        return "" if path.name == "__init__.py" else "empty"  # an empty package marker has no job to state
    docstring = ast.get_docstring(tree_of(path))
    if docstring is None:
        return "no docstring"
    if not text_of(path).startswith(('"""', 'r"""')):
        return "the docstring is not on the first line"
    sentence = docstring.split("\n\n")[0].rstrip().endswith((".", "!", "?", ":"))
    return "" if sentence else "its first paragraph is no sentence"


def test_a_file_begins_by_saying_its_job() -> None:
    assert not {named(path): fault for path in WRITTEN if (fault := fault_of_the_beginning(path))}


def test_a_file_is_short() -> None:
    lines = {named(path): text_of(path).count("\n") for path in WRITTEN}
    assert not {name: n for name, n in lines.items() if n > LONGER.get(name, LONGEST)}


# What Lark builds trees with has a method for each rule of the grammar.
BY_GRAMMAR = "rulewright.surface"


def objects_of_the_compiler() -> Iterator[type]:
    for module in pkgutil.walk_packages(rulewright.__path__, "rulewright."):
        if not module.name.startswith(BY_GRAMMAR) and not module.name.endswith("__main__"):
            found = importlib.import_module(module.name)
            yield from (
                c for c in vars(found).values() if isinstance(c, type) and c.__module__ == module.name
            )


def test_no_object_of_the_compiler_has_many_methods() -> None:
    large: set[str] = set()
    for of in objects_of_the_compiler():
        own = [c for c in of.__mro__ if c.__module__.startswith("rulewright.")]
        methods = {n for c in own for n, m in vars(c).items() if inspect.isfunction(m) and n[:2] != "__"}
        if len(methods) > MOST_METHODS:
            large.add(f"{of.__module__.removeprefix('rulewright.')}.{of.__name__}")
    assert not large, "write functions over a context instead"


BACK_HALF = modules("compiler/rulewright/code", "compiler/rulewright/passes", "compiler/rulewright/emit")
LAYOUT = ("layout.py", "lines.py", "tokens.py", "formatter.py")  # black's layout, written by hand


def test_nothing_is_decided_on_printed_text() -> None:
    """Outside of the layout no regular expression looks at what was printed."""
    others = [path for path in BACK_HALF if path.name not in LAYOUT]
    assert others
    assert not [named(path) for path in others if "re" in {name for name, _ in imports(path)}]


# The oracle and the writers of random rules, which came here from the tests: a function bears the name of its construct.
BY_NAME = tuple(
    f"compiler/rulewright/{x}" for x in ("interpreter/", "tools/fuzz/writers/", "tools/fuzz/faults.py")
)
SAID = [path for path in modules("compiler", "runtime") if not named(path).startswith(BY_NAME)]
Defined = ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef


def defined(
    body: list[ast.stmt], of: ast.ClassDef | None = None
) -> Iterator[tuple[ast.ClassDef | None, Defined]]:
    """The functions and classes of a module, and the methods of its classes with these.

    Left out are functions inside of functions, which their own one speaks for, names of Python's own and overloads.
    """
    for node in body:
        if isinstance(node, ast.ClassDef):
            yield of, node
            yield from defined(node.body, node)
        elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            if not node.name.startswith("__") and "overload" not in map(ast.unparse, node.decorator_list):
                yield of, node
        elif isinstance(node, ast.If | ast.Try):
            yield from defined([*node.body, *node.orelse], of)


def sentence(node: Defined) -> str | None:
    """The first paragraph of a docstring, or None if it is no sentence."""
    said = (ast.get_docstring(node) or "").split("\n\n")[0]
    return said if said.endswith((".", ":")) and not said[0].islower() else None


@cache
def classes() -> dict[str, list[ast.ClassDef]]:
    """By name, the classes of compiler and runtime."""
    found: dict[str, list[ast.ClassDef]] = {}
    for path in modules("compiler", "runtime"):
        for _, node in defined(tree_of(path).body):
            if isinstance(node, ast.ClassDef):
                found.setdefault(node.name, []).append(node)
    return found


def bases(of: ast.ClassDef) -> Iterator[ast.ClassDef]:
    """The classes of this project that a class inherits from, nearer ones first."""
    for base in of.bases:
        name = ast.unparse(base).partition("[")[0].rpartition(".")[2]
        for found in classes().get(name, []) if name != of.name else []:
            yield found
            yield from bases(found)


@cache
def grammar_rules() -> set[str]:
    """The names of the rules and aliases of the grammar: what lark calls the methods of the builders by."""
    text = (ROOT / "compiler/rulewright/grammar/rules.lark").read_text(encoding="utf-8")
    return {found[1] or found[2] for found in re.finditer(r"^[?!]?(\w+): |-> (\w+)", text, re.M)}


def overrides_one_that_says(of: ast.ClassDef | None, node: Defined) -> bool:
    """True if a method does what the method of a base class says that it does."""
    return of is not None and any(
        isinstance(other, ast.FunctionDef) and other.name == node.name and sentence(other)
        for base in bases(of)
        for other in base.body
    )


def silent(path: Path) -> list[str]:
    """The functions of a file that do not say what they give.

    A method that builds the tree of a grammar rule is said by the rule, which has its name.
    """
    ruled = grammar_rules() if path.match("surface/build_*.py") else set[str]()
    return [
        f"{named(path)}, {node.name}: {ast.get_docstring(node)}"
        for of, node in defined(tree_of(path).body)
        if sentence(node) is None
        and not overrides_one_that_says(of, node)
        and not (of is not None and node.name in ruled)
    ]


def test_each_function_says_in_a_sentence_what_it_gives() -> None:
    found = [fault for path in SAID for fault in silent(path)]
    assert not found, "\n".join(found)


def packages() -> list[Path]:
    return sorted(path.parent for path in (ROOT / "generated").glob("*/__init__.py"))


def test_there_are_engines() -> None:
    assert packages()


def test_generated_files_say_so() -> None:
    heads = {named(path): text_of(path)[:600].lower() for path in GENERATED}
    said = ("generated", "do not edit", "rulewright build")
    assert not [
        name
        for name, head in heads.items()
        if not all(word in head for word in said) or not re.search(r"rules/\w+", head)
    ]


def test_engines_test_nothing_that_is_known_before_play() -> None:
    known = re.compile(r"^ *if (not )?(True|False):$", re.M)
    assert not [named(path) for path in GENERATED if known.search(text_of(path))]


# Black gives each statement a line of its own, so these are all of them, and no file has to be parsed for it.
IMPORT = re.compile(r"^[ \t]*(?:from[ \t]+(\.*)([\w.]*)[ \t]+import\b|import[ \t]+(.+))", re.M)


def imports(path: Path) -> Iterator[tuple[str, int]]:
    """The modules that a file imports, with the number of leading dots."""
    for dots, source, plain in IMPORT.findall(text_of(path)):
        if plain:
            yield from ((name.split()[0], 0) for name in plain.partition("#")[0].split(","))
        else:
            yield source, len(dots)


def strange(path: Path, deepest: int) -> list[str]:
    """What a file imports that is neither of the standard library nor of its own package, which is so many levels up."""
    return [
        f"{named(path)}: {'.' * level}{name}"
        for name, level in imports(path)
        if not 1 <= level <= deepest and name.partition(".")[0] not in sys.stdlib_module_names
    ]


@pytest.mark.parametrize("package", packages(), ids=lambda p: p.name)
def test_engines_know_only_themselves_and_the_runtime(package: Path) -> None:
    found = [fault for path in sorted(package.glob("*.py")) for fault in strange(path, deepest=1)]
    bridge = f"{named(package)}/_runtime.py: rulewright_runtime"
    assert not [fault for fault in found if not fault.startswith(bridge)]


def test_the_runtime_needs_only_the_standard_library() -> None:
    runtime = ROOT / "runtime/rulewright_runtime"
    for path in modules("runtime/rulewright_runtime"):
        assert not strange(path, deepest=len(path.relative_to(runtime).parts))


def test_no_field_of_the_rules_takes_the_place_of_one_of_the_runtime() -> None:
    assert set(Position.__slots__) <= POSITION


def test_every_error_code_has_its_page_and_every_page_its_code() -> None:
    pages = {path.stem: path for path in (ROOT / "docs" / "errors").glob("RW*.md")}
    assert sorted(pages) == sorted(CODES)
    for code, path in pages.items():
        first = path.read_text(encoding="utf-8").split("\n", 1)[0]
        assert first.startswith(f"# {code}"), f"{path.name} begins with {first!r}"


def test_every_code_is_used() -> None:
    """Each code that is listed is reported by something."""
    texts = "\n".join(text_of(path) for path in WRITTEN if path.name != "diagnostics.py")
    assert not [code for code in CODES if f'"{code}"' not in texts]


def test_every_code_that_is_used_is_listed() -> None:
    for path in modules("compiler"):
        for code in re.findall(r'"(RW\d{3})"', text_of(path)):
            assert code in CODES, f"{named(path)} reports {code}"
