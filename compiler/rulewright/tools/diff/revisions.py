"""Rules as they were: a game's folder at a revision of the repository, written out for reading."""

from __future__ import annotations

import io
import shutil
import subprocess
import tarfile
from pathlib import Path

from rulewright.tools.errors import UsageError
from rulewright.tools.project import RULES

LONGEST = 60  # seconds that git may take


def written_out(root: Path, revision: str, game: str, folder: Path) -> Path:
    """The folder of a game's rules at a revision, written below `folder`; `root` holds ``rules/``."""
    commit = known_revision(root, revision)
    path = f"{RULES}/{game}"
    if not git(root, "ls-tree", "--name-only", commit, f"{path}/").stdout.strip():
        raise UsageError(
            f"there is no {path}/ in revision {revision}",
            f"see what there was: git ls-tree {revision} {RULES}/",
        )
    archive = git(root, "archive", "--format=tar", commit, path)
    if archive.returncode:
        raise UsageError(f"git cannot read {path} in revision {revision}: {said(archive)}")
    with tarfile.open(fileobj=io.BytesIO(archive.stdout)) as tar:
        tar.extractall(folder, filter="data")
    return folder / path


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
    try:
        return subprocess.run(["git", "-C", str(root), *words], capture_output=True, timeout=LONGEST)
    except subprocess.TimeoutExpired:
        raise UsageError(f"git {words[0]} did not answer within {LONGEST} seconds") from None


def said(ran: subprocess.CompletedProcess[bytes]) -> str:
    lines = ran.stderr.decode("utf-8", "replace").strip().splitlines()
    return lines[-1] if lines else f"exit code {ran.returncode}"
