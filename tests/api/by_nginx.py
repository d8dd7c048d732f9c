"""What nginx answers itself, before an instance sees the request: the only cases in which another answer than that of
docs/api/contract.md is right behind it."""

import pytest

from support.api import Api

ANSWERS = {
    # row 34
    "far up": 400,
    # row 35: a method's token is of capital letters, _ and -
    "get": 400,
    "X-Y_Z.1": 400,
    # row 39
    "chunked twice in a list": 501,
    "chunked not last": 501,
}

# What reaches an instance in another form, or not at all.
MENDED = {
    # row 39
    "a header without a colon": "given an empty value",
    "no version": "answered as HTTP/0.9 has it, without a status line",
}


def itself(api: Api, case: str, status: int) -> int:
    """The status to await for a case: nginx' own where it stands in front, else the contract's."""
    if not api.behind_nginx:
        return status
    if case in MENDED:
        pytest.skip(f"by nginx {MENDED[case]}")
    return ANSWERS.get(case, status)
