"""How much is measured: all there is for a page of results, or enough to see whether it works."""

import dataclasses


@dataclasses.dataclass(frozen=True)
class Effort:
    is_quick: bool = False

    def sizes(self, sizes):
        """The smallest and the largest say most."""
        return [sizes[0], sizes[-1]] if self.is_quick else sizes

    def rounds(self, count):
        return 1 if self.is_quick else count

    def starts(self, count):
        return 3 if self.is_quick else count

    def cycles(self, count):
        return 3 if self.is_quick else count

    def seconds(self, count):
        return max(1, count // 3) if self.is_quick else count
