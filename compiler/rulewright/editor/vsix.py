"""The extension for VS Code as one file: a zip of templates, colours and snippets; made without node."""

from __future__ import annotations

import io
import json
import re
import struct
import zipfile
import zlib
from importlib import resources
from typing import Any

from rulewright.editor.colours import SCOPE, textmate
from rulewright.editor.snippets import snippets

PUBLISHER, NAME, TITLE = "rulewright", "rulewright", "Rulewright"
DESCRIPTION = "Rules of board games: mistakes while you type, hover, completion, rename, play from an example"
COMMANDS = {
    "rulewright.build": "Build this game",
    "rulewright.test": "Run the examples of this game",
    "rulewright.play": "Play this game in the terminal",
    "rulewright.table": "Play this game in the browser",
    "rulewright.diff": "Compare this file with the saved version",
    "rulewright.restart": "Restart the language server",
}
_SINCE = (2024, 1, 1, 0, 0, 0)  # the same bytes on every day
_TYPES = {".json": "application/json", ".js": "application/javascript", ".png": "image/png", ".md": "text/markdown",
          ".vsixmanifest": "text/xml"}  # fmt: skip


def vsix(version: str) -> bytes:
    """The bytes of the extension."""
    files = contents(version)
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            info = zipfile.ZipInfo(name, _SINCE)
            info.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(info, data)
    return packed.getvalue()


def contents(version: str) -> dict[str, bytes]:
    """The files of the extension."""
    plain = plain_version(version)
    found: dict[str, bytes] = {
        "extension.vsixmanifest": manifest(plain).encode(),
        "[Content_Types].xml": content_types().encode(),
        "extension/package.json": as_json(package(plain)),
        "extension/language-configuration.json": as_json(configuration()),
        "extension/syntaxes/rulewright.tmLanguage.json": as_json(textmate()),
        "extension/snippets/rulewright.json": as_json(snippets()),
        "extension/icon.png": icon(),
    }
    folder = resources.files("rulewright").joinpath("editor/vscode")
    for template in sorted(folder.iterdir(), key=lambda each: each.name):
        if template.name.endswith((".js", ".md")):
            found[f"extension/{template.name}"] = template.read_bytes()
    return found


def plain_version(version: str) -> str:
    """Three numbers, as the registry of extensions wants them."""
    numbers = re.match(r"\d+\.\d+\.\d+", version)
    return numbers.group() if numbers else "0.0.0"


def as_json(data: Any) -> bytes:
    """Data as the bytes of an indented JSON file."""
    return (json.dumps(data, ensure_ascii=False, indent=2) + "\n").encode()


def package(version: str) -> dict[str, Any]:
    """The content of package.json: what the extension adds to VS Code."""
    return {
        "name": NAME,
        "displayName": TITLE,
        "description": DESCRIPTION,
        "version": version,
        "publisher": PUBLISHER,
        "license": "MIT",
        "icon": "icon.png",
        "engines": {"vscode": "^1.75.0"},
        "categories": ["Programming Languages"],
        "main": "./extension.js",
        "activationEvents": ["onLanguage:rulewright"],
        "contributes": {
            "languages": [
                {
                    "id": "rulewright",
                    "aliases": [TITLE, "rules"],
                    "extensions": [".rules"],
                    "configuration": "./language-configuration.json",
                    "icon": {"light": "./icon.png", "dark": "./icon.png"},
                }
            ],
            "grammars": [
                {
                    "language": "rulewright",
                    "scopeName": SCOPE,
                    "path": "./syntaxes/rulewright.tmLanguage.json",
                }
            ],
            "snippets": [{"language": "rulewright", "path": "./snippets/rulewright.json"}],
            "commands": [
                {"command": id, "title": title, "category": TITLE} for id, title in COMMANDS.items()
            ],
            "configuration": {
                "title": TITLE,
                "properties": {
                    "rulewright.command": {
                        "type": "string",
                        "default": "",
                        "scope": "machine-overridable",
                        "markdownDescription": "How `rulewright` is started; empty: `.venv/bin/rulewright` of the folder, if it is there, else `rulewright`.",
                    }
                },
            },
            "configurationDefaults": {"[rulewright]": {"editor.tabSize": 4, "editor.insertSpaces": True}},
        },
    }


def configuration() -> dict[str, Any]:
    """Comments, brackets and indentation."""
    pairs = [["(", ")"], ["[", "]"], ["{", "}"], ['"', '"']]
    return {
        "comments": {"lineComment": "#"},
        "brackets": pairs[:3],
        "autoClosingPairs": [
            {"open": a, "close": b, "notIn": ["string"] if a == '"' else []} for a, b in pairs
        ],
        "surroundingPairs": pairs,
        "wordPattern": "[A-Za-z_][A-Za-z0-9_]*",
        "indentationRules": {
            "increaseIndentPattern": "^.*:\\s*(\\[[^\\]]*\\])?\\s*$",
            "decreaseIndentPattern": "^\\s*else\\b.*$",
        },
        "folding": {"offSide": True},
    }


def manifest(version: str) -> str:
    """The manifest of the package, which names its version and its files."""
    return f"""<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="{NAME}" Version="{version}" Publisher="{PUBLISHER}" />
    <DisplayName>{TITLE}</DisplayName>
    <Description xml:space="preserve">{DESCRIPTION}</Description>
    <Categories>Programming Languages</Categories>
    <Icon>extension/icon.png</Icon>
    <Properties>
      <Property Id="Microsoft.VisualStudio.Code.Engine" Value="^1.75.0" />
      <Property Id="Microsoft.VisualStudio.Code.ExtensionKind" Value="workspace" />
    </Properties>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code" /></Installation>
  <Dependencies />
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true" />
    <Asset Type="Microsoft.VisualStudio.Services.Icons.Default" Path="extension/icon.png" Addressable="true" />
  </Assets>
</PackageManifest>
"""


def content_types() -> str:
    """The list of content types that a package of this format must have."""
    rows = "".join(f'<Default Extension="{end}" ContentType="{type}" />' for end, type in _TYPES.items())
    return (
        '<?xml version="1.0" encoding="utf-8"?>\n'
        f'<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">{rows}</Types>\n'
    )


# ---------------------------------------------------------------- the icon


def icon(size: int = 128) -> bytes:
    """A pawn on a board, as PNG."""
    rows = b"".join(b"\0" + b"".join(bytes(pixel(x, y, size)) for x in range(size)) for y in range(size))
    head = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n"
        + _chunk(b"IHDR", head)
        + _chunk(b"IDAT", zlib.compress(rows, 9))
        + _chunk(b"IEND", b"")
    )


def _chunk(name: bytes, data: bytes) -> bytes:
    """One chunk of a PNG file, with its length and checksum."""
    return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))


def pixel(x: int, y: int, size: int) -> tuple[int, int, int, int]:
    """The colour of one pixel of the icon, as red, green, blue and opacity."""
    u, v = (x + 0.5) / size, (y + 0.5) / size
    head = (u - 0.5) ** 2 + (v - 0.3) ** 2 < 0.145**2
    neck = 0.43 <= v <= 0.49 and abs(u - 0.5) < 0.16
    body = 0.49 < v < 0.74 and abs(u - 0.5) < 0.07 + (v - 0.49) * 0.5
    foot = 0.74 <= v <= 0.84 and abs(u - 0.5) < 0.27
    if head or neck or body or foot:
        return 250, 246, 235, 255
    if min(u, v, 1 - u, 1 - v) < 0.03:
        return 0, 0, 0, 0
    dark = (int(u * 4) + int(v * 4)) % 2
    return (36, 86, 104, 255) if dark else (52, 120, 140, 255)
