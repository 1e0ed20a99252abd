"""Asks the daemon for the code of two expressions."""

import isotope

EXPRESSIONS = """
uint8x32 rounding_halving_add((uint8x32)a, (uint8x32)b)
int16x16 saturating_add((int16x16)x, (int16x16)y)
"""

# The address is that of the variable ISOTOPE_SERVER.
with isotope.Client(timeout=60) as client:
    for answer in client.select(EXPRESSIONS, mcpu="haswell"):
        print(answer.verdict.name, answer.cycles, *answer.instructions)
