"""An API of any base, where the stand-in knows the currencies of the ECB alone."""

import datetime
import http.server
import itertools
import json
import string
import threading

LETTERS = string.ascii_uppercase


def codes(first, last, count):
    """Made-up codes of three letters, by the first of which their kinds are told apart."""
    return ["".join(code) for code in itertools.product(first, LETTERS, last)][:count]


def now():
    return datetime.datetime.now(datetime.timezone.utc)


class API:
    """Answers each base with the rates of the same symbols, which are new in each answer."""

    def __init__(self, symbols):
        self.symbols = symbols
        self.polls = 0
        self._lock = threading.Lock()
        handler = type("Handler", (_Handler,), {"api": self})
        self._server = _Server(("127.0.0.1", 0), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self._server.shutdown()
        self._server.server_close()

    def observed(self, base):
        """When the rates of a base were observed."""
        return now()

    def take_page(self):
        """A page of an alert came."""

    def answer(self, base):
        with self._lock:
            self.polls += 1
            poll = self.polls
        return {
            "result": "success",
            "base": base,
            "source": "live",
            "data_updated_at": f"{self.observed(base):%Y-%m-%dT%H:%M:%SZ}",
            "rates": {
                symbol: round(1.2345 * (number + 1) + poll / 10_000, 4)
                for number, symbol in enumerate(self.symbols)
            },
        }


class _Server(http.server.ThreadingHTTPServer):
    """Without a pace, all bases are asked in the same moment."""

    request_queue_size = 512


class _Handler(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self):
        self._answer(self.api.answer(self.path.split("?")[0].split("/")[-1]))

    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        self.api.take_page()
        self._answer({})

    def _answer(self, value):
        body = json.dumps(value).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass
