"""A TCP proxy that can be made to fail: cut, silent or slow. For the way between the program and its database."""

import asyncio
import threading
from collections.abc import Coroutine
from enum import Enum
from typing import Any

from support.address import Address, free_address


class Link(Enum):
    WHOLE = "passes everything on"
    CUT = "resets what is open and what comes"
    SILENT = "accepts and reads, and passes nothing on"
    SLOW = "passes each piece on after `delay` seconds"


class TcpProxy:
    """Runs in a thread of its own, from `start` to `stop`."""

    def __init__(self, target: Address) -> None:
        self.target = target
        self.at = free_address()
        self.delay = 0.2
        self.connections = 0  # opened so far
        self._link = Link.WHOLE
        self._open: set[asyncio.StreamWriter] = set()
        self._whole = asyncio.Event()
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, daemon=True)

    def start(self) -> "TcpProxy":
        self._thread.start()
        self._do(self._listen())
        return self

    def stop(self) -> None:
        self._do(self._close())
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    def set(self, link: Link) -> None:
        self._do(self._set(link))

    def _do(self, what: Coroutine[Any, Any, None]) -> None:
        asyncio.run_coroutine_threadsafe(what, self._loop).result(10)

    async def _listen(self) -> None:
        self._whole.set()
        self._server = await asyncio.start_server(self._accept, self.at.host, self.at.port)

    async def _close(self) -> None:
        self._server.close()
        await self._set(Link.CUT)
        await asyncio.gather(*(asyncio.all_tasks() - {asyncio.current_task()}), return_exceptions=True)

    async def _set(self, link: Link) -> None:
        self._link = link
        if link is Link.SILENT:
            self._whole.clear()
        else:
            self._whole.set()
        if link is Link.CUT:
            for writer in list(self._open):
                writer.transport.abort()

    async def _accept(self, near_reader: asyncio.StreamReader, near: asyncio.StreamWriter) -> None:
        self.connections += 1
        if self._link is Link.CUT:
            near.transport.abort()
            return
        self._open.add(near)
        far = None
        try:
            await self._whole.wait()
            if self.target.path:
                far_reader, far = await asyncio.open_unix_connection(self.target.path)
            else:
                far_reader, far = await asyncio.open_connection(self.target.host, self.target.port)
            self._open.add(far)
            await asyncio.gather(self._pump(near_reader, far), self._pump(far_reader, near))
        except OSError:
            pass
        finally:
            for writer in (near, far):
                if writer:
                    self._open.discard(writer)
                    writer.transport.abort()

    async def _pump(self, source: asyncio.StreamReader, sink: asyncio.StreamWriter) -> None:
        while data := await source.read(65536):
            if self._link is Link.SLOW:
                await asyncio.sleep(self.delay)
            await self._whole.wait()
            sink.write(data)
            await sink.drain()
        sink.write_eof()
