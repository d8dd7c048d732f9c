"""A quota that is lifted comes back, on made-up groups."""

import pytest

from stack.quota import lifted


def group(tmp_path, file: str, quota: str):
    """The folder of a topology whose postgres has that quota, and the file that says it."""
    (tmp_path / "cgroups").mkdir()
    for part in ("nginx", "postgres"):
        (tmp_path / part).mkdir()
        (tmp_path / part / file).write_text(quota)
        (tmp_path / "cgroups" / part).write_text(f"{tmp_path / part}\n")
    return tmp_path / "postgres" / file


@pytest.mark.parametrize(
    ("file", "quota", "none"),
    [("cpu.cfs_quota_us", "66000\n", "-1"), ("cpu.max", "66000 100000\n", "max")],
    ids=["version 1", "version 2"],
)
def test_a_quota_is_lifted_for_the_part_alone_and_set_again(tmp_path, file, quota, none):
    said = group(tmp_path, file, quota)
    with lifted(tmp_path, "postgres"):
        assert said.read_text() == none
        assert (tmp_path / "nginx" / file).read_text() == quota
    assert said.read_text() == quota


def test_it_is_set_again_when_the_work_fails(tmp_path):
    said = group(tmp_path, "cpu.max", "66000 100000\n")
    with pytest.raises(ZeroDivisionError), lifted(tmp_path, "postgres"):
        raise ZeroDivisionError
    assert said.read_text() == "66000 100000\n"


def test_where_nothing_limits_the_part_nothing_is_done(tmp_path):
    with lifted(tmp_path, "postgres"):
        pass
    assert list(tmp_path.iterdir()) == []
