"""The client."""

from __future__ import annotations

import enum
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from types import TracebackType
from typing import Any, Optional, TypeVar, Union

import grpc
from grpc_health.v1 import health_pb2, health_pb2_grpc

from isotope import answers, errors
from isotope.answers import Answer, Explanation, Health
from isotope.errors import AddressError
from isotope.v1 import expression_pb2, isotope_pb2, isotope_pb2_grpc

_R = TypeVar("_R")
_Path = Union[str, "os.PathLike[str]"]

DEFAULT_SERVER = "http://127.0.0.1:4711"
"""Where a daemon listens unless it is told otherwise."""

DEFAULT_TIMEOUT = 60.0
"""Seconds of a call."""

MAX_ANSWER_BYTES = 64 << 20
"""Bytes of one answer message."""

MAX_CREDENTIAL_BYTES = 1 << 20
"""Bytes of a file of certificates, of a key, or of a token."""

_LOOPBACK = re.compile(r"^(localhost|127\.[0-9.]+|\[::1\])(:[0-9]+)?$")


class Engine(enum.IntEnum):
    """Which search runs."""

    DEFAULT = 0
    FAST = 1
    REFERENCE = 2
    BASELINE = 3


class Output(enum.IntEnum):
    """The texts that an answer carries."""

    INSTRUCTIONS = 1
    AUTOLLVM = 2
    LLVM_IR = 3
    PROOF = 4
    EXPRESSION = 5


@dataclass(frozen=True)
class Credentials:
    """Files that say who calls and what the caller trusts, each in PEM but for the token."""

    ca: Optional[_Path] = None
    certificate: Optional[_Path] = None
    key: Optional[_Path] = None
    token_file: Optional[_Path] = None

    @classmethod
    def from_env(cls) -> Credentials:
        """`ISOTOPE_CA`, `ISOTOPE_CLIENT_CERTIFICATE`, `ISOTOPE_CLIENT_KEY`, `ISOTOPE_TOKEN_FILE`; what is empty is not set."""
        names = ("ISOTOPE_CA", "ISOTOPE_CLIENT_CERTIFICATE", "ISOTOPE_CLIENT_KEY", "ISOTOPE_TOKEN_FILE")
        return cls(*(os.environ.get(name) or None for name in names))


def _read(path: _Path) -> bytes:
    try:
        with open(path, "rb") as file:
            text = file.read(MAX_CREDENTIAL_BYTES + 1)
    except OSError as error:
        raise AddressError(f"cannot read {os.fspath(path)}: {error.strerror}") from error
    if len(text) > MAX_CREDENTIAL_BYTES:
        raise AddressError(f"{os.fspath(path)} is over the bound MAX_CREDENTIAL_BYTES = {MAX_CREDENTIAL_BYTES}")
    return text


class Client:
    """A connection to a daemon. Threads may share one; close it, or use it in a `with` statement.

    `server` is http://HOST:PORT, https://HOST:PORT or unix:/PATH; without it ISOTOPE_SERVER is read, then the default taken.
    `timeout` is the number of seconds of each call: shortly before they are over the daemon answers with the best that it has.
    """

    def __init__(
        self,
        server: Optional[str] = None,
        *,
        timeout: float = DEFAULT_TIMEOUT,
        credentials: Optional[Credentials] = None,
    ) -> None:
        if timeout <= 0:
            raise ValueError("timeout is a number of seconds above 0")
        self.server = server or os.environ.get("ISOTOPE_SERVER") or DEFAULT_SERVER
        self.timeout = timeout
        credentials = credentials or Credentials.from_env()
        self._metadata = self._token(credentials)
        self._channel = self._connect(credentials)
        self._service = isotope_pb2_grpc.IsotopeStub(self._channel)  # type: ignore[no-untyped-call]
        self._health = health_pb2_grpc.HealthStub(self._channel)

    def _token(self, credentials: Credentials) -> tuple[tuple[str, str], ...]:
        if credentials.token_file is None:
            return ()
        place = self.server.partition("://")[2]
        if self.server.startswith("http://") and not _LOOPBACK.match(place):
            raise AddressError(
                f"the token would go to {self.server} for everybody to read; the address has to begin with https://"
            )
        words = _read(credentials.token_file).split()
        if len(words) != 1 or not words[0].isascii():
            raise AddressError(f"{os.fspath(credentials.token_file)} holds no token: one word is one")
        return (("authorization", f"Bearer {words[0].decode()}"),)

    def _connect(self, credentials: Credentials) -> grpc.Channel:
        options = [("grpc.max_receive_message_length", MAX_ANSWER_BYTES), ("grpc.enable_http_proxy", 0)]
        unix = re.fullmatch(r"unix:(?://)?(/.+)", self.server)
        if unix:
            # Some servers refuse a request whose authority is a path.
            return grpc.insecure_channel(f"unix:{unix[1]}", [*options, ("grpc.default_authority", "localhost")])
        address = re.fullmatch(r"(https?)://([^/\s@]+)/?", self.server)
        if not address:
            raise AddressError(
                f"`{self.server}` is not a server's address; write http://HOST:PORT, https://HOST:PORT or unix:/PATH"
            )
        scheme, place = address.groups()
        if not re.search(r":[0-9]+$", place):
            place += ":443" if scheme == "https" else ":80"
        if scheme == "http":
            return grpc.insecure_channel(place, options)
        if (credentials.certificate is None) != (credentials.key is None):
            raise AddressError("a client's certificate and its key come together")
        ca, key, certificate = (
            None if path is None else _read(path)
            for path in (credentials.ca, credentials.key, credentials.certificate)
        )
        return grpc.secure_channel(place, grpc.ssl_channel_credentials(ca, key, certificate), options)

    def close(self) -> None:
        """Ends the connection; calls under way fail."""
        self._channel.close()

    def __enter__(self) -> Client:
        return self

    def __exit__(
        self,
        kind: Optional[type[BaseException]],
        error: Optional[BaseException],
        trace: Optional[TracebackType],
    ) -> None:
        self.close()

    def select(
        self,
        text: str,
        *,
        arch: str = "",
        mcpu: str = "",
        mattr: str = "",
        engine: Engine = Engine.DEFAULT,
        budget: int = 0,
        outputs: Iterable[Output] = (),
        expected_epoch: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> list[Answer]:
        """Code for each expression of a text, in order.

        `text` is Halide's printed form with typed leaves. `arch`, `mcpu` and `mattr` are LLVM's names; without them the text's
        `target` line counts, then the daemon's own CPU. `budget` bounds a search in units of work, 0 is the daemon's default.
        `outputs` are the texts that answers carry, all of them if it is empty.

        Raises InvalidRequest for a text that cannot be read, and other classes of IsotopeError as their names say.
        """
        request = isotope_pb2.SelectRequest(text=text, expected_epoch=expected_epoch)
        self._describe(request, (arch, mcpu, mattr), engine, budget, outputs)
        response = self._call(self._service.Select, request, timeout)
        return [answers.answer(each) for each in response.answers]

    def explain(
        self,
        text: str,
        *,
        arch: str = "",
        mcpu: str = "",
        mattr: str = "",
        engine: Engine = Engine.DEFAULT,
        budget: int = 0,
        expected_epoch: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> list[Explanation]:
        """How the service sees each expression of a text, and what it remembers for it. Nothing is searched.

        Parameters and exceptions are those of `select`.
        """
        request = isotope_pb2.ExplainRequest(text=text, expected_epoch=expected_epoch)
        self._describe(request, (arch, mcpu, mattr), engine, budget, ())
        response = self._call(self._service.Explain, request, timeout)
        return [answers.explanation(each) for each in response.windows]

    def health(self, *, timeout: Optional[float] = None) -> Health:
        """Whether the daemon takes calls, and whether it lacks something. Raises Unreachable where nobody answers."""

        def serves(service: str) -> bool:
            response = self._call(self._health.Check, health_pb2.HealthCheckRequest(service=service), timeout)
            return bool(response.status == health_pb2.HealthCheckResponse.SERVING)

        return Health(serving=serves("isotope.v1.Isotope"), whole=serves("whole"))

    @staticmethod
    def _describe(
        request: Union[isotope_pb2.SelectRequest, isotope_pb2.ExplainRequest],
        target: Sequence[str],
        engine: Engine,
        budget: int,
        outputs: Iterable[Output],
    ) -> None:
        arch, mcpu, mattr = target
        if arch or mcpu or mattr:
            request.target.CopyFrom(expression_pb2.Target(arch=arch, mcpu=mcpu, mattr=mattr))
        request.options.engine = int(engine)  # type: ignore[assignment]
        request.options.budget = budget
        request.options.outputs.extend(int(output) for output in outputs)  # type: ignore[misc]

    def _call(self, method: Callable[..., _R], request: Any, timeout: Optional[float]) -> _R:
        try:
            return method(request, timeout=self.timeout if timeout is None else timeout, metadata=self._metadata)
        except grpc.RpcError as error:
            raise errors.of_call(error, self.server) from error
