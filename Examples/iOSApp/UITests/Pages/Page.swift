import Foundation
import XCTest

/// A screen of the app, as a person sees it: what its elements are called is said here alone.
@MainActor
protocol Page {
    var app: XCUIApplication { get }
}

extension Page {
    /// How long a page waits for what must come: it only takes that long where the app is broken.
    private var timeout: TimeInterval { 20 }

    /// The element with this identifier, once it is there.
    func element(_ identifier: String, file: StaticString = #filePath, line: UInt = #line) -> XCUIElement {
        let element = app.descendants(matching: .any)[identifier].firstMatch
        XCTAssertTrue(
            element.waitForExistence(timeout: timeout), "\(identifier) did not appear", file: file, line: line)
        return element
    }

    func tap(_ identifier: String, file: StaticString = #filePath, line: UInt = #line) {
        element(identifier, file: file, line: line).tap()
    }

    /// Types into a field that is empty.
    func type(_ text: String, into identifier: String, file: StaticString = #filePath, line: UInt = #line) {
        let field = element(identifier, file: file, line: line)
        field.tap()
        field.typeText(text)
    }

    /// Waits until an element says this.
    func expect(_ identifier: String, says text: String, file: StaticString, line: UInt) {
        let element = element(identifier, file: file, line: line)
        XCTAssertTrue(
            element.wait(for: \.label, toEqual: text, timeout: timeout),
            "\(identifier) says \"\(element.label)\", not \"\(text)\"", file: file, line: line)
    }
}
