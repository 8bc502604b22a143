"""What a scrape costs, alone and in a crowd."""

import contextlib
import http.client
import re
import statistics
import subprocess
import time

import procfs
from programs import Exporter, Nginx, StandIn, wait_until
from report import Row, plural

# Symbols that no provider has, so that there can be more of them than there are currencies.
MADE_UP = ",".join(f"X{first}{second}" for first in "ABCD" for second in "ABCDEF")
# Number of bases, and whether the made-up symbols come with each of them.
SIZES = {200: (1, True), 930: (8, False), 5000: (30, True)}
CODINGS = ("identity", "gzip")
ISOLATED_GOAL = 100
ISOLATED_COUNT = 15
WINDOW = 0.2
ROUNDS = 5


@contextlib.contextmanager
def beside_nginx(series, binaries, folder):
    """A daemon whose page has about so many series, all of them polled; nginx with its bytes."""
    bases, is_extended = SIZES[series]
    with contextlib.ExitStack() as stack:
        stand_in = stack.enter_context(StandIn(binaries, folder / "stand-in"))
        if is_extended:
            stand_in.control(f"faults?fault=extra&symbols={MADE_UP}")
        exporter = stack.enter_context(Exporter(binaries, folder / "exporter", stand_in, bases))
        exporter.await_ready()
        wait_until(lambda: stand_in.polls() >= bases, "a poll of each base")
        # The last answer is taken in, and what came with the start is over.
        time.sleep(2)
        page = exporter.get("/metrics")[1]
        nginx = stack.enter_context(Nginx(folder / "nginx", page)) if Nginx.path else None
        yield exporter, nginx, series_on(page)


def isolated(binaries, folder):
    """CPU of one scrape a second, so that none shares the page of another."""
    rows = []
    for series in SIZES:
        with beside_nginx(series, binaries, folder / str(series)) as (exporter, nginx, count):
            for coding in CODINGS:
                own = isolated_cost(exporter, coding)
                other = isolated_cost(nginx, coding) if nginx else None
                goal = ISOLATED_GOAL if series == 200 else None
                name = f"CPU of an isolated scrape, {count} series, {coding}"
                rows.append(Row.at_most(name, own, goal, "µs", 0, other, "nginx"))
    return rows


def isolated_cost(program, coding):
    """Microseconds; the median of many scrapes, less what the same span costs without one."""
    pids = program.pids()
    connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=10)

    def scrape():
        connection.request("GET", "/metrics", headers={"Accept-Encoding": coding})
        connection.getresponse().read()

    def cost(act):
        before = sum(map(procfs.cpu_nanoseconds, pids))
        act()
        time.sleep(WINDOW)
        return (sum(map(procfs.cpu_nanoseconds, pids)) - before) / 1000

    scrape()
    scrapes, rests = [], []
    for _ in range(ISOLATED_COUNT):
        time.sleep(1 - 2 * WINDOW)
        rests.append(cost(lambda: None))
        scrapes.append(cost(scrape))
    connection.close()
    return statistics.median(scrapes) - statistics.median(rests)


def crowded(binaries, folder):
    """Scrapes a second, beside nginx that serves the same bytes from a file."""
    rows = []
    for series in SIZES:
        with beside_nginx(series, binaries, folder / str(series)) as (exporter, nginx, count):
            for coding in CODINGS:
                for connections in (1, 16):
                    own, other = alternating_rates(exporter, nginx, connections, coding)
                    name = f"{count} series, {coding}, {plural(connections, 'connection')}"
                    rows.append([name, f"{own:,.0f}"] + against(own, other))
    return rows


def against(own, other):
    return ["–", "–"] if other is None else [f"{other:,.0f}", f"{own / other:.2f}"]


def alternating_rates(exporter, nginx, connections, coding):
    """Medians of rounds that take turns, so that a change of the machine's load hits both."""
    rates = {exporter: [], nginx: []}
    for _ in range(ROUNDS):
        for program in filter(None, (exporter, nginx)):
            rates[program].append(scrapes_a_second(program, connections, coding))
    own, other = rates[exporter], rates[nginx]
    return statistics.median(own), statistics.median(other) if other else None


def scrapes_a_second(program, connections, coding, seconds=1):
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s"]
        + ["-H", f"Accept-Encoding: {coding}", f"{program.url}/metrics"],
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(output)
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))


def series_on(page):
    return sum(1 for line in page.splitlines() if line and not line.startswith(b"#"))
