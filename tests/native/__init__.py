"""Native engines against the Python ones."""
