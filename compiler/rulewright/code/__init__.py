"""The code tree: what an engine does, as typed statements that any back end can print."""
