import ConfigTree
import Testing

struct MapReaderTests {
    @Test func `all errors of a file are told, in its order`() {
        let text = """
            b: {c: x, d: 1}
            a: y
            list:
              - 1
              - 5m
            """
        let result = reading(text) { reader in
            _ = reader.integer("a", in: 0...9, default: 0)
            let items = reader.value("list")?.list() ?? []
            for item in items { _ = item.integer(in: 0...9) }
            let inner = reader.map("b")
            _ = inner.integer("c", in: 0...9, default: 0)
            inner.finish()
            reader.finish()
        }
        #expect(
            result.problems == [
                "f:1:8: b.c: found x; allowed is a whole number from 0 to 9, in decimal digits\n"
                    + "    b: {c: x, d: <redacted>}\n           ^",
                "f:1:11: b.d: unknown key; did you mean c?\n"
                    + "    b: {c: x, d: <redacted>}\n              ^",
                "f:2:4: a: found y; allowed is a whole number from 0 to 9, in decimal digits\n"
                    + "    a: y\n       ^",
                "f:5:5: list[1]: found 5m; allowed is a whole number from 0 to 9, in decimal digits"
                    + "\n      - 5m\n        ^",
            ])
    }

    @Test func `an unknown key far from all names those that are allowed`() {
        let result = reading("frequency: 1") { reader in
            _ = reader.boolean("interval", default: true)
            _ = reader.boolean("timeout", default: true)
            reader.finish()
        }
        #expect(
            result.problems == [
                "f:1:1: frequency: unknown key; allowed here: interval, timeout\n"
                    + "    frequency: <redacted>\n    ^"
            ])
    }

    @Test func `a refused key is no unknown one and is not proposed`() {
        let result = reading("alerts: {}\nalert: {}") { reader in
            reader.refuse("alerts", "not supported")
            reader.refuse("absent", "not supported")
            reader.finish()
        }
        #expect(
            result.problems == [
                "f:1:1: alerts: not supported\n    alerts: {}\n    ^",
                "f:2:1: alert: unknown key; allowed here: \n    alert: {}\n    ^",
            ])
    }

    @Test func `a key is rejected where its value stands, or where its map does`() {
        let result = reading("m:\n  k: 1\n") { reader in
            let map = reader.map("m")
            _ = map.integer("k", in: 0...9, default: 0)
            map.reject("k", "too small")
            map.reject("l", "needed")
        }
        #expect(
            result.problems == [
                "f:2:3: m.l: needed\n      k: 1\n      ^",
                "f:2:6: m.k: too small\n      k: 1\n         ^",
            ])
    }
}
