"""Tables that read well in a terminal and on a page of Markdown."""

import dataclasses


@dataclasses.dataclass
class Row:
    """A figure, beside its goal and the figure of a peer where there are any."""

    name: str
    value: str
    goal: str = "–"
    verdict: str = "–"
    peer: str = "–"

    @classmethod
    def at_most(cls, name, value, goal, unit, digits, peer=None, peer_name="node_exporter"):
        row = cls(name, f"{value:,.{digits}f} {unit}")
        if goal is not None:
            row.goal = f"at most {goal:,} {unit}"
            row.verdict = "met" if value <= goal else "NOT MET"
        if peer is not None:
            row.peer = f"{peer_name}: {peer:,.{digits}f} {unit}"
        return row

    def cells(self):
        return [self.name, self.value, self.goal, self.verdict, self.peer]


def plural(count, noun):
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def table(head, rows):
    """The lines of a table; all columns but the first are numbers, to the right."""
    cells = [head] + [[str(cell) for cell in row] for row in rows]
    widths = [max(len(row[column]) for row in cells) for column in range(len(head))]

    def line(row):
        rest = [cell.rjust(width) for cell, width in zip(row[1:], widths[1:])]
        return "| " + " | ".join([row[0].ljust(widths[0])] + rest) + " |"

    rule = ["-" * widths[0]] + ["-" * (width - 1) + ":" for width in widths[1:]]
    return [line(cells[0]), line(rule)] + [line(row) for row in cells[1:]]
