"""The same environment as Gymnasium's own class, for programs that ask for one; needs gymnasium and numpy, asked for only here."""

from __future__ import annotations

import importlib
from functools import cache
from typing import Any

from ..observing import LARGEST
from .environment import Environment


def gymnasium_env(game: Any, *arguments: Any, render_mode: str | None = None, **settings: Any) -> Any:
    """A `gymnasium.Env`; arguments as of `Environment`. Masks: `info["action_mask"]`, or `env.action_masks()`."""
    return _class()(Environment(game, *arguments, **settings), render_mode)


class _Face:
    """What Gymnasium asks of an environment, with arrays for lists."""

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  Gymnasium's own form

    def __init__(self, played: Environment, render_mode: str | None) -> None:
        spaces, numpy = _spaces(), _numpy()
        self.played = played
        self.render_mode = render_mode
        size = (len(played.observation_names),)
        self.observation_space = spaces.Box(-LARGEST, LARGEST, size, numpy.float32)
        self.action_space = spaces.Discrete(len(played.action_names))

    @property
    def observation_names(self) -> tuple[str, ...]:
        """What each number of an observation stands for."""
        return self.played.observation_names

    @property
    def action_names(self) -> tuple[str, ...]:
        """What each action does, in words."""
        return self.played.action_names

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """Begins a new game, by the seed if one is given; observation and info as Gymnasium wants them."""
        super().reset(seed=seed)  # type: ignore[misc]
        seen, info = self.played.reset(seed)
        return self._array(seen), self._told(info)

    def step(self, action: int) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """Takes an action; observation, reward, whether the game is over, False, and info."""
        seen, reward, over, cut, info = self.played.step(int(action))
        return self._array(seen), reward, over, cut, self._told(info)

    def action_masks(self) -> Any:
        """By this name programs for masked actions look for it."""
        return _numpy().array(self.played.action_masks(), dtype=bool)

    def render(self) -> str | None:
        """The position as text in the mode `ansi`, else None."""
        return self.played.render() if self.render_mode == "ansi" else None

    def _array(self, seen: list[int]) -> Any:
        """An observation as an array of floats."""
        numpy = _numpy()
        return numpy.array(seen, numpy.float32)

    def _told(self, info: dict[str, Any]) -> dict[str, Any]:
        """An info with its mask as an array, as Gymnasium's masked policies want it."""
        numpy = _numpy()
        return {**info, "action_mask": numpy.array(info["action_mask"], numpy.int8)}


@cache
def _class() -> Any:
    """Gymnasium's class with our face; made when it is asked for first, as the runtime must not need Gymnasium."""
    try:
        base = importlib.import_module("gymnasium").Env
        _numpy()
    except ImportError as error:
        raise ImportError("this needs Gymnasium: pip install gymnasium") from error
    return type("GymnasiumEnv", (_Face, base), {"__doc__": _Face.__doc__})


def _spaces() -> Any:
    """The module of Gymnasium's spaces, imported at the first use."""
    return importlib.import_module("gymnasium.spaces")


def _numpy() -> Any:
    """The module numpy, imported at the first use."""
    return importlib.import_module("numpy")
