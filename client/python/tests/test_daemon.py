"""The client beside the real daemon; ISOTOPED names its program."""

from __future__ import annotations

import pytest

import isotope

AVERAGE = "uint8x64 rounding_halving_add((uint8x64)a, (uint8x64)b)\n"


def test_an_average_is_one_instruction_and_is_remembered(daemon: str) -> None:
    with isotope.Client(daemon, timeout=120) as client:
        assert client.health().serving
        (answer,) = client.select(AVERAGE, mcpu="znver4")
        assert answer.verdict is isotope.Verdict.PROVED and "vpavgb" in answer.instructions
        assert answer.gain is not None and answer.gain > 1
        assert "define" in answer.llvm_ir and answer.function in answer.llvm_ir
        assert answer.proof and str(answer.parameters[0].type) == "uint8x64"
        (explanation,) = client.explain(AVERAGE, mcpu="znver4")
        assert explanation.memo is isotope.Memo.HIT and explanation.selection is not None
        assert explanation.selection.instructions == answer.instructions
        (again,) = client.select(AVERAGE, mcpu="znver4")
        assert again.source is isotope.Source.MEMO


def test_a_mistake_in_a_text_has_its_place(daemon: str) -> None:
    with isotope.Client(daemon) as client, pytest.raises(isotope.InvalidRequest) as raised:
        client.select("uint8x64 ((uint8x64)a +\n (uint16x64)b)\n", mcpu="znver4")
    assert raised.value.line is not None and raised.value.column is not None
    with isotope.Client(daemon) as client, pytest.raises(isotope.WrongVersion):
        client.select(AVERAGE, mcpu="znver4", expected_epoch="another")
