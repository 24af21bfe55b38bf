"""The package: flat names for emitted code, nothing missing."""

from __future__ import annotations

import importlib
import os
import pkgutil
import subprocess
import sys
from pathlib import Path
from types import FunctionType, ModuleType

import rulewright_runtime

ROOT = Path(__file__).parents[2]
PATH = os.pathsep.join(str(ROOT / folder) for folder in ("runtime", "generated"))


def public(module: ModuleType) -> set[str]:
    """The functions and classes that a module defines for others."""
    return {
        name
        for name, value in vars(module).items()
        if isinstance(value, FunctionType | type) and value.__module__ == module.__name__ and name[0] != "_"
    }


def test_everything_promised_is_there() -> None:
    assert len(set(rulewright_runtime.__all__)) == len(rulewright_runtime.__all__)
    for name in rulewright_runtime.__all__:
        assert hasattr(rulewright_runtime, name)


def test_all_that_emitted_code_needs_is_exported() -> None:
    exported = set(rulewright_runtime.__all__)
    found = {module.name for module in pkgutil.iter_modules(rulewright_runtime.__path__)}
    for name in ("boards", "chance", "core", "values"):
        if name in found:
            module = importlib.import_module(f"rulewright_runtime.{name}")
            missing = public(module) - exported
            assert not missing, f"{name}: {missing}"


def test_the_move_of_an_example_has_a_name_of_its_own() -> None:
    assert rulewright_runtime.Move is not rulewright_runtime.ExampleMove


FACE = {f"rulewright_runtime.{name}" for name in ("game", "moves", "observing", "views", "words")}


def test_an_engine_loads_no_face_before_it_is_asked_for() -> None:
    """Programs that only play numbers, and those that list games, need none of it."""
    code = f"import sys, connect_four; print({FACE!r} & sys.modules.keys()); connect_four.Game"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, env={"PYTHONPATH": PATH}
    )
    assert done.stdout.strip() == "set()"
