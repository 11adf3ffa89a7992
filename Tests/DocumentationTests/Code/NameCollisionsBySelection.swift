import protocol AppFoundation.Analytics
import Testing
import Trackproof

/// A log of the app. Here, `Analytics` is the app's protocol, because this file imports that protocol by name.
private final class AppLog: Analytics {
    private(set) var names: [String] = []
    func log(_ name: String) { names.append(name) }
}

@Test func aNameThatIsImportedByItselfIsThatOne() {
    let log = AppLog()
    log.log("tap")
    #expect(log.names == ["tap"])
}
