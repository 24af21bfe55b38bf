"""A real server on this machine for tests: the command as users start it, its address, its end."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]


class Server:
    """`rulewright table` in a process of its own."""

    def __init__(self, store: Path, *words: str, project: Path = ROOT, pace: float = 0) -> None:
        self.pace = pace
        self.base = ""
        self.store = store
        self.words = words
        self.project = project
        self.start()

    def start(self) -> None:
        command = [
            sys.executable,
            "-m",
            "rulewright.cli",
            "--project",
            str(self.project),
            "table",
            *self.words,
        ]
        command += ["--no-browser", "--store", str(self.store), "--pace", str(self.pace)]
        if self.base:  # started again: where browsers look for it
            command += ["--port", self.base.rpartition(":")[2]]
        roots = [str(ROOT / name) for name in ("compiler", "runtime", "generated")]
        self.process = subprocess.Popen(
            command,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env={**os.environ, "PYTHONPATH": os.pathsep.join(roots)},
        )
        assert self.process.stdout is not None
        self.said: list[str] = []
        for line in self.process.stdout:
            self.said.append(line)
            if "Ctrl-C" in line:
                break
        else:
            raise AssertionError(f"the server did not start: {''.join(self.said)}")
        address = re.search(r"(http://\S+?)/#(\S+)", "".join(self.said))
        assert address
        self.base, self.key = address[1], address[2]

    def kill(self) -> None:
        """Without any warning, as a power cut would."""
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(20)
        if self.process.stdout is not None:
            self.process.stdout.close()

    def call(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> Any:
        """A request of whoever has the key; gives the answer as data."""
        data = None if body is None else json.dumps(body).encode()
        sent = {"x-key": self.key, "content-type": "application/json", **(headers or {})}
        request = urllib.request.Request(self.base + path, data, sent)
        with urllib.request.urlopen(request, timeout=90) as answer:
            return json.loads(answer.read())

    def refusal(self, path: str, body: Any = None, headers: dict[str, str] | None = None) -> tuple[int, str]:
        """The status and the words of a request that must fail."""
        try:
            found = self.call(path, body, headers)
        except urllib.error.HTTPError as error:
            return error.code, json.loads(error.read())["error"]
        raise AssertionError(f"it was answered: {found}")

    def table(self, game: str, *who: str, **wishes: Any) -> list[dict[str, Any]]:
        """Sets a table up; gives its links."""
        seats = [{"name": f"P{seat + 1}", "who": one} for seat, one in enumerate(who)]
        found = self.call("/api/tables", {"game": game, "seats": seats, **wishes})
        links: list[dict[str, Any]] = found["links"]
        return links
