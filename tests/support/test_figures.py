"""Figures are laid out as Markdown."""

import json
from dataclasses import dataclass
from pathlib import Path

from support.figures import spread, table, write_json


def test_a_spread_has_the_median_in_the_middle():
    found = spread([3.0, 1.0, 100.0, 2.0])
    assert (found.least, found.median, found.most) == (1, 2.5, 100)
    assert str(found) == "1.00 / 2.50 / 100"


def test_a_spread_of_one_value_is_that_value():
    assert str(spread([12.34])) == "12.3 / 12.3 / 12.3"


def test_a_table_is_markdown_in_columns():
    assert table(["what", "µs"], [["nginx", 5.8], ["ours", 12345.6]]).splitlines() == [
        "| what  | µs     |",
        "| ----- | ------ |",
        "| nginx | 5.80   |",
        "| ours  | 12,346 |",
    ]


@dataclass
class Run:
    name: str
    rate: float | None


def test_runs_are_written_as_json(tmp_path: Path):
    write_json([Run("plain", 600), Run("all", None)], tmp_path / "runs.json")
    expected = [{"name": "plain", "rate": 600}, {"name": "all", "rate": None}]
    assert json.loads((tmp_path / "runs.json").read_text()) == expected
