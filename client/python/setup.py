"""Makes the message classes from the protocol's own .proto files at build time; they are not committed."""

import re
from pathlib import Path

from setuptools import setup
from setuptools.command.build_py import build_py

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent.parent
PROTOS = ROOT / "proto"


def version() -> str:
    """The version that all parts of Isotope share."""
    found = re.search(r'^version = "(.*)"$', (ROOT / "Cargo.toml").read_text(), re.MULTILINE)
    if not found:
        raise SystemExit(f"{ROOT}/Cargo.toml has no version")
    return found.group(1)


class BuildWithMessages(build_py):
    """Adds isotope.v1, which protoc writes, to the package."""

    def run(self) -> None:
        super().run()
        from grpc_tools import protoc

        files = sorted(PROTOS.glob("isotope/v1/*.proto"))
        if not files:
            raise SystemExit(f"there are no .proto files in {PROTOS}; build this package inside Isotope's sources")
        out = self.build_lib
        flags = [f"--proto_path={PROTOS}", f"--python_out={out}", f"--pyi_out={out}", f"--grpc_python_out={out}"]
        if protoc.main(["protoc", *flags, *map(str, files)]) != 0:
            raise SystemExit("protoc failed")
        (Path(out) / "isotope" / "v1" / "__init__.py").write_text('"""The protocol\'s messages, made by protoc."""\n')


# What building leaves behind is beside everything else that is built, not among the sources.
SCRATCH = ROOT / "target" / "python"
SCRATCH.mkdir(parents=True, exist_ok=True)

setup(
    version=version(),
    cmdclass={"build_py": BuildWithMessages},
    options={"build": {"build_base": str(SCRATCH)}, "egg_info": {"egg_base": str(SCRATCH)}},
)
