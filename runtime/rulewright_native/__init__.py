"""The C runtime of native engines: headers that an emitted core includes, and how a core is compiled."""

from pathlib import Path

INCLUDE = Path(__file__).parent / "include"
INTERFACE = 2  # a core that was built for another one is not used
