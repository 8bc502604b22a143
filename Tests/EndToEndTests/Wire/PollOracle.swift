import Foundation

/// What may become of a poll by the bytes that came.
struct PollOracle {
    /// What became of a poll.
    enum Outcome: Hashable, CustomStringConvertible {
        case taken
        case failed(String)

        var description: String {
            switch self {
            case .taken: "taken"
            case .failed(let reason): reason
            }
        }
    }

    /// The timeout of a request, in seconds.
    let timeout: Double

    /// What is right for an exchange.
    ///
    /// - Parameter end: when the daemon was done with it.
    func outcomes(of exchange: WireExchange, end: Date) -> Set<Outcome> {
        var right: Set<Outcome>
        switch exchange.ending {
        case .stays: right = outcomes(of: exchange, isEnded: false)
        case .closes, .halfCloses: right = outcomes(of: exchange, isEnded: true)
        // A reset may throw away what came before it.
        case .resets: right = outcomes(of: exchange, isEnded: false).union([.failed("interrupted")])
        }
        // A machine that is busy makes any answer late. What took its time before it came here is
        // known from a timeout, whose length is.
        let start = end.addingTimeInterval(-timeout)
        let whole = exchange.ended ?? end
        if whole.timeIntervalSince(start) > timeout / 2 { right.insert(.failed("timeout")) }
        return right
    }

    private func outcomes(of exchange: WireExchange, isEnded: Bool) -> Set<Outcome> {
        let reading = AnswerReading(exchange.passed, isEnded: isEnded)
        let lacking = Outcome.failed(isEnded ? "interrupted" : "timeout")
        if exchange.fault.side == .request, reading.status == 200, reading.isWhole {
            return outcomes(of: reading, base: exchange.lane)
        }
        if exchange.passed == exchange.answer || exchange.answer.starts(with: exchange.passed) {
            return outcomes(ofWhatIsUnchanged: reading, lacking: lacking, in: exchange)
        }
        if reading.isForeign { return [.failed("interrupted"), lacking] }
        guard let status = reading.status else { return [.failed("interrupted"), lacking] }
        guard status == 200 else {
            let isBroken =
                status < 200 || !reading.isHeadWhole
                || !exchange.answer.starts(with: exchange.passed.prefix { $0 != 0x0A })
            return Self.outcomes(of: status).union(
                isBroken ? [.failed("interrupted"), lacking] : [])
        }
        var right: Set<Outcome> = []
        let isHeadChanged =
            !reading.isHeadWhole
            || !Self.agree(exchange.passed, exchange.answer, in: reading.headLength)
        if isHeadChanged || reading.hasFraming { right.insert(.failed("interrupted")) }
        // By how its bytes come, libcurl takes a line that begins so for the end of the head, for none
        // at all, or for a fault.
        if exchange.passed.prefix(reading.headLength).contains(0) { right.insert(lacking) }
        guard reading.isWhole else {
            right.insert(lacking)
            // Chunks, packed bodies and lengths that are garbled may come to an end of their own.
            if reading.hasFraming || isHeadChanged { right.insert(.failed("decode")) }
            if reading.lacksLastByte || reading.lacksChecksum { right.insert(.taken) }
            return right
        }
        let whole = AnswerReading(exchange.answer, isEnded: true)
        if !isHeadChanged, reading.body == whole.body {
            return right.union(Self.outcomes(ofWhole: reading))
        }
        right.formUnion([.taken, .failed("decode"), .failed("base_mismatch")])
        if !Self.says("\"result\":\"success\"", reading.body) { right.insert(.failed("api_error")) }
        return right
    }

    private func outcomes(
        ofWhatIsUnchanged reading: AnswerReading, lacking: Outcome, in exchange: WireExchange
    ) -> Set<Outcome> {
        guard let status = reading.status else { return [lacking] }
        guard status == 200 else { return Self.outcomes(of: status) }
        guard reading.isWhole else { return reading.lacksLastByte ? [lacking, .taken] : [lacking] }
        // No reader can tell that a body without a length was cut, but by what it says.
        guard exchange.passed == exchange.answer else { return [.failed("decode")] }
        return Self.outcomes(ofWhole: reading)
    }

    /// What an answer means to a question that was another one when it arrived.
    private func outcomes(of reading: AnswerReading, base: String) -> Set<Outcome> {
        Self.says("\"base\":\"\(base)\"", reading.body)
            ? [.taken, .failed("decode")] : [.failed("base_mismatch")]
    }

    /// What an answer says that nothing happened to.
    private static func outcomes(ofWhole reading: AnswerReading) -> Set<Outcome> {
        says("\"result\":\"success\"", reading.body) ? [.taken] : [.failed("decode")]
    }

    /// The reasons that the table has for a status; the stand-in's code says the same.
    private static func outcomes(of status: Int) -> Set<Outcome> {
        switch status {
        case 300...399: [.failed("redirect")]
        case 400: [.failed("bad_request"), .failed("server"), .failed("unprocessable")]
        case 401: [.failed("unauthorized"), .failed("server")]
        case 403: [.failed("forbidden"), .failed("server")]
        case 404: [.failed("not_found"), .failed("server"), .failed("unprocessable")]
        case 422: [.failed("unprocessable"), .failed("server")]
        case 429: [.failed("rate_limited")]
        case 500...599: [.failed("server")]
        default: [.failed("unexpected_status"), .failed("server")]
        }
    }

    /// The rates of a symbol that an answer holds, however broken the rest of it is.
    static func rates(of symbol: String, in exchange: WireExchange) -> Set<Decimal> {
        let isEnded =
            switch exchange.ending {
            case .stays, .resets: false
            case .closes, .halfCloses: true
            }
        let text = String(
            decoding: AnswerReading(exchange.passed, isEnded: isEnded).body, as: UTF8.self)
        let pattern = /"([A-Za-z]{3})"\s*:\s*"?([-+0-9.eE]+)/
        return Set(
            text.matches(of: pattern).filter { $0.1.uppercased() == symbol }
                .compactMap { Decimal(string: String($0.2)) })
    }

    private static func says(_ text: String, _ body: [UInt8]) -> Bool {
        body.firstRange(of: Array(text.utf8)) != nil
    }

    private static func agree(_ one: [UInt8], _ other: [UInt8], in length: Int) -> Bool {
        one.prefix(length) == other.prefix(length)
    }
}
