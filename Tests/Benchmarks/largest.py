"""The memory that the largest page takes, after load and while many scrape at once."""

import contextlib
import socket
import statistics
import time

import procfs
from crowded import scrapes_a_second
from peers import ClientGolang
from report import Row, verdict
from sizes import CODINGS, SIZES, beside_peers

GOAL = 0.1
# As many as --web.max-requests allows by default.
AT_ONCE = 40
LOAD_SECONDS = 5
SAMPLES = 5
# Longer than the second that a page may be shared for; all wait less than a response may take.
PERIOD = 1.1


def largest(binaries, folder, effort):
    """Resident memory of the daemon beside client_golang's with the same series."""
    size = SIZES[-1]
    with beside_peers(size, binaries, folder, (ClientGolang,)) as (exporter, peers, count):
        programs = [exporter, *peers.values()]
        rows = [_row(f"resident before, {count:,} series", _resident(programs))]
        for program in programs:
            for coding in CODINGS:
                scrapes_a_second(program, 16, coding, effort.seconds(LOAD_SECONDS))
        loaded = _resident(programs)
        rows.append(_beside_peer("resident after load", loaded))
        rows.append(_row(f"most while {AT_ONCE} scrape at once", _peak(programs, effort)))
        rows += _slow_readers(programs, loaded[0], 5 if effort.is_quick else AT_ONCE)
    return [row.cells() for row in rows]


def _row(name, memory, goal=None):
    own, *others = (value / 1e6 for value in memory)
    return Row.at_most(name, own, goal, "MB", 1, *others, peer_name=ClientGolang.name)


def _beside_peer(name, memory):
    row = _row(name, memory)
    own, *others = memory
    if others:
        row.goal, row.verdict = f"at most {GOAL:,} of peer", verdict(own <= GOAL * others[0])
    return row


def _slow_readers(programs, loaded, readers):
    """What those take that do not read: a page each, beside the one in the making, and no more."""
    page = len(programs[0].page("identity"))
    memory, status = _stalled(programs, readers)
    name = f"most while {readers} readers take nothing, a page of {page / 1e6:.1f} MB each"
    rows = [_row(name, memory, round((loaded + (readers + 1) * page) / 1e6))]
    if readers == AT_ONCE:
        rows.append(Row("the answer to one more", str(status), "503", verdict(status == 503)))
    return rows


def _resident(programs):
    """Medians, since a collector of garbage works in waves."""
    samples = []
    for _ in range(SAMPLES):
        time.sleep(0.2)
        samples.append([procfs.resident_bytes(program.pid) for program in programs])
    return [statistics.median(values) for values in zip(*samples)]


def _peak(programs, effort):
    peaks = []
    for program in programs:
        procfs.forget_peak(program.pid)
        for coding in CODINGS:
            scrapes_a_second(program, AT_ONCE, coding, effort.seconds(LOAD_SECONDS))
        peaks.append(procfs.peak_bytes(program.pid))
    return peaks


def _stalled(programs, readers):
    """The most memory while so many wait, each with a page of its own; what the next one gets."""
    for program in programs:
        procfs.forget_peak(program.pid)
    with contextlib.ExitStack() as stack:
        for _ in range(readers):
            for program in programs:
                stack.enter_context(stalled_reader(program))
            time.sleep(PERIOD)
        peaks = [procfs.peak_bytes(program.pid) for program in programs]
        return peaks, programs[0].get("/metrics")[0]


def stalled_reader(program):
    """A connection that asks for the page and does not read it."""
    reader = socket.socket()
    # So that the kernel does not take the whole page for it.
    reader.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    reader.settimeout(10)
    reader.connect(("127.0.0.1", program.port))
    reader.sendall(b"GET /metrics HTTP/1.1\r\nHost: localhost\r\nAccept-Encoding: identity\r\n\r\n")
    return reader
