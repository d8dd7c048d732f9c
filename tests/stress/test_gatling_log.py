"""The reader of Gatling's log."""

import pytest

from stress_test.gatling_log import Malformed, Request, parse

RUN = "RUN\tpessoas.PessoasSimulation\tpessoassimulation\t1000\ta run\t3.9.5\n"
REFUSED = "status.find.in(201,422,400), but actually found 503"


def test_requests_are_read_with_times_and_reasons():
    log = parse(
        [
            RUN,
            "REQUEST\t\tcriação\t1100\t1103\tOK\t \n",
            f"REQUEST\t\tcriação\t1200\t1300\tKO\t{REFUSED}\n",
            "REQUEST\t\tbusca válida\t1200\t61200\tKO\tj.n.ConnectException: refused\n",
        ]
    )
    assert log.requests == [
        Request("criação", 1100, 1103),
        Request("criação", 1200, 1300, REFUSED),
        Request("busca válida", 1200, 61200, "j.n.ConnectException: refused"),
    ]
    assert [request.is_ok for request in log.requests] == [True, False, False]
    assert [request.took for request in log.requests] == [3, 100, 60000]


def test_a_ko_without_a_reason_is_a_ko():
    log = parse([RUN, "REQUEST\t\tconsulta\t1100\t1103\tKO\t \n", "REQUEST\t\tconsulta\t1100\t1103\tKO\n"])
    assert [request.is_ok for request in log.requests] == [False, False]


def test_a_reason_with_tabs_is_read_whole():
    (request,) = parse([RUN, "REQUEST\t\tconsulta\t1\t2\tKO\tone\ttwo\n"]).requests
    assert request.reason == "one two"


def test_the_run_is_known():
    log = parse([RUN])
    assert (log.simulation, log.version, log.start) == ("pessoas.PessoasSimulation", "3.9.5", 1000)


def test_the_first_request_need_not_be_the_first_in_the_log():
    log = parse([RUN, "REQUEST\t\ta\t1200\t1300\tOK\t \n", "REQUEST\t\ta\t1100\t1400\tOK\t \n"])
    assert log.first == 1100
    assert parse([RUN]).first == 1000


def test_users_are_counted_and_those_who_do_not_end_too():
    log = parse([RUN, "USER\tbusca\tSTART\t1\n", "USER\tbusca\tSTART\t2\n", "USER\tbusca\tEND\t3\n"])
    assert log.users == {"busca": 2}
    assert log.unfinished == 1


def test_errors_of_the_simulation_are_kept():
    assert parse([RUN, "ERROR\tno attribute named 'payload' is defined\t1234\n"]).errors == [
        "no attribute named 'payload' is defined"
    ]


def test_groups_and_assertions_are_passed_over():
    assert parse(["ASSERTION\tAAECAAIBAAAAAAAAAPA/\n", RUN, "GROUP\tg\t1\t2\t1\tOK\n"]).requests == []


@pytest.mark.parametrize(
    "line",
    [
        "REQUEST\t\tcriação\t1100\tnever\tOK\t \n",
        "REQUEST\t\tcriação\t1100\t1103\tPERHAPS\t \n",
        "REQUEST\t\tcriação\n",
        "USER\tbusca\tREST\t3\n",
        "SOMETHING\telse\n",
        "\n",
    ],
)
def test_what_is_no_record_is_refused_and_named(line: str):
    with pytest.raises(Malformed, match="line 2"):
        parse([RUN, line])


def test_a_log_that_ends_in_a_record_is_refused():
    with pytest.raises(Malformed):
        parse([RUN, "REQUEST\t\tcriação\t11"])


@pytest.mark.parametrize("lines", [[], [RUN.replace("3.9.5", "3.10.1")]])
def test_a_log_of_another_version_is_refused(lines: list[str]):
    with pytest.raises(Malformed, match=r"3\.9 is known"):
        parse(lines)
