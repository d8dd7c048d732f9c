"""The private cluster, and the way to it through a proxy."""

import psycopg
import pytest

from support.postgres import Postgres, query, through
from support.tcp_proxy import Link, TcpProxy


def test_each_database_is_of_its_own(shared_postgres: Postgres):
    one, other = shared_postgres.create_database(), shared_postgres.create_database()
    query(one, "CREATE TABLE t (x int)")
    assert query(other, "SELECT to_regclass('t')") == [(None,)]


def test_it_goes_and_comes_back(own_postgres: Postgres):
    url = own_postgres.create_database()
    own_postgres.stop("immediate")
    with pytest.raises(psycopg.OperationalError):
        query(url, "SELECT 1")
    own_postgres.start()
    assert query(url, "SELECT 1") == [(1,)]


def test_it_is_reached_through_a_proxy(shared_postgres: Postgres):
    url = shared_postgres.create_database()
    proxy = TcpProxy(shared_postgres.socket).start()
    try:
        assert query(through(url, proxy.at), "SELECT current_database()") == query(url, "SELECT current_database()")
        proxy.set(Link.CUT)
        with pytest.raises(psycopg.OperationalError):
            query(through(url, proxy.at), "SELECT 1")
    finally:
        proxy.stop()
