/// Guesses which word was meant.
public enum Spelling {
    /// The nearest of some words, where one is near enough to be meant.
    public static func nearest(to word: String, among words: [String]) -> String? {
        let wanted = folded(word)
        // The work is quadratic in the length, and no key is that long.
        guard wanted.count <= 40 else { return nil }
        let limit = max(1, wanted.count / 3)
        return
            words
            .map { (word: $0, distance: distance(wanted, folded($0))) }
            .filter { $0.distance <= limit }
            .min { ($0.distance, $0.word) < ($1.distance, $1.word) }?
            .word
    }

    private static func folded(_ word: String) -> [Character] {
        Array(word.lowercased()).map { $0 == "-" || $0 == "." ? "_" : $0 }
    }

    /// Insertions, deletions, replacements and swaps of neighbours that lie between two words.
    private static func distance(_ left: [Character], _ right: [Character]) -> Int {
        var beforeLast: [Int] = []
        var last = Array(0...right.count)
        for row in left.indices {
            var current = [row + 1]
            for column in right.indices {
                let isSame = left[row] == right[column]
                var cost = min(
                    last[column] + (isSame ? 0 : 1), last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, left[row] == right[column - 1],
                    left[row - 1] == right[column]
                {
                    cost = min(cost, beforeLast[column - 1] + 1)
                }
                current.append(cost)
            }
            (beforeLast, last) = (last, current)
        }
        return last[right.count]
    }
}
