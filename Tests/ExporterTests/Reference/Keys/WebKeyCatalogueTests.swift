import ConfigTree
import Foundation
import Serving
import TestKit
import Testing

@testable import Exporter

/// Holds the catalogue of the web configuration's keys against its readers.
struct WebKeyCatalogueTests {
    /// Has `server` with its key.
    private let authority: CertificateAuthority

    init() async throws {
        authority = try await CertificateAuthority()
        try await authority.issue("server.example", file: "server")
    }

    private func read(_ text: String) throws(ConfigurationError) -> WebConfiguration {
        try WebConfiguration.read(
            Array(text.utf8), name: "web.yml", folder: authority.folder.path + "/")
    }

    private func problems(in text: String) -> [String] {
        do throws(ConfigurationError) {
            _ = try read(text)
            return []
        } catch {
            return error.problems.map(\.message)
        }
    }

    private func known(in text: String) throws -> Set<String> {
        let problem = try #require(problems(in: text).first { $0.contains("allowed here: ") })
        let list = try #require(problem.split(separator: "allowed here: ").last)
        return Set(list.split(separator: ", ").map(String.init))
    }

    @Test func `the readers know the keys of each map and no others`() throws {
        let sections = WebKeyCatalogue.sections.filter { $0.name != "basic_auth_users" }
        for section in sections {
            let known = try known(in: section.document(with: "zzzzzzzzzzzz", "1"))
            #expect(known == Set(section.keys.map(\.name)), "\(section.name)")
        }
        #expect(
            try known(in: "zzzzzzzzzzzz: 1\n") == Set(WebKeyCatalogue.sections.map { $0.path[0] }))
    }

    @Test(arguments: WebKeyCatalogue.sections)
    func `a value of another kind is refused in the words of the catalogue`(
        section: KeySection
    ) {
        for key in section.keys where !key.isOfUser {
            let (value, words) = key.kind.refusal
            let problems = problems(in: section.document(with: key.name, value))
            #expect(
                problems.contains {
                    $0.hasPrefix("\(section.path(of: key.name)): ")
                        && $0.contains(words.split(separator: ", ")[0])
                }, "\(problems)")
        }
    }

    @Test(arguments: WebKeyCatalogue.sections)
    func `what the catalogue calls the default changes nothing`(section: KeySection) throws {
        for key in section.keys {
            guard case .value(let yaml) = key.standard else { continue }
            let (without, with) = try (
                read(section.document()), read(section.document(with: key.name, yaml))
            )
            #expect(without.tls == with.tls)
            #expect(without.access.headers.fields == with.access.headers.fields)
        }
    }

    @Test func `a required key is missed`() {
        for key in WebKeyCatalogue.tls.keys {
            guard case .required = key.standard else { continue }
            let text = WebKeyCatalogue.tls.document(without: key.name)
            #expect(problems(in: text).contains { $0.contains("\(key.name): is missing") })
        }
    }
}
