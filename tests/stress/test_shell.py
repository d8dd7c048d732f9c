"""The commands that the user gives."""

from pathlib import Path

import pytest

from stress_test.shell import Failed, output
from support.events import eventually


def is_gone(pid: str) -> bool:
    """Or has ended, and nobody has asked how."""
    try:
        return not Path(f"/proc/{pid}/cmdline").read_bytes()
    except FileNotFoundError:
        return True


def test_a_command_is_of_the_shell_and_run_in_the_folder(tmp_path: Path):
    (tmp_path / "n").write_text("1\n2\n")
    assert output("cat n | tail -n 1", tmp_path, 20) == "2\n"


@pytest.mark.parametrize("command", ["echo no such table >&2; exit 3", "echo no such table; exit 1"])
def test_a_command_that_fails_is_named_with_what_it_says(command: str, tmp_path: Path):
    with pytest.raises(Failed, match=r"exit \d' failed: no such table"):
        output(command, tmp_path, 20)


def test_a_command_has_no_input(tmp_path: Path):
    with pytest.raises(Failed, match="failed"):
        output("read -r password", tmp_path, 20)


def test_a_command_that_does_not_end_is_named_and_ended_with_what_it_started(tmp_path: Path):
    with pytest.raises(Failed, match=r"did not end within 2 s"):
        output("sleep 60 & echo $! >pid; wait", tmp_path, 2)
    pid = (tmp_path / "pid").read_text().strip()
    eventually(lambda: is_gone(pid), 10, "it has ended")


def test_a_command_ends_where_it_is_not_waited_for_any_more(tmp_path: Path):
    with pytest.raises(KeyboardInterrupt):
        output("sleep 60 & echo $! >pid; kill -INT $PPID; wait", tmp_path, 20)
    pid = (tmp_path / "pid").read_text().strip()
    eventually(lambda: is_gone(pid), 10, "it has ended")


def test_what_a_command_leaves_behind_on_purpose_stays(tmp_path: Path):
    pid = output("sleep 60 >/dev/null 2>&1 & echo $!", tmp_path, 20).strip()
    assert not is_gone(pid)
    output(f"kill {pid}", tmp_path, 20)
