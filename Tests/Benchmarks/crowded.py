"""How many scrapes a second, with one connection and with many."""

import math
import re
import statistics
import subprocess
import time

import report
from peers import ClientGolang, Nginx, PrometheusClient
from sizes import CODINGS, SIZES, beside_peers

HEAD = ["scrapes a second", "exporter"]
for _peer in ("nginx", "client_golang"):
    HEAD += [_peer, "ratio", "goal", ""]
HEAD += ["prometheus_client", "ratio"]
CONNECTIONS = (1, 16)
NGINX_GOALS = {200: 0.9, 930: 1.0, 28_900: 1.0}
GOLANG_GOALS = {
    (200, "identity"): 12,
    (200, "gzip"): 12,
    (28_900, "identity"): 100,
    (28_900, "gzip"): 400,
}
ROUNDS = 5
# A peer that is many times slower needs no more to show that.
ROUNDS_OF_PEERS = {Nginx: 5, ClientGolang: 3, PrometheusClient: 1}
LONGEST_ROUND = 6


def crowded(binaries, folder, effort):
    """Scrapes a second, beside a file of the same bytes and exporters of the same series."""
    rows = []
    for size in effort.sizes(SIZES):
        with beside_peers(size, binaries, folder / str(size.series)) as (exporter, peers, count):
            for coding in CODINGS:
                for connections in CONNECTIONS:
                    rates = alternating_rates(exporter, peers, connections, coding, effort)
                    name = f"{count:,} series, {coding}, {report.plural(connections, 'connection')}"
                    rows.append([name] + _cells(rates, size.series, coding))
    return rows


def _cells(rates, series, coding):
    own, nginx, golang, python = (
        rates.get(kind) for kind in (None, Nginx, ClientGolang, PrometheusClient)
    )
    return [
        report.number(own, 0),
        report.number(nginx, 0),
        *report.ratio_at_least(own, nginx, NGINX_GOALS.get(series)),
        report.number(golang, 1),
        *report.ratio_at_least(own, golang, GOLANG_GOALS.get((series, coding)), 1),
        report.number(python, 1),
        report.ratio(own, python, 0),
    ]


def alternating_rates(exporter, peers, connections, coding, effort):
    """Medians of rounds that take turns, so that a change of the machine's load hits all."""
    programs = {None: exporter, **peers}
    rates = {kind: [] for kind in programs}
    for number in range(effort.rounds(ROUNDS)):
        for kind, program in programs.items():
            if number < ROUNDS_OF_PEERS.get(kind, ROUNDS):
                longest = effort.seconds(LONGEST_ROUND)
                seconds = min(longest, _seconds(program, connections, coding))
                rates[kind].append(scrapes_a_second(program, connections, coding, seconds))
    return {kind: statistics.median(values) for kind, values in rates.items()}


def _seconds(program, connections, coding):
    """Long enough that the answers which are cut off at the end do not count."""
    began = time.monotonic()
    program.get("/metrics", {"Accept-Encoding": coding})
    taken = time.monotonic() - began
    return max(1, math.ceil(4 * connections * taken))


def scrapes_a_second(program, connections, coding, seconds=1):
    output = subprocess.run(
        ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s"]
        + ["-H", f"Accept-Encoding: {coding}", f"{program.url}/metrics"],
        check=True,
        capture_output=True,
        text=True,
        timeout=60,
    ).stdout
    if "Non-2xx" in output or "Socket errors" in output:
        raise RuntimeError(f"{program.url}: {output}")
    return float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1))
