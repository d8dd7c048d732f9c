"""Reads cases.txt: JSON texts that must be accepted, and others that must be refused."""

import re
from dataclasses import dataclass
from pathlib import Path

_ESCAPE = re.compile(rb"<(?:(\d+)\*([^>]*)|((?:[0-9A-F]{2} ?)*))>")


@dataclass(frozen=True)
class Case:
    name: str
    text: bytes

    @property
    def is_accepted(self) -> bool:
        return self.name.startswith("y_")


def _plain(escape: re.Match[bytes]) -> bytes:
    times, repeated, digits = escape.groups()
    if times is not None:
        return int(times) * repeated
    return bytes.fromhex(digits.decode())


def load() -> list[Case]:
    cases = []
    for line in Path(__file__).with_name("cases.txt").read_bytes().splitlines():
        if line and not line.startswith(b"#"):
            name, _, text = line.partition(b" ")
            cases.append(Case(name.decode(), _ESCAPE.sub(_plain, text.lstrip(b" "))))
    return cases
