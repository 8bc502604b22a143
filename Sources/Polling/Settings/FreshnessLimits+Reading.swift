public import ConfigTree
public import Freshness

extension FreshnessLimits {
    /// Reads the map under `freshness`; its keys are the API's classes, and any name is one.
    public init(reading reader: MapReader) {
        self = .standard
        let bounds = Duration.seconds(1)...Duration.seconds(365 * 86400)
        liveClosed = reader.duration("live_closed", in: bounds, default: liveClosed)
        unlisted = reader.duration("default", in: bounds, default: unlisted)
        for name in reader.keys where name != "live_closed" && name != "default" {
            guard let value = reader.value(name) else { continue }
            if name.isEmpty {
                reader.refuse(name, "found an empty name; allowed is a class that the API sends")
            } else if name == "ecb_daily", value.isMap {
                value.reject(
                    "a due time by calendar is not supported by this version; "
                        + "write a duration, such as 144h")
            } else if let limit = value.duration(in: bounds) {
                classes[name] = limit
            }
        }
        reader.finish()
    }
}
