"""What the daemon costs while nobody scrapes it: size, start, memory, rest, polls."""

import contextlib
import pathlib
import statistics
import subprocess
import time

import procfs
from programs import Exporter, NodeExporter, StandIn, wait_until
from report import Row, plural
from scrapes import scrapes_a_second

STARTS = 7
MANY_BASES = 30
CYCLES = 7
GOAL_OF_MEMORY = 25
GOAL_OF_START = 250


def size(binaries, folder):
    """What would be installed."""
    stripped = folder / "stripped"
    folder.mkdir(exist_ok=True)
    binary = binaries / "exchangerate-exporter"
    subprocess.run(["strip", "-o", stripped, binary], check=True)
    return [Row.at_most("stripped binary", stripped.stat().st_size / 1e6, 16, "MB", 2)]


def start(binaries, folder):
    """From the fork to the first 200 of /-/healthy."""
    with StandIn(binaries, folder / "stand-in") as stand_in:
        empty = [_start(binaries, folder / f"empty-{n}", stand_in, 1) for n in range(STARTS)]
        filled = folder / "filled"
        with Exporter(binaries, filled, stand_in, MANY_BASES) as exporter:
            exporter.await_ready()
            wait_until(lambda: stand_in.polls() >= STARTS + MANY_BASES, "a poll of each base")
            time.sleep(1)
        full = [_start(binaries, filled, stand_in, MANY_BASES) for _ in range(STARTS)]
    times = {"empty state": empty, f"state of {MANY_BASES} bases": full}
    return [
        Row.at_most(
            f"start to healthy, {state}", statistics.median(taken), GOAL_OF_START, "ms", 0
        )
        for state, taken in times.items()
    ]


def _start(binaries, folder, stand_in, bases):
    with Exporter(binaries, folder, stand_in, bases) as exporter:
        time_taken = exporter.milliseconds_to_healthy()
        # Its first poll is over before the next start, so that it disturbs none.
        exporter.await_ready()
        return time_taken


def memory(binaries, folder):
    """Resident memory, with one base."""
    with contextlib.ExitStack() as stack:
        stand_in = stack.enter_context(StandIn(binaries, folder / "stand-in"))
        exporter = stack.enter_context(Exporter(binaries, folder / "exporter", stand_in))
        exporter.await_ready()
        peer = _node_exporter(stack, folder)
        time.sleep(3)
        rows = [_resident("resident after the start", exporter, peer)]
        for program in filter(None, (exporter, peer)):
            for coding in ("identity", "gzip"):
                scrapes_a_second(program, 16, coding, seconds=3)
        return rows + [_resident("resident after load", exporter, peer)]


def _node_exporter(stack, folder):
    if not NodeExporter.path:
        return None
    return stack.enter_context(NodeExporter(folder / "node-exporter"))


def _resident(name, program, peer):
    own, other = (
        procfs.resident_bytes(each.pid) / 1e6 if each else None for each in (program, peer)
    )
    return Row.at_most(name, own, GOAL_OF_MEMORY, "MB", 1, other)


def idle(binaries, folder):
    """One base, one poll a minute, nobody scrapes."""
    with contextlib.ExitStack() as stack:
        stand_in = stack.enter_context(StandIn(binaries, folder / "stand-in"))
        exporter = stack.enter_context(
            Exporter(binaries, folder / "exporter", stand_in, interval="1m")
        )
        exporter.await_ready()
        peer = _node_exporter(stack, folder)
        time.sleep(5)
        between = _Growth(exporter), _Growth(peer)
        minute = _Growth(exporter)
        time.sleep(30)
        own, other = (growth.read() for growth in between)
        polls = stand_in.polls()
        time.sleep(30)
        if polls != 1 or stand_in.polls() != 2:
            raise RuntimeError(f"not one poll in the minute: {stand_in.log.read_text()}")
        with_poll = minute.read()
    return [
        Row.at_most("CPU between polls", own["cpu"], None, "ms/s", 3, other.get("cpu")),
        Row.at_most("CPU, one poll a minute included", with_poll["cpu"], None, "ms/s", 3),
        Row.at_most("wake-ups between polls", own["waits"], None, "/s", 2, other.get("waits")),
        Row.at_most("disk writes between polls", own["disk"] * 30, 0, "B", 0),
        Row.at_most("disk writes of a poll", with_poll["disk"] * 60, None, "B", 0),
    ]


class _Growth:
    """How much the readings of a process grow a second; nothing where there is no process."""

    def __init__(self, program):
        self.program = program
        self.started_at = time.monotonic()
        self.first = self._readings()

    def read(self):
        span = time.monotonic() - self.started_at
        return {name: (now - self.first[name]) / span for name, now in self._readings().items()}

    def _readings(self):
        if self.program is None:
            return {}
        pid = self.program.pid
        return {
            "cpu": procfs.cpu_nanoseconds(pid) / 1e6,
            "waits": procfs.wake_ups(pid),
            "disk": procfs.disk_bytes(pid),
        }


def polls(binaries, folder):
    """CPU of polling all bases once, every reply with new rates."""
    rows = []
    for bases in (1, MANY_BASES):
        cost = _poll_cycle(binaries, folder / str(bases), bases)
        rows.append(Row.at_most(f"CPU of a poll of {plural(bases, 'base')}", cost, None, "ms", 2))
    return rows


def _poll_cycle(binaries, folder, bases):
    """Milliseconds; the median of cycles, less what the same span costs between two of them."""
    costs = []
    with StandIn(binaries, folder / "stand-in") as stand_in:
        # Its rates move once a minute of its clock, which may not run ahead of ours.
        stand_in.control("clock?offset=-60m")
        with Exporter(binaries, folder / "exporter", stand_in, bases, interval="4s") as exporter:
            before = began = None
            for cycle in range(1, CYCLES + 2):
                wait_until(lambda: stand_in.polls() >= cycle * bases, "a poll of each base")
                time.sleep(1)
                after, ended = procfs.cpu_nanoseconds(exporter.pid), time.monotonic()
                stand_in.control(f"clock?offset=-{60 - cycle}m")
                time.sleep(1)
                rested, now = procfs.cpu_nanoseconds(exporter.pid), time.monotonic()
                idle_rate = (rested - after) / (now - ended)
                if before is not None:
                    costs.append(after - before - idle_rate * (ended - began))
                before, began = rested, now
    return statistics.median(costs) / 1e6
