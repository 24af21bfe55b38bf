"""What the docs say about the project is true: commands parse, links and paths exist, Python runs, codes are known."""

from __future__ import annotations

import contextlib
import io
import re
import shlex
from pathlib import Path

import pytest

from rulewright import cli
from rulewright.diagnostics import CODES

from .pages import DOCS, ROOT, Block, blocks, pages

ALL = [*sorted(DOCS.rglob("*.md")), ROOT / "README.md", ROOT / "CHANGELOG.md"]
FOREIGN = {
    "mkdir",
    "cd",
    "python3",
    "python",
    "pytest",
    "export",
    "ray",
}  # commands of others that the docs may use
SHELL = ("", "sh", "bash", "console")


def named(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def prose(page: Path) -> str:
    """A page without its blocks."""
    return re.sub(r"^( *)```.*?^\1```$", "", page.read_text(encoding="utf-8"), flags=re.M | re.S)


# ---------------------------------------------------------------- commands


def is_shell(block: Block) -> bool:
    """Blocks without a language are shell commands if one of their lines calls rulewright."""
    return block.language in SHELL[1:] or (
        block.language == "" and any(line.startswith("rulewright ") for line in block.text.splitlines())
    )


def accept(words: list[str], where: str) -> None:
    """The command exists and its parser takes these words."""
    assert words[0] in cli.COMMANDS | cli.HIDDEN, f"{where}: there is no `rulewright {words[0]}`"
    words = ["game" if word.isupper() else word for word in words if "…" not in word]
    said = io.StringIO()
    try:
        with contextlib.redirect_stderr(said), contextlib.redirect_stdout(said):
            _, rest = cli.parser(words).parse_known_args(words)
    except SystemExit:
        pytest.fail(f"{where}: rulewright {shlex.join(words)}: {said.getvalue()}")
    assert not rest or getattr(cli.command(words[0]), "PASSES_ON", False), f"{where}: {rest} is not known"


@pytest.mark.parametrize("page", pages(), ids=named)
def test_shell_blocks_use_commands_that_exist(page: Path) -> None:
    for block in filter(is_shell, blocks(page)):
        for line in block.text.splitlines():
            for part in line.split("&&"):
                words = shlex.split(part, comments=True)
                while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
                    words = words[1:]  # a variable set for this command
                if not words:
                    continue
                if Path(words[0]).name == "rulewright":
                    accept(words[1:], f"{block.name}, {line}")
                else:
                    assert Path(words[0]).name in FOREIGN, f"{block.name}: {line}"


@pytest.mark.parametrize("page", ALL, ids=named)
def test_commands_in_the_text_exist(page: Path) -> None:
    for line in re.findall(r"`rulewright ([a-z][^`]*)`", prose(page)):
        words = shlex.split(re.sub(r"[\[\]]", "", line))
        if len(words) == 1:
            assert (
                words[0] in cli.COMMANDS | cli.HIDDEN or words[0] == "COMMAND"
            ), f"{named(page)}: rulewright {line}"
        else:
            accept(words, named(page))


# ---------------------------------------------------------------- links and names


def anchors(page: Path) -> set[str]:
    """The anchors that the headings of a page give."""
    found = set()
    for heading in re.findall(r"^#+ (.*)$", prose(page), re.M):
        plain = re.sub(r"[^\w\- ]", "", re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading).lower())
        found.add(plain.replace(" ", "-"))
    return found


@pytest.mark.parametrize("page", ALL, ids=named)
def test_links_lead_somewhere(page: Path) -> None:
    for target in re.findall(r"\]\(([^)\s]+)\)", prose(page)):
        if re.match(r"https?://", target):
            continue
        path, _, anchor = target.partition("#")
        there = (page.parent / path).resolve() if path else page
        assert there.exists(), f"{named(page)}: {target}"
        if anchor:
            assert anchor in anchors(there), f"{named(page)}: {target}"


@pytest.mark.parametrize("page", ALL, ids=named)
def test_codes_are_known(page: Path) -> None:
    for code in re.findall(r"\bRW\d{3}\b", page.read_text(encoding="utf-8")):
        assert code in CODES


@pytest.mark.parametrize(
    "page", [p for p in ALL if DOCS / "internals" in p.parents or DOCS / "decisions" in p.parents], ids=named
)
def test_paths_exist(page: Path) -> None:
    """Files and folders in backquotes, from the repository's root."""
    for path in re.findall(
        r"`((?:compiler|runtime|rules|generated|tests|docs)/[\w./-]*)`", page.read_text(encoding="utf-8")
    ):
        assert (ROOT / path).exists(), f"{named(page)}: {path}"


def test_every_page_can_be_reached_from_the_index() -> None:
    seen: set[Path] = set()
    waiting = [DOCS / "README.md"]
    while waiting:
        page = waiting.pop()
        if page in seen:
            continue
        seen.add(page)
        for target in re.findall(r"\]\(([^)\s#]+\.md)(?:#[^)]*)?\)", prose(page)):
            if (there := (page.parent / target).resolve()).is_relative_to(DOCS):
                waiting.append(there)
    assert sorted(set(DOCS.rglob("*.md")) - seen) == []


def test_decisions_are_numbered_without_gaps() -> None:
    numbers = [int(p.name[:4]) for p in sorted((DOCS / "decisions").glob("[0-9]*.md"))]
    assert numbers == list(range(1, len(numbers) + 1))
    for path in sorted((DOCS / "decisions").glob("[0-9]*.md")):
        text = path.read_text(encoding="utf-8")
        assert text.startswith(f"# {path.name[:4]}: ")
        for part in ("**Context.**", "**Decision.**", "**Replaced.**", "**Consequences.**"):
            assert part in text, f"{path.name} does not say {part}"


# ---------------------------------------------------------------- Python


@pytest.mark.parametrize("page", pages(), ids=named)
def test_python_blocks_run(page: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Blocks of one page run one after the other; one tagged `emitted` shows an excerpt of a generated file instead."""
    monkeypatch.chdir(tmp_path)
    names: dict[str, object] = {"__name__": "docs"}
    for block in blocks(page):
        if block.language != "python":
            continue
        if "emitted" in block.tags:
            text = (ROOT / block.title).read_text(encoding="utf-8")
            for part in block.text.split("# …\n"):
                assert part.strip("\n") in text, f"{block.name}\n{part}"
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block.text, block.name, "exec"), names)
