"""The command line as a program that a signal ends, also where the tests run in the background and such signals are ignored."""

from __future__ import annotations

INTERRUPTIBLE = """\
import signal, sys
from rulewright.cli import main
signal.signal(signal.SIGINT, signal.default_int_handler)
sys.exit(main(sys.argv[1:]))
"""
