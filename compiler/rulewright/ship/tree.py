"""The folder that is packed: the engine's own files, a copy of the runtime, the rules, and what packaging needs."""

from __future__ import annotations

import dataclasses
import json
import re
from pathlib import Path

from packaging.version import InvalidVersion, Version

import rulewright_runtime
import rulewright_table
from rulewright.emit.layout import formatted
from rulewright.emit.python.statements import environment
from rulewright.ship.native import native_files
from rulewright.ship.shipment import Assumed, ShipError, Shipment

# What the rules of a game with chance import of the runtime.
CHANCE = ("below", "one_of", "roll", "shuffled", "some_of")
ADAPTERS = ("pettingzoo_env", "open_spiel_game")


def tree(shipment: Shipment) -> dict[str, str]:
    """Every file by its path; the engine's modules and the runtime's are byte for byte those of the repository."""
    name = shipment.name
    found = {
        "pyproject.toml": _printed("ship_pyproject.toml.j2", shipment),
        "README.md": _printed("ship_readme.md.j2", shipment),
    }
    if shipment.licence:
        found["LICENSE"] = shipment.licence
    for path, text in shipment.files.items():
        if path != "_runtime.py":
            found[f"{name}/{path}"] = text
    for path, text in runtime_files().items():
        found[f"{name}/_runtime/{path}"] = text
    for path, text in table_files(shipment).items():
        found[f"{name}/_table/{path}"] = text
    for path, text in shipment.sources.items():
        found[f"{name}/source/{path}"] = text
    for path, text in shipment.values.items():
        found[f"{name}/values/{path}"] = text
    found |= native_files(shipment)
    for adapter in ADAPTERS:
        found[f"{name}/{adapter}.py"] = formatted(_printed(f"ship_{adapter}.py.j2", shipment))
    return dict(sorted(found.items()))


def runtime_files() -> dict[str, str]:
    """The runtime's modules, and the licence under which they may be passed on."""
    folder = Path(rulewright_runtime.__file__).parent
    found = {
        path.relative_to(folder).as_posix(): path.read_text(encoding="utf-8")
        for path in sorted(folder.rglob("*.py"))
    }
    found["LICENSE"] = own_licence()
    return found


def table_files(shipment: Shipment) -> dict[str, str]:
    """The table in the browser, which knows the runtime and itself under their names in this package."""
    folder = Path(rulewright_table.__file__).parent
    found = {"rulebook.json": json.dumps(shipment.rulebook, ensure_ascii=False, indent=0)}
    for path in sorted(folder.rglob("*")):
        if path.suffix == ".py":
            text = path.read_text(encoding="utf-8")
            text = re.sub(r"\brulewright_runtime\b", f"{shipment.name}._runtime", text)
            found[path.name] = re.sub(r"\brulewright_table\b", f"{shipment.name}._table", text)
        elif path.suffix in (".js", ".css", ".html", ".svg"):
            found[path.relative_to(folder).as_posix()] = path.read_text(encoding="utf-8")
    return found


def own_licence() -> str:
    """Rulewright's licence: beside the code in the repository, among the bundled files where it is installed."""
    package = Path(__file__).resolve().parents[1]
    for path in (package / "bundled" / "LICENSE", package.parents[1] / "LICENSE"):
        if path.is_file():
            return path.read_text(encoding="utf-8")
    raise ShipError("the licence of the runtime is missing", "install rulewright again")


def checked_version(text: str, target: str) -> str:
    """A version that installers understand, in their spelling."""
    try:
        return str(Version(text))
    except InvalidVersion:
        raise ShipError(
            f"{target}: {text!r} is no version number",
            'the game\'s header states it, as in `version: "1.2"`',
        ) from None


def has_chance(shipment: Shipment) -> bool:
    """Whether the rules ever leave something to chance."""
    return any(re.search(rf"^    {name},$", shipment.files["rules.py"], re.MULTILINE) for name in CHANCE)


def _printed(template: str, shipment: Shipment) -> str:
    """A file of the shipment as its template prints it."""
    return (
        environment()
        .get_template(template)
        .render(
            shipment=shipment,
            description=json.dumps(f"{shipment.title}: a game engine, rules {shipment.rules}"),
            assumed=[_in_cells(each) for each in shipment.assumed],
            numbers=_numbers(shipment.players),
            licence_id="MIT" if shipment.licence.lstrip().startswith("MIT License") else "",
            chance=has_chance(shipment),
            # What the engine's own templates say in their headers.
            title=shipment.title.replace("\\", "\\\\").replace('"', "'"),
            source=shipment.folder,
            target=shipment.target,
        )
    )


def _in_cells(assumed: Assumed) -> Assumed:
    """Fit for the cells of a Markdown table."""
    value, text = assumed.value.replace("|", "\\|"), assumed.text.replace("|", "\\|")
    return dataclasses.replace(assumed, value=value, text=text)


def _numbers(players: tuple[int, ...]) -> str:
    """2, or 2 to 4, or 2 and 4."""
    if len(players) > 2 and players == tuple(range(players[0], players[-1] + 1)):
        return f"{players[0]} to {players[-1]}"
    return " or ".join(map(str, players))
