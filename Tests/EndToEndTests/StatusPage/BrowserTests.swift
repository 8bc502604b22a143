import Testing

/// What is looked at in a browser, which all of it shares.
@Suite(.sharedChromium, .fewAtATime)
enum BrowserTests {}
