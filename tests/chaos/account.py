"""Settling the account after a load with faults: who was told what, and what is true."""

from collections.abc import Sequence

from support.api import Api
from support.load import Fate, Request, census

MAYBE = b"may"  # in the detail of a 503 that does not know


def check(api: Api, requests: Sequence[Request], *, late: int = 0) -> None:
    """Of creations of different apelidos, against what one API now says.

    Each 201 can be read and reads as it was sent; what was refused as not done was not done; the count is exact.
    Creates those persons that are missing: to be called once.
    """
    print(census(requests))
    answered = [r for r in requests if r.fate is Fate.ANSWERED]
    assert {r.status for r in answered} <= {201, 503}, census(requests)
    assert sum(r.fate is Fate.LATE for r in requests) <= late, census(requests)
    created = [r for r in answered if r.status == 201]
    assert len({r.location for r in created}) == len(created), "a location given twice"
    found = api.count()

    for request in created:
        assert api.read(request.id) == {"id": request.id, **request.document}

    uncertain = 0
    for request in requests:
        if request.status == 201:
            continue
        knows_nothing = request.fate in (Fate.UNKNOWN, Fate.LATE) or (request.status == 503 and MAYBE in request.body)
        again = api.post(request.document).status
        if knows_nothing:
            assert again in (201, 422)
            uncertain += again == 422
        else:
            assert again == 201, f"{request.fate.name} {request.status}, and yet it was created: {request.document}"
    assert found == len(created) + uncertain, "the count"
    assert api.count() == len(requests)
