import APIModel
import Serving

/// What the control path answers.
enum ControlReply {
    static func success(_ json: String) -> Response {
        reply(200, json)
    }

    static func failure(_ status: Int, _ message: String) -> Response {
        reply(status, JSONText.object([("error", JSONText.quoted(message))]))
    }

    /// Answers a request by a handler that may refuse it.
    static func answer(
        _ request: Request,
        _ handler: (inout ControlParameters) throws(ControlError) -> String
    ) -> Response {
        var parameters = ControlParameters(request)
        do throws(ControlError) {
            return success(try handler(&parameters))
        } catch {
            return failure(400, error.message)
        }
    }

    private static func reply(_ status: Int, _ json: String) -> Response {
        Response(status: status, contentType: "application/json", bytes: SharedBytes(json + "\n"))
    }
}
