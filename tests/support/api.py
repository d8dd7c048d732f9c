"""The API as a user has it: requests to one address, each answer checked against what holds for all of them."""

import itertools
import json
import random
import re
import time
from email.utils import parsedate_to_datetime
from typing import Any
from urllib.parse import quote

from support.address import Address
from support.wire import Answer, Connection

LOCATION = re.compile("/pessoas/([0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12})")
IMF_FIXDATE = re.compile("(Mon|Tue|Wed|Thu|Fri|Sat|Sun), [0-9]{2} [A-Z][a-z]{2} [0-9]{4} [0-9:]{8} GMT")
INSIDE = re.compile(
    "sqlite|postgres|libpq|sqlstate|simdjson|boost|asio|exception|what\\(\\)|\\.[ch]pp|constraint", re.I
)

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"
_run = "".join(random.SystemRandom().choices(_DIGITS, k=5))
_numbers = map("".join, itertools.product(_DIGITS, repeat=4))


def unique(stem: str = "p") -> str:
    """The stem and nine characters that no other call or run gives again, nor as a part of what it gives."""
    return f"{stem}{_run}{next(_numbers)}"


def person(**changes: Any) -> dict[str, Any]:
    """A document that is accepted, with an apelido of its own, but for the changes."""
    return {"apelido": unique(), "nome": "Ana Barbosa", "nascimento": "1985-09-23", "stack": ["C#", "Node"]} | changes


def to_bytes(document: Any) -> bytes:
    return json.dumps(document, ensure_ascii=False).encode()


def check(answer: Answer, method: str = "GET") -> Answer:
    """What every answer must have: rows 36, 37, 40, 42, 43."""
    assert answer.version == "HTTP/1.1", answer
    date = answer.header("Date")
    assert date and IMF_FIXDATE.fullmatch(date), f"Date: {date}"
    assert abs(parsedate_to_datetime(date).timestamp() - time.time()) < 5, f"Date: {date}"
    if answer.status == 204:
        assert answer.header("Content-Length") is None, answer
    if answer.status >= 400 and method != "HEAD":
        assert answer.media_type == "application/problem+json", answer
        problem = answer.json()
        assert problem["status"] == answer.status, answer
        assert isinstance(problem["title"], str) and problem["title"], answer
        assert isinstance(problem["detail"], str) and problem["detail"], answer
        assert not INSIDE.search(answer.body.decode()), f"shows its inside: {answer}"
    if answer.status == 503:
        assert re.fullmatch("[0-9]+", answer.header("Retry-After") or ""), answer
    if answer.status == 405 or (method == "OPTIONS" and answer.status == 204):
        assert answer.header("Allow"), answer
    return answer


class Api:
    """Keeps one connection to the server; opens another where the server closed it."""

    def __init__(self, at: Address, timeout: float = 20, behind_nginx: bool = False) -> None:
        self.at = at
        self.behind_nginx = behind_nginx
        self.timeout = timeout
        self._connection: Connection | None = None

    def close(self) -> None:
        if self._connection:
            self._connection.close()
            self._connection = None

    def connect(self, timeout: float | None = None, **how: Any) -> Connection:
        return Connection(self.at, timeout or self.timeout, **how)

    def request(
        self, method: str, target: str | bytes, body: bytes | None = None, headers: dict[str, str] | None = None
    ) -> Answer:
        connection, self._connection = self._connection, None
        if connection and connection.is_closed(0):
            connection.close()
            connection = None
        connection = connection or self.connect()
        try:
            answer = connection.request(method, target, body, headers)
        except BaseException:
            connection.close()
            raise
        if answer.closes:
            connection.close()
        else:
            self._connection = connection
        return check(answer, method)

    def raw(self, data: bytes, to: str = "GET") -> Answer:
        """The answer to these very bytes, on a connection of their own."""
        with self.connect() as connection:
            connection.send(data)
            return check(connection.read_answer(to), to)

    def get(self, target: str | bytes) -> Answer:
        return self.request("GET", target)

    def post(self, document: Any, headers: dict[str, str] | None = None) -> Answer:
        body = document if isinstance(document, bytes) else to_bytes(document)
        return self.request(
            "POST", "/pessoas", body, {"Content-Type": "application/json"} if headers is None else headers
        )

    def create(self, document: Any = None, **changes: Any) -> str:
        """Creates a person and returns the id."""
        return self.created(self.post(person(**changes) if document is None else document))

    @staticmethod
    def created(answer: Answer) -> str:
        assert answer.status == 201, answer
        assert answer.body == b"", answer
        location = LOCATION.fullmatch(answer.header("Location") or "")
        assert location, answer
        return location[1]

    def read(self, id: str) -> dict[str, Any]:
        answer = self.get(f"/pessoas/{id}")
        assert answer.status == 200 and answer.media_type == "application/json", answer
        document = answer.json()
        assert list(document) == ["id", "apelido", "nome", "nascimento", "stack"], answer
        return document

    def search(self, term: str) -> list[dict[str, Any]]:
        return self.search_raw(b"t=" + quote(term, safe="").encode())

    def search_raw(self, query: bytes) -> list[dict[str, Any]]:
        answer = self.get(b"/pessoas?" + query)
        assert answer.status == 200 and answer.media_type == "application/json", answer
        return answer.json()

    def ids(self, term: str) -> list[str]:
        return [found["id"] for found in self.search(term)]

    def count(self) -> int:
        answer = self.get("/contagem-pessoas")
        assert answer.status == 200 and answer.media_type == "text/plain", answer
        assert re.fullmatch(b"0|[1-9][0-9]*", answer.body), answer
        return int(answer.body)
