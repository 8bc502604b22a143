#!/usr/bin/env python3
"""Measures the release binaries of a folder, and prints each figure beside its goal.

    bench.py FOLDER [PART…]

Peers that are not installed are left out. All figures are medians, or totals of a long span; a
machine that does something else at the same time makes them worse all the same.
"""

import argparse
import pathlib
import sys
import tempfile

import commits
import lifetime
import procfs
import report
import scrapes

FIGURES = {
    "size": lifetime.size,
    "start": lifetime.start,
    "memory": lifetime.memory,
    "idle": lifetime.idle,
    "polls": lifetime.polls,
    "commits": commits.commits,
    "isolated": scrapes.isolated,
}
RATES = {"crowded": scrapes.crowded}


def main():
    arguments = arguments_given()
    # Not /tmp, which may be a tmpfs: what is written there reaches no disk.
    with tempfile.TemporaryDirectory(prefix="bench-", dir="/var/tmp") as folder:
        show(procfs.machine())
        rows = measured(FIGURES, arguments, pathlib.Path(folder))
        if rows:
            head = ["figure", "measured", "goal", "", "peer"]
            show(report.table(head, [row.cells() for row in rows]))
        rows = measured(RATES, arguments, pathlib.Path(folder))
        if rows:
            head = ["scrapes a second", "exporter", "nginx, static file", "ratio"]
            show(report.table(head, rows))
    show([f"Load average at the end: {procfs.load():.2f}"])


def arguments_given():
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=lambda text: pathlib.Path(text).resolve(strict=True))
    names = list(FIGURES | RATES)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(names))
    arguments = parser.parse_args()
    unknown = [part for part in arguments.parts if part not in names]
    if unknown:
        parser.error(f"no such part: {', '.join(unknown)}; there are {', '.join(names)}")
    return arguments


def measured(parts, arguments, folder):
    """The rows of those parts that are wanted, one after another."""
    rows = []
    for name, measure in parts.items():
        if arguments.parts and name not in arguments.parts:
            continue
        print(f"measuring: {name}", file=sys.stderr, flush=True)
        rows += measure(arguments.folder, folder / name)
    return rows


def show(lines):
    print("\n".join(lines) + "\n", flush=True)


if __name__ == "__main__":
    main()
