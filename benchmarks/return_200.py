"""nginx at its cheapest, to compare with: one worker that says the same few bytes to everybody."""

import contextlib
from pathlib import Path

from support.address import Address, free_address
from support.events import eventually
from support.process import Process

CONF = """
worker_processes 1;
worker_rlimit_nofile 8192;
pid nginx.pid;
error_log stderr warn;
events {{ worker_connections 4096; }}
http {{
    access_log off;
    server_tokens off;
    client_body_temp_path client_body;
    proxy_temp_path proxy;
    fastcgi_temp_path fastcgi;
    uwsgi_temp_path uwsgi;
    scgi_temp_path scgi;
    server {{
        listen {listen} backlog=4096;
        keepalive_requests 1000000000;
        default_type text/plain;
        location / {{ return 200 "alive\\n"; }}
    }}
}}
"""


def start(folder: Path) -> tuple[Process, Address]:
    """Its files are in a new folder below."""
    listen = free_address()
    prefix = folder / "return-200"
    prefix.mkdir()
    (prefix / "nginx.conf").write_text(CONF.format(listen=listen))
    command = ["nginx", "-e", "stderr", "-p", f"{prefix}/", "-c", prefix / "nginx.conf", "-g", "daemon off;"]
    nginx = Process(command, folder, "return-200")
    nginx.start()
    with contextlib.ExitStack() as undo:
        undo.callback(nginx.kill)
        eventually(lambda: nginx.runs and listen.connect().close() is None, 10, "nginx listens")
        undo.pop_all()
    return nginx, listen
