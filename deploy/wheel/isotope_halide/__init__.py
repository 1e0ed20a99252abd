"""Isotope's daemon and command, and its client for Halide.

`isotope run -- python3 program.py` runs a Halide program with them; the programs are in the folder of scripts of this
environment, the libraries in its folder `lib`. `python3 -m isotope_halide` is the command `isotope` of this environment.
"""

__version__ = "@VERSION@"
