"""`rulewright ship`: what is in the package, that it works alone, travels, and is the same each time."""

from __future__ import annotations

import email
import os
import pickle
import re
import subprocess
import sys
import tarfile
import time
import venv
import zipfile
from pathlib import Path

import pytest

import connect_four
from rulewright.tools.project import Project
from rulewright.tools.ship import deliver

from .shipping import ROOT, python, ship, unpacked


@pytest.fixture(scope="module")
def shipped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return ship("connect_four", tmp_path_factory.mktemp("dist"))


@pytest.fixture(scope="module")
def clean(shipped: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The Python of an environment that has the wheel and nothing else."""
    folder = tmp_path_factory.mktemp("clean")
    venv.create(folder, with_pip=False)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    (site,) = folder.glob("Lib/site-packages" if os.name == "nt" else "lib/python*/site-packages")
    command = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-cache-dir", "--no-deps"]
    subprocess.run([*command, "--target", str(site), str(shipped)], check=True)
    return scripts / "python"


def texts(wheel: Path) -> dict[str, str]:
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name).decode() for name in archive.namelist()}


# ---------------------------------------------------------------- what is in it


def test_the_files_are_those_of_the_repository(shipped: Path) -> None:
    found = texts(shipped)
    for path in (ROOT / "generated" / "connect_four").glob("*.py"):
        if path.name != "_runtime.py":
            assert found[f"connect_four/{path.name}"] == path.read_text(encoding="utf-8")
    for path in (ROOT / "runtime" / "rulewright_runtime").glob("*.py"):
        assert found[f"connect_four/_runtime/{path.name}"] == path.read_text(encoding="utf-8")
    for path in (ROOT / "rules" / "connect_four").rglob("*.*"):
        within = path.relative_to(ROOT / "rules" / "connect_four").as_posix()
        assert found[f"connect_four/source/{within}"] == path.read_text(encoding="utf-8")
    assert "connect_four/py.typed" in found
    assert not [name for name in found if "__pycache__" in name]


def test_what_the_package_says_of_itself(shipped: Path) -> None:
    found = texts(shipped)
    (metadata,) = [text for name, text in found.items() if name.endswith(".dist-info/METADATA")]
    stated = email.message_from_string(metadata)
    assert stated["Name"] == "connect_four"
    assert stated["Version"] == connect_four.__version__
    assert stated["License-Expression"] == "MIT"
    assert connect_four.ENGINE.rules in stated["Summary"]
    needed = stated.get_all("Requires-Dist") or []
    assert all("extra ==" in each for each in needed)
    assert stated.get_all("Provides-Extra") == ["open-spiel", "pettingzoo", "table"]
    assert any(name.endswith("licenses/LICENSE") for name in found)
    assert "MIT License" in found["connect_four/_runtime/LICENSE"]


def test_assumed_figures_are_listed(tmp_path: Path) -> None:
    found = texts(ship("terracotta_army@pl", tmp_path))
    (metadata,) = [text for name, text in found.items() if name.endswith("METADATA")]
    assert re.search(r"^\| `game\.rules:\d+` \| .* \| TA-E\.1 \|", metadata, re.MULTILINE)
    assert "terracotta_army_pl.new(players=2" in metadata


def test_the_version_is_the_one_in_the_rules(run, project: Project, tmp_path: Path) -> None:
    set_version(project, "1.2")
    assert run("ship", "nim").code == 0
    assert sorted(path.name for path in (tmp_path / "dist").iterdir()) == [
        "nim-1.2-py3-none-any.whl",
        "nim-1.2.tar.gz",
    ]


def set_version(project: Project, version: str) -> None:
    path = project.folder("nim") / "game.rules"
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r"(?m)^( +)players:", rf'\1version: "{version}"\n\1players:', text, count=1))


def test_a_project_without_a_licence(run, project: Project, tmp_path: Path) -> None:
    assert run("ship", "nim").code == 0
    (wheel,) = (tmp_path / "dist").glob("*.whl")
    (metadata,) = [text for name, text in texts(wheel).items() if name.endswith("METADATA")]
    assert "License-Expression" not in metadata
    assert "The rules came without a licence." in metadata


# ---------------------------------------------------------------- alone


def test_it_plays_in_a_clean_environment(clean: Path) -> None:
    alone = "import importlib.util as u; print([n for n in ('rulewright', 'rulewright_runtime') if u.find_spec(n)])"
    assert python(alone, command=clean) == "[]\n"
    environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
    words = [str(clean), "-m", "connect_four"]
    bots = subprocess.run(
        [*words, "--humans", "0", "--seed", "3"], capture_output=True, text=True, env=environment, check=True
    )
    assert bots.stdout.rstrip().endswith("Connect Four is over. Winner: player 2.")
    person = subprocess.run(
        words, input="4\ninfo C4-1.1\nquit\n", capture_output=True, text=True, env=environment, check=True
    )
    assert "player 1 drops a disc into column 4" in person.stdout
    assert "> C4-1.1: " in person.stdout  # the sentence came along


def test_the_readme_of_the_package_works(clean: Path, shipped: Path) -> None:
    (metadata,) = [text for name, text in texts(shipped).items() if name.endswith("METADATA")]
    (code,) = re.findall(r"```python\n(.*?)```", metadata, re.DOTALL)
    assert python(code, command=clean).rstrip().endswith("() (0,)")


API = """
import pickle
import connect_four as c
game = c.new(seed=3, names=("ann", "bob"))
game.play(game.moves()[2])
game.play("4")
assert game.why_not("9").rule
try:
    game.play("9")
except c.IllegalMove as refused:
    assert refused.rule
copy = game.clone()
game.undo()
assert game.save() != copy.save() == c.load(copy.save()).save()
assert pickle.loads(pickle.dumps(copy)).save() == copy.save()
assert copy.view("ann")["viewer"] == "ann" and copy.log
print(c.__version__)
"""


def test_the_documented_face_works(clean: Path) -> None:
    assert python(API, command=clean).strip() == connect_four.__version__


def test_the_archive_gives_the_same_wheel(shipped: Path, tmp_path: Path) -> None:
    (archive,) = shipped.parent.glob("*.tar.gz")
    with tarfile.open(archive) as files:
        files.extractall(tmp_path, filter="data")
    (folder,) = tmp_path.iterdir()
    from rulewright.ship.pack import wheel

    assert wheel(folder, tmp_path).read_bytes() == shipped.read_bytes()


# ---------------------------------------------------------------- travelling

GO_ON = """
import pathlib, pickle, sys
import connect_four
folder = pathlib.Path(sys.argv[1])
game = pickle.loads((folder / "game").read_bytes())
position = pickle.loads((folder / "position").read_bytes())
assert connect_four.load((folder / "save").read_text()).save() == game.save()
assert position.options == game.position.options and position.frame_disc == game.position.frame_disc
assert "rulewright_runtime" not in sys.modules
game.play(game.moves()[0])
(folder / "game").write_bytes(pickle.dumps(game))
(folder / "position").write_bytes(pickle.dumps(game.position))
(folder / "save").write_text(game.save())
print(game.save())
"""


def test_pickles_and_saves_travel_both_ways(clean: Path, tmp_path: Path) -> None:
    game = connect_four.new(seed=5)
    game.play("3")
    (tmp_path / "game").write_bytes(pickle.dumps(game))
    (tmp_path / "position").write_bytes(pickle.dumps(game.position))
    (tmp_path / "save").write_text(game.save())
    said = python(GO_ON, str(tmp_path), command=clean).strip()
    game.play(game.moves()[0])
    assert said == game.save()
    back = pickle.loads((tmp_path / "game").read_bytes())
    assert isinstance(back, connect_four.Game)
    assert back.save() == game.save() == connect_four.load((tmp_path / "save").read_text()).save()
    assert pickle.loads((tmp_path / "position").read_bytes()).options == game.position.options


TWO = """
import importlib, pickle, sys
sys.path[:0] = sys.argv[1:2]
import nim as new
old = importlib.util.spec_from_file_location("nim_old", sys.argv[2] + "/nim/__init__.py")
module = importlib.util.module_from_spec(old)
sys.modules["nim_old"] = module
old.loader.exec_module(module)
games = [new.new(seed=1), module.new(seed=1)]
assert type(games[0]) is not type(games[1])
for game in games:
    while not game.over:
        game = pickle.loads(pickle.dumps(game))
        game.play(game.moves()[-1])
first = games[1].save()
try:
    new.load(first)
except new.SaveError as refused:
    print(refused)
print(new.__version__, module.__version__)
"""


def test_two_versions_in_one_process(run, project: Project, tmp_path: Path) -> None:
    set_version(project, "1.0")
    assert run("ship", "nim", "-o", "old").code == 0
    set_version(project, "1.1")
    path = project.folder("nim") / "game.rules"
    text = (
        path.read_text(encoding="utf-8").replace('    version: "1.0"\n', "").replace("from 1..3", "from 1..4")
    )
    path.write_text(text, encoding="utf-8")
    assert run("ship", "nim", "-o", "new").code == 0
    folders = [
        unpacked(next((tmp_path / name).glob("*.whl")), tmp_path / f"{name}-site") for name in ("new", "old")
    ]
    said = python("import importlib.util\n" + TWO, *map(str, folders)).splitlines()
    assert "rule take_turn has changed" in said[0]
    assert said[1] == "1.1 1.0"


def test_two_variants_in_one_process(shipped: Path, tmp_path: Path) -> None:
    unpacked(shipped, tmp_path / "site")
    unpacked(ship("connect_four@five", tmp_path), tmp_path / "site")
    code = """
import connect_four, connect_four_five, pickle
a, b = connect_four.new(seed=1), connect_four_five.new(seed=1)
a, b = pickle.loads(pickle.dumps((a, b)))
assert connect_four._runtime is not connect_four_five._runtime
print(a.engine.variant, b.engine.variant)
"""
    assert python(code, path=tmp_path / "site") == " five\n"


# ---------------------------------------------------------------- the same each time


def test_the_same_rules_give_the_same_bytes(
    shipped: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    time.sleep(2 - time.time() % 1)  # another second, as archives count them
    (tmp_path / "elsewhere").mkdir()
    monkeypatch.setenv("TMPDIR", str(tmp_path / "elsewhere"))
    monkeypatch.setattr("tempfile.tempdir", None)
    before = os.umask(0o077)
    try:
        ship("connect_four", tmp_path / "again")
    finally:
        os.umask(before)
    for path in shipped.parent.iterdir():
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()
    assert not any((tmp_path / "elsewhere").iterdir())


# ---------------------------------------------------------------- what cannot be done


def test_unknown_games_and_variants(run, project: Project, tmp_path: Path) -> None:
    ran = run("ship", "nimm")
    assert ran.code == 2
    assert "did you mean 'nim'?" in ran.err
    ran = run("ship", "nim@fast")
    assert ran.code == 2
    assert "there is no variant 'fast'" in ran.err
    assert not (tmp_path / "dist").exists()


def test_rules_with_errors(run, project: Project, tmp_path: Path) -> None:
    with (project.folder("nim") / "game.rules").open("a", encoding="utf-8") as rules:
        rules.write("\nrule broken\n    nonsense(1)\n")
    ran = run("ship", "nim")
    assert ran.code == 1
    assert "error[RW" in ran.out
    assert "it cannot be shipped" in ran.out
    assert not (tmp_path / "dist").exists()


def test_a_version_that_is_none(run, project: Project, tmp_path: Path) -> None:
    set_version(project, "the best")
    ran = run("ship", "nim")
    assert ran.code == 2
    assert "'the best' is no version number" in ran.err
    assert "hint:" in ran.err
    assert not (tmp_path / "dist").exists()


def test_a_target_that_cannot_be_written(run, project: Project, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine")
    ran = run("ship", "nim", "-o", "file/inside")
    assert ran.code == 2
    assert "is no folder" in ran.err
    assert (tmp_path / "file").read_text() == "mine"


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="nothing is forbidden to root")
def test_a_target_that_is_write_protected(run, project: Project, tmp_path: Path) -> None:
    (tmp_path / "locked").mkdir(mode=0o555)
    ran = run("ship", "nim", "-o", "locked/dist")
    assert ran.code == 2
    assert "nothing can be written into" in ran.err


def test_what_is_delivered_is_whole_or_not_there(tmp_path: Path) -> None:
    done, into = tmp_path / "done", tmp_path / "dist"
    done.mkdir()
    (done / "a.whl").write_text("new")
    (done / "folder").mkdir()  # cannot be copied as a file
    into.mkdir()
    (into / "a.whl").write_text("old")
    with pytest.raises(OSError, match="folder"):
        deliver(done, into)
    assert [path.name for path in into.iterdir()] == ["a.whl"]
    assert (into / "a.whl").read_text() == "old"
