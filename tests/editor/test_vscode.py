"""The extension for VS Code: what is packed, and its client against the real server, with a stand-in for VS Code's own module."""

from __future__ import annotations

import io
import json
import re
import shutil
import subprocess
import sys
import xml.dom.minidom
import zipfile
from pathlib import Path

import pytest

from rulewright.cli import main
from rulewright.editor.colours import textmate
from rulewright.editor.vsix import COMMANDS, contents, vsix
from rulewright.surface.words import MARGIN, keywords

ROOT = Path(__file__).resolve().parents[2]
HERE = Path(__file__).parent


def packed() -> dict[str, bytes]:
    with zipfile.ZipFile(io.BytesIO(vsix("0.2.0"))) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def test_it_is_the_same_on_every_build() -> None:
    assert vsix("0.2.0") == vsix("0.2.0")


def test_all_that_the_package_names_is_there() -> None:
    files = packed()
    package = json.loads(files["extension/package.json"])
    paths = [package["main"] if package["main"].endswith(".js") else package["main"] + ".js", package["icon"]]
    for part in ("languages", "grammars", "snippets"):
        for each in package["contributes"][part]:
            paths += [each[key] for key in ("path", "configuration") if key in each]
    for path in paths:
        assert "extension/" + path.removeprefix("./") in files
    manifest = xml.dom.minidom.parseString(files["extension.vsixmanifest"])
    for asset in manifest.getElementsByTagName("Asset"):
        assert asset.getAttribute("Path") in files
    assert (
        package["version"] == manifest.getElementsByTagName("Identity")[0].getAttribute("Version") == "0.2.0"
    )
    xml.dom.minidom.parseString(files["[Content_Types].xml"])


def test_the_commands_of_the_package_are_those_of_the_code() -> None:
    script = contents("0.2.0")["extension/extension.js"].decode()
    assert set(COMMANDS) <= set(re.findall(r'"(rulewright\.\w+)"', script))


def test_every_keyword_of_the_grammar_has_a_colour() -> None:
    patterns = [p["match"] for p in textmate()["patterns"] if "match" in p]
    for word in {*keywords(), *MARGIN}:
        assert any(re.search(pattern, word) for pattern in patterns), word


def test_the_command_writes_one_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["editor", "vscode", "-o", str(tmp_path / "x.vsix")]) == 0
    assert zipfile.is_zipfile(tmp_path / "x.vsix")
    assert main(["editor", "vscode", "-o", str(tmp_path / "no" / "x.vsix")]) == 2
    assert "there is no folder" in capsys.readouterr().err


@pytest.mark.skipif(shutil.which("node") is None, reason="node is not installed")
def test_the_client_and_the_server_understand_each_other(tmp_path: Path) -> None:
    for name, data in packed().items():
        target = tmp_path / "vsix" / name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(data)
    project = tmp_path / "project"
    shutil.copytree(ROOT / "rules" / "connect_four", project / "rules" / "connect_four")
    command = tmp_path / "rulewright"
    command.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m rulewright.cli "$@"\n')
    command.chmod(0o755)
    done = subprocess.run(
        [
            "node",
            HERE / "drive.js",
            tmp_path / "vsix" / "extension",
            project,
            project / "rules/connect_four/play.rules",
        ],
        capture_output=True,
        text=True,
        timeout=240,
        env={"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "RULEWRIGHT_COMMAND": str(command)},
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    assert found["wrong"] == [["RW211", 0, "nothing is called `colum`\nhint: did you mean `column`?"]]
    assert found["fix"] == ["write `column`", "column"]
    assert "define is_open(n)" in found["hover"]
    assert len(found["definition"]) == 1
    assert found["references"] == 3
    assert "rule take_turn" in found["symbols"]
    assert found["folds"] >= 3
    assert found["tokens"] == 0
    assert found["lenses"][0].startswith("tested by ")
    assert ": frame or none" in found["inlay"]
    assert "disc" in found["completion"]
    assert found["signature"].startswith("landing(n: number)")
    assert set(found["renamed"]) == {"has_room"}
    assert "cannot be a name" in found["refused"]
    assert found["formatted"] == 1
    assert found["terminal"][0].endswith(
        "play connect_four --project " + str(project) + " --example 'it'\\''s a draw'"
    )


TOKENISE = """
const fs = require("fs"), path = require("path");
const [modules, grammar, file] = process.argv.slice(2);
const tm = require(path.join(modules, "vscode-textmate")), onig = require(path.join(modules, "vscode-oniguruma"));
(async () => {
  await onig.loadWASM(fs.readFileSync(path.join(modules, "vscode-oniguruma/release/onig.wasm")).buffer);
  const onigLib = Promise.resolve({ createOnigScanner: (p) => new onig.OnigScanner(p), createOnigString: (s) => new onig.OnigString(s) });
  const registry = new tm.Registry({ onigLib, loadGrammar: async () => tm.parseRawGrammar(fs.readFileSync(grammar, "utf8"), grammar) });
  const g = await registry.loadGrammar("source.rulewright");
  let stack = tm.INITIAL; const found = [];
  for (const line of fs.readFileSync(file, "utf8").split("\\n")) {
    const r = g.tokenizeLine(line, stack); stack = r.ruleStack;
    for (const t of r.tokens) found.push([line.slice(t.startIndex, t.endIndex), t.scopes[t.scopes.length - 1]]);
  }
  console.log(JSON.stringify(found));
})();
"""


@pytest.mark.skipif(shutil.which("npm") is None, reason="npm is not installed")
def test_the_colours_are_those_of_the_words(tmp_path: Path) -> None:
    """By the very libraries with which VS Code colours."""
    packages = ["vscode-textmate@9.1.0", "vscode-oniguruma@2.0.1"]
    got = subprocess.run(
        [
            "npm",
            "install",
            "--prefix",
            tmp_path,
            "--no-audit",
            "--no-fund",
            "--silent",
            "--fetch-retries=1",
            *packages,
        ],
        capture_output=True,
        timeout=120,
    )
    if got.returncode:
        pytest.skip("the npm registry cannot be reached")
    grammar = tmp_path / "rulewright.tmLanguage.json"
    grammar.write_text(json.dumps(textmate()))
    script = tmp_path / "tokenise.js"
    script.write_text(TOKENISE)
    done = subprocess.run(
        ["node", script, tmp_path / "node_modules", grammar, ROOT / "rules/connect_four/play.rules"],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    tokens = [(text.strip(), scope) for text, scope in json.loads(done.stdout)]
    assert ("rule", "keyword.declaration.rulewright") in tokens
    assert ("take_turn", "entity.name.function.rulewright") in tokens
    assert ("choose", "keyword.control.rulewright") in tokens
    assert ("you", "variable.language.rulewright") in tokens
    assert ("[C4-2.1]", "markup.underline.link.rulewright") in tokens
    assert ("none", "constant.language.rulewright") in tokens
    assert any(scope.startswith("comment") for _, scope in tokens)
