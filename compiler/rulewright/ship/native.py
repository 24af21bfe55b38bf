"""The native core in what is shipped: its C in the source archive, and compiled in a wheel for this machine."""

from __future__ import annotations

from pathlib import Path

import rulewright_native
from rulewright.emit.python.statements import environment
from rulewright.ship.pack import wheel
from rulewright.ship.shipment import ShipError, Shipment
from rulewright_native import building
from rulewright_runtime.native import PACKED

FOLDER = "native"  # of the source archive


def native_files(shipment: Shipment) -> dict[str, str]:
    """What an installer needs to build the core: its C, the C runtime, how it is compiled, and the hook that does it."""
    if not shipment.core:
        return {}
    home = Path(rulewright_native.__file__).parent
    packed = [path for path in sorted(home.rglob("*")) if path.suffix in (".py", ".h")]
    found = {
        f"{FOLDER}/rulewright_native/{path.relative_to(home).as_posix()}": path.read_text(encoding="utf-8")
        for path in packed
    }
    hook = environment().get_template("ship_hook.py.j2").render(name=shipment.name, packed=PACKED)
    return found | {f"{FOLDER}/core.c": shipment.core, f"{FOLDER}/hook.py": hook}


def native_wheel(folder: Path, shipment: Shipment, into: Path) -> Path:
    """Compiles the core and packs it with all else; `folder` holds the project, and gets the core."""
    if not shipment.core:
        raise ShipError(f"{shipment.target} has no native core: {shipment.no_core}", "ship without --native")
    try:
        building.build(shipment.core, folder / shipment.name / PACKED)
    except building.BuildError as error:
        raise ShipError(f"the native core cannot be built: {error}", "ship without --native") from None
    return wheel(folder, into, native=True)
