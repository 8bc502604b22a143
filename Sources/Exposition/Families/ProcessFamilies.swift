// Names, types and meaning are those of Prometheus' client libraries, so that every dashboard
// for processes works: https://prometheus.io/docs/instrumenting/writing_clientlibs/
extension MetricFamily {
    static let processCPU = MetricFamily(
        "process_cpu_seconds_total", .counter, unit: .seconds,
        isMoving: true,
        help: "Total user and system CPU time spent in seconds."
    ) { scrape, out in
        guard let time = scrape.process?.cpuTime else { return }
        out.sample(.duration(time))
    }

    static let processOpenFDs = MetricFamily(
        "process_open_fds", .gauge, isMoving: true,
        help: "Number of open file descriptors."
    ) { scrape, out in
        guard let count = scrape.process?.openFileDescriptors else { return }
        out.sample(.count(count))
    }

    static let processMaxFDs = MetricFamily(
        "process_max_fds", .gauge, isMoving: true,
        help: "Maximum number of open file descriptors."
    ) { scrape, out in
        guard let count = scrape.process?.maxFileDescriptors else { return }
        out.sample(.count(count))
    }

    static let processVirtualMemory = MetricFamily(
        "process_virtual_memory_bytes", .gauge, unit: .bytes,
        isMoving: true,
        help: "Virtual memory size in bytes."
    ) { scrape, out in
        guard let bytes = scrape.process?.virtualMemoryBytes else { return }
        out.sample(.count(bytes))
    }

    static let processVirtualMemoryMax = MetricFamily(
        "process_virtual_memory_max_bytes", .gauge, unit: .bytes,
        isMoving: true,
        help: "Maximum amount of virtual memory available in bytes."
    ) { scrape, out in
        guard let bytes = scrape.process?.virtualMemoryMaxBytes else { return }
        out.sample(.count(bytes))
    }

    static let processResidentMemory = MetricFamily(
        "process_resident_memory_bytes", .gauge, unit: .bytes,
        isMoving: true,
        help: "Resident memory size in bytes."
    ) { scrape, out in
        guard let bytes = scrape.process?.residentMemoryBytes else { return }
        out.sample(.count(bytes))
    }

    static let processStartTime = MetricFamily(
        "process_start_time_seconds", .gauge, unit: .seconds,
        isMoving: true,
        help: "Start time of the process since unix epoch in seconds."
    ) { scrape, out in
        guard let time = scrape.process?.startedAt else { return }
        out.sample(.timestamp(time))
    }

    static let processNetworkReceive = MetricFamily(
        "process_network_receive_bytes_total", .counter, unit: .bytes,
        isMoving: true,
        help: "Number of bytes received by the process over the network."
    ) { scrape, out in
        guard let bytes = scrape.process?.networkReceiveBytes else { return }
        out.sample(.count(bytes))
    }

    static let processNetworkTransmit = MetricFamily(
        "process_network_transmit_bytes_total", .counter, unit: .bytes,
        isMoving: true,
        help: "Number of bytes sent by the process over the network."
    ) { scrape, out in
        guard let bytes = scrape.process?.networkTransmitBytes else { return }
        out.sample(.count(bytes))
    }
}
