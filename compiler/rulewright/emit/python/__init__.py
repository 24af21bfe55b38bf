"""The code tree as Python: macros for statements, one small printer for expressions."""
