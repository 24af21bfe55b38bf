"""Rules as they were: a game's folder at a revision of the repository, written out for reading."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

from rulewright.source import RULES
from rulewright.tools.errors import UsageError

LONGEST = 60  # seconds that git may take
# A repository's own settings can name programs: none of them is run.
PLAIN = ("-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null", "--no-pager")


def written_out(root: Path, revision: str, game: str, folder: Path) -> Path:
    """The folder of a game's rules at a revision, written below `folder`; `root` holds ``rules/``."""
    commit = known_revision(root, revision)
    path = _path_then(root, commit, game)
    if not path:
        raise UsageError(
            f"there is no {RULES}/{game}/ in revision {revision}",
            f"see what there was: git ls-tree {revision} {RULES}/",
        )
    for blob, name in _files_of(root, commit, path):
        content = git(
            root, "cat-file", "blob", blob
        )  # as it is: `archive` would run filters that a repository names
        if content.returncode:
            raise UsageError(f"git cannot read {name} in revision {revision}: {last_error(content)}")
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(content.stdout)
    return folder / path


def _files_of(root: Path, commit: str, path: str) -> list[tuple[str, str]]:
    """The plain files below a path in a commit: the id of what they hold, and their path; links are left out."""
    found: list[tuple[str, str]] = []
    for line in git(root, "ls-tree", "-r", "-z", commit, f"{path}/").stdout.decode().split("\0"):
        about, _, name = line.partition("\t")
        if about.startswith("100") and ".." not in Path(name).parts:
            found.append((about.split()[2], name))
    return found


def _path_then(root: Path, commit: str, game: str) -> str:
    """Where a game's folder lay in a commit, relative to `root`; in a group, perhaps; "" if it was not there."""
    listed = git(root, "ls-tree", "-r", "-d", "--name-only", commit, f"{RULES}/").stdout.decode().splitlines()
    ends = (f"{RULES}/{game}", f"/{game}")
    found = [path for path in listed if path == ends[0] or path.endswith(ends[1])]
    return min(found, key=lambda path: (path.count("/"), path), default="")


def known_revision(root: Path, revision: str) -> str:
    """The commit that a revision names."""
    if shutil.which("git") is None:
        raise UsageError(f"{revision}: revisions need git, which is not installed")
    if git(root, "rev-parse", "--git-dir").returncode:
        raise UsageError(
            f"{revision}: {root} is not in a git repository",
            "compare variants or folders instead of revisions",
        )
    found = git(root, "rev-parse", "--verify", "--quiet", "--end-of-options", f"{revision}^{{commit}}")
    if found.returncode:
        raise UsageError(f"there is no revision {revision!r}", "as in HEAD~3, a tag, a branch or a commit")
    return found.stdout.decode().strip()


def git(root: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    """What a git command gave; UsageError if it takes too long."""
    try:
        return subprocess.run(["git", *PLAIN, "-C", str(root), *words], capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise UsageError(f"git {words[0]} did not answer within {LONGEST} seconds") from None


def last_error(ran: subprocess.CompletedProcess[bytes]) -> str:
    """The last line of git's complaint."""
    lines = ran.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"exit code {ran.returncode}"
