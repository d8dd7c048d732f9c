"""When the simulation is built, with a Maven that only says so."""

import os
from collections.abc import Callable
from pathlib import Path

import pytest

from stress_test import gatling
from stress_test.system import Trouble

MAVEN = """#!/bin/sh
echo built >>"$FOLDER/said"
rm -rf "$FOLDER/built"
mkdir "$FOLDER/built"
touch "$FOLDER/built/simulation-1.jar"
test ! -e "$FOLDER/fail"
"""


def put(program: Path, text: str) -> None:
    program.write_text(text)
    program.chmod(0o755)


@pytest.fixture
def built(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], int]:
    """How often it was."""
    for name in ("SOURCES", "BUILT", "JAR", "COMPLETE"):
        old = getattr(gatling, name)
        monkeypatch.setattr(gatling, name, tmp_path / ("sources" if name == "SOURCES" else "built") / old.name)
    monkeypatch.setattr(gatling, "BUILT", tmp_path / "built")
    gatling.SOURCES.mkdir(parents=True)
    (gatling.SOURCES / "pom.xml").touch()
    os.utime(gatling.SOURCES / "pom.xml", (1, 1))
    (tmp_path / "bin").mkdir()
    put(tmp_path / "bin/java", "#!/bin/sh\n")
    put(tmp_path / "bin/mvn", MAVEN)
    monkeypatch.setenv("PATH", f"{tmp_path}/bin:{os.environ['PATH']}")
    monkeypatch.setenv("FOLDER", str(tmp_path))
    return lambda: len((tmp_path / "said").read_text().splitlines())


def test_it_is_built_once(built: Callable[[], int]):
    gatling.build()
    gatling.build()
    assert built() == 1


def test_it_is_built_again_after_a_change(built: Callable[[], int]):
    gatling.build()
    os.utime(gatling.SOURCES / "pom.xml", (2e9, 2e9))
    gatling.build()
    assert built() == 2


def test_it_is_built_again_where_that_has_not_come_to_its_end(built: Callable[[], int], tmp_path: Path):
    (tmp_path / "fail").touch()
    with pytest.raises(Trouble, match="can't be built"):
        gatling.build()
    assert gatling.JAR.exists()
    (tmp_path / "fail").unlink()
    gatling.build()
    assert built() == 2


@pytest.mark.parametrize("missing", ["java", "mvn"])
def test_what_is_missing_is_named(
    missing: str, built: Callable[[], int], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    (tmp_path / "bin" / missing).unlink()
    monkeypatch.setenv("PATH", f"{tmp_path}/bin")
    with pytest.raises(Trouble, match=f"{missing} is missing: scripts/install-packages stress"):
        gatling.build()
