"""Temporary folders that another user (Postgres') may enter, with paths short enough for unix sockets."""

import shutil
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


@contextmanager
def temporary_folder() -> Iterator[Path]:
    folder = Path(tempfile.mkdtemp(prefix="pessoas-"))
    folder.chmod(0o755)
    try:
        yield folder
    finally:
        shutil.rmtree(folder, ignore_errors=True)
