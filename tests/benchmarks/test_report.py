"""A comparison as people read it, and as programs do."""

import json

from comparison.report import document, text
from comparison.verdict import compare

BASE = [100.0] * 10
FOUND = [compare("core/fold/ascii", BASE, [130.0 + n for n in range(10)]), compare("pg/x", BASE, BASE)]


def test_a_benchmark_is_a_row():
    said = text("main~5 (abc)", "the working tree", 10, FOUND, []).splitlines()
    assert said[0].startswith("base: main~5 (abc); head: the working tree; ")
    assert "10 rounds" in said[0]
    assert said[2:6] == [
        "| benchmark       | base, ns | head, ns | ratio | spread of base | of head | p     | verdict |",
        "| --------------- | -------- | -------- | ----- | -------------- | ------- | ----- | ------- |",
        "| core/fold/ascii | 100      | 134      | 1.345 | 0.0%           | 3.3%    | 0.002 | slower  |",
        "| pg/x            | 100      | 100      | 1.000 | 0.0%           | 0.0%    | 1.000 | same    |",
    ]


def test_the_rule_of_the_verdict_is_said_and_what_one_of_them_lacks():
    *_, rule, lacking = text("a", "b", 10, FOUND, ["only in b: core/new"]).splitlines()
    assert "3%" in rule
    assert "0.01" in rule
    assert lacking == "only in b: core/new"


def test_as_json_it_has_the_time_of_each_round():
    read = json.loads(json.dumps(document("a", "b", FOUND, ["only in b: core/new"])))
    assert (read["base"], read["head"], read["left_out"]) == ("a", "b", ["only in b: core/new"])
    assert read["benchmarks"][0]["name"] == "core/fold/ascii"
    assert read["benchmarks"][0]["verdict"] == "slower"
    assert len(read["benchmarks"][0]["head"]) == 10
