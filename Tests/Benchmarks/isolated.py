"""What a scrape costs by itself: one a second, so that none shares the page of another."""

import contextlib
import http.client
import statistics
import time

import procfs
import report
from peers import ClientGolang, Nginx
from sizes import CODINGS, SIZES, beside_peers

HEAD = ["CPU of an isolated scrape", "exporter", "client_golang", "ratio", "goal", ""]
# How near to the goal a static file comes.
HEAD += ["nginx", "ratio"]
GOAL = 0.1
SCRAPES = 5
ROUNDS = 3
# Longer than the second that a page may be shared for.
PERIOD = 1.1


def isolated(binaries, folder, effort):
    """CPU of a scrape, the daemon's beside that of its peers."""
    rows = []
    for size in effort.sizes(SIZES):
        place = folder / str(size.series)
        with beside_peers(size, binaries, place, (ClientGolang, Nginx)) as (exporter, peers, count):
            for coding in CODINGS:
                programs = [exporter, *peers.values()]
                costs = dict(zip([None, *peers], costs_of(programs, coding, effort)))
                rows.append(_row(f"{count:,} series, {coding}", costs))
    return rows


def _row(name, costs):
    own, golang, nginx = costs[None], costs.get(ClientGolang), costs.get(Nginx)
    return [
        name,
        report.number(own, 0, "µs"),
        report.number(golang, 0, "µs"),
        *report.ratio_at_most(own, golang, GOAL),
        report.number(nginx, 0, "µs"),
        report.ratio(nginx, golang, 3),
    ]


def costs_of(programs, coding, effort):
    """Microseconds of a scrape of each program; medians of rounds.

    The programs take turns within a second, and each is seen on its own: a process's clock counts
    what that process does alone.
    """
    with contextlib.ExitStack() as stack:
        scrapers = [stack.enter_context(Scraper(program, coding)) for program in programs]
        rounds = [_round(scrapers) for _ in range(effort.rounds(ROUNDS))]
    return [statistics.median(costs) for costs in zip(*rounds)]


def _round(scrapers):
    pause = PERIOD / len(scrapers)
    before = [scraper.cpu() for scraper in scrapers]
    for _ in range(SCRAPES):
        for scraper in scrapers:
            began = time.monotonic()
            scraper.scrape()
            time.sleep(max(0, pause - (time.monotonic() - began)))
    scraped = [scraper.cpu() for scraper in scrapers]
    # What the same time costs without a scrape.
    time.sleep(PERIOD * SCRAPES / 2)
    rested = [scraper.cpu() for scraper in scrapers]
    return [
        ((middle - first) - 2 * (last - middle)) / SCRAPES / 1000
        for first, middle, last in zip(before, scraped, rested)
    ]


class Scraper:
    """A connection that is kept, as Prometheus keeps it."""

    def __init__(self, program, coding):
        self._pids = program.pids()
        self._headers = {"Accept-Encoding": coding}
        self._connection = http.client.HTTPConnection("127.0.0.1", program.port, timeout=30)
        self.scrape()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._connection.close()

    def scrape(self):
        self._connection.request("GET", "/metrics", headers=self._headers)
        self._connection.getresponse().read()

    def cpu(self):
        return sum(map(procfs.cpu_nanoseconds, self._pids))
