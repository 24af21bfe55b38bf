"""The version of rulewright that is installed."""

from __future__ import annotations

from importlib import metadata


def version() -> str:
    """The installed version, or that there is none."""
    try:
        return metadata.version("rulewright")
    except metadata.PackageNotFoundError:
        return "(not installed)"
