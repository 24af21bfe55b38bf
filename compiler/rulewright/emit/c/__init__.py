"""The code tree as C: macros for statements, one printer for expressions, tables for what the C runtime has."""
