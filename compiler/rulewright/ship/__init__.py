"""Shipping: an engine with its private runtime as a wheel and a source archive that need nothing else."""
