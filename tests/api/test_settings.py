"""Flags, environment and config file ("Operations" of the contract)."""

import os
import re
import socket
import subprocess
from pathlib import Path

import pytest

from support.address import Address, free_address
from support.program import Program

SECRET = "s3cr3t-of-ours"
URL = f"postgresql://ana:{SECRET}@127.0.0.1:1/x"


def run(binary: Path, *arguments: str, timeout: float = 20, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([binary, *arguments], env=os.environ | environment, stdin=subprocess.DEVNULL,
                          capture_output=True, text=True, timeout=timeout)  # fmt: skip


def effective(binary: Path, *arguments: str, **environment: str) -> dict[str, str]:
    done = run(binary, *arguments, "--print-config", **environment)
    assert done.returncode == 0, done.stderr
    return dict(re.findall(r'(?m)^([a-z-]+) *= *"?([^"\n]*)"?$', done.stdout))


@pytest.mark.parametrize(
    "arguments",
    [
        ["--listen=here"],
        ["--listen=127.0.0.1:70000"],
        ["--listen="],
        ["--threads=0"],
        ["--threads=-1"],
        ["--threads=two"],
        ["--head-timeout=soon"],
        ["--head-timeout=10"],
        ["--head-timeout=-1s"],
        ["--head-timeout=0s"],
        ["--max-head=0"],
        ["--max-head=16kg"],
        ["--max-connections=many"],
        ["--no-such-setting=1"],
        ["--threads"],
        ["stray"],
        ["--sqlite=a.db", f"--database-url={URL}"],
        ["--config=/no/such/file"],
        ["--sqlite="],
    ],
)
def test_a_bad_value_is_refused_with_a_message(binary, arguments):
    done = run(binary, *arguments)
    assert done.returncode not in (0, None)
    assert done.returncode > 0, "ended by a signal"
    assert done.stderr.strip()
    assert SECRET not in done.stdout + done.stderr
    name = arguments[0].split("=")[0]
    assert name in done.stderr or name == "stray" or name == "--config", done.stderr


@pytest.mark.parametrize(("name", "value"), [("PESSOAS_THREADS", "many"), ("PESSOAS_HEAD_TIMEOUT", "1 week")])
def test_a_bad_value_in_the_environment_is_refused(binary, name, value):
    done = run(binary, **{name: value})
    assert done.returncode > 0
    assert done.stderr.strip()


@pytest.mark.parametrize("text", ["threads = many", "no-such-setting = 1", "threads", "threads = 1\nthreads = 2"])
def test_a_bad_config_file_is_refused(binary, folder: Path, text):
    (folder / "conf").write_text(text + "\n")
    done = run(binary, f"--config={folder / 'conf'}")
    assert done.returncode > 0
    assert done.stderr.strip()


def test_a_flag_wins_over_the_environment_and_that_over_the_file(binary, folder: Path):
    (folder / "conf").write_text('# of the tests\nthreads = "2"\nhead-timeout = "7s"\nbody-timeout = "8s"\n')
    config = f"--config={folder / 'conf'}"
    environment = {"PESSOAS_THREADS": "3", "PESSOAS_HEAD_TIMEOUT": "9s"}
    found = effective(binary, config, "--threads=4", **environment)
    assert (found["threads"], found["head-timeout"], found["body-timeout"]) == ("4", "9s", "8s")
    found = effective(binary, config)
    assert (found["threads"], found["head-timeout"], found["body-timeout"]) == ("2", "7s", "8s")
    assert effective(binary)["head-timeout"] == "10s"


def test_what_is_printed_can_be_read_as_a_config_file(binary, folder: Path):
    (folder / "conf").write_text(run(binary, "--threads=3", "--idle-timeout=1m", "--print-config").stdout)
    found = effective(binary, f"--config={folder / 'conf'}")
    assert found == effective(binary, "--threads=3", "--idle-timeout=1m")
    assert (found["threads"], found["idle-timeout"]) == ("3", "1m")


def test_help_names_each_setting_with_its_default(binary):
    done = run(binary, "--help")
    assert done.returncode == 0
    for name, value in effective(binary).items():
        assert f"--{name}" in done.stdout, name
        if value not in ("false", ""):
            assert value in done.stdout, name
        assert "PESSOAS_" + name.upper().replace("-", "_") in done.stdout, name


def test_help_does_not_echo_secrets(binary, folder: Path):
    (folder / "conf").write_text(f'database-url = "{URL}"\n')
    for action in ("--help", "--print-config", "--version"):
        for done in (
            run(binary, f"--database-url={URL}", action),
            run(binary, action, PESSOAS_DATABASE_URL=URL),
            run(binary, f"--config={folder / 'conf'}", action),
        ):
            assert done.returncode == 0
            assert SECRET not in done.stdout + done.stderr


def test_the_version(binary):
    assert re.search(r"[0-9]+\.[0-9]+", run(binary, "--version").stdout)


def test_no_secret_is_logged(binary, folder: Path):
    """Also not where the database can't be reached, which is complained about."""
    program = Program(binary, folder, "p", listen=free_address(), admin=free_address(), database_url=URL)
    try:
        program.start(ready=False)
        assert program.api().get("/contagem-pessoas").status == 503
        program.stop()
    finally:
        program.kill()
    assert SECRET not in program.stdout + program.stderr
    assert program.stderr


def test_a_taken_port_is_a_message_and_not_a_crash(binary, folder: Path):
    with socket.create_server(("127.0.0.1", free_address().port)) as taken:
        port = taken.getsockname()[1]
        done = run(binary, f"--listen=127.0.0.1:{port}", "--admin-address=127.0.0.1:0", f"--sqlite={folder / 'x.db'}")
    assert done.returncode > 0
    assert str(port) in done.stderr


def test_a_store_that_can_not_be_opened_is_a_message(binary, folder: Path):
    done = run(
        binary, f"--listen={free_address()}", f"--admin-address={free_address()}", f"--sqlite={folder}/no/such/x"
    )
    assert done.returncode > 0
    assert "no/such/x" in done.stderr


@pytest.mark.parametrize("abstract", [False, True])
def test_systemd_is_told_of_readiness_and_of_the_end(binary, folder: Path, abstract):
    name = f"\0pessoas-test-{os.getpid()}-{folder.name}" if abstract else str(folder / "notify")
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as manager:
        manager.bind(name)
        manager.settimeout(20)
        program = Program(binary, folder, "p", listen=Address(path=str(folder / "api")), admin=free_address(),
                          environment={"NOTIFY_SOCKET": name.replace("\0", "@")}, sqlite=folder / "x.db")  # fmt: skip
        try:
            program.start(ready=False)
            assert b"READY=1" in manager.recv(4096).splitlines()
            program.signal()
            assert b"STOPPING=1" in manager.recv(4096).splitlines()
            assert program.wait() == 0
        finally:
            program.kill()


def test_an_access_log_is_a_json_line_for_each_request(binary, folder: Path):
    program = Program(binary, folder, "p", listen=free_address(), admin=free_address(), sqlite=folder / "x.db",
                      access_log=True)  # fmt: skip
    try:
        program.start()
        api = program.api()
        api.count()
        api.get('/pessoas?t=a"\\b')
        api.get(b"/pessoas?t=\xff\x80")
        api.post(b"")
        program.stop()
    finally:
        program.kill()
    lines = [line for line in program.log if "status" in line]
    assert [line["status"] for line in lines if line["status"]] == [200, 200, 400, 400]


def test_logs_that_nobody_reads_hold_up_nothing(binary, folder: Path):
    for stream in ("stdout", "stderr"):
        os.mkfifo(folder / f"p.{stream}")
    pipes = [os.open(folder / f"p.{stream}", os.O_RDWR) for stream in ("stdout", "stderr")]
    program = Program(binary, folder, "p", listen=free_address(), admin=free_address(), sqlite=folder / "x.db",
                      access_log=True)  # fmt: skip
    try:
        program.start()
        api = program.api()
        for _ in range(1000):  # more lines than fit into a pipe
            assert api.get("/pessoas/x").status == 404
        program.signal()
        assert program.wait() == 0
    finally:
        program.kill()
        for pipe in pipes:
            os.close(pipe)


def test_no_access_log_unless_asked(binary, folder: Path):
    program = Program(binary, folder, "p", listen=free_address(), admin=free_address(), sqlite=folder / "x.db")
    try:
        program.start()
        program.api().count()
        program.stop()
    finally:
        program.kill()
    assert "contagem" not in program.stdout + program.stderr
