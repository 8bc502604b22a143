import CCurl
import HTTP

/// Owns a curl easy handle: the settings of one transfer after another.
///
/// It keeps curl's buffers between transfers; connections are kept by the multi handle.
final class EasyHandle {
    let pointer: UnsafeMutableRawPointer
    private var headerList: UnsafeMutablePointer<curl_slist>?
    /// curl writes here why a transfer failed, until the handle is gone.
    private let errorBuffer = UnsafeMutableBufferPointer<CChar>.allocate(
        capacity: Int(CURL_ERROR_SIZE))

    init() throws(TransportError) {
        errorBuffer.initialize(repeating: 0)
        guard let pointer = curl_easy_init() else {
            errorBuffer.deallocate()
            throw TransportError(kind: .connect, detail: "curl could not make a handle")
        }
        self.pointer = pointer
    }

    deinit {
        curl_easy_cleanup(pointer)
        curl_slist_free_all(headerList)
        errorBuffer.deallocate()
    }

    /// Puts every option back to curl's own value, and keeps the buffers.
    func reset() throws(TransportError) {
        curl_easy_reset(pointer)
        curl_slist_free_all(headerList)
        headerList = nil
        errorBuffer.update(repeating: 0)
        try check(
            exchangerate_curl_set_pointer(
                pointer, CURLOPT_ERRORBUFFER, UnsafeMutableRawPointer(errorBuffer.baseAddress)))
    }

    func set(_ option: CURLoption, _ value: Int) throws(TransportError) {
        try check(exchangerate_curl_set_long(pointer, option, value))
    }

    /// Sets a text, which curl copies; nil puts curl's own value back.
    func set(_ option: CURLoption, _ value: String?) throws(TransportError) {
        guard let value else {
            try check(exchangerate_curl_set_string(pointer, option, nil))
            return
        }
        try check(exchangerate_curl_set_string(pointer, option, value))
    }

    /// Sets a pointer that must live until the transfer has left the multi handle.
    func set(_ option: CURLoption, _ value: UnsafeMutableRawPointer) throws(TransportError) {
        try check(exchangerate_curl_set_pointer(pointer, option, value))
    }

    func set(
        _ option: CURLoption, callback: exchangerate_curl_data_callback
    ) throws(TransportError) {
        try check(exchangerate_curl_set_callback(pointer, option, callback))
    }

    /// Sets the body of a request, which curl copies.
    func setBody(_ body: [UInt8]) throws(TransportError) {
        try set(CURLOPT_POST, 1)
        try set(CURLOPT_POSTFIELDSIZE, body.count)
        // An empty array has no address, and a null pointer makes curl ask a read callback.
        let bytes = body.isEmpty ? [0] : body
        try check(exchangerate_curl_set_bytes(pointer, CURLOPT_COPYPOSTFIELDS, bytes))
    }

    /// Sets the header lines; `Name:` keeps curl from sending a header of its own.
    func setHeaderLines(_ lines: [String]) throws(TransportError) {
        for line in lines {
            guard let list = curl_slist_append(headerList, line) else {
                try check(CURLE_OUT_OF_MEMORY)
                return
            }
            headerList = list
        }
        try check(exchangerate_curl_set_list(pointer, CURLOPT_HTTPHEADER, headerList))
    }

    /// What curl says of the failure; empty where it says nothing.
    var errorText: String {
        let bytes = errorBuffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
        return String(decoding: bytes, as: UTF8.self)
    }

    /// The status that a proxy answered `CONNECT` with; 0 where none was asked.
    var proxyStatus: Int {
        var status = 0
        return exchangerate_curl_get_long(pointer, CURLINFO_HTTP_CONNECTCODE, &status) == CURLE_OK
            ? status : 0
    }

    /// Whether a connection came about, so that a request went over it.
    var hasSentRequest: Bool {
        var size = 0
        return exchangerate_curl_get_long(pointer, CURLINFO_REQUEST_SIZE, &size) == CURLE_OK
            && size > 0
    }

    private func check(_ code: CURLcode) throws(TransportError) {
        guard code == CURLE_OK else {
            throw TransportError(kind: .connect, detail: CurlFailure.text(of: code))
        }
    }
}
