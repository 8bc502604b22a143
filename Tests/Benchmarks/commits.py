"""How long the daemon's transactions take: with many bases, and while all of them become stale."""

import datetime
import statistics
import time

import preload
from api import API, LETTERS, codes, now
from programs import Program, free_port, wait_until
from report import Row

BASES = codes("AB", LETTERS, 170)
SYMBOLS = codes("XY", "Q", 30)
RECEIVERS = 4
GOAL = 20
# Until the data is stale: time enough for one poll of each base.
FRESH_SECONDS = 25


def commits(binaries, folder, effort):
    """Of all transactions of a process; those of a restart write what may differ in the file."""
    if not preload.is_possible():
        return []
    folder.mkdir()
    library = preload.built("commit-times", folder)
    with Peer() as peer:
        polls, stale = _first_run(binaries, folder, library, peer)
        restarted = _second_run(binaries, folder, library, peer)
    rows = []
    for name, commits in {
        f"commit of a poll, {len(BASES)} bases": polls,
        f"commit of all stale, {RECEIVERS} receivers": stale,
        "commit after a restart of that": restarted,
    }.items():
        taken = [commit.taken for commit in commits]
        cpu = [commit.cpu for commit in commits]
        if len(commits) > 10:
            rows.append(Row.at_most(f"{name}, median", statistics.median(taken), GOAL, "ms", 1))
        rows.append(Row.at_most(f"{name}, the worst", max(taken), GOAL, "ms", 1))
        rows.append(Row.at_most(f"{name}, most CPU", max(cpu), None, "ms", 1))
    return [row.cells() for row in rows]


def _first_run(binaries, folder, library, peer):
    """The commits before all bases become stale, and those from then on."""
    with Daemon(binaries, folder, library, peer, interval="1h") as daemon:
        wait_until(lambda: peer.polls >= len(BASES), "a poll of each base", FRESH_SECONDS)
        time.sleep(1)
        polled_at = time.time()
        wait_until(lambda: peer.pages >= RECEIVERS, "a page to each receiver", 3 * FRESH_SECONDS)
        time.sleep(2)
        commits = daemon.commits()
    polls = [commit for commit in commits if commit.at < polled_at]
    return polls, [commit for commit in commits if commit.at >= polled_at]


def _second_run(binaries, folder, library, peer):
    """All that a process commits which goes on from there, and for which one alert ends."""
    before = peer.polls
    peer.freshen(BASES[0])
    with Daemon(binaries, folder, library, peer, interval="2s") as daemon:
        wait_until(lambda: peer.polls > before + 3, "a few polls")
        time.sleep(2)
        return daemon.commits()


class Commit:
    """A transaction: when it began, in seconds since 1970, and its milliseconds."""

    def __init__(self, line):
        at, taken, cpu = map(int, line.split())
        self.at, self.taken, self.cpu = at / 1e9, taken / 1e6, cpu / 1e6


class Daemon(Program):
    """The daemon, with a library that writes down its transactions."""

    def __init__(self, binaries, folder, library, peer, interval):
        self.file = folder / f"commits-{interval}"
        configuration = folder / f"exporter-{interval}.yml"
        configuration.write_text(_configuration(peer, interval))
        port = free_port()
        command = [
            binaries / "exchangerate-exporter",
            f"--config.file={configuration}",
            f"--storage.path={folder / 'state'}",
            f"--web.listen-address=127.0.0.1:{port}",
        ]
        variables = {"LD_PRELOAD": str(library), "COMMIT_TIMES": str(self.file)}
        super().__init__(command, folder, port, variables)

    def commits(self):
        return [Commit(line) for line in self.file.read_text().splitlines()]


def _configuration(peer, interval):
    lines = [
        f"api: {{url: '{peer.url}'}}",
        f"poll: {{interval: {interval}, min_interval: 1s, requests_per_minute: 0}}",
        # The same in every hour of the week.
        "freshness: {live: 1m, live_closed: 1m}",
        "alerts: {group_wait: 0s, stale: {keep_firing_for: 0s}}",
        "receivers:",
    ]
    for number in range(RECEIVERS):
        lines.append(f"  - {{name: receiver-{number}, type: webhook, url: '{peer.url}/hook'}}")
    lines.append("rates:")
    symbols = ", ".join(SYMBOLS)
    lines += [f"  - {{base: {base}, symbols: [{symbols}]}}" for base in BASES]
    return "\n".join(lines) + "\n"


class Peer(API):
    """An API whose data becomes stale all at once, and the receiver of all pages."""

    def __init__(self):
        # Stale after `live` and the interval of an hour.
        age = datetime.timedelta(minutes=61, seconds=-FRESH_SECONDS)
        self._observed = dict.fromkeys(BASES, now() - age)
        self.pages = 0
        super().__init__(SYMBOLS)

    def freshen(self, base):
        self._observed[base] = now()

    def observed(self, base):
        return self._observed[base]

    def take_page(self):
        with self._lock:
            self.pages += 1
