/// Every reader that is fuzzed.
public enum FuzzCatalogue {
    /// In the order in which they are run.
    public static let readers: [any FuzzReader.Type] = [
        ReplyReader.self, RetryAfterReader.self, TimestampReader.self, ConfigurationReader.self,
        WebConfigurationReader.self, SecretFileReader.self, ReceiverAnswerReader.self,
        StateFileReader.self, StateCellsReader.self, CommandLineReader.self,
        EnvironmentReader.self, IncidentTextReader.self, ScrapeRequestReader.self,
        ScheduleReader.self,
    ]

    /// The reader of a name.
    public static func reader(named name: String) -> (any FuzzReader.Type)? {
        readers.first { $0.name == name }
    }
}
