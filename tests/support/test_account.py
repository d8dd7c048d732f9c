"""The account of a load with faults is believed only when it is true."""

import random

import pytest

from support import account
from support.account import Fault
from support.address import Address
from support.api import to_bytes
from support.load import Fate, Request
from support.model import judge
from support.persons import any_person

HERE, THERE = Address("127.0.0.1", 1), Address("127.0.0.1", 2)


def request(fate=Fate.ANSWERED, status=201, **more) -> Request:
    """Due at the second 10, ended at 11."""
    document = any_person(random.Random(1))
    location = f"/pessoas/{document['apelido']}" if status == 201 else ""
    how = {"due": 10, "sent": 10, "ended": 11, "fate": fate, "status": status, "location": location, "at": HERE} | more
    return Request(document, b"", **how)


def row(of: Request, **changes):
    return judge(to_bytes(of.document)).as_read(of.document["apelido"]) | changes


REFUSED = {
    "503": {"status": 503, "body": b"nothing was done"},
    "not sent": {"fate": Fate.NOT_SENT, "status": 0},
}
UNKNOWN = {
    "503 that does not know": {"status": 503, "body": b"it may have been created"},
    "broken": {"fate": Fate.UNKNOWN, "status": 0},
    "late": {"fate": Fate.LATE, "status": 0},
}


def test_what_was_created_is_there():
    all_of_them = [request() for _ in range(3)]
    account.check_rows(all_of_them, map(row, all_of_them))


@pytest.mark.parametrize("how", UNKNOWN.values(), ids=UNKNOWN)
def test_what_nobody_knows_of_may_be_there_or_not(how):
    created, unknown = request(), request(**how)
    account.check_rows([created, unknown], [row(created)])
    account.check_rows([created, unknown], [row(created), row(unknown)])


@pytest.mark.parametrize("how", REFUSED.values(), ids=REFUSED)
def test_what_was_refused_must_not_be_there(how):
    created, refused = request(), request(**how)
    account.check_rows([created, refused], [row(created)])
    with pytest.raises(AssertionError, match="yet it was created"):
        account.check_rows([created, refused], [row(created), row(refused)])


def test_a_lost_row_is_noticed():
    all_of_them = [request() for _ in range(3)]
    with pytest.raises(AssertionError, match="1 persons of a 201 are lost"):
        account.check_rows(all_of_them, map(row, all_of_them[1:]))


def test_a_row_of_nobody_is_noticed():
    with pytest.raises(AssertionError, match="nobody sent"):
        account.check_rows([], [row(request())])


def test_two_rows_of_one_apelido_are_noticed():
    one = request()
    with pytest.raises(AssertionError, match="twice"):
        account.check_rows([one], [row(one), row(one, id="other")])


def test_one_location_for_two_is_noticed():
    one = request()
    other = request(location=one.location)
    with pytest.raises(AssertionError, match="location given twice"):
        account.check_rows([one, other], [row(one), row(other, id=one.id)])


@pytest.mark.parametrize(
    "changes", [{"nome": "other"}, {"nascimento": "0001-02-03"}, {"stack": ["other"]}, {"apelido": "other"}], ids=str
)
@pytest.mark.parametrize("how", [{}, *UNKNOWN.values()], ids=["201", *UNKNOWN])
def test_a_row_that_is_not_as_sent_is_noticed(how, changes):
    one = request(**how)
    with pytest.raises(AssertionError):
        account.check_rows([one], [row(one, **changes)])


def test_persons_drawn_at_random_are_accepted_and_differ():
    chance = random.Random(1)
    drafts = [judge(to_bytes(any_person(chance))) for _ in range(500)]
    assert {draft.stack for draft in drafts} >= {None, ()}
    assert len({(draft.nome, draft.nascimento) for draft in drafts}) > 490


@pytest.mark.parametrize(
    "fault",
    [Fault(9, 10.5), Fault(10.5, 10.6), Fault(10.5, 12), Fault(9, 12), Fault(9, 12, HERE)],
    ids=str,
)
def test_a_fault_excuses_what_it_may_have_touched(fault):
    account.check_manners([request(status=503)], [fault], 5)


@pytest.mark.parametrize("fault", [Fault(8, 9), Fault(12, 13), Fault(9, 12, THERE)], ids=str)
def test_a_refusal_without_a_fault_is_noticed(fault):
    with pytest.raises(AssertionError, match="1 failed without a fault"):
        account.check_manners([request(), request(status=503)], [fault], 5)


@pytest.mark.parametrize(
    "how",
    [{"status": 500}, {"status": 422}, {"ended": 15.5}, {"fate": Fate.LATE, "status": 0}],
    ids=str,
)
def test_bad_manners_are_noticed(how):
    with pytest.raises(AssertionError):
        account.check_manners([request(**how)], [Fault(0, 100)], 5)
