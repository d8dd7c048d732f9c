"""What a store holds, read behind the program's back: each person as the API should answer it."""

import json
import sqlite3
import uuid
from contextlib import closing
from pathlib import Path
from typing import Any

from support.postgres import query

Row = dict[str, Any]

_SQL = "SELECT id, apelido, nome, nascimento, stack FROM pessoas"
_NAMES = ("id", "apelido", "nome", "nascimento", "stack")


def in_postgres(url: str) -> list[Row]:
    return [
        dict(zip(_NAMES, (str(id), apelido, nome, nascimento.isoformat(), stack), strict=True))
        for id, apelido, nome, nascimento, stack in query(url, _SQL)
    ]


def in_sqlite(file: Path) -> list[Row]:
    """Of a file that is sound."""
    with closing(sqlite3.connect(f"file:{file}?mode=ro", uri=True)) as connection:
        assert connection.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
        return [
            dict(zip(_NAMES, (str(uuid.UUID(bytes=id)), *texts, json.loads(stack)), strict=True))
            for id, *texts, stack in connection.execute(_SQL)
        ]
