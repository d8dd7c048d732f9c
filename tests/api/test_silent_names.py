"""A name server that stays silent holds up neither requests nor the end."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from support.address import free_address
from support.events import Stopwatch, eventually
from support.program import Program

SOURCE = Path(__file__).parents[1] / "support/silent_names.c"


@pytest.fixture
def silence(folder: Path) -> dict[str, str]:
    """The environment of a program whose name server is silent about names like "db.test"."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("needs a C compiler")
    library = folder / "silent_names.so"
    subprocess.run([compiler, "-shared", "-fPIC", "-o", library, SOURCE, "-ldl"], check=True)
    sanitizer = ":".join(filter(None, [os.environ.get("ASAN_OPTIONS"), "verify_asan_link_order=0"]))
    return {"LD_PRELOAD": str(library), "ASAN_OPTIONS": sanitizer}


def test_it_answers_503_and_ends_in_its_usual_time(binary, folder: Path, silence):
    program = Program(binary, folder, "p", listen=free_address(), admin=free_address(), environment=silence,
                      database_url="postgresql://ana@db.test/x")  # fmt: skip
    try:
        program.start(ready=False)
        eventually(lambda: "asked" in program.stderr, 5, "the name server is asked")
        api = program.api()
        assert api.get("/contagem-pessoas").status == 503
        api.close()
        watch = Stopwatch()
        program.signal()
        assert program.wait() == 0
        assert watch.seconds < 4
    finally:
        program.kill()
    program.complain_of_sanitizers()
