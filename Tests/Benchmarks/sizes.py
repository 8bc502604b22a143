"""The daemon with pages of different sizes, and the peers that show the same series."""

import contextlib
import dataclasses
import time

from api import API, codes
from peers import ClientGolang, Nginx, PrometheusClient
from programs import CURRENCIES, Exporter, StandIn, wait_until
from report import plural

CODINGS = ("identity", "gzip")
# What the stand-in has for a base: BGN, the last of the currencies, has no rates since 2026.
REAL_SYMBOLS = len(CURRENCIES) - 2


@dataclasses.dataclass(frozen=True)
class Size:
    """A page: about how many series, for how many bases, with how many made-up symbols each.

    The stand-in adds those to the real ones of each base, which is not enough for the largest page:
    there, an API of made-up bases has made-up symbols alone.
    """

    series: int
    bases: int
    made_up: int

    @property
    def has_made_up_bases(self):
        return self.bases > len(CURRENCIES)

    def text(self):
        symbols = self.made_up + (0 if self.has_made_up_bases else REAL_SYMBOLS)
        bases = plural(self.bases, "base")
        return f"a page of {self.series:,} series: {bases} of {symbols} symbols"

    @contextlib.contextmanager
    def exporter(self, binaries, folder):
        """A daemon that has polled all of them."""
        symbols = codes("X", "ABCDEFGHIJ", self.made_up)
        with contextlib.ExitStack() as stack:
            if self.has_made_up_bases:
                bases = codes("AB", "QRSTUVWXYZ", self.bases)
                api = stack.enter_context(API(symbols))
                polls = lambda: api.polls
            else:
                bases = CURRENCIES[: self.bases]
                api = stack.enter_context(StandIn(binaries, folder / "stand-in"))
                api.control(f"faults?fault=extra&symbols={','.join(symbols)}")
                polls = api.polls
            exporter = stack.enter_context(Exporter(binaries, folder / "exporter", api, bases))
            exporter.await_ready()
            wait_until(lambda: polls() >= self.bases, "a poll of each base")
            # The last answer is taken in, and what came with the start is over.
            time.sleep(2)
            yield exporter


SIZES = [Size(200, 1, 16), Size(930, 7, 6), Size(5_000, 30, 26), Size(28_900, 170, 58)]


def described():
    """What the pages stand for."""
    return [f"* {size.text()}" for size in SIZES]


@contextlib.contextmanager
def beside_peers(size, binaries, folder, kinds=(Nginx, ClientGolang, PrometheusClient)):
    """A daemon and those peers that are installed, by kind, which show its series."""
    with size.exporter(binaries, folder) as exporter, contextlib.ExitStack() as stack:
        pages = {coding: exporter.page(coding) for coding in CODINGS}
        peers = {
            kind: stack.enter_context(kind(folder / kind.name, pages))
            for kind in kinds
            if kind.is_there()
        }
        yield exporter, peers, series_on(pages["identity"])


def series_on(page):
    return sum(1 for line in page.splitlines() if line and not line.startswith(b"#"))
