import Foundation
import XCTest

/// A page object, with which tests use a screen of the app as a person does.
///
/// Only page objects know the identifiers of the elements.
@MainActor
protocol Page {
    var app: XCUIApplication { get }
}

extension Page {
    /// How long a page waits for an element or for its text, in seconds.
    ///
    /// A wait only takes this long if the app has a bug.
    private var timeout: TimeInterval { 20 }

    /// Waits until an element with this identifier exists, and returns the element.
    func element(_ identifier: String, file: StaticString = #filePath, line: UInt = #line) -> XCUIElement {
        let element = app.descendants(matching: .any)[identifier].firstMatch
        XCTAssertTrue(
            element.waitForExistence(timeout: timeout), "\(identifier) did not appear", file: file, line: line)
        return element
    }

    func tap(_ identifier: String, file: StaticString = #filePath, line: UInt = #line) {
        element(identifier, file: file, line: line).tap()
    }

    /// Types a text into an empty field.
    func type(_ text: String, into identifier: String, file: StaticString = #filePath, line: UInt = #line) {
        let field = element(identifier, file: file, line: line)
        field.tap()
        field.typeText(text)
    }

    /// Waits until an element has this text as its label.
    func expect(_ identifier: String, says text: String, file: StaticString, line: UInt) {
        let element = element(identifier, file: file, line: line)
        XCTAssertTrue(
            element.wait(for: \.label, toEqual: text, timeout: timeout),
            "\(identifier) says \"\(element.label)\", not \"\(text)\"", file: file, line: line)
    }
}
