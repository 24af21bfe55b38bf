"""Tests of the standing campaigns."""
