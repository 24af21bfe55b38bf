"""The random generator: splitmix64, whose state is one number, and whose next numbers are worked out side by side."""

from __future__ import annotations

import struct
from typing import Final

MASK: Final = 0xFFFF_FFFF_FFFF_FFFF
STEP: Final = 0x9E37_79B9_7F4A_7C15
# Numbers stand in one large integer, each in a lane that has room for a product of two: few operations do for all of them.
LANE: Final = 128
MOST: Final = 64  # lanes at once
_ONES: Final = sum(1 << LANE * i for i in range(MOST))
_STEPS: Final = sum(((i + 1) * STEP & MASK) << LANE * i for i in range(MOST))


def numbers(state: int, count: int) -> tuple[int, ...]:
    """The next numbers from 0 to MASK, at most MOST of them."""
    here = (1 << LANE * count) - 1
    ones = _ONES & here
    low = ones * MASK  # the lower half of each lane
    z = (ones * state + (_STEPS & here)) & low
    z = ((z ^ (z >> 30 & low)) * 0xBF58_476D_1CE4_E5B9) & low
    z = ((z ^ (z >> 27 & low)) * 0x94D0_49BB_1331_11EB) & low
    z ^= z >> 31 & low
    return struct.unpack(f"<{2 * count}Q", z.to_bytes(16 * count, "little"))[::2]


def after(state: int, count: int) -> int:
    """The state when so many numbers have been given."""
    return (state + count * STEP) & MASK
