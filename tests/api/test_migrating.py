"""What --migrate refuses."""

from pathlib import Path

import pytest

from support.postgres import Postgres, query
from support.process import Process


@pytest.mark.parametrize("encoding", ["LATIN1", "SQL_ASCII"])
def test_a_database_that_can_not_hold_all_text_is_refused(binary, folder: Path, shared_postgres: Postgres, encoding):
    url = shared_postgres.create_database(f"ENCODING {encoding} TEMPLATE template0 LC_COLLATE 'C' LC_CTYPE 'C'")
    once = Process([binary, "--migrate", f"--database-url={url}"], folder, "migrate")
    once.start()
    assert once.wait() == 1
    assert f"holds text as {encoding}, and UTF8 is needed" in once.stderr
    assert query(url, "SELECT to_regclass('pessoas') IS NULL") == [(True,)]
