// swift-tools-version: 6.2

import PackageDescription

let settings: [SwiftSetting] = [
    .swiftLanguageMode(.v6),
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .treatAllWarnings(as: .error),
]

/// Of the targets that hold tests, which take long to optimize where all else is: see Tests/Sanitizers/test.
let testSettings =
    Context.environment["SANITIZER"] == nil ? settings : settings + [.unsafeFlags(["-Onone"])]

/// A C library of Debian's behind a module map and a header of typed wrappers.
func systemLibrary(_ name: String, pkgConfig: String, apt package: String) -> Target {
    .systemLibrary(name: name, pkgConfig: pkgConfig, providers: [.apt([package])])
}

func library(_ name: String, _ dependencies: [Target.Dependency] = []) -> Target {
    .target(name: name, dependencies: dependencies, swiftSettings: settings)
}

func tests(
    of name: String, _ dependencies: [Target.Dependency], exclude: [String] = [],
    resources: [Resource] = []
) -> Target {
    .testTarget(
        name: "\(name)Tests", dependencies: dependencies, exclude: exclude, resources: resources,
        swiftSettings: testSettings)
}

/// A variable of the build's environment as a C text; none where it is not set.
///
/// Only what names of branches and commits are made of passes: a quote would end the text.
func buildInfo(_ name: String) -> [CSetting] {
    let allowed = (Context.environment[name] ?? "").unicodeScalars.filter { scalar in
        scalar.isASCII
            && (scalar.properties.isAlphabetic || "0123456789-_./+".contains(String(scalar)))
    }
    guard !allowed.isEmpty else { return [] }
    return [.define(name, to: "\"\(String(String.UnicodeScalarView(allowed)))\"")]
}

// libFuzzer brings a `main` of its own, and a program cannot be linked with that of another: for
// `make fuzz` alone the daemon is a library without its own, and the fuzzer a program.
let isFuzzing = Context.environment["FUZZ"] != nil

let daemonDependencies: [Target.Dependency] = [
    "Alerting", "CBuildInfo", "CGlibc", "ConfigTree", "Crypto", "Delivery", "Domain",
    "ExchangeRate", "Exposition", "Freshness", "HTTP", "Pipeline", "Polling", "Rehearsal",
    "Serving", "Storage",
    "Transport",
]

let daemon: Target =
    isFuzzing
    ? .target(
        name: "Exporter", dependencies: daemonDependencies, exclude: ["ExporterProgram.swift"],
        swiftSettings: settings)
    : .executableTarget(
        name: "Exporter", dependencies: daemonDependencies, swiftSettings: settings)

let programs: [Product] =
    isFuzzing ? [] : [.executable(name: "exchangerate-exporter", targets: ["Exporter"])]

let package = Package(
    name: "exchangerate-exporter",
    products: programs + [
        .executable(name: "exchangerate-standin", targets: ["StandIn"]),
        .library(
            name: "ExchangeRate", targets: ["ExchangeRate", "HTTP", "Freshness", "Transport"]),
        .library(
            name: "ExchangeRateURLSession",
            targets: ["ExchangeRateURLSession", "ExchangeRate", "HTTP", "Freshness"]),
    ],
    targets: [
        // Layer 0: C libraries, and data compiled in.
        systemLibrary("CCurl", pkgConfig: "libcurl", apt: "libcurl4-openssl-dev"),
        systemLibrary("CSQLite", pkgConfig: "sqlite3", apt: "libsqlite3-dev"),
        systemLibrary("CYAML", pkgConfig: "yaml-0.1", apt: "libyaml-dev"),
        systemLibrary("CMicroHTTPD", pkgConfig: "libmicrohttpd", apt: "libmicrohttpd-dev"),
        systemLibrary("CZlib", pkgConfig: "zlib", apt: "zlib1g-dev"),
        systemLibrary("CGnuTLS", pkgConfig: "gnutls", apt: "libgnutls28-dev"),
        systemLibrary("CCrypt", pkgConfig: "libcrypt", apt: "libcrypt-dev"),
        .systemLibrary(name: "CGlibc"),
        .target(name: "CReferenceRates", exclude: ["ecb-reference-rates.csv"]),
        .target(
            name: "CBuildInfo",
            cSettings: buildInfo("EXPORTER_REVISION") + buildInfo("EXPORTER_BRANCH")),

        // Layer 1
        library("HTTP"),
        library("Freshness"),
        library("ConfigTree", ["CYAML"]),
        library("Crypto", ["CCrypt", "CGnuTLS"]),

        // Layer 2
        library("ExchangeRate", ["HTTP", "Freshness"]),
        library("Transport", ["CCurl", "HTTP"]),
        library("ExchangeRateURLSession", ["HTTP"]),
        library("Serving", ["CGnuTLS", "CMicroHTTPD", "CZlib", "Crypto"]),

        // Layer 3
        library("Domain", ["ExchangeRate", "Freshness"]),
        library("APIModel", ["CReferenceRates", "ExchangeRate", "Freshness"]),

        // Layer 4
        library("Storage", ["CSQLite", "Domain", "ExchangeRate", "Freshness"]),
        library("Polling", ["ConfigTree", "Domain", "ExchangeRate", "Freshness"]),
        library("Exposition", ["Domain", "ExchangeRate", "Freshness"]),
        library("Alerting", ["ConfigTree", "Domain", "ExchangeRate", "Freshness"]),
        library(
            "Delivery", ["ConfigTree", "Crypto", "Domain", "ExchangeRate", "Freshness", "HTTP"]),

        // Layer 5
        library(
            "Pipeline",
            [
                "Alerting", "Delivery", "Domain", "ExchangeRate", "Freshness", "HTTP", "Polling",
            ]),

        // Layer 6
        library(
            "Rehearsal",
            [
                "APIModel", "Alerting", "ConfigTree", "Delivery", "Domain", "ExchangeRate",
                "Freshness", "HTTP", "Pipeline", "Polling",
            ]),

        // Layer 7
        daemon,
        .executableTarget(
            name: "StandIn",
            dependencies: ["APIModel", "ExchangeRate", "Freshness", "Serving"],
            swiftSettings: settings),

        // Tests
        .target(
            name: "TestKit",
            dependencies: ["CGlibc", "CZlib", "Domain", "ExchangeRate", "Freshness", "HTTP"],
            path: "Tests/TestKit",
            swiftSettings: settings),
        .target(
            name: "PipelineModel",
            dependencies: [
                "Alerting", "Delivery", "Domain", "ExchangeRate", "Freshness", "Pipeline",
                "Polling",
            ],
            path: "Tests/PipelineModel",
            swiftSettings: settings),
        .target(
            name: "FuzzReaders",
            dependencies: [
                "APIModel", "ConfigTree", "Crypto", "Delivery", "Domain", "ExchangeRate",
                "Exporter", "Exposition", "Freshness", "HTTP", "Pipeline", "PipelineModel",
                "Polling", "Rehearsal", "Serving", "Storage", "TestKit", "Transport",
            ],
            path: "Tests/FuzzReaders",
            swiftSettings: settings),
        tests(of: "TestKit", ["TestKit"]),
        tests(of: "FuzzReaders", ["FuzzReaders"]),
        tests(of: "HTTP", ["HTTP"]),
        tests(of: "Freshness", ["Freshness", "TestKit"]),
        tests(of: "ConfigTree", ["ConfigTree", "TestKit"]),
        tests(of: "Crypto", ["Crypto"]),
        tests(of: "ExchangeRate", ["ExchangeRate", "Freshness", "HTTP", "TestKit"]),
        tests(of: "Transport", ["CZlib", "HTTP", "TestKit", "Transport"]),
        tests(
            of: "ExchangeRateURLSession",
            [
                "ExchangeRate", "ExchangeRateURLSession", "Freshness", "HTTP", "TestKit",
                "Transport",
            ]),
        tests(of: "Serving", ["CZlib", "Crypto", "Serving", "TestKit"]),
        tests(of: "Domain", ["Domain", "ExchangeRate", "Freshness", "TestKit"]),
        tests(of: "APIModel", ["APIModel", "ExchangeRate", "Freshness", "TestKit"]),
        tests(
            of: "Storage", ["CSQLite", "Domain", "ExchangeRate", "Freshness", "Storage", "TestKit"]),
        tests(
            of: "Polling",
            ["ConfigTree", "Domain", "ExchangeRate", "Freshness", "Polling", "TestKit"]),
        tests(
            of: "Exposition", ["Domain", "ExchangeRate", "Exposition", "Freshness", "TestKit"],
            exclude: ["Golden"]),
        tests(
            of: "Alerting",
            ["Alerting", "ConfigTree", "Domain", "ExchangeRate", "Freshness", "TestKit"]),
        tests(
            of: "Delivery", ["ConfigTree", "Delivery", "Domain", "Freshness", "HTTP", "TestKit"],
            exclude: ["Golden"]),
        tests(
            of: "Pipeline",
            [
                "APIModel", "Alerting", "Delivery", "Domain", "ExchangeRate", "Freshness", "HTTP",
                "Pipeline", "PipelineModel", "Polling", "TestKit",
            ]),
        tests(
            of: "Rehearsal",
            [
                "APIModel", "Alerting", "Delivery", "Domain", "ExchangeRate", "Freshness", "HTTP",
                "Pipeline", "Polling", "Rehearsal", "TestKit",
            ]),
        tests(
            of: "Exporter",
            [
                "APIModel", "Alerting", "ConfigTree", "Delivery", "Domain", "ExchangeRate",
                "Exporter", "Exposition", "Freshness", "HTTP", "Pipeline", "Polling", "Serving",
                "TestKit",
            ],
            exclude: ["Fixtures", "Golden", "StatusPage/Golden", "Web/Golden"]),
        tests(
            of: "StandIn",
            [
                "APIModel", "Domain", "ExchangeRate", "Freshness", "Serving", "StandIn", "TestKit",
            ]),
        tests(
            of: "EndToEnd",
            [
                "CGnuTLS", "Domain", "ExchangeRate", "ExchangeRateURLSession", "Exporter",
                "Freshness", "HTTP", "Serving", "StandIn", "Storage", "TestKit", "Transport",
            ],
            exclude: [
                "Clock/moved-clock.c", "Golden", "StatusPage/Golden", "StatusPage/audit.js",
            ]),
        tests(of: "AlertFiles", ["Alerting", "Domain", "Exposition", "TestKit"]),
        tests(of: "Dashboards", ["Exposition", "TestKit"]),
        tests(of: "Package", ["TestKit"]),
    ]
)

if isFuzzing {
    package.targets.append(
        .executableTarget(
            name: "Fuzz", dependencies: ["FuzzReaders"], path: "Tests/Fuzz",
            exclude: ["Corpus", "run"],
            swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])]))
}
