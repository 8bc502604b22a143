"""The programs that are measured: each in a folder of its own, on a free port of loopback."""

import http.client
import os
import pathlib
import socket
import subprocess
import time
import urllib.request

# The currencies that the stand-in has rates for.
CURRENCIES = (
    "EUR USD JPY GBP CHF CAD AUD NZD SEK NOK DKK PLN CZK HUF RON ISK TRY "
    "BRL CNY HKD IDR ILS INR KRW MXN MYR PHP SGD THB ZAR BGN"
).split()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def wait_until(holds, what, seconds=30, pause=0.02):
    deadline = time.monotonic() + seconds
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError(f"in vain for {seconds} s: {what}")
        time.sleep(pause)


class Program:
    """A process that ends with its `with` block, by its own id."""

    # What answers once it has started; the block begins only then.
    first_page = None

    def __init__(self, command, folder, port, variables=None):
        self.folder = pathlib.Path(folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.log = self.folder / "log"
        with open(self.log, "ab") as log:
            self.process = subprocess.Popen(
                [str(part) for part in command],
                stdout=log,
                stderr=log,
                stdin=subprocess.DEVNULL,
                env=os.environ | (variables or {}),
            )
        self.pid = self.process.pid

    def pids(self):
        """The processes that do the work."""
        return [self.pid]

    def __enter__(self):
        try:
            if self.first_page:
                self.await_status(self.first_page)
        except BaseException:
            self.__exit__()
            raise
        return self

    def __exit__(self, *_):
        self.process.terminate()
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()

    def get(self, path, headers=None):
        """The status and body of an answer; status 0 where nobody answers."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            connection.request("GET", path, headers=headers or {})
            response = connection.getresponse()
            return response.status, response.read()
        except OSError:
            return 0, b""
        finally:
            connection.close()

    def await_status(self, path, status=200):
        wait_until(self._answers(path, status), f"{status} of {self.url}{path}, see {self.log}")

    def _answers(self, path, status):
        def holds():
            if self.process.poll() is not None:
                raise RuntimeError(self.log.read_text())
            return self.get(path)[0] == status

        return holds


class StandIn(Program):
    """The stand-in of the API."""

    first_page = "/control"

    def __init__(self, binaries, folder):
        port = free_port()
        flag = f"--web.listen-address=127.0.0.1:{port}"
        super().__init__([binaries / "exchangerate-standin", flag], folder, port)

    def control(self, command):
        urllib.request.urlopen(f"{self.url}/control/{command}", data=b"", timeout=10).close()

    def polls(self):
        return self.log.read_text().count("/v1/latest")


class Exporter(Program):
    """The daemon, polling an API for some bases, each for all symbols that the API has."""

    def __init__(
        self, binaries, folder, api, bases=CURRENCIES[:1], interval="1h", more=(), variables=None
    ):
        folder = pathlib.Path(folder)
        folder.mkdir(parents=True, exist_ok=True)
        configuration = folder / "exporter.yml"
        configuration.write_text(self._configuration(api, bases, interval, more))
        port = free_port()
        command = [
            binaries / "exchangerate-exporter",
            f"--config.file={configuration}",
            f"--storage.path={folder / 'state'}",
            f"--web.listen-address=127.0.0.1:{port}",
        ]
        self.started_at = time.monotonic()
        super().__init__(command, folder, port, variables)

    @staticmethod
    def _configuration(api, bases, interval, more):
        # Old data is wanted where the stand-in's clock is put back; it must not become an alert.
        lines = [
            f"api: {{url: '{api.url}', timeout: 60s}}",
            f"poll: {{interval: {interval}, min_interval: 1s, requests_per_minute: 0}}",
            "freshness: {live: 24h, live_closed: 74h}",
            *more,
            "rates:",
        ]
        return "\n".join(lines + [f"  - base: {base}" for base in bases]) + "\n"

    def milliseconds_to_healthy(self):
        """Knocks until somebody listens, then asks, so that nothing but the daemon takes time."""
        wait_until(self._is_listening, f"{self.url} listens", pause=0.0002)
        self.await_status("/-/healthy")
        return (time.monotonic() - self.started_at) * 1000

    def page(self, coding):
        """The bytes of the page in a coding of its content."""
        status, body = self.get("/metrics", {"Accept-Encoding": coding})
        if status != 200:
            raise RuntimeError(f"{status} of {self.url}/metrics")
        return body

    def await_ready(self):
        self.await_status("/-/ready")
        return self

    def _is_listening(self):
        with socket.socket() as knocking:
            return knocking.connect_ex(("127.0.0.1", self.port)) == 0
