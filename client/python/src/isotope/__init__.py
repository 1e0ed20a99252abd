"""Client of Isotope: proven target code for vector expressions.

`Client` asks a daemon over gRPC. Answers are frozen data classes; failures are exceptions with the server's words.
"""

from isotope.answers import Answer, Explanation, Health, Memo, Method, Parameter, ProofStep, Source, Type, Verdict
from isotope.client import Client, Credentials, Engine, Output
from isotope.errors import (
    AddressError,
    DeadlineExceeded,
    Denied,
    InvalidRequest,
    IsotopeError,
    Overloaded,
    Unreachable,
    WrongVersion,
)

__all__ = [
    "AddressError",
    "Answer",
    "Client",
    "Credentials",
    "DeadlineExceeded",
    "Denied",
    "Engine",
    "Explanation",
    "Health",
    "InvalidRequest",
    "IsotopeError",
    "Memo",
    "Method",
    "Output",
    "Overloaded",
    "Parameter",
    "ProofStep",
    "Source",
    "Type",
    "Unreachable",
    "Verdict",
    "WrongVersion",
]
