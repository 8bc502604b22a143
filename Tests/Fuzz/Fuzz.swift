import Dispatch
import Foundation
import FuzzReaders

/// The reader that `FUZZ_READER` names.
private let reader: any FuzzReader.Type = {
    let name = ProcessInfo.processInfo.environment["FUZZ_READER"] ?? ""
    guard let reader = FuzzCatalogue.reader(named: name) else {
        let names = FuzzCatalogue.readers.map { $0.name }.joined(separator: ", ")
        fatalError("FUZZ_READER is \"\(name)\"; known are \(names)")
    }
    return reader
}()

/// What libFuzzer calls first: with `FUZZ_SEEDS` the seeds of all readers are written to that folder,
/// a folder for each, with a dictionary beside it, and that is all.
@_cdecl("LLVMFuzzerInitialize")
func prepare(
    _ count: UnsafeMutablePointer<CInt>?, _ arguments: UnsafeMutableRawPointer?
) -> CInt {
    guard let folder = ProcessInfo.processInfo.environment["FUZZ_SEEDS"] else {
        _ = reader
        return 0
    }
    do {
        for reader in FuzzCatalogue.readers {
            try SeedFolder(URL(fileURLWithPath: folder)).write(reader)
        }
    } catch {
        fatalError("the seeds cannot be written: \(error)")
    }
    exit(0)
}

/// What libFuzzer calls with each input.
@_cdecl("LLVMFuzzerTestOneInput")
func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
    let bytes = Array(UnsafeBufferPointer(start: start, count: count))
    let isRead = DispatchSemaphore(value: 0)
    Task {
        do throws(BrokenPromise) {
            try await reader.read(bytes)
        } catch {
            fatalError("a broken promise: \(error)")
        }
        isRead.signal()
    }
    isRead.wait()
    return 0
}
