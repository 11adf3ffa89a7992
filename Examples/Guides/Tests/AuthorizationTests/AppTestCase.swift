import TrackproofTesting
import XCTest

class AppTestCase: XCTestCase {
    override func setUp() {
        super.setUp()
        recordEvents()
    }
}
