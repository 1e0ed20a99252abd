"""Failures of calls, each with the server's own sentence."""

from __future__ import annotations

from typing import Optional, cast

import grpc
from grpc_status import rpc_status

from isotope.v1 import isotope_pb2


class IsotopeError(Exception):
    """A call that failed.

    `message` is one sentence to act on. `code` is gRPC's status, None where no call was made. `retry_after` is the number of
    seconds after which the server wants to be asked again, where it said so.
    """

    def __init__(self, message: str, code: Optional[grpc.StatusCode] = None, retry_after: Optional[float] = None) -> None:
        super().__init__(message)
        self.message = message
        self.code = code
        self.retry_after = retry_after


class AddressError(IsotopeError, ValueError):
    """The address, a certificate or a token cannot be used. No call was made."""


class Unreachable(IsotopeError):
    """No daemon answers at the address, or it is starting or stopping."""


class DeadlineExceeded(IsotopeError, TimeoutError):
    """The timeout was over before there was an answer."""


class Overloaded(IsotopeError):
    """The daemon's queue is full, or the caller has used its quota."""


class Denied(IsotopeError):
    """The daemon does not know who calls, or the caller may not do this."""


class WrongVersion(IsotopeError):
    """The daemon has another dictionary than `expected_epoch` names, or does not know this call."""


class InvalidRequest(IsotopeError, ValueError):
    """The request cannot be read. `line` and `column` are counted from 1; None where there is no place."""

    line: Optional[int] = None
    column: Optional[int] = None


_CLASSES: dict[grpc.StatusCode, type[IsotopeError]] = {
    grpc.StatusCode.UNAVAILABLE: Unreachable,
    grpc.StatusCode.DEADLINE_EXCEEDED: DeadlineExceeded,
    grpc.StatusCode.RESOURCE_EXHAUSTED: Overloaded,
    grpc.StatusCode.UNAUTHENTICATED: Denied,
    grpc.StatusCode.PERMISSION_DENIED: Denied,
    grpc.StatusCode.FAILED_PRECONDITION: WrongVersion,
    grpc.StatusCode.UNIMPLEMENTED: WrongVersion,
    grpc.StatusCode.INVALID_ARGUMENT: InvalidRequest,
    grpc.StatusCode.OUT_OF_RANGE: InvalidRequest,
}


def of_call(error: grpc.RpcError, url: str) -> IsotopeError:
    """The exception for a failed call to `url`."""
    code = error.code()
    message = error.details() or code.name
    failure, retry_after = _details(error)
    if failure is not None and failure.message:
        message = failure.message
    elif code is grpc.StatusCode.UNAVAILABLE:
        message = f"no daemon at {url} ({message}); start isotoped there, or name another address"
    found = _CLASSES.get(code, IsotopeError)(message, code, retry_after)
    if isinstance(found, InvalidRequest) and failure is not None and failure.line:
        found.line, found.column = failure.line, failure.column
    return found


def _details(error: grpc.RpcError) -> tuple[Optional[isotope_pb2.Failure], Optional[float]]:
    """What the server put beside the status: its failure, and when to ask again. A proxy may have dropped both."""
    try:
        status = rpc_status.from_call(cast(grpc.Call, error))
    except ValueError:
        # The details speak of another status than the call's: a proxy's own.
        return None, None
    failure, retry_after = None, None
    for detail in status.details if status is not None else ():
        if detail.Is(isotope_pb2.Failure.DESCRIPTOR):
            failure = isotope_pb2.Failure()
            detail.Unpack(failure)
        elif detail.type_url.endswith("/google.rpc.RetryInfo"):
            from google.rpc import error_details_pb2

            info = error_details_pb2.RetryInfo()
            detail.Unpack(info)
            retry_after = info.retry_delay.ToTimedelta().total_seconds()
    return failure, retry_after
