"""Settling the account after a load with faults: who was told what, and what is true."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from support.address import Address
from support.api import Api, to_bytes
from support.load import Fate, Request, census
from support.model import judge
from support.stored import Row

MAYBE = b"may"  # in the detail of a 503 that does not know


@dataclass(frozen=True)
class Fault:
    """Something was broken on purpose, and until `ended` had time to recover; times of time.monotonic()."""

    began: float
    ended: float
    at: Address | None = None  # None: everywhere

    def may_touch(self, request: Request) -> bool:
        return request.due < self.ended and self.began < request.ended and self.at in (None, request.at)


def is_created(request: Request) -> bool:
    return request.fate is Fate.ANSWERED and request.status == 201


def is_refused(request: Request) -> bool:
    """Whether its sender knows that nothing was done."""
    answered = request.fate is Fate.ANSWERED and request.status != 201 and MAYBE not in request.body
    return answered or request.fate is Fate.NOT_SENT


def check_rows(requests: Sequence[Request], rows: Iterable[Row]) -> None:
    """Of creations of different apelidos, against all persons that a store holds: those, and no other.

    Each 201 is there under its id, as it was sent; what was refused is not; what nobody knows of is there as it was
    sent, or not at all.
    """
    by_id = {row["id"]: row for row in rows}
    by_apelido = {row["apelido"]: row for row in by_id.values()}
    assert len(by_apelido) == len(by_id), "an apelido twice"
    by_location = {request.id: request for request in requests if is_created(request)}
    assert len(by_location) == sum(map(is_created, requests)), "a location given twice"
    sent = {request.document["apelido"]: request for request in requests}

    lost = [request.document for request in by_location.values() if request.id not in by_id]
    assert not lost, f"{len(lost)} persons of a 201 are lost, for example {lost[0]}"
    strangers = [row for row in by_id.values() if row["apelido"] not in sent]
    assert not strangers, f"{len(strangers)} persons that nobody sent, for example {strangers[0]}"
    for id, request in by_location.items():
        assert by_id[id] == as_read(request, id)
    for apelido, row in by_apelido.items():
        request = sent[apelido]
        assert not is_refused(request), f"{request.fate.name} {request.status}, and yet it was created: {row}"
        assert row == as_read(request, request.id if is_created(request) else row["id"])


def as_read(request: Request, id: str) -> Row:
    return judge(to_bytes(request.document)).as_read(id)


def check_api(api: Api, requests: Sequence[Request], persons: int) -> None:
    """That it reads each person of a 201 as it was sent, finds some of them, and counts so many persons."""
    created = [request for request in requests if is_created(request)]
    assert api.count() == persons
    for request in created:
        assert api.read(request.id) == as_read(request, request.id)
    for request in created[:: len(created) // 50 + 1]:
        assert request.id in api.ids(request.document["apelido"])


def check_manners(requests: Sequence[Request], faults: Sequence[Fault], longest: float) -> None:
    """That nobody waited longer than that, heard anything but 201 and 503, or was refused while nothing was broken."""
    assert {request.status for request in requests if request.fate is Fate.ANSWERED} <= {201, 503}, census(requests)
    waited = max(request.ended - request.sent for request in requests if request.fate is not Fate.NOT_SENT)
    assert waited < longest, f"somebody waited for {waited:.1f} s"
    assert all(request.fate is not Fate.LATE for request in requests), census(requests)
    refused = [r for r in requests if not is_created(r) and not any(fault.may_touch(r) for fault in faults)]
    assert not refused, f"{len(refused)} failed without a fault: {census(refused)}, {refused[0].body!r}"
