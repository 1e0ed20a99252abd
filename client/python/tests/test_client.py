"""The client beside a server that does what the test tells it to."""

from __future__ import annotations

import time
from pathlib import Path

import grpc
import pytest
from conftest import Double, fail, serve
from google.protobuf import duration_pb2
from google.rpc import error_details_pb2
from grpc_health.v1 import health_pb2

import isotope
from isotope.v1 import expression_pb2, isotope_pb2, selection_pb2


def proved() -> isotope_pb2.Answer:
    vector = expression_pb2.Type(kind=expression_pb2.KIND_UINT, bits=8, lanes=64)
    load = expression_pb2.Load(buffer="B", base="t", offset=4, stride=2)
    step = selection_pb2.ProofStep(
        claim="lanes are equal", lanes=64, work=7, methods=[selection_pb2.METHOD_SMT, 99]  # type: ignore[list-item]
    )
    return isotope_pb2.Answer(
        source=selection_pb2.SOURCE_SEARCH,
        milliseconds=2.5,
        notes=["a note"],
        selection=selection_pb2.Selection(
            expression="uint8x64 e",
            target=expression_pb2.Target(arch="x86_64", mcpu="znver4"),
            verdict=selection_pb2.VERDICT_PROVED,
            cost=150,
            baseline_cost=450,
            instructions=["vpavgb"],
            parameters=[
                selection_pb2.Parameter(name="p", type=vector, leaf="a"),
                selection_pb2.Parameter(name="q", type=vector, load=load),
            ],
            proof=selection_pb2.Proof(steps=[step]),
        ),
    )


def test_an_answer_has_cycles_names_and_the_steps_of_its_proof(double: Double) -> None:
    double.select = lambda request, context: isotope_pb2.SelectResponse(answers=[proved(), isotope_pb2.Answer()])
    with isotope.Client(double.url) as client:
        first, second = client.select("e", mcpu="znver4", outputs=[isotope.Output.PROOF], budget=9)
    assert (first.cycles, first.baseline_cycles, first.gain) == (1.5, 4.5, 3.0)
    assert (first.verdict, first.source) == (isotope.Verdict.PROVED, isotope.Source.SEARCH)
    assert (first.instructions, first.notes) == (("vpavgb",), ("a note",))
    assert [str(each.type) for each in first.parameters] == ["uint8x64", "uint8x64"]
    assert (first.parameters[0].leaf, first.parameters[0].buffer) == ("a", None)
    load = first.parameters[1]
    assert (load.leaf, load.buffer, load.base, load.offset, load.stride) == (None, "B", "t", 4, 2)
    (step,) = first.proof
    assert step.methods == (isotope.Method.SMT, isotope.Method.UNSPECIFIED), "a later server's method is not an error"
    assert second.gain is None and second.verdict is isotope.Verdict.UNSPECIFIED
    (asked,) = double.asked
    assert (asked.text, asked.target.mcpu, asked.options.budget) == ("e", "znver4", 9)
    assert list(asked.options.outputs) == [isotope_pb2.OUTPUT_PROOF]
    assert not asked.HasField("expected_epoch")


def test_without_a_target_the_text_and_the_server_decide(double: Double) -> None:
    with isotope.Client(double.url) as client:
        client.select("e", engine=isotope.Engine.BASELINE, expected_epoch="ab")
    (asked,) = double.asked
    assert not asked.HasField("target") and asked.expected_epoch == "ab"
    assert asked.options.engine == selection_pb2.ENGINE_BASELINE


def test_an_explanation_has_what_is_remembered(double: Double) -> None:
    window = isotope_pb2.Explanation(
        expression="e",
        canonical="c",
        memo=isotope_pb2.MEMO_STATE_HIT,
        selection=proved().selection,
        sections=[isotope_pb2.Section(title="Grammar", text="12 classes")],
    )
    bare = isotope_pb2.Explanation(memo=isotope_pb2.MEMO_STATE_MISS)
    double.explain = lambda request, context: isotope_pb2.ExplainResponse(windows=[window, bare])
    with isotope.Client(double.url) as client:
        first, second = client.explain("e")
    assert first.memo is isotope.Memo.HIT and first.selection is not None
    assert first.selection.source is isotope.Source.MEMO and first.selection.cycles == 1.5
    assert first.sections == (("Grammar", "12 classes"),)
    assert second.memo is isotope.Memo.MISS and second.selection is None


def test_a_failure_has_the_servers_sentence_and_place(double: Double) -> None:
    failure = isotope_pb2.Failure(code=3, message="line 2, column 9: expected a type", line=2, column=9)
    double.select = lambda request, context: fail(context, failure)
    with isotope.Client(double.url) as client, pytest.raises(isotope.InvalidRequest) as raised:
        client.select("e")
    assert str(raised.value) == failure.message
    assert (raised.value.line, raised.value.column) == (2, 9)
    assert raised.value.code is grpc.StatusCode.INVALID_ARGUMENT


@pytest.mark.parametrize(
    ("code", "kind"),
    [
        (4, isotope.DeadlineExceeded),
        (7, isotope.Denied),
        (8, isotope.Overloaded),
        (9, isotope.WrongVersion),
        (13, isotope.IsotopeError),
        (14, isotope.Unreachable),
        (16, isotope.Denied),
    ],
)
def test_each_status_is_an_exception_of_its_own(double: Double, code: int, kind: type[isotope.IsotopeError]) -> None:
    again = error_details_pb2.RetryInfo(retry_delay=duration_pb2.Duration(seconds=1, nanos=500_000_000))
    double.select = lambda request, context: fail(context, isotope_pb2.Failure(code=code, message="why"), again)
    with isotope.Client(double.url) as client, pytest.raises(isotope.IsotopeError) as raised:
        client.select("e")
    assert type(raised.value) is kind
    assert (raised.value.message, raised.value.retry_after) == ("why", 1.5)


def test_a_failure_without_details_has_the_transports_words(double: Double) -> None:
    double.select = lambda request, context: context.abort(grpc.StatusCode.INTERNAL, "a proxy's words")
    with isotope.Client(double.url) as client, pytest.raises(isotope.IsotopeError, match="a proxy's words"):
        client.select("e")


def test_a_call_ends_at_its_deadline(double: Double) -> None:
    double.select = lambda request, context: time.sleep(2) or isotope_pb2.SelectResponse()
    with isotope.Client(double.url, timeout=30) as client:
        begin = time.monotonic()
        with pytest.raises(isotope.DeadlineExceeded) as raised:
            client.select("e", timeout=0.2)
        assert time.monotonic() - begin < 1.5
        assert isinstance(raised.value, TimeoutError)
        double.select = lambda request, context: isotope_pb2.SelectResponse()
        client.select("e")
    assert double.left is not None and 20 < double.left < 35, "the server is told when it is over"


def test_nobody_there_is_said_with_the_address() -> None:
    with isotope.Client("http://127.0.0.1:1", timeout=5) as client, pytest.raises(isotope.Unreachable) as raised:
        client.health()
    assert "http://127.0.0.1:1" in str(raised.value) and "start isotoped" in str(raised.value)


def test_health_is_true_where_calls_are_taken(double: Double) -> None:
    with isotope.Client(double.url) as client:
        assert client.health() == isotope.Health(serving=True, whole=True)
        double.health.set("whole", health_pb2.HealthCheckResponse.NOT_SERVING)
        health = client.health()
        assert health and not health.whole
        double.health.set("isotope.v1.Isotope", health_pb2.HealthCheckResponse.NOT_SERVING)
        assert not client.health()


def test_a_socket_of_this_machine_is_an_address(tmp_path: Path) -> None:
    double = Double()
    server = serve(double, f"unix:{tmp_path}/a.sock")
    try:
        for url in (f"unix:{tmp_path}/a.sock", f"unix://{tmp_path}/a.sock"):
            with isotope.Client(url) as client:
                assert client.health()
    finally:
        server.stop(None).wait()


@pytest.mark.parametrize("url", ["localhost:4713", "ftp://localhost", "http://", "unix:a.sock", "http://a b"])
def test_what_is_no_address_is_refused_at_once(url: str) -> None:
    with pytest.raises(isotope.AddressError, match="http://HOST:PORT"):
        isotope.Client(url)


def test_a_token_is_sent_and_not_over_the_network_in_the_open(
    double: Double, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = tmp_path / "token"
    token.write_text("isotope_abc\n")
    monkeypatch.setenv("ISOTOPE_TOKEN_FILE", str(token))
    monkeypatch.setenv("ISOTOPE_SERVER", double.url)
    with isotope.Client() as client:
        client.select("e")
    assert double.metadata["authorization"] == "Bearer isotope_abc"
    with pytest.raises(isotope.AddressError, match="https://"):
        isotope.Client("http://farm.example:4711")
    token.write_text("two words")
    with pytest.raises(isotope.AddressError, match="holds no token"):
        isotope.Client()
    with pytest.raises(isotope.AddressError, match="cannot read"):
        isotope.Client(credentials=isotope.Credentials(token_file=tmp_path / "nothing"))


def test_a_certificate_wants_its_key(tmp_path: Path) -> None:
    with pytest.raises(isotope.AddressError, match="come together"):
        isotope.Client("https://localhost:1", credentials=isotope.Credentials(certificate=tmp_path / "a.pem"))
