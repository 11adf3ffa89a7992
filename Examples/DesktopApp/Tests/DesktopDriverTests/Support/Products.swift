import DesktopDriver

/// The paths of the programs that SwiftPM builds together with the tests.
enum Products {
    static var fixture: String { get throws { try path(ofProduct: "driver-fixture") } }
    static var holder: String { get throws { try path(ofProduct: "driver-holder") } }
}
