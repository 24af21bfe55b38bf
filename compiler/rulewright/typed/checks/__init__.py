"""Checks over the whole game: one file each, and one line in the tuples of `run`."""
