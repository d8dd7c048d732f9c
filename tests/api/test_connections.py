"""Rows 40 and 41: what a connection carries; deadlines are in test_slow_clients.py."""

import re

import pytest

from api.tables import row
from support.api import Api, check, person, to_bytes, unique
from support.wire import chunked, encode


@pytest.mark.row(40)
def test_http_1_0(api: Api):
    with api.connect() as connection:
        connection.send(b"GET /contagem-pessoas HTTP/1.0\r\n\r\n")
        answer = check(connection.read_answer())
        assert answer.status == 200
        assert answer.header("Content-Length") == str(len(answer.body))
        assert connection.is_closed()


@pytest.mark.row(40)
def test_http_1_0_with_a_body(api: Api):
    answer = api.raw(encode("POST", "/pessoas", to_bytes(person()), host=None, version="HTTP/1.0"), "POST")
    assert answer.status == 201
    assert answer.header("Content-Length") == "0"


@pytest.mark.row(40)
def test_http_1_0_can_ask_to_keep_the_connection(api: Api):
    with api.connect() as connection:
        for _ in range(2):
            connection.send(b"GET /contagem-pessoas HTTP/1.0\r\nConnection: keep-alive\r\n\r\n")
            answer = check(connection.read_answer())
            assert answer.status == 200
            assert answer.header("Content-Length") == str(len(answer.body))
            if answer.closes or "keep-alive" not in (answer.header("Connection") or "").lower():
                break


@pytest.mark.row(40)
@pytest.mark.parametrize("value", ["close", "Close", "x, close", "keep-alive, close"])
def test_connection_close(api: Api, value):
    with api.connect() as connection:
        answer = check(connection.request("GET", "/contagem-pessoas", headers={"Connection": value}))
        assert answer.status == 200
        assert answer.closes
        assert connection.is_closed()


@pytest.mark.row(40)
def test_a_connection_is_kept(api: Api):
    with api.connect() as connection:
        for _ in range(20):
            Api.created(check(connection.request("POST", "/pessoas", to_bytes(person()))))
            assert check(connection.request("GET", "/x")).status == 404
            assert check(connection.request("POST", "/pessoas", b"{")).status == 400
            assert check(connection.request("DELETE", "/pessoas")).status == 405


@pytest.mark.row(40)
def test_pipelined_requests_are_answered_in_their_order(api: Api):
    """Whatever takes long or is refused: an answer never overtakes another."""
    id = api.create()
    kinds = [
        (201, "POST", lambda: encode("POST", "/pessoas", to_bytes(person()))),
        (404, "GET", lambda: encode("GET", "/x")),
        (200, "GET", lambda: encode("GET", f"/pessoas/{id}")),
        (400, "POST", lambda: encode("POST", "/pessoas", b"[")),
        (200, "HEAD", lambda: encode("HEAD", "/contagem-pessoas")),
        (422, "POST", lambda: encode("POST", "/pessoas", b"{}")),
        (
            201,
            "POST",
            lambda: encode("POST", "/pessoas", chunked(to_bytes(person())), {"Transfer-Encoding": "chunked"}),
        ),
        (200, "GET", lambda: encode("GET", f"/pessoas?t={unique()}")),
        (405, "PUT", lambda: encode("PUT", "/pessoas", b"x")),
        (204, "OPTIONS", lambda: encode("OPTIONS", "/pessoas")),
    ]
    with api.connect() as connection:
        connection.send(b"".join(make() for _ in range(12) for _, _, make in kinds))
        for _ in range(12):
            for status, method, _ in kinds:
                answer = check(connection.read_answer(method), method)
                assert answer.status == status, answer


@pytest.mark.row(40)
def test_a_pipeline_ends_with_connection_close(api: Api):
    with api.connect() as connection:
        connection.send(
            encode("GET", "/x")
            + encode("GET", "/contagem-pessoas", headers={"Connection": "close"})
            + encode("POST", "/pessoas", to_bytes(person()))
        )
        assert connection.read_answer().status == 404
        assert connection.read_answer().closes
        assert connection.is_closed()


@pytest.mark.row(40)
def test_requests_in_pieces_of_a_byte(api: Api):
    with api.connect() as connection:
        for data in (
            encode("POST", "/pessoas", to_bytes(person())),
            encode(
                "POST",
                "/pessoas",
                chunked(to_bytes(person())),
                {"Transfer-Encoding": "chunked"},
            ),
        ):
            for at in range(len(data)):
                connection.send(data[at : at + 1])
            Api.created(check(connection.read_answer("POST")))


@pytest.mark.row(40)
@pytest.mark.parametrize(
    "spell",
    [
        row(40, "one chunk", lambda body: chunked(body)),
        row(40, "a chunk a byte", lambda body: chunked(*(body[at : at + 1] for at in range(len(body))))),
        row(40, "sizes in upper case with zeros", lambda body: b"%08X\r\n%s\r\n000\r\n\r\n" % (len(body), body)),
        row(40, "extensions", lambda body: b'%x;a=b;c="d;e"\r\n%s\r\n0;last\r\n\r\n' % (len(body), body)),
        row(40, "trailers", lambda body: chunked(body, trailer=b"X-Sum: 1\r\nX-Other: 2\r\n")),
    ],
)
def test_chunked_bodies(api: Api, spell):
    body = to_bytes(person())
    with api.connect() as connection:
        for coding in ("chunked", "Chunked"):
            body = to_bytes(person())
            answer = connection.request("POST", "/pessoas", spell(body), {"Transfer-Encoding": coding})
            Api.created(check(answer))


@pytest.mark.row(40)
@pytest.mark.parametrize(
    ("target", "status"),
    [
        ("http://localhost/contagem-pessoas", 200),
        ("http://LOCALHOST:80/pessoas?t=x", 200),
        ("http://localhost/x", 404),
        ("http://localhost/pessoas", 400),
        ("HTTP://localhost/contagem-pessoas", 200),
    ],
)
def test_absolute_targets(api: Api, target, status):
    assert api.get(target).status == status


@pytest.mark.row(40)
def test_a_crlf_before_a_request_is_skipped(api: Api):
    with api.connect() as connection:
        for _ in range(3):
            connection.send(b"\r\n" + encode("GET", "/contagem-pessoas"))
            assert check(connection.read_answer()).status == 200


@pytest.mark.row(40)
def test_expect_100_continue(api: Api):
    body = to_bytes(person())
    head = encode("POST", "/pessoas", headers={"Content-Length": str(len(body)), "Expect": "100-Continue"})
    with api.connect() as connection:
        connection.send(head)
        before = connection.socket.recv(100)
        assert re.fullmatch(rb"HTTP/1\.1 100 [ -~]*\r\n(.+\r\n)*\r\n", before), before
        connection.send(body)
        answer = check(connection.read_answer("POST"))
        Api.created(answer)
        assert answer.interim == []


@pytest.mark.row(40)
def test_a_client_need_not_wait_for_100(api: Api):
    with api.connect() as connection:
        for _ in range(3):
            answer = connection.request("POST", "/pessoas", to_bytes(person()), {"Expect": "100-continue"})
            Api.created(check(answer))


@pytest.mark.row(40)
def test_no_100_where_the_length_is_refused(api: Api):
    with api.connect() as connection:
        connection.send(encode("POST", "/pessoas", headers={"Content-Length": "65537", "Expect": "100-continue"}))
        answer = check(connection.read_answer("POST"))
        assert answer.status == 413
        assert answer.interim == []


@pytest.mark.row(40)
def test_another_expectation_is_417(api: Api):
    answer = api.raw(encode("POST", "/pessoas", to_bytes(person()), {"Expect": "a miracle"}), "POST")
    assert answer.status == 417, answer


@pytest.mark.row(40)
def test_a_date_on_every_answer(api: Api):
    for method, target in (("GET", "/contagem-pessoas"), ("POST", "/pessoas"), ("PUT", "/"), ("OPTIONS", "/pessoas")):
        assert api.request(method, target).header("Date")


@pytest.mark.row(41)
def test_clients_that_vanish_leave_the_server_well(api: Api):
    whole = encode("POST", "/pessoas", to_bytes(person()))
    for how in ("close", "reset", "half_close"):
        for upto in (0, 1, 20, len(whole) - 1, len(whole)):
            connection = api.connect()
            connection.send(whole[:upto])
            getattr(connection, how)()
            if how == "half_close" and upto < len(whole):
                with connection:
                    assert connection.socket.recv(1) in (b"", b"H")
            connection.close()
    api.create()


@pytest.mark.row(41)
def test_a_client_that_closed_its_side_may_go_unanswered(api: Api):
    with api.connect() as connection:
        connection.send(encode("GET", "/contagem-pessoas"))
        connection.half_close()
        data = connection.socket.recv(4096)
        assert data == b"" or data.startswith(b"HTTP/1.1 ")
