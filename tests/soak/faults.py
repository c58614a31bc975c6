"""A bad network: a proxy before the server that loses, delays, repeats and reorders what tablets send.

Knows: HTTP as far as a request has an end. Does not know: what is sent, tablets, the server.

Every connection carries one request. What a browser loads to show its pages is only ever lost; what may come twice
or in another order is what tablets send (POST).
"""

import asyncio
import contextlib
import threading
from collections import Counter
from collections.abc import Mapping
from random import Random

# Of 1,000 requests that a tablet sends so many meet each fault.
PER_THOUSAND: Mapping[str, int] = {
    "request lost": 70,
    "answer lost": 70,
    "late": 60,
    "answered late": 60,
    "delivered twice": 70,
    "delivered after later ones": 50,
    "answered by a portal": 20,
}
PAGE_LOST_PER_THOUSAND = 15
LATE_S = (0.2, 1.5)
HELD_S = (0.5, 2.5)  # how long a request is held back that comes after later ones
READ_BYTES = 65_536
_PORTAL = b"<!doctype html><title>Wi-Fi</title><p>Please accept the terms of this hotel."


class BadNetwork:
    """The proxy, in a thread of its own. ``faults`` counts what it did; ``is_calm`` lets everything through."""

    def __init__(self, port: int, server_port: int, seed: int) -> None:
        self.port = port
        self.faults: Counter[str] = Counter()
        self.requests = 0
        self.is_calm = False
        self._server_port = server_port
        self._rng = Random(seed)
        self._loop = asyncio.new_event_loop()
        self._started = threading.Event()
        self._kept: set[asyncio.Task[None]] = set()  # tasks that nothing else holds
        self._thread = threading.Thread(target=self._run, daemon=True)

    def start(self) -> None:
        """Listen at the port."""
        self._thread.start()
        self._started.wait(10)

    def stop(self) -> None:
        """Stop listening; what is under way is dropped."""
        self._loop.call_soon_threadsafe(self._end)
        self._thread.join(10)

    def _end(self) -> None:
        for task in asyncio.all_tasks(self._loop):
            task.cancel()
        self._loop.call_soon(self._loop.stop)

    def _run(self) -> None:
        asyncio.set_event_loop(self._loop)
        listening = asyncio.start_server(self._serve, "127.0.0.1", self.port)
        server = self._loop.run_until_complete(listening)
        self._started.set()
        self._loop.run_forever()
        server.close()

    def _keep(self, task: asyncio.Task[None]) -> None:
        self._kept.add(task)
        task.add_done_callback(self._kept.discard)

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        task = asyncio.current_task()
        assert task is not None
        self._keep(task)  # whoever hangs up leaves it to itself
        try:
            request = await _request(reader)
            if request:
                answer = await self._answer(request)
                if answer:
                    writer.write(answer)
                    await writer.drain()
        except (OSError, asyncio.IncompleteReadError):
            pass  # somebody hung up: the tablet, or the server that was killed
        finally:
            writer.close()

    async def _answer(self, request: bytes) -> bytes:
        """Return what the tablet hears; nothing where the connection breaks off."""
        fault = self._fault(request)
        if fault:
            self.faults[fault] += 1
        if fault in ("request lost", "page lost"):
            return b""
        if fault == "answered by a portal":
            head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\nContent-Length: {len(_PORTAL)}\r\n"
            return head.encode() + b"Connection: close\r\n\r\n" + _PORTAL
        if fault == "delivered after later ones":
            self._keep(self._loop.create_task(self._hold(request)))
            return b""
        if fault == "late":
            await asyncio.sleep(self._rng.uniform(*LATE_S))
        answer = await self._forward(request)
        if fault == "delivered twice":
            answer = await self._forward(request)
        if fault == "answered late":
            await asyncio.sleep(self._rng.uniform(*LATE_S))
        return b"" if fault == "answer lost" else answer

    def _fault(self, request: bytes) -> str:
        self.requests += 1
        if self.is_calm:
            return ""
        at = self._rng.randrange(1000)
        if not request.startswith(b"POST"):
            return "page lost" if at < PAGE_LOST_PER_THOUSAND else ""
        for fault, many in PER_THOUSAND.items():
            at -= many
            if at < 0:
                return fault
        return ""

    async def _hold(self, request: bytes) -> None:
        await asyncio.sleep(self._rng.uniform(*HELD_S))
        with contextlib.suppress(OSError):
            await self._forward(request)

    async def _forward(self, request: bytes) -> bytes:
        reader, writer = await asyncio.open_connection("127.0.0.1", self._server_port)
        try:
            writer.write(request)
            await writer.drain()
            return await reader.read(-1)
        finally:
            writer.close()


async def _request(reader: asyncio.StreamReader) -> bytes:
    """Return a whole request that asks for the connection to be closed after it; nothing where none came."""
    try:
        head = await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError:
        return b""
    lines = head[:-4].split(b"\r\n")
    kept = [line for line in lines if not line.lower().startswith((b"connection:", b"keep-alive:"))]
    length = next((int(line[15:]) for line in lines if line.lower().startswith(b"content-length:")), 0)
    body = await reader.readexactly(length)
    return b"\r\n".join([*kept, b"Connection: close"]) + b"\r\n\r\n" + body
