"""CPU time is that of the whole tree, and stays in the account when a part of the tree ends."""

import os
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from support.cpu import cpu_seconds, on_core

BURN = """
import os, sys, threading, time
def burn(seconds):
    while time.thread_time() < seconds: pass
"""
# Each says that it has burnt 0.2 s, and waits to be ended.
THREAD = "t = threading.Thread(target=burn, args=[0.2]); t.start(); t.join()"
CHILD = "if os.fork() == 0: burn(0.2); print(flush=True); sys.stdin.read(); os._exit(0)\nsys.stdin.read(); os._exit(0)"
ENDED_CHILD = "if os.fork() == 0: burn(0.2); os._exit(0)\nos.wait()"
SAY = "\nprint(flush=True)\nsys.stdin.read()"


@contextmanager
def running(code: str) -> Iterator[subprocess.Popen]:
    """When it has said a line."""
    with subprocess.Popen(
        [sys.executable, "-c", BURN + code], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    ) as process:
        assert process.stdout.readline() == b"\n"
        yield process
        process.stdin.close()


@pytest.mark.parametrize(
    "code", [THREAD + SAY, CHILD, ENDED_CHILD + SAY], ids=["thread", "child", "child that has ended"]
)
def test_all_of_a_tree_counts(code):
    with running(code) as process:
        assert 0.18 <= cpu_seconds(process.pid) < 0.6


def test_the_trees_are_added_and_each_counts_once():
    with running("burn(0.2)" + SAY) as one, running("burn(0.2)" + SAY) as other:
        both = cpu_seconds(one.pid, other.pid)
        assert both == pytest.approx(cpu_seconds(one.pid) + cpu_seconds(other.pid), abs=0.011)
        # Both are children of this process.
        assert cpu_seconds(os.getpid(), one.pid, other.pid) == pytest.approx(cpu_seconds(os.getpid()), abs=0.05)


def test_sleeping_costs_nothing():
    with running(SAY) as process:
        before = cpu_seconds(process.pid)
        with on_core(0):
            end = time.process_time() + 0.1
            while time.process_time() < end:
                pass
        assert cpu_seconds(process.pid) == before


def test_what_is_started_stays_on_its_core_and_we_do_not():
    before = os.sched_getaffinity(0)
    core = max(before)
    with on_core(core), running(SAY) as process:
        assert os.sched_getaffinity(process.pid) == {core}
    assert os.sched_getaffinity(0) == before
