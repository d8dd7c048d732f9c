"""The rights on PostgreSQL that docs/operations.md names are enough, and none is too many."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from support.address import free_address
from support.api import Api, person, unique
from support.deployment import migrate
from support.events import eventually
from support.postgres import Postgres, query
from support.program import Program

TEXT = (Path(__file__).parents[2] / "docs/operations.md").read_text()
ROLES, GRANTS = re.findall(r"```sql\n(.*?)```", TEXT, re.DOTALL)
APP, OWNER, DATABASE = "pessoas_app", "pessoas_owner", "pessoas"

# With search texts of more than one piece: unlike trigrams, beyond a leaf of the index.
LONG = person(stack=["".join(chr(0x4E00 + (37 * i * i + 11 * j * j + i * j) % 20_000) for j in range(32))
                     for i in range(300)])  # fmt: skip


def of(role: str, url: str) -> str:
    return url.replace("user=postgres", f"user={role}")


@pytest.fixture
def served(binary, folder: Path, own_postgres: Postgres) -> Iterator[tuple[Api, str]]:
    """A user of an instance that has these rights, and the database as its owner sees it."""
    for statement in ROLES.strip().split("\n"):
        query(own_postgres.url(), statement)
    owned = of(OWNER, own_postgres.url(DATABASE))
    migrate(binary, folder, owned)
    query(owned, GRANTS)
    program = Program(binary, folder, "p", listen=free_address(), admin=free_address(),
                      database_url=of(APP, own_postgres.url(DATABASE)))  # fmt: skip
    try:
        yield program.start().api(), owned
        program.stop()
    finally:
        program.kill()


def all_works(api: Api) -> bool:
    created = api.post(person())
    long = api.post({**LONG, "apelido": unique()})
    reads = [api.get(path) for path in (created.header("Location") or "/pessoas", "/pessoas?t=a", "/contagem-pessoas")]
    return (created.status, long.status) == (201, 201) and all(answer.status == 200 for answer in reads)


def test_they_are_enough_and_each_is_needed(served):
    api, owned = served
    assert all_works(api)
    assert query(owned, "SELECT count(*) > 1 FROM pessoas_trechos") == [(True,)]
    for right in ("SELECT ON pessoas", "INSERT ON pessoas", "SELECT ON pessoas_trechos", "INSERT ON pessoas_trechos"):
        query(owned, f"REVOKE {right} FROM {APP}")
        assert not all_works(api), right
        query(owned, f"GRANT {right} TO {APP}")
        eventually(lambda: all_works(api), 10, "it works again")
