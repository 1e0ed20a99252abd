"""Answers as data classes. Costs are cycles of block throughput on the target; the messages carry hundredths."""

from __future__ import annotations

import enum
from dataclasses import dataclass, field
from typing import Optional, TypeVar

from isotope.v1 import expression_pb2, isotope_pb2, selection_pb2

_E = TypeVar("_E", bound=enum.IntEnum)


class Verdict(enum.IntEnum):
    """What is known about the equality of an answer and its expression."""

    UNSPECIFIED = 0
    PROVED = 1
    """Shown equal at full width."""
    UNPROVED = 2
    """Equal on every input tried; the proof ran out of budget."""
    BASELINE = 3
    """The plain LLVM lowering."""


class Source(enum.IntEnum):
    """Where an answer comes from."""

    UNSPECIFIED = 0
    MEMO = 1
    SEARCH = 3
    BASELINE = 4


class Memo(enum.IntEnum):
    """Whether the daemon remembers an expression."""

    UNSPECIFIED = 0
    HIT = 1
    MISS = 2
    REFUSED = 3
    SEARCHING = 4


class Method(enum.IntEnum):
    """How a step of a proof was shown."""

    UNSPECIFIED = 0
    IDENTICAL = 1
    SMT = 2
    EXHAUSTIVE = 3
    NORMAL_FORM = 5
    INTERVALS = 6
    PIECES = 7
    GATHERING = 8
    CUTS = 9
    SWEEPING = 10
    CASES = 11


def _member(kind: type[_E], value: int) -> _E:
    """The member for a value; UNSPECIFIED for one that a later server added."""
    try:
        return kind(value)
    except ValueError:
        return kind(0)


@dataclass(frozen=True)
class Type:
    """`lanes` lanes of `bits` bits; `kind` is int, uint, float or bfloat."""

    kind: str
    bits: int
    lanes: int

    def __str__(self) -> str:
        scalar = f"{self.kind}{self.bits}"
        return scalar if self.lanes == 1 else f"{scalar}x{self.lanes}"


@dataclass(frozen=True)
class Parameter:
    """One parameter of an answer's function: a leaf of the expression, or a load of bytes that its loads cover.

    For a load, lane i is `buffer[base + offset + i * stride]`, in elements.
    """

    name: str
    type: Type
    leaf: Optional[str] = None
    buffer: Optional[str] = None
    base: str = ""
    offset: int = 0
    stride: int = 0


@dataclass(frozen=True)
class ProofStep:
    """One step of a proof; `work` is the prover's own deterministic unit."""

    claim: str
    methods: tuple[Method, ...]
    lanes: int
    work: int


@dataclass(frozen=True)
class Answer:
    """Code for one expression."""

    expression: str
    arch: str
    mcpu: str
    mattr: str
    verdict: Verdict
    source: Source
    cycles: float
    """Block throughput of the whole function; 0 where it is not known."""
    baseline_cycles: float
    """The same of the plain LLVM lowering."""
    instructions: tuple[str, ...]
    autollvm: str
    llvm_ir: str
    function: str
    """The name of the function in `llvm_ir`."""
    parameters: tuple[Parameter, ...]
    proof: tuple[ProofStep, ...]
    truncated: bool
    """Less than a whole search finds; `notes` say why."""
    searched_on: bool
    """The search goes on in the daemon: asking again brings what it finds."""
    milliseconds: float
    """From the request's arrival at the daemon to this answer."""
    notes: tuple[str, ...]
    epoch: str
    message: Optional[isotope_pb2.Answer] = field(repr=False, compare=False, default=None)
    """The answer as it was received."""

    @property
    def gain(self) -> Optional[float]:
        """How many times cheaper than the plain lowering; None where a cost is not known."""
        return self.baseline_cycles / self.cycles if self.cycles and self.baseline_cycles else None


@dataclass(frozen=True)
class Explanation:
    """How the service sees one expression. `sections` are titles and texts."""

    expression: str
    canonical: str
    key: str
    memo: Memo
    selection: Optional[Answer]
    sections: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Health:
    """`serving`: the daemon takes calls. `whole`: it lacks nothing, such as LLVM's tools, which it needs for good answers."""

    serving: bool
    whole: bool

    def __bool__(self) -> bool:
        return self.serving


_KINDS = {
    expression_pb2.KIND_INT: "int",
    expression_pb2.KIND_UINT: "uint",
    expression_pb2.KIND_FLOAT: "float",
    expression_pb2.KIND_BFLOAT: "bfloat",
}


def _type(message: expression_pb2.Type) -> Type:
    return Type(_KINDS.get(message.kind, "unknown"), message.bits, message.lanes)


def _parameter(message: selection_pb2.Parameter) -> Parameter:
    if message.WhichOneof("value") != "load":
        return Parameter(message.name, _type(message.type), leaf=message.leaf)
    load = message.load
    return Parameter(message.name, _type(message.type), None, load.buffer, load.base, load.offset, load.stride)


def answer(message: isotope_pb2.Answer) -> Answer:
    """An answer from its message."""
    selection = message.selection
    steps = (
        ProofStep(step.claim, tuple(_member(Method, each) for each in step.methods), step.lanes, step.work)
        for step in selection.proof.steps
    )
    return Answer(
        expression=selection.expression,
        arch=selection.target.arch,
        mcpu=selection.target.mcpu,
        mattr=selection.target.mattr,
        verdict=_member(Verdict, selection.verdict),
        source=_member(Source, message.source),
        cycles=selection.cost / 100,
        baseline_cycles=selection.baseline_cost / 100,
        instructions=tuple(selection.instructions),
        autollvm=selection.autollvm,
        llvm_ir=selection.llvm_ir,
        function=selection.function,
        parameters=tuple(map(_parameter, selection.parameters)),
        proof=tuple(steps),
        truncated=message.truncated,
        searched_on=message.searched_on,
        milliseconds=message.milliseconds,
        notes=tuple(message.notes),
        epoch=selection.epoch,
        message=message,
    )


def explanation(message: isotope_pb2.Explanation) -> Explanation:
    """An explanation from its message."""
    selection = None
    if message.HasField("selection"):
        held = isotope_pb2.Answer(selection=message.selection, source=selection_pb2.SOURCE_MEMO)
        selection = answer(held)
    return Explanation(
        expression=message.expression,
        canonical=message.canonical,
        key=message.key,
        memo=_member(Memo, message.memo),
        selection=selection,
        sections=tuple((section.title, section.text) for section in message.sections),
    )
