"""The project's JSON texts as the value of a field that is ignored: row 5."""

import pytest

from api.tables import ignoring
from support.api import Api
from support.json import cases


@pytest.mark.row(5)
@pytest.mark.parametrize("accepted", [True, False], ids=["accepted", "refused"])
def test_json_is_judged_as_in_the_suite(api: Api, accepted):
    looked_at = [case for case in cases.load() if case.is_accepted == accepted]
    assert len(looked_at) > 100
    wrong = {}
    for case in looked_at:
        answer = api.post(ignoring(case.text))
        if answer.status != (201 if accepted else 400):
            wrong[case.name] = answer.status
    assert not wrong
