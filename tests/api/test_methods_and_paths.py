"""Rows 34 to 37: paths, methods and what a refusal looks like."""

import pytest

from api.by_nginx import itself
from api.tables import row
from support.api import Api, check, person, unique
from support.wire import encode

UNKNOWN = "/pessoas/018f8e1c-7b1a-7c3e-9d55-0242ac120002"
ALLOWED = {
    "/pessoas": {"GET", "HEAD", "POST", "OPTIONS"},
    UNKNOWN: {"GET", "HEAD", "OPTIONS"},
    "/contagem-pessoas": {"GET", "HEAD", "OPTIONS"},
}


@pytest.mark.parametrize(
    "target",
    [
        row(34, "root", "/"),
        row(34, "slash behind", "/pessoas/"),
        row(34, "a segment more", f"{UNKNOWN}/x"),
        row(34, "slash behind an id", f"{UNKNOWN}/"),
        row(34, "upper case", "/Pessoas"),
        row(34, "singular", "/pessoa"),
        row(34, "the count with a slash", "/contagem-pessoas/"),
        row(34, "the count with more", "/contagem-pessoas/1"),
        row(34, "empty segment", "/pessoas//"),
        row(34, "two slashes before", "//pessoas"),
        row(34, "with a query", "/x?t=a"),
        row(34, "health", "/health/ready"),
        row(34, "metrics", "/metrics"),
        row(34, "a file", "/index.html"),
        row(34, "parameters of a segment", "/pessoas;a=1"),
        row(34, "far up", "/%2e%2e/%2e%2e/etc/passwd"),
    ],
)
@pytest.mark.parametrize("method", ["GET", "POST", "DELETE"])
def test_unknown_paths_are_404(api: Api, method, target, request):
    case = request.node.callspec.id.rpartition(": ")[2]
    answer = api.request(method, target, b"{}" if method == "POST" else None)
    assert answer.status == itself(api, case, 404), answer


@pytest.mark.parametrize(
    ("method", "target"),
    [
        row(35, f"{method} {target}", method, target)
        for target in ALLOWED
        for method in ["PUT", "PATCH", "DELETE", "POST", "PROPFIND", "QUERY", "FOO", "get", "GETT", "X-Y_Z.1"]
        if not (method == "POST" and target == "/pessoas")
    ]
    + [row(35, "DELETE of a text that is no UUID", "DELETE", "/pessoas/x")],
)
def test_other_methods_are_405(api: Api, method, target):
    answer = api.request(method, target)
    assert answer.status == itself(api, method, 405), answer
    if answer.status != 405:
        return
    allowed = {name.strip() for name in answer.header("Allow").split(",")}
    assert allowed == ALLOWED["/pessoas" if target == "/pessoas" else "/contagem-pessoas"]


@pytest.mark.row(35)
def test_a_body_sent_with_another_method_is_not_taken_for_a_request(api: Api):
    with api.connect() as connection:
        assert connection.request("PUT", "/pessoas", encode("GET", "/contagem-pessoas")).status == 405
        assert check(connection.request("GET", "/x")).status == 404, "more than one answer"


@pytest.mark.row(35)
@pytest.mark.parametrize("target", list(ALLOWED))
def test_options_tells_what_is_allowed(api: Api, target):
    answer = api.request("OPTIONS", target)
    assert answer.status == 204, answer
    assert {name.strip() for name in answer.header("Allow").split(",")} == ALLOWED[target]


@pytest.mark.row(36)
@pytest.mark.parametrize("kind", ["person", "unknown", "search", "no term", "count", "unknown path"])
def test_head_has_the_headers_of_get(api: Api, kind):
    target = {
        "person": f"/pessoas/{api.create()}",
        "unknown": UNKNOWN,
        "search": f"/pessoas?t={unique()}",
        "no term": "/pessoas",
        "count": "/contagem-pessoas",
        "unknown path": "/x",
    }[kind]

    def told(answer):
        return answer.status, {name: value for name, value in answer.headers if name.lower() != "date"}

    got = api.get(target)
    assert told(api.request("HEAD", target)) == told(got)
    assert got.header("Content-Length") == str(len(got.body))


@pytest.mark.row(37)
def test_a_refusal_says_what_is_wrong(api: Api):
    problem = api.post(person(nome="n" * 101)).json()
    assert problem["title"] == "Unprocessable Content" or problem["title"] == "Unprocessable Entity"
    assert "nome" in problem["detail"]
    assert "100" in problem["detail"]


@pytest.mark.row(37)
def test_what_the_client_sent_is_not_echoed(api: Api):
    mark = unique("<script>")
    for answer in (api.post(person(nascimento=mark)), api.get(f"/{mark}"), api.get(f"/pessoas/{mark}")):
        assert mark.encode() not in answer.body
