public import Foundation

/// A dashboard for Grafana in its classic format, as far as tests look into it.
///
/// Follows https://grafana.com/docs/grafana/latest/visualizations/dashboards/build-dashboards/view-dashboard-json-model/
public struct Dashboard: Decodable, Sendable {
    /// What a panel, a variable or an annotation asks.
    public struct DataSource: Decodable, Sendable, Hashable {
        public let type: String
        public let uid: String
    }

    public struct GridPosition: Decodable, Sendable {
        // The names of the format.
        public let x: Int
        public let y: Int
        public let w: Int
        public let h: Int
    }

    public struct Target: Decodable, Sendable {
        public let refId: String
        public let expr: String
        public let datasource: DataSource
        /// Whether it asks for one moment; else for a time.
        public let instant: Bool?
    }

    public struct Panel: Decodable, Sendable {
        public struct FieldConfig: Decodable, Sendable {
            public struct Defaults: Decodable, Sendable {
                public struct Thresholds: Decodable, Sendable {
                    public struct Step: Decodable, Sendable {
                        public let color: String
                        public let value: Double?
                    }
                    public let steps: [Step]
                }
                public let unit: String?
                public let thresholds: Thresholds?
            }
            public let defaults: Defaults
        }

        public let id: Int
        public let type: String
        public let title: String
        public let description: String?
        public let gridPos: GridPosition
        public let datasource: DataSource?
        public let fieldConfig: FieldConfig?
        public let targets: [Target]?
        /// The variable for each of whose values it is shown once.
        public let `repeat`: String?
    }

    public struct Variable: Decodable, Sendable {
        /// A text, or an object that holds one.
        public struct Query: Decodable, Sendable {
            public let text: String

            private enum CodingKeys: String, CodingKey { case query }

            public init(from decoder: any Decoder) throws {
                if let plain = try? decoder.singleValueContainer().decode(String.self) {
                    text = plain
                } else {
                    text = try decoder.container(keyedBy: CodingKeys.self)
                        .decode(String.self, forKey: .query)
                }
            }
        }

        public let name: String
        public let type: String
        public let query: Query
        public let datasource: DataSource?
        /// What stands for all values at once; without it, the values are joined.
        public let allValue: String?
        public let includeAll: Bool?
        public let description: String?
    }

    public struct Annotation: Decodable, Sendable {
        public let name: String
        public let datasource: DataSource
        /// Absent in the one that Grafana brings itself.
        public let expr: String?
    }

    public struct Link: Decodable, Sendable {
        public let title: String
        public let type: String
        public let url: String
        public let tags: [String]
    }

    public struct List<Element: Decodable & Sendable>: Decodable, Sendable {
        public let list: [Element]
    }

    public let uid: String
    public let title: String
    public let description: String
    public let schemaVersion: Int
    public let tags: [String]
    public let links: [Link]
    public let panels: [Panel]
    public let templating: List<Variable>
    public let annotations: List<Annotation>

    /// The folder of all dashboards.
    public static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appending(path: "grafana/dashboards")

    /// The file names of all dashboards.
    public static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    }

    /// The text of a file.
    public static func text(of name: String) throws -> String {
        try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    }

    /// Reads a file.
    public init(named name: String) throws {
        self = try JSONDecoder().decode(Self.self, from: Data(Self.text(of: name).utf8))
    }
}
