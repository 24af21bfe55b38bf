"""Tests of the passes over the code tree."""
