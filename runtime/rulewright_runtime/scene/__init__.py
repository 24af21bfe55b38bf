"""The scene: what a client needs to draw a game for one viewer, as plain data; docs/table/scene.md describes it."""

from __future__ import annotations

from .changes import changes
from .forecast import forecast
from .handles import Handles
from .ledger import Ledger
from .log import lines
from .moment import moment
from .preview import previews
from .reasons import why_not
from .sealed import is_sealed
from .setting import VERSION, setting
from .turns import turn

__all__ = [
    "VERSION",
    "Handles",
    "Ledger",
    "changes",
    "forecast",
    "is_sealed",
    "lines",
    "moment",
    "previews",
    "setting",
    "turn",
    "why_not",
]
