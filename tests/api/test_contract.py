"""The documents and the tests say the same."""

import re
from pathlib import Path

import pytest
import yaml
from openapi_spec_validator import validate

DOCS = Path(__file__).parents[2] / "docs" / "api"


def contract_rows() -> list[int]:
    return [int(n) for n in re.findall(r"^\| ([0-9]+) \|", (DOCS / "contract.md").read_text(), re.MULTILINE)]


def test_the_rows_of_the_contract_are_numbered_through():
    rows = contract_rows()
    assert len(rows) >= 43
    assert sorted(rows) == list(range(1, len(rows) + 1))


def test_each_row_of_the_contract_has_a_test(request: pytest.FixtureRequest):
    """Looks for the marks in the sources: what is collected depends on the arguments."""
    sources = [file.read_text() for file in Path(__file__).parent.glob("test_*.py")]
    tested = {int(n) for text in sources for n in re.findall(r"\brow\(([0-9]+)\b", text)}
    assert set(contract_rows()) <= tested


def test_the_openapi_document_is_valid():
    validate(yaml.safe_load((DOCS / "openapi.yaml").read_text()))
