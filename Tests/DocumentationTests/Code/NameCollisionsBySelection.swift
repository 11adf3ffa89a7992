import protocol AppFoundation.Analytics
import Testing
import Trackproof

/// The name is that of the app, as this file has imported it by itself.
private final class AppLog: Analytics {
    private(set) var names: [String] = []
    func log(_ name: String) { names.append(name) }
}

@Test func aNameThatIsImportedByItselfIsThatOne() {
    let log = AppLog()
    log.log("tap")
    #expect(log.names == ["tap"])
}
