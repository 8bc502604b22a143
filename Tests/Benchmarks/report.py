"""Tables that read well in a terminal and on a page of Markdown, and putting them on one."""

import dataclasses
import operator
import re

NOTHING = "–"


@dataclasses.dataclass
class Row:
    """A figure, beside its goal and the figure of a peer where there are any."""

    name: str
    value: str
    goal: str = NOTHING
    verdict: str = NOTHING
    peer: str = NOTHING

    @classmethod
    def at_most(cls, name, value, goal, unit, digits, peer=None, peer_name="node_exporter"):
        row = cls(name, number(value, digits, unit))
        if goal is not None:
            row.goal = f"at most {goal:,} {unit}"
            row.verdict = verdict(value <= goal)
        if peer is not None:
            row.peer = f"{peer_name}: {number(peer, digits, unit)}"
        return row

    def below_peer(self, value, peer):
        """The same row, whose goal also is to be under the figure of the peer."""
        if peer is not None:
            self.goal += ", less than peer"
            self.verdict = verdict(self.verdict == "met" and value < peer)
        return self

    def cells(self):
        return [self.name, self.value, self.goal, self.verdict, self.peer]


def verdict(is_met):
    return "met" if is_met else "NOT MET"


def number(value, digits, unit=""):
    """A figure with its unit; a dash where there is none."""
    return NOTHING if value is None else f"{value:,.{digits}f} {unit}".rstrip()


def ratio(own, other, digits=2):
    return f"{own / other:,.{digits}f}" if own is not None and other else NOTHING


def ratio_at_least(own, other, goal, digits=2):
    """The cells of a ratio: itself, its goal and whether that is met."""
    return _judged(own, other, goal, digits, "at least", operator.ge)


def ratio_at_most(own, other, goal, digits=3):
    """The cells of a ratio: itself, its goal and whether that is met."""
    return _judged(own, other, goal, digits, "at most", operator.le)


def _judged(own, other, goal, digits, bound, holds):
    text = ratio(own, other, digits)
    if text == NOTHING or goal is None:
        return [text, NOTHING, NOTHING]
    return [text, f"{bound} {goal:,}", verdict(holds(own / other, goal))]


def plural(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def table(head, rows):
    """The lines of a table; all columns but the first are numbers, to the right."""
    cells = [head] + [[str(cell) for cell in row] for row in rows]
    widths = [max(3, *(len(row[column]) for row in cells)) for column in range(len(head))]

    def line(row):
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        return "| " + " | ".join([row[0].ljust(widths[0])] + rest) + " |"

    rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    return [line(cells[0]), line(rule)] + [line(row) for row in cells[1:]]


def put(page, name, lines):
    """The text of a page, with these lines between the two marks that bear the name."""
    begin, end = f"<!-- bench: {name} -->", f"<!-- end of {name} -->"
    if not re.search(f"{re.escape(begin)}.*{re.escape(end)}", page, re.DOTALL):
        raise LookupError(f"no {begin} with an {end} behind it")
    before, rest = page.split(begin, 1)
    after = rest.split(end, 1)[1]
    return "\n".join([before + begin, *lines, end]) + after
