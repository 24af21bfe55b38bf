"""Bots inside a native core: the same features, values and answers as in Python, many times faster."""

from __future__ import annotations

from array import array
from typing import Any, Final

from ..native import SHARED, Core
from ..views import has_secrets
from .features import ASKED, Features
from .turn import DEALS
from .value import Judge

OF_ASKED: Final = {ASKED[0]: -1, ASKED[1]: -2}  # attributes that are no fields of a native position


class NativeBots:
    """What a core needs to know for one number of players, made once."""

    def __init__(self, core: Core, features: Features) -> None:
        self.core = core
        self.module: Any = core.module
        self.features: Any = self.module.features(_coded(core, features))
        self.dealing: Any = None
        self._judges: dict[int, tuple[Judge, Any]] = {}

    def judge(self, judge: Judge) -> Any:
        """A value for the core; the same one for the same judge."""
        if id(judge) not in self._judges:
            fitted, value = judge.fitted, judge.value
            made = self.module.judge(
                self.features,
                len(value.bias),
                array("i", [one for weights in fitted.weights for one in weights]).tobytes(),
                array("q", fitted.low).tobytes(),
                array("q", fitted.high).tobytes(),
                array("i", fitted.start).tobytes(),
                array("q", value.tops).tobytes(),
                value.scales,
                value.others,
                value.winning,
            )
            self._judges[id(judge)] = judge, made
        return self._judges[id(judge)][1]

    def turn(self, seed: int, judge: Judge, positions: int, noise: float = 0.0, deals: int = DEALS) -> Any:
        """Turn search."""
        return self.module.bot(seed, self.judge(judge), self.dealing, positions, deals, noise)

    def random(self, seed: int) -> Any:
        """Any answer."""
        return self.module.bot(seed, None, None, 1, 1, 0.0)


def _coded(core: Core, features: Features) -> bytes:
    """The blocks of features as numbers; looking.h reads them."""
    place = {name: SHARED + i for i, name in enumerate(core.module.field_names)} | OF_ASKED
    found = [features.players, int(features.scored), len(features.attributes)]
    found += [place[name] for name in features.attributes]
    found.append(len(features.blocks))
    for block, reads in zip(features.blocks, features.reads):
        found += [len(block.names), len(reads), *reads, len(block.code), *block.code]
    return array("q", found).tobytes()
