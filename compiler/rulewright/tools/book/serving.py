"""Serving a book while its rules are edited: pages from its folder, and a word to the browser when they are new."""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from rulewright.tools.project import Project
from rulewright.tools.watch import watch

ADDRESS = "127.0.0.1"
NEWS = "/.news"  # answers with the number of the edition, once it is another than the one asked about
RELOAD = f"""<script src="{NEWS}.js"></script>
</body>"""
SCRIPT = f"""\
(async () => {{
  for (let known = "";;) {{
    try {{
      const now = await (await fetch("{NEWS}?" + known)).text();
      if (known && now !== known) return location.reload();
      known = now;
    }} catch {{ await new Promise((resolve) => setTimeout(resolve, 1000)); }}
  }}
}})();
"""
PATIENCE = 20.0  # seconds after which a question for news is answered anyway


class Edition:
    """Which edition of the book the folder holds."""

    def __init__(self) -> None:
        self.number = 1
        self._changed = threading.Condition()

    def new(self) -> None:
        """Tells all that wait that the pages are new."""
        with self._changed:
            self.number += 1
            self._changed.notify_all()

    def after(self, known: str) -> str:
        """The number of the edition; waits a while for another one than is known."""
        with self._changed:
            self._changed.wait_for(lambda: str(self.number) != known, PATIENCE)
            return str(self.number)


class Handler(SimpleHTTPRequestHandler):
    """Files of the book; pages ask for news."""

    def __init__(self, *args: object, edition: Edition, directory: str) -> None:
        self.edition = edition
        super().__init__(*args, directory=directory)  # type: ignore[arg-type]

    def do_GET(self) -> None:
        """Answers a request for a page, a file or the news."""
        path, _, query = self.path.partition("?")
        if path == NEWS:
            self._answer("text/plain", self.edition.after(query))
        elif path == f"{NEWS}.js":
            self._answer("text/javascript", SCRIPT)
        elif path.endswith((".html", "/")):
            self._page()
        else:
            super().do_GET()

    def _page(self) -> None:
        """Sends a page with the script that reloads it; 404 if there is none."""
        file = Path(self.translate_path(self.path))
        file = file / "index.html" if file.is_dir() else file
        if not file.is_file():
            self.send_error(HTTPStatus.NOT_FOUND)
            return
        self._answer("text/html", file.read_text(encoding="utf-8").replace("</body>", RELOAD))

    def _answer(self, sort: str, text: str) -> None:
        """Sends a text."""
        data = text.encode()
        self.send_response(HTTPStatus.OK)
        self.send_header("content-type", f"{sort}; charset=utf-8")
        self.send_header("content-length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def end_headers(self) -> None:
        """Ends the headers, with one that forbids to keep the answer."""
        self.send_header("cache-control", "no-store")
        super().end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Nothing: the terminal tells what is written."""


def follow(project: Project, games: set[str], folder: Path, port: int, again: Callable[[], bool]) -> None:
    """Serves the folder until Ctrl-C; `again` writes it anew after a save and says whether it could."""
    edition = Edition()
    server = ThreadingHTTPServer((ADDRESS, port), partial(Handler, edition=edition, directory=str(folder)))
    server.daemon_threads = True
    print(f"the book is at http://{ADDRESS}:{server.server_port}/", flush=True)

    def rebuild(changed: set[str]) -> None:
        if changed & games and again():
            edition.new()
            print("written anew", flush=True)

    with server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        watch(project.rules, rebuild)
        server.shutdown()
