from __future__ import annotations
import pytest
from .hidden_games import Hearts, Leduc, LiarsDice
@pytest.mark.parametrize("against", [Hearts, Leduc, LiarsDice])
def test_lockstep(against):
    for seed in range(20): against(seed).play()
