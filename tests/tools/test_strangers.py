"""A stranger's folder is as safe as a text file: code that lies in it is not run by any command."""

from __future__ import annotations

import importlib.util
import json
import marshal
import os
import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from rulewright.tools.project import Project

COMMAND = str(Path(sys.executable).with_name("rulewright"))
NAMES = (
    "json",
    "typing",
    "random",
    "sitecustomize",
    "usercustomize",
    "conftest",
    "setup",
    "numpy",
    "rulewright_runtime",
)


class Trap:
    """What runs code when it is unpickled."""

    def __init__(self, code: str) -> None:
        self.code = code

    def __reduce__(self) -> tuple[object, tuple[str]]:
        return exec, (self.code,)


@pytest.fixture
def planted(project: Project, tmp_path: Path) -> Path:
    """A project in whose every corner lies code, beside engines whose text is right; gives the file that exists as soon as any of it was run."""
    ran = tmp_path / "ran"
    code = f"open({str(ran)!r}, 'a').write(__name__ + chr(10))\n"
    assert called(tmp_path, "build").returncode == 0
    for source in [*project.generated.rglob("*.py")]:
        plant_compiled(source, code)
    (project.generated / "nim" / "tables.so").write_bytes(b"no library")
    for folder in (
        tmp_path,
        project.generated,
        project.folder("nim"),
        tmp_path / "tests",
    ):
        folder.mkdir(exist_ok=True)
        for name in NAMES:
            (folder / f"{name}.py").write_text(code)
    (tmp_path / "tests" / "benchmarks").mkdir()
    (tmp_path / "tests" / "benchmarks" / "bench_one.py").write_text(code + "def main(argv): ...\n")
    plant_cache(tmp_path / ".rulewright-cache", code)
    plant_repository(tmp_path, ran)
    return ran


def plant_compiled(source: Path, code: str) -> None:
    """A compiled file that Python takes without looking at its source."""
    compiled = Path(importlib.util.cache_from_source(str(source)))
    compiled.parent.mkdir(exist_ok=True)
    body = marshal.dumps(compile(code, str(source), "exec"))
    compiled.write_bytes(importlib.util.MAGIC_NUMBER + (1).to_bytes(4, "little") + bytes(8) + body)


def plant_cache(folder: Path, code: str) -> None:
    folder.mkdir(exist_ok=True)
    entry = json.dumps({"files": {"__init__.py": code, "engine.py": code}, "report": ""})
    for name in ("nim", "nim.pieces", "parsed", "secret"):
        (folder / f"{name}-{'0' * 24}.json").write_text(entry)
        (folder / name).write_bytes(pickle.dumps(Trap(code)))


def plant_repository(root: Path, ran: Path) -> None:
    """A repository whose settings name programs."""
    subprocess.run(["git", "init", "-q", str(root)], check=True)
    settings = ["-c", "user.name=x", "-c", "user.email=x@example.org"]
    (root / ".gitattributes").write_text("* filter=trap diff=trap\n")
    subprocess.run(["git", "-C", str(root), *settings, "add", "rules", ".gitattributes"], check=True)
    subprocess.run(["git", "-C", str(root), *settings, "commit", "-q", "-m", "x"], check=True)
    trap = f"sh -c 'echo git >> {ran}; cat'"
    with (root / ".git" / "config").open("a") as file:
        file.write(f'[filter "trap"]\n\tsmudge = "{trap}"\n\tclean = "{trap}"\n')
        file.write(f'[core]\n\tfsmonitor = "{trap}"\n[diff "trap"]\n\ttextconv = "{trap}"\n')


def called(folder: Path, *words: str) -> subprocess.CompletedProcess[str]:
    # what Python itself writes beside sources is not looked at here: the traps must stay as they lie
    env = {**os.environ, "PYTHONDONTWRITEBYTECODE": "1"}
    return subprocess.run([COMMAND, *words], cwd=folder, env=env, capture_output=True, text=True, timeout=120)


COMMANDS = [
    ("check",),
    ("build", "--check"),
    ("test",),
    ("verify", "nim", "--games", "2", "--jobs", "2"),
    ("play", "nim", "--bots", "random"),
    ("simulate", "nim", "--games", "2"),
    ("games",),
    ("trace",),
    ("trace", "--runs", "1"),
    ("assumptions",),
    ("fmt", "--check"),
    ("dump", "nim", "--stage", "code"),
    ("diff", "HEAD:nim", "nim"),
    ("words", "nim", "--language", "de"),
    ("mutate", "nim", "--mutants", "2", "--jobs", "1"),
    ("bench",),
    ("build",),
    ("ship", "nim"),
]


CODES = {"bench": 2}  # benchmarks are programs


def test_no_command_runs_what_lies_in_a_project(planted: Path, tmp_path: Path) -> None:
    for words in COMMANDS:
        done = called(tmp_path, *words)
        assert done.returncode == CODES.get(words[0], 0), (words, done.stdout, done.stderr)
        assert "internal error" not in done.stderr, (words, done.stderr)
        assert not planted.exists(), (words, planted.read_text())


def test_the_traps_would_bite(planted: Path, tmp_path: Path) -> None:
    """The control: who imports what lies there runs it."""
    code = "import sys; sys.path.insert(0, 'generated'); import nim.engine"
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, check=False)
    assert planted.exists()
