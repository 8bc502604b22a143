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
        rows.append(_row("resident after load", _resident(programs), GOAL))
        rows.append(_row(f"most while {AT_ONCE} scrape at once", _peak(programs, effort)))
        readers = 5 if effort.is_quick else AT_ONCE
        memory, status = _stalled(programs, readers)
        rows.append(_row(f"most while {readers} readers take nothing, a page each", memory))
        if readers == AT_ONCE:
            refused = Row("the answer to one more", str(status), "503", verdict(status == 503))
            rows.append(refused)
    return [row.cells() for row in rows]


def _row(name, memory, goal=None):
    own, *others = (value / 1e6 for value in memory)
    other = others[0] if others else None
    row = Row.at_most(name, own, None, "MB", 1, other, ClientGolang.name)
    if goal and other:
        row.goal, row.verdict = f"at most {goal:,} of peer", verdict(own <= goal * other)
    return row


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
