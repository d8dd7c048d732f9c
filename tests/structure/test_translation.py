"""README.pt-BR.md says what README.md says: whoever changes one changes the other."""

import re
from typing import NamedTuple

import pytest

from .modules import text

ENGLISH, PORTUGUESE = "README.md", "README.pt-BR.md"

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
LINK = re.compile(r"\[[^]]*\]\(([^)]+)\)")
SPAN = re.compile(r"`([^`]+)`")

# English 1,234.5 is 1.234,5 in Portuguese.
DECIMAL_SIGNS = str.maketrans(",.", ".,")

# Of a picture, all but the words: lines and numbers stay where they are.
NO_PICTURE = re.compile(r"[^\u2500-\u257f0-9\n]")


class Section(NamedTuple):
    level: int  # of its heading
    links: list[str]
    spans: list[str]  # of code, out of links
    figures: list[str]  # of tables and sentences, with English signs
    rows: list[int]  # cells of each row of its tables


def sections(name):
    prose = BLOCK.sub("", text(name))
    return [section(part, name) for part in re.split(r"^(?=#)", prose, flags=re.MULTILINE) if part.strip()]


def section(part, name):
    """What of it does not depend on the language, nor on the order of words."""
    links = LINK.findall(part)
    sentences = LINK.sub("", part)
    spans = SPAN.findall(sentences)
    figures = re.findall(r"\d+(?:[.,]\d+)*", SPAN.sub("", sentences))
    if name == PORTUGUESE:
        links = [{ENGLISH: PORTUGUESE}.get(link, link) for link in links]
        figures = [figure.translate(DECIMAL_SIGNS) for figure in figures]
    rows = [len(re.findall(r" \|", row)) for row in part.splitlines() if row.startswith("|")]
    level = len(part) - len(part.lstrip("#"))
    return Section(level, sorted(links), sorted(spans), sorted(figures), rows)


def blocks(name):
    """(language, lines) of each. A console's and a program's are the same in all languages but for comments."""
    found = []
    for language, body in BLOCK.findall(text(name)):
        same = re.sub(r" +# .*", "", body) if language else NO_PICTURE.sub(" ", body)
        found.append((language, same.splitlines()))
    return found


def test_headings_are_as_many_and_of_the_same_level():
    assert [part.level for part in sections(PORTUGUESE)] == [part.level for part in sections(ENGLISH)]


@pytest.mark.parametrize("what", [field for field in Section._fields if field != "level"])
def test_each_section_has_the_same(what):
    assert [getattr(part, what) for part in sections(PORTUGUESE)] == [getattr(part, what) for part in sections(ENGLISH)]


def test_blocks_of_code_are_the_same():
    assert blocks(ENGLISH)
    assert blocks(PORTUGUESE) == blocks(ENGLISH)


@pytest.mark.parametrize(("page", "other"), [(ENGLISH, PORTUGUESE), (PORTUGUESE, ENGLISH)])
def test_each_page_leads_to_the_other_before_it_says_anything(page, other):
    assert re.match(rf"# pessoas\n\n\[[\w ]+\]\({re.escape(other)}\)\n\n", text(page))
