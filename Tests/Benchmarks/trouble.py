"""How long a scrape takes while a poll hangs, a webhook hangs and the disk is slow."""

import contextlib
import gc
import socket
import statistics
import threading
import time

import preload
import report
from api import API
from programs import CURRENCIES, Exporter, StandIn, wait_until
from sizes import CODINGS

HEAD = ["time of a scrape", "without trouble", "with trouble", "ratio", "goal", ""]
GOAL = 1.2
BASES = CURRENCIES[:7]
# The polls of the other bases go on, so that there is something to commit.
INTERVAL = "4s"
SYNC_MILLISECONDS = 500
ROUNDS = 4
SCRAPES = 300
PERIOD = 0.01


def trouble(binaries, folder, effort):
    """Two daemons with the same pages take turns; one of them has all three troubles at once."""
    if not preload.is_possible():
        return []
    folder.mkdir()
    disk = SlowDisk(folder)
    with contextlib.ExitStack() as stack:
        answering = stack.enter_context(API([]))
        hanging = stack.enter_context(HangingServer())
        quiet, _ = _daemon(stack, binaries, folder / "quiet", answering.url)
        troubled, stand_in = _daemon(
            stack, binaries, folder / "troubled", hanging.url, disk.variables
        )
        disk.slow_down()
        stand_in.control(f"faults?fault=hang&base={BASES[0]}")
        wait_until(lambda: hanging.connections, "a page to the webhook that hangs")
        wait_until(lambda: "fault=hang" in stand_in.log.read_text(), "a poll that hangs")
        rows = []
        for coding in CODINGS:
            before = disk.waits()
            rows += _rows(coding, _rounds((quiet, troubled), coding, effort))
            if disk.waits() == before:
                raise RuntimeError("nothing was written meanwhile")
    return rows


def _daemon(stack, binaries, folder, webhook, variables=None):
    """A daemon that sends one page to a webhook: a base of it was refused once."""
    stand_in = stack.enter_context(StandIn(binaries, folder / "stand-in"))
    more = [
        "alerts: {group_wait: 0s}",
        f"receivers: [{{name: hook, type: webhook, url: '{webhook}/', timeout: 60s}}]",
    ]
    exporter = Exporter(binaries, folder, stand_in, BASES, INTERVAL, more, variables)
    stack.enter_context(exporter).await_ready()
    stand_in.control(f"faults?fault=unauthorized&count=1&base={BASES[1]}")
    return exporter, stand_in


def _rounds(programs, coding, effort):
    """For each round, the sorted milliseconds of each program's scrapes."""
    with contextlib.ExitStack() as stack:
        scrapers = [stack.enter_context(Scraper(program, coding)) for program in programs]
        # A pause of the measuring program's own would count as one of the daemon's.
        gc.disable()
        stack.callback(gc.enable)
        return [_round(scrapers) for _ in range(effort.rounds(ROUNDS))]


def _round(scrapers):
    times = [[] for _ in scrapers]
    for _ in range(SCRAPES):
        for scraper, taken in zip(scrapers, times):
            taken.append(scraper.milliseconds())
            time.sleep(PERIOD)
    return [sorted(taken) for taken in times]


def _rows(coding, rounds):
    rows = []
    for name, share, goal in (("median", 0.5, None), ("p99", 0.99, GOAL), ("the worst", 1, None)):
        place = min(int(share * SCRAPES), SCRAPES - 1)
        quiet, troubled = (
            statistics.median(taken[place] for taken in program) for program in zip(*rounds)
        )
        rows.append(
            [f"{coding}, {name}"]
            + [report.number(value, 3, "ms") for value in (quiet, troubled)]
            + report.ratio_at_most(troubled, quiet, goal, 2)
        )
    return rows


class Scraper:
    """A connection that is kept, and spends as little time of its own as it can."""

    def __init__(self, program, coding):
        self._socket = socket.create_connection(("127.0.0.1", program.port), timeout=30)
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        lines = ["GET /metrics HTTP/1.1", "Host: localhost", f"Accept-Encoding: {coding}", "", ""]
        self._request = "\r\n".join(lines).encode()
        self._room = bytearray(1 << 20)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._socket.close()

    def milliseconds(self):
        """From the request to the last byte of the answer."""
        began = time.perf_counter()
        self._socket.sendall(self._request)
        count = self._socket.recv_into(self._room)
        head, _, body = bytes(self._room[:count]).partition(b"\r\n\r\n")
        missing = self._length(head) - len(body)
        while missing > 0:
            missing -= self._socket.recv_into(self._room)
        return (time.perf_counter() - began) * 1000

    @staticmethod
    def _length(head):
        lines = head.split(b"\r\n")
        if b" 200 " not in lines[0]:
            raise RuntimeError(head.decode())
        lengths = [line for line in lines if line.lower().startswith(b"content-length:")]
        return int(lengths[0].split(b":")[1])


class SlowDisk:
    """What a daemon with these variables stores takes its time, once it is told to."""

    def __init__(self, folder):
        self._switch = folder / "slow-sync"
        self._count = folder / "slow-sync.count"
        library = preload.built("slow-sync", folder)
        self.variables = {"LD_PRELOAD": str(library), "SLOW_SYNC": str(self._switch)}

    def slow_down(self):
        self._switch.write_text(str(SYNC_MILLISECONDS), encoding="ascii")

    def waits(self):
        return self._count.stat().st_size if self._count.exists() else 0


class HangingServer:
    """Takes connections and what is sent on them, and never answers."""

    def __init__(self):
        self.connections = []
        self._listener = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self._listener.getsockname()[1]}"
        threading.Thread(target=self._take, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._listener.close()
        for connection in self.connections:
            connection.close()

    def _take(self):
        with contextlib.suppress(OSError):
            while True:
                self.connections.append(self._listener.accept()[0])
