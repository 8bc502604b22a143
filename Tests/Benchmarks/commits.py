"""How long the daemon's transactions take: with many bases, and while all of them become stale."""

import datetime
import http.server
import itertools
import json
import pathlib
import shutil
import statistics
import string
import subprocess
import threading
import time

from programs import Program, free_port, wait_until
from report import Row

LETTERS = string.ascii_uppercase
BASES = ["".join(code) for code in itertools.product("AB", LETTERS, LETTERS)][:170]
SYMBOLS = ["".join(code) for code in itertools.product("XY", LETTERS, "Q")][:30]
RECEIVERS = 4
GOAL = 20
# Until the data is stale: time enough for one poll of each base.
FRESH_SECONDS = 25


def commits(binaries, folder):
    """Of all transactions of a process; those of a restart write what may differ in the file."""
    if not shutil.which("cc"):
        return []
    folder.mkdir()
    library = folder / "commit-times.so"
    source = pathlib.Path(__file__).with_name("commit-times.c")
    subprocess.run(["cc", "-shared", "-fPIC", "-O2", "-o", library, source, "-ldl"], check=True)
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
    return rows


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
            "env",
            f"LD_PRELOAD={library}",
            f"COMMIT_TIMES={self.file}",
            binaries / "exchangerate-exporter",
            f"--config.file={configuration}",
            f"--storage.path={folder / 'state'}",
            f"--web.listen-address=127.0.0.1:{port}",
        ]
        super().__init__(command, folder, port)

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


class Peer:
    """An API of any base, whose data becomes stale all at once, and the receiver of all pages."""

    def __init__(self):
        self.polls = self.pages = 0
        # Stale after `live` and the interval of an hour.
        age = datetime.timedelta(minutes=61, seconds=-FRESH_SECONDS)
        self._observed = dict.fromkeys(BASES, _text(_now() - age))
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"peer": self})
        self._server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def freshen(self, base):
        self._observed[base] = _text(_now())

    def answer(self, base):
        with self._lock:
            self.polls += 1
            rate = 1 + self.polls / 10_000
        return {
            "result": "success",
            "base": base,
            "source": "live",
            "data_updated_at": self._observed[base],
            "rates": dict.fromkeys(SYMBOLS, rate),
        }

    def take_page(self):
        with self._lock:
            self.pages += 1


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._answer(self.peer.answer(self.path.split("?")[0].split("/")[-1]))

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.peer.take_page()
        self._answer({})

    def _answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


def _now():
    return datetime.datetime.now(datetime.timezone.utc)


def _text(time_of_day):
    return f"{time_of_day:%Y-%m-%dT%H:%M:%SZ}"
