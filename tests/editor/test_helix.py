"""The settings that the docs give for Helix: its configuration can be read, and starts our server for our files."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

PAGE = Path(__file__).resolve().parents[2] / "docs/how-to/editor.md"


def test_the_settings_start_the_server_for_rules_files() -> None:
    found = re.search(r"```toml\n(.*?)```", PAGE.read_text(encoding="utf-8"), re.DOTALL)
    assert found is not None
    settings = tomllib.loads(found[1])
    (language,) = settings["language"]
    assert language["file-types"] == ["rules"]
    servers = [settings["language-server"][name] for name in language["language-servers"]]
    assert [[server["command"], *server["args"]] for server in servers] == [["rulewright", "lsp"]]
