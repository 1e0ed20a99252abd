"""Becomes the command `isotope` that was installed with this package."""

import os
import sys
from importlib.metadata import files


def main() -> None:
    for file in files("isotope-halide") or ():
        if file.name == "isotope" and file.parent.name == "bin":
            program = os.fspath(file.locate())
            os.execv(program, [program, *sys.argv[1:]])
    sys.exit("isotope_halide: the command was not installed with this package; install the wheel again")


main()
