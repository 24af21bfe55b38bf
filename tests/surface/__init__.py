"""Tests of the surface: parser, diagnostics, formatter."""
