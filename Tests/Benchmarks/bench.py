#!/usr/bin/env python3
"""Measures the release binaries of a folder, and prints each figure beside its goal.

    bench.py [--quick] [--write PAGE] FOLDER [PART…]

Peers that are not installed are left out. All figures are medians, or totals of a long span; a
machine that does something else at the same time makes them worse all the same.

--quick takes less than 3 minutes: single rounds, the smallest and the largest page, and none of
`idle` and `commits` unless they are named. --write puts what was measured whole between the marks
of its table on a page of Markdown.
"""

import argparse
import dataclasses
import pathlib
import signal
import sys
import tempfile
import traceback
import typing

import commits
import crowded
import isolated
import largest
import lifetime
import procfs
import report
import sizes
import trouble
from effort import Effort

FIGURES = ["figure", "measured", "goal", "", "peer"]
# They wait for what comes once a minute.
LONG = ["idle", "commits"]


@dataclasses.dataclass(frozen=True)
class Section:
    """A table, and the parts that bring its rows, each by a name that people type."""

    head: list[str]
    parts: dict[str, typing.Callable]


SECTIONS = {
    "alone": Section(
        FIGURES,
        {
            "size": lifetime.size,
            "start": lifetime.start,
            "memory": lifetime.memory,
            "idle": lifetime.idle,
            "polls": lifetime.polls,
        },
    ),
    "commits": Section(FIGURES, {"commits": commits.commits}),
    "isolated": Section(isolated.HEAD, {"isolated": isolated.isolated}),
    "crowded": Section(crowded.HEAD, {"crowded": crowded.crowded}),
    "largest": Section(FIGURES, {"largest": largest.largest}),
    "trouble": Section(trouble.HEAD, {"trouble": trouble.trouble}),
}
PARTS = [part for section in SECTIONS.values() for part in section.parts]


def main():
    # Ends what was started, as an interrupt does.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    arguments = arguments_given()
    failed = []
    # Not /tmp, which may be a tmpfs: what is written there reaches no disk.
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/var/tmp") as folder:
        publish(arguments, "machine", procfs.machine() + sizes.described())
        for name, section in SECTIONS.items():
            wanted = [part for part in section.parts if part in arguments.parts]
            try:
                if wanted:
                    lines = measured(section, wanted, arguments, pathlib.Path(folder))
                    publish(arguments, name, lines, is_whole=wanted == list(section.parts))
            # The other tables took their time, too, and are good.
            except Exception:
                traceback.print_exc()
                failed.append(name)
    if failed:
        sys.exit(f"no table of: {', '.join(failed)}")


def arguments_given():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--quick", action="store_true")
    parser.add_argument("--write", metavar="PAGE", type=pathlib.Path)
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve(strict=True))
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    arguments = parser.parse_intermixed_args()
    unknown = [part for part in arguments.parts if part not in PARTS]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(PARTS)}")
    if arguments.write and arguments.quick:
        parser.error("--quick is not for a page")
    if not arguments.parts:
        arguments.parts = [part for part in PARTS if not (arguments.quick and part in LONG)]
    return arguments


def measured(section, parts, arguments, folder):
    """The lines of a section's table, and of when and under what load it was measured."""
    began = procfs.moment()
    rows = []
    for name in parts:
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        rows += section.parts[name](arguments.folder, folder / name, Effort(arguments.quick))
    return report.table(section.head, rows) + ["", f"From {began} to {procfs.moment()}."]


def publish(arguments, name, lines, is_whole=True):
    """Shows some lines, and puts them on the page where one is given."""
    print("\n".join(lines) + "\n", flush=True)
    if arguments.write and is_whole:
        page = arguments.write.read_text(encoding="utf-8")
        arguments.write.write_text(report.put(page, name, lines), encoding="utf-8")


if __name__ == "__main__":
    main()
