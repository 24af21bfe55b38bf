"""Keeping tables: in a file and in a real PostgreSQL server the same."""

from __future__ import annotations

import os
import shutil
import sqlite3
import subprocess
import tempfile
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from rulewright_table.storage import Link, SQLite, Storage, Stored, open_storage


@pytest.fixture(scope="module")
def postgres() -> Iterator[str]:
    """A server of its own that listens on a socket in a folder of its own."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    programs = found[-1] if found else None
    if programs is None or not (programs / "initdb").is_file():
        pytest.skip("no PostgreSQL server here: apt-get install postgresql")
    folder = Path(tempfile.mkdtemp(prefix="rw-pg-"))
    user = ["runuser", "-u", "postgres", "--"] if os.geteuid() == 0 else []
    if user:
        shutil.chown(folder, "postgres")
    run = [*user, str(programs / "pg_ctl"), "-D", str(folder / "data")]
    subprocess.run([*run, "initdb", "-o", "-A trust -U tables"], check=True, capture_output=True, cwd=folder)
    options = f"-k {folder} -c listen_addresses= -c fsync=off"
    subprocess.run(
        [*run, "-w", "-l", str(folder / "log"), "-o", options, "start"],
        check=True,
        capture_output=True,
        cwd=folder,
    )
    yield f"postgresql://tables@/postgres?host={folder}"
    subprocess.run([*run, "-m", "immediate", "stop"], check=True, capture_output=True, cwd=folder)
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture(params=["file", "server"])
def where(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "file":
        return str(tmp_path / "deep" / "tables.sqlite")
    return str(request.getfixturevalue("postgres"))


@pytest.fixture
def storage(where: str) -> Iterator[Storage]:
    found = open_storage(where)
    yield found
    for one in found.tables():
        found.remove(one.id)
    found.close()


TABLE = Stored("t1", "chess@atomic", "Chess", {"names": ["Ärger", "?"], "seed": 2**61}, 1763400000.25)
LINKS = [Link("a", "t1", (0, 2), True), Link("b", "t1", (), False)]


def test_a_table_is_found_again_as_it_was(storage: Storage, where: str) -> None:
    storage.add_table(TABLE, LINKS)
    storage.append("t1", 0, "move", {"by": 0, "choice": "x", "pick": "ż ? %s"})
    storage.append("t1", 1, "back", {"moves": 0})
    other = open_storage(where)
    assert other.tables() == [TABLE]
    assert other.table("t1") == TABLE
    assert other.table("t2") is None
    assert other.events("t1") == [
        ("move", {"by": 0, "choice": "x", "pick": "ż ? %s"}),
        ("back", {"moves": 0}),
    ]
    assert sorted(other.links("t1"), key=lambda one: one.token) == LINKS
    assert other.link("b") == LINKS[1]
    assert other.link("c") is None
    other.close()


def test_two_events_with_one_number_cannot_be(storage: Storage) -> None:
    storage.add_table(TABLE, LINKS)
    storage.append("t1", 0, "move", {"pick": 1})
    with pytest.raises(Exception, match=r"(?i)unique"):
        storage.append("t1", 0, "move", {"pick": 2})
    assert storage.events("t1") == [("move", {"pick": 1})]
    storage.append("t1", 1, "move", {"pick": 3})
    assert len(storage.events("t1")) == 2


def test_a_seat_is_passed_on_and_a_table_is_removed(storage: Storage) -> None:
    storage.add_table(TABLE, LINKS)
    storage.put_link(Link("a", "t1", (2,), True))
    storage.put_link(Link("c", "t1", (0,), False))
    assert storage.link("a") == Link("a", "t1", (2,), True)
    assert storage.link("c") == Link("c", "t1", (0,), False)
    storage.remove("t1")
    assert storage.tables() == []
    assert storage.link("a") is None
    assert storage.events("t1") == []


def test_a_table_that_is_there_already_leaves_nothing_half_done(storage: Storage) -> None:
    storage.add_table(TABLE, LINKS)
    with pytest.raises(Exception, match=r"(?i)unique"):
        storage.add_table(TABLE, [Link("d", "t1", (1,), False)])
    assert storage.link("d") is None


def test_what_many_wait_for_reaches_the_disk_together_and_each_may_fail_alone(tmp_path: Path) -> None:
    storage = SQLite(tmp_path / "tables.sqlite")
    storage.add_table(TABLE, LINKS)
    done: list[str] = []
    storage._db.set_trace_callback(done.append)

    def append(number: int) -> str:
        try:
            storage.append("t1", number, "move", {"pick": number})
        except sqlite3.IntegrityError:
            return "refused"
        return "kept"

    numbers = [*range(12), 3, 3]
    with ThreadPoolExecutor(len(numbers)) as threads:
        with storage._lock:  # the disk is busy
            waiting = [threads.submit(append, number) for number in numbers]
            while len(storage._waiting) < len(numbers):
                time.sleep(0.001)
        told = [one.result() for one in waiting]
    assert sorted(told) == ["kept"] * 12 + ["refused"] * 2
    assert done.count("COMMIT") == 1
    other = open_storage(str(tmp_path / "tables.sqlite"))
    assert other.events("t1") == [("move", {"pick": number}) for number in range(12)]
    other.close()
    storage.close()


@pytest.mark.parametrize("where", ["/proc/nowhere/t.sqlite", "postgresql://nobody@127.0.0.1:1/none"])
def test_a_place_where_nothing_can_be_kept_is_told(where: str) -> None:
    with pytest.raises(OSError, match=r"."):
        open_storage(where)
