"""Stage 3, types: functions over a context; `check.check` runs them."""

from . import statements as statements  # first: what it needs is then loaded in the one order that works
