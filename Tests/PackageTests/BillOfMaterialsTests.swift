import Foundation
import Testing

/// Holds what `packaging/sbom` prints against the fields that SPDX 2.3 requires.
///
/// https://spdx.github.io/spdx-spec/v2.3/
struct BillOfMaterialsTests {
    private struct Document: Decodable {
        struct Creation: Decodable {
            let created: String
            let creators: [String]
        }
        struct Package: Decodable {
            struct Reference: Decodable {
                let referenceCategory: String
                let referenceType: String
                let referenceLocator: String
            }
            struct Checksum: Decodable {
                let algorithm: String
                let checksumValue: String
            }
            let SPDXID: String
            let name: String
            let versionInfo: String
            let downloadLocation: String
            let filesAnalyzed: Bool
            let licenseDeclared: String
            let primaryPackagePurpose: String
            let externalRefs: [Reference]
            let checksums: [Checksum]?
        }
        struct Relationship: Decodable {
            let spdxElementId: String
            let relationshipType: String
            let relatedSpdxElement: String
        }
        let spdxVersion: String
        let dataLicense: String
        let SPDXID: String
        let name: String
        let documentNamespace: String
        let creationInfo: Creation
        let packages: [Package]
        let relationships: [Relationship]
    }

    private let text: String
    private let document: Document

    init() async throws {
        // Any program of Debian's that is linked with libcurl.
        let outcome = try await PackagingFolder.run(
            "sbom", ["/usr/bin/curl", "1.2.3", "6.3.1"],
            variables: ["SOURCE_DATE_EPOCH": "1767225600"])
        try #require(outcome.status == 0, "\(outcome.errors)")
        text = outcome.output
        document = try JSONDecoder().decode(Document.self, from: Data(text.utf8))
    }

    @Test func `the document says what it is`() {
        #expect(document.spdxVersion == "SPDX-2.3")
        #expect(document.dataLicense == "CC0-1.0")
        #expect(document.SPDXID == "SPDXRef-DOCUMENT")
        #expect(document.name == "exchangerate-exporter-1.2.3")
        #expect(URL(string: document.documentNamespace)?.scheme != nil)
        #expect(!document.documentNamespace.contains("#"))
        #expect(document.creationInfo.created == "2026-01-01T00:00:00Z")
        #expect(document.creationInfo.creators.allSatisfy { $0.hasPrefix("Tool: ") })
        #expect(!document.creationInfo.creators.isEmpty)
    }

    @Test func `a package has an identifier of its own and a locator`() {
        let identifiers = document.packages.map(\.SPDXID)
        #expect(Set(identifiers).count == identifiers.count)
        for package in document.packages {
            #expect(package.SPDXID.wholeMatch(of: /SPDXRef-[A-Za-z0-9.-]+/) != nil)
            #expect(!package.versionInfo.isEmpty)
            #expect(!package.filesAnalyzed)
            #expect(package.downloadLocation == "NOASSERTION")
            let purl = package.externalRefs.first { $0.referenceType == "purl" }
            #expect(purl?.referenceCategory == "PACKAGE-MANAGER")
            #expect(purl?.referenceLocator.hasPrefix("pkg:") == true)
            #expect(purl?.referenceLocator.contains(where: \.isWhitespace) == false)
        }
    }

    @Test func `it holds the program, the runtime, and the libraries of Debian`() throws {
        let program = try #require(document.packages.first)
        #expect(program.name == "exchangerate-exporter")
        #expect(program.versionInfo == "1.2.3")
        #expect(program.licenseDeclared == "Apache-2.0")
        #expect(program.primaryPackagePurpose == "APPLICATION")
        #expect(program.checksums?.first?.algorithm == "SHA256")
        #expect(program.checksums?.first?.checksumValue.count == 64)
        let byName = Dictionary(uniqueKeysWithValues: document.packages.map { ($0.name, $0) })
        #expect(byName["swift-runtime"]?.versionInfo == "6.3.1")
        let locator = byName["libcurl4"]?.externalRefs.first?.referenceLocator
        #expect(locator?.hasPrefix("pkg:deb/debian/libcurl4@") == true)
        #expect(byName["libc6"] != nil)
    }

    @Test func `each package is related to the program, and the document describes it`() {
        let program = "SPDXRef-exchangerate-exporter"
        let known = Set(document.packages.map(\.SPDXID)).union([document.SPDXID])
        for relationship in document.relationships {
            #expect(known.contains(relationship.spdxElementId))
            #expect(known.contains(relationship.relatedSpdxElement))
        }
        let described = document.relationships.filter { $0.relationshipType == "DESCRIBES" }
        #expect(described.map(\.relatedSpdxElement) == [program])
        let linked = document.relationships.filter { $0.spdxElementId == program }
        #expect(
            Set(linked.map(\.relatedSpdxElement))
                == known.subtracting([program, document.SPDXID]))
        #expect(
            linked.filter { $0.relationshipType == "STATIC_LINK" }.map(\.relatedSpdxElement)
                == ["SPDXRef-swift-runtime"])
    }

    @Test func `a library that is of no package is named`() async throws {
        let folder = try BuildFolder(program: nil)
        let ldd = folder.url.appending(path: "ldd")
        try "#!/bin/sh\necho 'libcurl.so.4 => /opt/own/libcurl.so.4 (0x0)'\n".write(
            to: ldd, atomically: true, encoding: .utf8)
        try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: ldd.path)
        let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
        let outcome = try await PackagingFolder.run(
            "sbom", ["/usr/bin/curl", "1.2.3", "6.3.1"],
            variables: ["PATH": "\(folder.path):\(path)"])
        #expect(outcome.status == 1)
        #expect(outcome.errors == "/opt/own/libcurl.so.4 is of no Debian package\n")
        #expect(outcome.output.isEmpty)
    }

    @Test func `the same program at the same time gives the same document`() async throws {
        let again = try await PackagingFolder.run(
            "sbom", ["/usr/bin/curl", "1.2.3", "6.3.1"],
            variables: ["SOURCE_DATE_EPOCH": "1767225600"])
        #expect(again.output == text)
    }
}
