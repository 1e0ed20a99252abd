"""A server of the protocol that does what a test tells it to, and the real daemon where ISOTOPED names one."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent import futures
from pathlib import Path
from typing import Any, Optional

import grpc
import pytest
from google.protobuf import any_pb2
from google.rpc import status_pb2
from grpc_health.v1 import health, health_pb2, health_pb2_grpc
from grpc_status import rpc_status

from isotope.v1 import isotope_pb2, isotope_pb2_grpc

Handler = Callable[[Any, grpc.ServicerContext], Any]


class Double(isotope_pb2_grpc.IsotopeServicer):
    """Answers with what `select` returns, and keeps what it was asked."""

    def __init__(self) -> None:
        self.select: Handler = lambda request, context: isotope_pb2.SelectResponse()
        self.explain: Handler = lambda request, context: isotope_pb2.ExplainResponse()
        self.asked: list[Any] = []
        self.metadata: dict[str, str] = {}
        self.left: Optional[float] = None
        self.url = ""
        self.health = health.HealthServicer()

    def Select(self, request: Any, context: grpc.ServicerContext) -> Any:
        self.asked.append(request)
        self.metadata = dict(context.invocation_metadata())
        self.left = context.time_remaining()
        return self.select(request, context)

    def Explain(self, request: Any, context: grpc.ServicerContext) -> Any:
        self.asked.append(request)
        return self.explain(request, context)


def fail(context: grpc.ServicerContext, failure: isotope_pb2.Failure, *others: Any) -> None:
    """Fails a call as the daemon does: with the failure among the details."""
    status = status_pb2.Status(code=failure.code, message="short words")
    for detail in (failure, *others):
        packed = any_pb2.Any()
        packed.Pack(detail)
        status.details.append(packed)
    context.abort_with_status(rpc_status.to_status(status))


def serve(double: Double, address: str) -> grpc.Server:
    server = grpc.server(futures.ThreadPoolExecutor(4))
    isotope_pb2_grpc.add_IsotopeServicer_to_server(double, server)
    health_pb2_grpc.add_HealthServicer_to_server(double.health, server)
    for name in ("isotope.v1.Isotope", "whole"):
        double.health.set(name, health_pb2.HealthCheckResponse.SERVING)
    port = server.add_insecure_port(address)
    double.url = address if address.startswith("unix:") else f"http://127.0.0.1:{port}"
    server.start()
    return server


@pytest.fixture
def double() -> Iterator[Double]:
    double = Double()
    server = serve(double, "127.0.0.1:0")
    yield double
    server.stop(None).wait()


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    """Tests see no variables of whoever runs them."""
    for name in [name for name in os.environ if name.startswith("ISOTOPE_")]:
        monkeypatch.delenv(name)


DAEMON = os.environ.get("ISOTOPED")


@pytest.fixture(scope="session")
def daemon(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of a real daemon with a memo of its own."""
    if not DAEMON:
        pytest.skip("ISOTOPED names no daemon")
    folder: Path = tmp_path_factory.mktemp("daemon")
    ready = folder / "ready"
    flags = ["--listen", "127.0.0.1:0", "--ready-file", str(ready), "--cache", str(folder / "memo"), "--log", "error"]
    process = subprocess.Popen([DAEMON, *flags], stdout=subprocess.DEVNULL)
    try:
        end = time.monotonic() + 120
        while not ready.exists():
            assert process.poll() is None, "the daemon ended before it was ready"
            assert time.monotonic() < end, "the daemon is not ready in time"
            time.sleep(0.05)
        yield f"http://{ready.read_text().strip()}"
    finally:
        process.terminate()
        process.wait(60)
