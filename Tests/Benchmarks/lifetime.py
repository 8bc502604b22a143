"""What the daemon costs while nobody scrapes it: size, start, memory, rest, polls."""

import contextlib
import pathlib
import statistics
import subprocess
import time

import procfs
from crowded import scrapes_a_second
from peers import NodeExporter
from programs import CURRENCIES, Exporter, StandIn, wait_until
from report import Row, plural

STARTS = 7
MANY_BASES = 30
CYCLES = 7
GOAL_OF_SIZE = 16
GOAL_OF_MEMORY = 20
GOAL_OF_EMPTY_START = 50
GOAL_OF_FILLED_START = 150
# A thousandth of a core, in milliseconds of CPU a second.
GOAL_OF_REST = 1
GOALS_OF_POLLS = {1: None, MANY_BASES: 30}
LOAD_SECONDS = 3


def size(binaries, folder, effort):
    """What would be installed."""
    stripped = folder / "stripped"
    folder.mkdir(exist_ok=True)
    binary = binaries / "exchangerate-exporter"
    subprocess.run(["strip", "-o", stripped, binary], check=True)
    own = stripped.stat().st_size / 1e6
    peer = None
    if NodeExporter.is_there():
        peer = pathlib.Path(NodeExporter.path).stat().st_size / 1e6
    return [Row.at_most("stripped binary", own, GOAL_OF_SIZE, "MB", 2, peer).cells()]


def start(binaries, folder, effort):
    """From the fork to the first 200 of /-/healthy."""
    starts = range(effort.starts(STARTS))
    one, many = CURRENCIES[:1], CURRENCIES[:MANY_BASES]
    with StandIn(binaries, folder / "stand-in") as stand_in:
        empty = [_start(binaries, folder / f"empty-{number}", stand_in, one) for number in starts]
        _start(binaries, folder / "filled", stand_in, many)
        filled = [_start(binaries, folder / "filled", stand_in, many) for _ in starts]
    return [
        Row.at_most(name, statistics.median(taken), goal, "ms", 0).cells()
        for name, taken, goal in (
            ("start to healthy, empty state", empty, GOAL_OF_EMPTY_START),
            (f"start to healthy, state of {MANY_BASES} bases", filled, GOAL_OF_FILLED_START),
        )
    ]


def _start(binaries, folder, stand_in, bases):
    with Exporter(binaries, folder, stand_in, bases) as exporter:
        time_taken = exporter.milliseconds_to_healthy()
        # All first polls are over before the next start, so that they disturb none.
        exporter.await_ready()
        time.sleep(0.2)
        return time_taken


def memory(binaries, folder, effort):
    """Resident memory, with one base."""
    with contextlib.ExitStack() as stack:
        stand_in = stack.enter_context(StandIn(binaries, folder / "stand-in"))
        exporter = stack.enter_context(Exporter(binaries, folder / "exporter", stand_in))
        exporter.await_ready()
        peer = _node_exporter(stack, folder)
        time.sleep(3)
        programs = [each for each in (exporter, peer) if each]
        idle = [procfs.resident_bytes(each.pid) / 1e6 for each in programs]
        for program in programs:
            for coding in ("identity", "gzip"):
                scrapes_a_second(program, 16, coding, effort.seconds(LOAD_SECONDS))
        loaded = [procfs.resident_bytes(each.pid) / 1e6 for each in programs]
    other = idle[1] if peer else None
    row = Row.at_most("resident, one base", idle[0], GOAL_OF_MEMORY, "MB", 1, other)
    return [
        row.below_peer(idle[0], other).cells(),
        Row.at_most("resident after load", loaded[0], None, "MB", 1, *loaded[1:]).cells(),
    ]


def _node_exporter(stack, folder):
    if not NodeExporter.is_there():
        return None
    return stack.enter_context(NodeExporter(folder / "node-exporter"))


def idle(binaries, folder, effort):
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
    rows = [
        Row.at_most("CPU between polls", own["cpu"], None, "ms/s", 3, other.get("cpu")),
        Row.at_most("CPU, one poll a minute included", with_poll["cpu"], GOAL_OF_REST, "ms/s", 3),
        Row.at_most("wake-ups between polls", own["waits"], None, "/s", 2, other.get("waits")),
        Row.at_most("disk writes between polls", own["disk"] * 30, 0, "B", 0),
        Row.at_most("disk writes of a poll", with_poll["disk"] * 60, None, "B", 0),
    ]
    return [row.cells() for row in rows]


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


def polls(binaries, folder, effort):
    """CPU of polling all bases once, every reply with new rates."""
    rows = []
    for bases, goal in GOALS_OF_POLLS.items():
        cost = _poll_cycle(binaries, folder / str(bases), CURRENCIES[:bases], effort)
        name = f"CPU of a poll of {plural(bases, 'base')}"
        rows.append(Row.at_most(name, cost, goal, "ms", 2).cells())
    return rows


def _poll_cycle(binaries, folder, bases, effort):
    """Milliseconds; the median of cycles, less what the same span costs between two of them."""
    costs = []
    with StandIn(binaries, folder / "stand-in") as stand_in:
        # Its rates move once a minute of its clock, which may not run ahead of ours.
        stand_in.control("clock?offset=-60m")
        with Exporter(binaries, folder / "exporter", stand_in, bases, interval="4s") as exporter:
            before = began = None
            for cycle in range(1, effort.cycles(CYCLES) + 2):
                wait_until(lambda: stand_in.polls() >= cycle * len(bases), "a poll of each base")
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
