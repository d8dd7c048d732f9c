"""Random persons and terms, checked against str.casefold and `in`: rows 25 to 28, 32, 33."""

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from support import model
from support.api import Api
from support.strategies import drafts, terms

_created: dict[Api, dict[str, model.Draft]] = {}  # of all examples


@pytest.mark.row(25, 26, 27, 28, 32, 33)
@given(data=st.data())
@settings(deadline=None, max_examples=150, suppress_health_check=list(HealthCheck), print_blob=True)
def test_searches_find_what_the_model_finds(empty: Api, data):
    created = _created.setdefault(empty, {})
    draft = data.draw(drafts())
    document = draft.as_read("")
    answer = empty.post(document)
    if any(draft.apelido == other.apelido for other in created.values()):
        assert answer.status == 422
    else:
        created[empty.created(answer)] = draft
    for term in data.draw(st.lists(terms(draft), min_size=1, max_size=4)):
        assert empty.ids(term) == model.search(term, created.items()), term
