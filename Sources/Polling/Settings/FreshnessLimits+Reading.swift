public import ConfigTree
public import Freshness

extension FreshnessLimits {
    fileprivate static let bounds = Duration.seconds(1)...Duration.seconds(365 * 86400)
    /// Keys that are no class beside `live`, which has a limit of its own.
    private static let ownKeys = ["live", "live_closed", "default"]

    /// Reads the map under `freshness`; its keys are the API's classes, and any name is one.
    public init(reading reader: MapReader) {
        self = .standard
        live = reader.duration("live", in: Self.bounds, default: live)
        liveClosed = reader.duration("live_closed", in: Self.bounds, default: liveClosed)
        unlisted = reader.duration("default", in: Self.bounds, default: unlisted)
        for name in reader.names() where !Self.ownKeys.contains(name) {
            guard let value = reader.value(name) else { continue }
            if name.isEmpty {
                reader.refuse(name, "found an empty name; allowed is a class that the API sends")
            } else if name == Self.ecbClass {
                classes[name] = FreshnessLimit(readingFix: value) ?? classes[name]
            } else if let limit = value.duration(in: Self.bounds) {
                classes[name] = .age(limit)
            }
        }
        reader.finish()
    }
}

extension FreshnessLimit {
    /// What publishes at a known hour of its own days.
    private enum Publication: String, CaseIterable {
        case target
    }

    /// Reads the limit of a fix: a map, or a plain duration.
    fileprivate init?(readingFix value: ValueReader) {
        guard !value.isMap else {
            guard let reader = value.map() else { return nil }
            self.init(readingPublication: reader)
            return
        }
        let form = "a map such as {publication: target, grace: 18h}"
        guard let limit = value.duration(in: FreshnessLimits.bounds, or: form) else { return nil }
        self = .age(limit)
    }

    /// Reads a limit by publication; what the map lacks is as by default.
    private init(readingPublication reader: MapReader) {
        switch reader.choice("publication", default: Publication.target) {
        case .target:
            self = .targetPublication(
                grace: reader.duration(
                    "grace", in: .zero ... .seconds(30 * 86400),
                    default: FreshnessLimits.ecbGrace))
        }
        reader.finish()
    }
}
