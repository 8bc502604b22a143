import APIModel
import Serving

/// The parameters of a control request, from its query and from a form in its body.
struct ControlParameters {
    private var fields: [RequestTarget.Field]

    init(_ request: Request) {
        let form = QueryItem.items(in: String(decoding: request.body, as: UTF8.self))
        fields = (request.queryItems + form).map {
            RequestTarget.Field(name: $0.name, value: $0.value)
        }
    }

    /// Takes what is left.
    mutating func takeAll() -> [RequestTarget.Field] {
        defer { fields = [] }
        return fields
    }

    /// Takes the first parameter of a name.
    mutating func take(_ name: String) -> String? {
        guard let index = fields.firstIndex(where: { $0.name == name }) else { return nil }
        return fields.remove(at: index).value
    }

    /// Takes a whole number from 0.
    mutating func takeNumber(_ name: String) throws(ControlError) -> Int? {
        guard let text = take(name) else { return nil }
        guard let number = Int(text), number >= 0 else {
            throw ControlError(
                message: "\(name) is not possible; allowed: a whole number from 0")
        }
        return number
    }

    /// Refuses what nobody took.
    func finish(allowed: String) throws(ControlError) {
        guard !fields.isEmpty else { return }
        throw ControlError(message: "a parameter is unknown or given twice; allowed: \(allowed)")
    }
}
