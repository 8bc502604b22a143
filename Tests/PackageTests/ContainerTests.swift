import Foundation
import Testing

/// Holds the Containerfile and the manifests of Kubernetes against each other and the daemon.
struct ContainerTests {
    private static let manifests = [
        "kustomization.yaml", "secret.yaml", "service.yaml", "servicemonitor.yaml",
        "statefulset.yaml",
    ]
    private static let label = "app.kubernetes.io/name"
    private static let name = "exchangerate-exporter"

    private func pod() async throws -> YAMLFile {
        let set = try await YAMLFile("kubernetes/statefulset.yaml")
        return try #require(set["spec", "template", "spec"])
    }

    private func container() async throws -> YAMLFile {
        try #require(await pod()["containers"]?.entry(named: Self.name))
    }

    /// The instructions of the Containerfile, each on one line.
    private func instructions() throws -> [String] {
        try PackagingFolder.text(of: "Containerfile")
            .replacingOccurrences(of: "\\\n", with: " ").split(separator: "\n")
            .map(String.init).filter { !$0.hasPrefix("#") }
    }

    private func arguments(of instruction: String) throws -> [String] {
        let line = try #require(try instructions().first { $0.hasPrefix("\(instruction) ") })
        let list = try #require(line.firstIndex(of: "["))
        return try JSONDecoder().decode([String].self, from: Data(line[list...].utf8))
    }

    @Test func `every manifest is known to these tests`() throws {
        let files = try FileManager.default.contentsOfDirectory(
            atPath: PackagingFolder.url.appending(path: "kubernetes").path)
        #expect(files.sorted() == (Self.manifests + ["config.yml"]).sorted())
    }

    @Test(arguments: manifests)
    func `a manifest has a kind`(file: String) async throws {
        let manifest = try await YAMLFile("kubernetes/\(file)")
        #expect(manifest["apiVersion"]?.string != nil)
        #expect(manifest["kind"]?.string != nil)
        if file != "kustomization.yaml" {
            #expect(manifest["metadata", "name"]?.string == Self.name)
        }
    }

    @Test func `the daemon takes the flags and the settings of the pod`() async throws {
        let running = try FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        let daemon = URL(filePath: running).deletingLastPathComponent().appending(path: Self.name)
        let entry = try arguments(of: "ENTRYPOINT")
        #expect(entry.first == Self.name)
        let given = try await container()["args"]?.strings ?? []
        let mounted = "/etc/exchangerate-exporter/config.yml"
        let settings = PackagingFolder.url.appending(path: "kubernetes/config.yml").path
        #expect(entry.contains("--config.file=\(mounted)"))
        let flags = (entry.dropFirst() + given).map {
            $0.replacingOccurrences(of: mounted, with: settings)
        }
        #expect(flags.count > 2)
        let check = try await PackagingFolder.run(
            program: daemon.path, ["check-config"] + flags)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        #expect(check.output.contains("keyless"))
    }

    @Test func `the image runs without root and asks the daemon how it is`() async throws {
        let user = try #require(try instructions().first { $0.hasPrefix("USER ") })
        #expect(user == "USER 10978:10978")
        #expect(try arguments(of: "HEALTHCHECK") == [Self.name, "health"])
        let image = try instructions()
        #expect(image.contains("EXPOSE 10978"))
        #expect(image.contains("VOLUME /var/lib/exchangerate-exporter"))
        #expect(
            try arguments(of: "ENTRYPOINT").contains(
                "--storage.path=/var/lib/exchangerate-exporter"))
    }

    @Test func `the probes ask paths that the daemon has`() async throws {
        let routes = try String(
            contentsOf: ArchitectureTests.root.appending(path: "Sources/Exporter/Web/Routes.swift"),
            encoding: .utf8)
        let container = try await container()
        for (probe, path) in [("livenessProbe", "/-/healthy"), ("readinessProbe", "/-/ready")] {
            #expect(container[probe, "httpGet", "path"]?.string == path)
            #expect(container[probe, "httpGet", "port"]?.string == "http")
            #expect(routes.contains("\"\(path)\""))
        }
        let port = container["ports"]?.entry(named: "http")?["containerPort"]?.number
        #expect(port == 10978)
    }

    @Test func `the pod has no right that it does not need`() async throws {
        let pod = try await pod()
        #expect(pod["securityContext", "runAsNonRoot"]?.isTrue == true)
        #expect(pod["securityContext", "runAsUser"]?.number == 10978)
        #expect(pod["securityContext", "fsGroup"]?.number == 10978)
        #expect(pod["automountServiceAccountToken"]?.isTrue == false)
        let container = try await container()
        #expect(container["securityContext", "readOnlyRootFilesystem"]?.isTrue == true)
        #expect(container["securityContext", "allowPrivilegeEscalation"]?.isTrue == false)
        #expect(container["securityContext", "capabilities", "drop"]?.strings == ["ALL"])
    }

    @Test func `the state is on a volume, and the key in a secret that may be missing`()
        async throws
    {
        let set = try await YAMLFile("kubernetes/statefulset.yaml")
        let claims = set["spec", "volumeClaimTemplates"]?.list ?? []
        #expect(claims.compactMap { $0["metadata", "name"]?.string } == ["state"])
        #expect(set["spec", "replicas"]?.number == 1)
        let container = try await container()
        let mounts = container["volumeMounts"]
        #expect(
            mounts?.entry(named: "state")?["mountPath"]?.string
                == "/var/lib/exchangerate-exporter")
        #expect(
            mounts?.entry(named: "settings")?["mountPath"]?.string == "/etc/exchangerate-exporter")
        let credentials = container["env"]?.entry(named: "CREDENTIALS_DIRECTORY")?["value"]?.string
        #expect(credentials != nil)
        #expect(mounts?.entry(named: "key")?["mountPath"]?.string == credentials)
        let key = try await pod()["volumes"]?.entry(named: "key")
        #expect(key?["secret", "secretName"]?.string == Self.name)
        #expect(key?["secret", "optional"]?.isTrue == true)
        let secret = try await YAMLFile("kubernetes/secret.yaml")
        #expect(secret["stringData", "api-key"]?.string != nil)
    }

    @Test func `what selects pods and services finds them`() async throws {
        let set = try await YAMLFile("kubernetes/statefulset.yaml")
        let service = try await YAMLFile("kubernetes/service.yaml")
        let monitor = try await YAMLFile("kubernetes/servicemonitor.yaml")
        #expect(set["spec", "template", "metadata", "labels", Self.label]?.string == Self.name)
        #expect(set["spec", "selector", "matchLabels", Self.label]?.string == Self.name)
        #expect(set["spec", "serviceName"]?.string == service["metadata", "name"]?.string)
        #expect(service["spec", "selector", Self.label]?.string == Self.name)
        #expect(service["metadata", "labels", Self.label]?.string == Self.name)
        #expect(monitor["spec", "selector", "matchLabels", Self.label]?.string == Self.name)
        let endpoint = try #require(monitor["spec", "endpoints"]?.list.first)
        #expect(endpoint["path"]?.string == "/metrics")
        let port = try #require(endpoint["port"]?.string)
        #expect(service["spec", "ports"]?.entry(named: port)?["port"]?.number == 10978)
    }

    @Test func `the kustomization names files that are there, and this version`() async throws {
        let kustomization = try await YAMLFile("kubernetes/kustomization.yaml")
        let files =
            (kustomization["resources"]?.strings ?? [])
            + (kustomization["configMapGenerator"]?.entry(named: Self.name)?["files"]?.strings ?? [])
        #expect(files.sorted() == ["config.yml", "service.yaml", "statefulset.yaml"])
        let version = try await PackagingFolder.run("version")
        let tag = kustomization["images"]?.entry(named: Self.name)?["newTag"]?.string
        #expect(tag.map { "\($0)\n" } == version.output)
    }
}
