"""The page alone: a folder of static files in which a game is played without a server, the engine running in the browser."""

from __future__ import annotations

import hashlib
import io
import json
import zipfile
from collections.abc import Mapping
from html import escape
from pathlib import Path
from typing import Any

import rulewright_table
from rulewright.ship.pyodide import pyodide_files
from rulewright.ship.shipment import Shipment
from rulewright.ship.tree import tree
from rulewright_table.players import in_order

# As strict as the server's; WebAssembly must be compiled.
POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self' 'wasm-unsafe-eval'",
        "style-src 'self'",
        "img-src 'self'",
        "connect-src 'self'",
        "worker-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
    ]
)
OFFLINE = "offline.js"
LOADING = "The engine is being loaded …"
START = """\
import json
from pathlib import Path

from {name}._table.page import Page
from {name}.engine import ENGINE

_rulebook = Path(__file__).parent / "{name}" / "_table" / "rulebook.json"
page = Page(ENGINE, json.loads(_rulebook.read_text(encoding="utf-8")))
"""


def web_files(shipment: Shipment, box: Mapping[str, Any]) -> dict[str, bytes]:
    """Every file of the folder by its path; `box` is what the start page says of the game."""
    table = Path(rulewright_table.__file__).parent
    found = {f"static/pyodide/{name}": data for name, data in pyodide_files().items()}
    for path in sorted((table / "static").iterdir()):
        if path.suffix == ".html":
            found[path.name] = _page(path.read_text(encoding="utf-8"), shipment.title).encode()
        else:
            found[f"static/{path.name}"] = path.read_bytes()
    for name in ("net.js", "worker.js"):  # the transport of the server gives way to this one
        found[f"static/{name}"] = (table / "web" / name).read_bytes()
    found["static/engine.zip"] = _engine(shipment)
    found["lobby.json"] = json.dumps(_lobby(shipment, box), ensure_ascii=False).encode()
    found[OFFLINE] = _offline(found, (table / "web" / OFFLINE).read_text(encoding="utf-8"))
    return dict(sorted(found.items()))


def _page(text: str, title: str) -> str:
    """A page of the server, with paths that hold below any address, and its policy within."""
    policy = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    text = text.replace('<meta charset="utf-8">', f'<meta charset="utf-8">\n{policy}')
    text = text.replace("<title>Rulewright</title>", f"<title>{escape(title)}</title>")
    text = text.replace(
        '<section id="ask" aria-live="polite">', f'<section id="ask" aria-live="polite">{LOADING}'
    )
    return text.replace('"/static/', '"static/')


def _engine(shipment: Shipment) -> bytes:
    """The package as an archive; the same rules give the same bytes."""
    start = f"{shipment.name}/"
    files = {
        path: text
        for path, text in tree(shipment).items()
        if path.startswith(start) and path.endswith((".py", ".json", "LICENSE"))
    }
    files["start.py"] = START.format(name=shipment.name)
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for path, text in sorted(files.items()):
            entry = zipfile.ZipInfo(path)  # with the first time that an archive can hold
            entry.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(entry, text.encode())
    return made.getvalue()


def _lobby(shipment: Shipment, box: Mapping[str, Any]) -> dict[str, Any]:
    """What the start page of a game that is played without a server offers."""
    game = {"name": shipment.name, "title": shipment.title, "variants": [], "records": []}
    return {"lobby": {"games": [game], "bots": in_order(), "alone": True}, "box": dict(box)}


def _offline(files: Mapping[str, bytes], text: str) -> bytes:
    """The service worker, which knows all files and changes when one of them does."""
    digest = hashlib.sha256()
    for path, data in sorted(files.items()):
        digest.update(path.encode() + b"\0" + hashlib.sha256(data).digest())
    names = ["./", *sorted(files)]
    return f"const VERSION = {json.dumps(digest.hexdigest()[:16])};\nconst FILES = {json.dumps(names)};\n{text}".encode()
