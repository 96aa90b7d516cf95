"""Tools out of a running MCP server: it is started, asked for its tools over stdio, and stopped.

A client of our own, for two reasons: the SDK's takes a server's list of tools whole or not at all, so that one faulty
tool hides what is to be found out about it; and its major versions exclude each other in one environment.
"""

from __future__ import annotations

import json
import os
import queue
import shlex
import signal
import subprocess
import threading
import time
from collections import deque
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import IO, Any

from .shapes import article, one_tool
from .tool import SourceError, Tool

TIMEOUT = 60.0  # the first start of a server may download it
GRACE = 2.0
MOST_PAGES = 1000
MOST_BYTES_A_LINE = 64 * 1024 * 1024
HANDSHAKE_VERSION = "2025-11-25"  # servers answer with the version that they speak
PER_REQUEST_VERSION = "2026-07-28"  # the revision without a handshake: each request says who asks
UNSUPPORTED_VERSION, NO_SUCH_METHOD = -32022, -32601
CLIENT = {"name": "callcheck", "version": "1"}
JSON = dict[str, Any]


def read_mcp_tools(command: str, timeout: float = TIMEOUT) -> list[Tool]:
    """The tools of the MCP server that a command line starts, from all pages of its `tools/list`.

    The server inherits the environment; `timeout` is in seconds, for each answer. Raises SourceError, one sentence,
    when it cannot be started, ends, is silent for too long, or answers with something else.
    """
    try:
        words = shlex.split(command, posix=os.name == "posix")
    except ValueError as error:
        raise SourceError(f"--mcp: the command cannot be split into words: {str(error).lower()}.") from None
    if not words:
        raise SourceError("--mcp: the command is empty; give the command line that starts the server.")
    with started(words) as server:
        session = Session(server, f"the MCP server `{words[0]}`", timeout)
        session.begin()
        tools = [
            tool for number, item in enumerate(session.listed(), 1) for tool in told(item, words, number)
        ]
    if not tools:
        raise SourceError(f"the MCP server `{words[0]}` has no tools.")
    return tools


def told(item: Any, words: list[str], number: int) -> Iterator[Tool]:
    """The tool that a server lists; one without a schema is kept, for the compiler to refuse by its name."""
    whole = {"inputSchema": None} | item if isinstance(item, dict) else item
    return one_tool(whole, f"MCP server `{words[0]}`, tool {number}")


class Session:
    """A conversation with one server: requests go out one at a time, answers come in by their number."""

    def __init__(self, server: subprocess.Popen[bytes], title: str, timeout: float) -> None:
        self.server = server
        self.title = title
        self.timeout = timeout
        self.stamp: JSON = {}
        self.sent = 0
        self.junk: str | None = None
        self.last_words: deque[str] = deque(maxlen=3)
        self.lines: queue.Queue[bytes | None] = queue.Queue()
        self.complaints = threading.Thread(target=self._listen, daemon=True)
        self.complaints.start()
        threading.Thread(target=self._read, daemon=True).start()

    def begin(self) -> None:
        """Shake hands; a server that knows no handshake gets its version and our name with each request."""
        answer = self.ask(
            "initialize", {"protocolVersion": HANDSHAKE_VERSION, "capabilities": {}, "clientInfo": CLIENT}
        )
        if "error" not in answer:
            self.send({"method": "notifications/initialized"})
        elif code_of(answer) in (UNSUPPORTED_VERSION, NO_SUCH_METHOD):
            prefix = "io.modelcontextprotocol"
            self.stamp = {
                "_meta": {
                    f"{prefix}/protocolVersion": PER_REQUEST_VERSION,
                    f"{prefix}/clientInfo": CLIENT,
                    f"{prefix}/clientCapabilities": {},
                }
            }
        else:
            raise self.refused("initialize", answer)

    def listed(self) -> Iterator[Any]:
        """What each page of `tools/list` lists, in order."""
        cursor: Any = None
        seen: set[str] = set()
        for _ in range(MOST_PAGES):
            answer = self.ask("tools/list", self.stamp | ({} if cursor is None else {"cursor": cursor}))
            if "error" in answer:
                raise self.refused("tools/list", answer)
            result = answer.get("result")
            tools = result.get("tools") if isinstance(result, dict) else None
            if not isinstance(tools, list) or not isinstance(result, dict):
                raise SourceError(
                    f"{self.title} answers tools/list with {article(result)} that has no list of tools."
                )
            yield from tools
            cursor = result.get("nextCursor")
            if cursor is None:
                return
            if not isinstance(cursor, str) or cursor in seen:
                raise SourceError(
                    f"{self.title} pages in a circle: tools/list gives the same nextCursor again."
                )
            seen.add(cursor)
        raise SourceError(f"{self.title} has more than {MOST_PAGES} pages of tools.")

    def ask(self, method: str, params: JSON) -> JSON:
        """The response to one request. Other messages meanwhile: notifications pass, requests are answered."""
        self.sent += 1
        self.send({"id": self.sent, "method": method, "params": params})
        deadline = time.monotonic() + self.timeout
        while True:
            message = self.message(method, deadline)
            if message.get("id") == self.sent and ("result" in message or "error" in message):
                return message
            if "method" in message and "id" in message:
                self.answer(message)

    def answer(self, request: JSON) -> None:
        """Answer what the server asks: a ping; nothing else was offered to it."""
        if request["method"] == "ping":
            self.send({"id": request["id"], "result": {}})
        else:
            self.send({"id": request["id"], "error": {"code": NO_SUCH_METHOD, "message": "not offered"}})

    def send(self, message: JSON) -> None:
        """Write one message; a server that has ended is noticed at the next answer."""
        assert self.server.stdin is not None
        with suppress(OSError, ValueError):
            self.server.stdin.write(json.dumps({"jsonrpc": "2.0"} | message).encode() + b"\n")
            self.server.stdin.flush()

    def message(self, method: str, deadline: float) -> JSON:
        """The next JSON-RPC message; whatever else is printed is skipped, and the first of it remembered."""
        while True:
            try:
                line = self.lines.get(timeout=max(0.0, deadline - time.monotonic()))
            except queue.Empty:
                raise self.silent(method) from None
            if line is None:
                raise self.ended(method)
            if (message := message_of(line)) is not None:
                return message
            if self.junk is None and line.strip():
                self.junk = shortened(line)

    def _read(self) -> None:
        """Pass on each line of standard output; None at its end."""
        assert self.server.stdout is not None
        with suppress(OSError, ValueError):
            while line := self.server.stdout.readline(MOST_BYTES_A_LINE):
                self.lines.put(line)
        self.lines.put(None)

    def _listen(self) -> None:
        """Keep the last lines of standard error, which say why a server ends."""
        assert self.server.stderr is not None
        with suppress(OSError, ValueError):
            while line := self.server.stderr.readline(4096):
                if line.strip():
                    self.last_words.append(shortened(line))

    def silent(self, method: str) -> SourceError:
        """The server gave no answer in time."""
        return SourceError(
            f"{self.title} did not answer {method} within {self.timeout:g} seconds{self.printed()}."
        )

    def ended(self, method: str) -> SourceError:
        """The server closed its standard output."""
        self.complaints.join(GRACE)
        with suppress(subprocess.TimeoutExpired):
            self.server.wait(GRACE)
        status = self.server.returncode
        how = "closed its output" if status is None else f"ended with exit status {status}"
        why = f": {self.last_words[-1]}" if self.last_words else self.printed()
        return SourceError(f"{self.title} {how} before it answered {method}{why}.")

    def printed(self) -> str:
        """The first line that was not a message, as the end of a sentence."""
        return "" if self.junk is None else f"; it printed what is not JSON-RPC: {self.junk}"

    def refused(self, method: str, answer: JSON) -> SourceError:
        """The server answered with an error."""
        error = answer["error"]
        said = error.get("message") if isinstance(error, dict) else None
        return SourceError(
            f"{self.title} answers {method} with an error: {str(said)[:200]} (code {code_of(answer)})."
        )


def code_of(answer: JSON) -> Any:
    """The code of an error response."""
    return answer["error"].get("code") if isinstance(answer["error"], dict) else None


def message_of(line: bytes) -> JSON | None:
    """The JSON-RPC message on a line, None for anything else."""
    try:
        value = json.loads(line.decode("utf-8"))
    except (ValueError, RecursionError):
        return None
    return value if isinstance(value, dict) and value.get("jsonrpc") == "2.0" else None


def shortened(line: bytes) -> str:
    """A line of a server's output, for a message."""
    text = line.decode("utf-8", "replace").strip()
    return (text if len(text) <= 200 else text[:199] + "…").rstrip(".")


@contextmanager
def started(words: list[str]) -> Iterator[subprocess.Popen[bytes]]:
    """A running server, which is stopped on the way out, with whatever it started itself."""
    pipe = subprocess.PIPE
    try:
        server = subprocess.Popen(words, stdin=pipe, stdout=pipe, stderr=pipe, start_new_session=True)
    except (OSError, ValueError) as error:
        said = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
        raise SourceError(f"the MCP server `{words[0]}` cannot be started: {said.lower()}.") from None
    try:
        yield server
    finally:
        stop(server)


def stop(server: subprocess.Popen[bytes]) -> None:
    """Close its input, then ask its group to end, then make it end (MCP, lifecycle, shutdown)."""
    close(server.stdin)
    for ending in (None, signal.SIGTERM, getattr(signal, "SIGKILL", signal.SIGTERM)):
        if ending is not None:
            signal_group(server, ending)
        with suppress(subprocess.TimeoutExpired):
            server.wait(GRACE)
            break
    for stream in (server.stdout, server.stderr):
        close(stream)


def signal_group(server: subprocess.Popen[bytes], ending: int) -> None:
    """Signal a server and what it started; on Windows the server alone."""
    with suppress(OSError):
        if os.name == "posix":
            os.killpg(server.pid, ending)
        else:
            server.terminate()


def close(stream: IO[bytes] | None) -> None:
    """Close a pipe whose other end may be gone."""
    if stream is not None:
        with suppress(OSError, ValueError):
            stream.close()
