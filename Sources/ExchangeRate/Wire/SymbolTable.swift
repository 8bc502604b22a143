/// An object of a reply that maps symbols to values.
///
/// Keys are currency codes of either case, of which the first in upper case counts; other keys and
/// values of a wrong type are left out.
struct SymbolTable<Value: Decodable>: Decodable {
    private struct Key: CodingKey {
        let stringValue: String
        var intValue: Int? { nil }

        init?(stringValue: String) {
            self.stringValue = stringValue
        }

        init?(intValue: Int) {
            return nil
        }
    }

    var values: [String: Value] = [:]

    init() {}

    init(from decoder: any Decoder) throws {
        let container = try decoder.container(keyedBy: Key.self)
        // Upper case sorts before lower case, so that `EUR` is met before `eur`.
        for key in container.allKeys.sorted(by: { $0.stringValue < $1.stringValue }) {
            guard let code = CurrencyCode(key.stringValue), values[code.text] == nil else {
                continue
            }
            values[code.text] = try? container.decode(Value.self, forKey: key)
        }
    }
}
