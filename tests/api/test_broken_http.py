"""Row 39: broken HTTP."""

import pytest

from api.by_nginx import itself
from api.tables import row
from support.api import Api, check
from support.wire import chunked, encode


def post(*lines: str, body: bytes = b"{}", version: str = "HTTP/1.1") -> bytes:
    return "\r\n".join([f"POST /pessoas {version}", *lines, "", ""]).encode("latin-1") + body


HOST = "Host: localhost"
CHUNKED = "Transfer-Encoding: chunked"

# status, bytes. What follows a refused head is a whole request, which must not be answered.
BROKEN = [
    row(39, "Content-Length twice, alike", 400, post(HOST, "Content-Length: 2", "Content-Length: 2")),
    row(39, "Content-Length twice, different", 400, post(HOST, "Content-Length: 2", "Content-Length: 3")),
    row(39, "Content-Length a list", 400, post(HOST, "Content-Length: 2, 2")),
    row(39, "Content-Length negative", 400, post(HOST, "Content-Length: -1")),
    row(39, "Content-Length with a sign", 400, post(HOST, "Content-Length: +2")),
    row(39, "Content-Length hexadecimal", 400, post(HOST, "Content-Length: 0x2")),
    row(39, "Content-Length a word", 400, post(HOST, "Content-Length: two")),
    row(39, "Content-Length empty", 400, post(HOST, "Content-Length:")),
    row(39, "Content-Length of two numbers", 400, post(HOST, "Content-Length: 2 2")),
    row(39, "Content-Length a fraction", 400, post(HOST, "Content-Length: 2.0")),
    row(39, "Content-Length and chunked", 400, post(HOST, "Content-Length: 2", CHUNKED, body=chunked(b"{}"))),
    row(39, "chunked and Content-Length", 400, post(HOST, CHUNKED, "Content-Length: 2", body=chunked(b"{}"))),
    row(39, "chunked twice in a list", 400, post(HOST, "Transfer-Encoding: chunked, chunked", body=chunked(b"{}"))),
    row(39, "chunked twice in two fields", 400, post(HOST, CHUNKED, CHUNKED, body=chunked(b"{}"))),
    row(39, "chunked not last", 400, post(HOST, "Transfer-Encoding: chunked, gzip", body=chunked(b"{}"))),
    row(39, "chunked from a 1.0 client", 400, post(HOST, CHUNKED, body=chunked(b"{}"), version="HTTP/1.0")),
    row(39, "no Host", 400, post("Content-Length: 2")),
    row(39, "Host twice", 400, post(HOST, HOST, "Content-Length: 2")),
    row(39, "two different Hosts", 400, post(HOST, "Host: example.org", "Content-Length: 2")),
    row(39, "a folded header", 400, post(HOST, "X: a", " b", "Content-Length: 2")),
    row(39, "a folded header by tabulator", 400, post(HOST, "Content-Length: 2", "X: a", "\tb")),
    row(39, "a blank before the first header", 400, post(" " + HOST, "Content-Length: 2")),
    row(39, "a blank before the colon", 400, post(HOST, "Content-Length : 2")),
    row(39, "a header without a colon", 400, post(HOST, "X", "Content-Length: 2")),
    row(39, "a header without a name", 400, post(HOST, ": x", "Content-Length: 2")),
    row(39, "NUL in a header", 400, post(HOST, "X: a\0b", "Content-Length: 2")),
    row(39, "a chunk's size not a number", 400, post(HOST, CHUNKED, body=b"x\r\n{}\r\n0\r\n\r\n")),
    row(39, "a chunk's size missing", 400, post(HOST, CHUNKED, body=b"\r\n{}\r\n0\r\n\r\n")),
    row(39, "a chunk's size negative", 400, post(HOST, CHUNKED, body=b"-2\r\n{}\r\n0\r\n\r\n")),
    row(39, "a chunk's size with 0x", 400, post(HOST, CHUNKED, body=b"0x2\r\n{}\r\n0\r\n\r\n")),
    row(39, "a chunk's size over 64 bits", 400, post(HOST, CHUNKED, body=b"10000000000000002\r\n{}\r\n0\r\n\r\n")),
    row(39, "a chunk longer than its size", 400, post(HOST, CHUNKED, body=b"1\r\n{}\r\n0\r\n\r\n")),
    row(39, "a chunk without CRLF behind", 400, post(HOST, CHUNKED, body=b"2\r\n{}0\r\n\r\n")),
    row(39, "a coding that is not known", 501, post(HOST, "Transfer-Encoding: gzip")),
    row(39, "a coding before chunked", 501, post(HOST, "Transfer-Encoding: gzip, chunked", body=chunked(b"{}"))),
    row(39, "identity", 501, post(HOST, "Transfer-Encoding: identity")),
    row(39, "almost chunked", 501, post(HOST, "Transfer-Encoding: xchunked", body=chunked(b"{}"))),
    row(39, "version 2.0", 505, post(HOST, "Content-Length: 2", version="HTTP/2.0")),
    row(39, "version 3.0", 505, post(HOST, "Content-Length: 2", version="HTTP/3.0")),
    row(39, "no version", 400, b"GET /contagem-pessoas\r\n\r\n"),
    row(39, "not a version", 400, post(HOST, "Content-Length: 2", version="HTTQ/1.1")),
    row(39, "garbage", 400, b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n"),
    row(39, "a blank in the target", 400, post(HOST, "Content-Length: 2").replace(b"/pessoas", b"/pess oas")),
    row(39, "a method that is no token", 400, post(HOST, "Content-Length: 2").replace(b"POST", b"PO(T")),
]


@pytest.mark.parametrize(("status", "data"), BROKEN)
def test_broken_http_is_refused_and_the_connection_closed(api: Api, status, data, request):
    case = request.node.callspec.id.split(": ", 1)[1]
    before = api.count()
    with api.connect() as connection:
        connection.send(data + encode("GET", "/contagem-pessoas"))
        awaited = itself(api, case, status)
        answer = check(connection.read_answer("POST"))
        assert answer.status == awaited, answer
        assert answer.closes, answer
        assert connection.is_closed(), "answers what follows"
    assert api.count() == before


@pytest.mark.row(39)
def test_a_length_beyond_all_numbers_is_refused(api: Api):
    answer = api.raw(post(HOST, "Content-Length: 99999999999999999999999999"), "POST")
    assert answer.status in (400, 413)
    assert answer.closes
