import Domain

/// How to read the page, and where to read on, at its end.
struct Legend {
    /// The anchor of the section.
    static let anchor = "docs"

    var html: HTML {
        """
        <footer class="card" id="\(Self.anchor)">
        <h2>Docs: how to read this page</h2>
        <dl>
        <dt>Rates</dt>
        <dd>Units of the symbol for one of the base, in the API's digits. More than \
        \(RateText.significantDigits) significant ones are rounded at the last, a half upwards; \
        digits before the point are never rounded away. The exact value stands in the tooltip, and \
        at <code>\(LatestQuestion.path)</code>.</dd>
        <dt>Age</dt>
        <dd>By the data's own time. The bar fills until newer data is due.</dd>
        <dt>Polls</dt>
        <dd>The last \(PollRecord.keptPerBase) of each base, the newest at the right. A whole bar: \
        a good answer; an upper part: a failure; a lower part: a limit answer; a dash: not polled \
        yet.</dd>
        <dt>Times</dt>
        <dd>All in UTC.</dd>
        </dl>
        <nav aria-label="More"><a href="./api/v1/alerts">Alerts as JSON</a> \
        <a href="https://exchangerate.dev/">exchangerate.dev</a></nav>
        <p class="quiet">Flags and configuration: <code>man exchangerate-exporter</code>. Metrics, \
        alerts, and what to do about each of them: the folder \
        <code>share/doc/exchangerate-exporter/docs</code> beside it.</p>
        </footer>

        """
    }
}
