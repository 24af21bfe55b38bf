"""What the language offers to every game, as data."""
