"""A wheel for this machine: the hot modules of an engine and its runtime compiled with mypyc, their text unchanged."""

from __future__ import annotations

import ast
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tempfile
from pathlib import Path

from rulewright.ship.pack import wheel
from rulewright.ship.shipment import ShipError

# What runs at every decision; of the runtime also whatever these import. The rest (words, drawing, saving, tables of
# texts) would take minutes to compile and gain nothing.
ENGINE_MODULES = ("tables", "state", "rules")
RUNTIME_MODULES = ("boards", "chance", "core", "fast", "values")
LEFT_OUT = ("engine", "phrases", "words")
LIBRARIES = (".so", ".pyd")
COMPILERS = ("cc", "gcc", "clang", "cl")

SETUP = """\
from mypyc.build import mypycify
from setuptools import setup

extensions = mypycify({modules!r}, opt_level={optimise!r}, debug_level="0", strip_asserts=True, group_name={name!r})
setup(name={name!r}, packages=[], ext_modules=extensions, script_args=["--quiet", "build_ext", "--inplace"])
"""

# Tells hatchling that the wheel is for this Python and this machine, and of the library beside the package.
HOOK = """\
from pathlib import Path

from hatchling.builders.hooks.plugin.interface import BuildHookInterface


class Native(BuildHookInterface):
    def initialize(self, version, build_data):
        build_data["pure_python"] = False
        build_data["infer_tag"] = True
        for library in Path(self.root).glob("*__mypyc*"):
            build_data["force_include"][str(library)] = library.name
"""
HOOKED = '\n[tool.hatch.build.targets.wheel.hooks.custom]\npath = "native_hook.py"\n'


def check_tools() -> None:
    """Says before the work what is missing."""
    if importlib.util.find_spec("mypyc") is None or importlib.util.find_spec("setuptools") is None:
        raise ShipError(
            "mypyc is not installed", "pip install 'rulewright[native]', or ship without --native"
        )
    if not has_compiler():
        raise ShipError("there is no C compiler here", "install one (gcc or clang), or ship without --native")


def has_compiler() -> bool:
    """Whether there is a C compiler: the one in CC, the one that built this Python, or a usual one."""
    named = os.environ.get("CC") or sysconfig.get_config_var("CC") or ""
    words = shlex.split(named)[:1]
    if os.environ.get("CC"):
        return shutil.which(words[0]) is not None if words else False
    return any(shutil.which(name) for name in (*words, *COMPILERS))


def native_wheel(folder: Path, name: str, into: Path, optimise: str = "3") -> Path:
    """Compiles the package and packs it; `folder` holds its project, and gets the compiled modules."""
    with tempfile.TemporaryDirectory(prefix="rulewright-native-") as made:
        work = Path(made)  # without a pyproject.toml, which setuptools would take for its own
        shutil.copytree(folder / name, work / name)
        compile_package(work, name, optimise)
        for path in sorted(work.rglob("*")):
            if path.suffix in LIBRARIES:
                shutil.copyfile(path, folder / path.relative_to(work))
                (folder / path.relative_to(work)).chmod(0o755)
    (folder / "native_hook.py").write_text(HOOK, encoding="utf-8")
    with (folder / "pyproject.toml").open("a", encoding="utf-8") as project:
        project.write(HOOKED)
    return wheel(folder, into)


def compile_package(folder: Path, name: str, optimise: str = "3") -> None:
    """Leaves the compiled modules beside their text, and a library beside the package; Python prefers them."""
    modules = [f"{name}/{module}.py" for module in ENGINE_MODULES]
    modules += [f"{name}/_runtime/{module}.py" for module in with_imports(folder / name / "_runtime")]
    setup = folder / "native_setup.py"
    setup.write_text(SETUP.format(modules=modules, name=name, optimise=optimise), encoding="utf-8")
    (folder / "mypy.ini").write_text("[mypy]\n", encoding="utf-8")  # none that lies in a folder above
    done = subprocess.run(
        [sys.executable, setup.name],
        cwd=folder,
        env={key: value for key, value in os.environ.items() if key != "PYTHONPATH"},
        capture_output=True,
        text=True,
        check=False,
    )
    for left in (setup, folder / "mypy.ini"):
        left.unlink()
    shutil.rmtree(folder / "build", ignore_errors=True)
    shutil.rmtree(folder / ".mypy_cache", ignore_errors=True)
    if done.returncode:
        lines = (done.stdout + done.stderr).strip().splitlines()
        said = [line for line in lines if "error" in line.lower()] or lines
        raise ShipError("the engine could not be compiled:\n  " + "\n  ".join(said[-10:]))


def with_imports(runtime: Path) -> list[str]:
    """The modules of the runtime that are compiled, those that they import included."""
    found: set[str] = set()
    waiting = list(RUNTIME_MODULES)
    while waiting:
        module = waiting.pop()
        if module in found or module in LEFT_OUT:
            continue
        found.add(module)
        for node in ast.walk(ast.parse((runtime / f"{module}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and node.level == 1:
                waiting += [node.module] if node.module else [alias.name for alias in node.names]
    return sorted(found)
