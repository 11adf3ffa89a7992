import DesktopDriver
import Testing

@Suite struct ElementTests {
    @Test func typesTextAndPressesButtons() throws {
        let app = try Desktop().launch(Products.fixture)
        #expect(try app["status-label"].text == "Ready")
        try app["name-entry"].type("Wörld")
        #expect(try app["name-entry"].text == "Wörld")
        try app["greet-button"].press()
        try app["status-label"].waitForText("Hello, Wörld!", within: .seconds(10))
        try app["status-label"].waitForDescription("Wörld was greeted 1 of 1 times", within: .seconds(10))
        try app["name-entry"].type("")
        #expect(try app["name-entry"].text == "")
        #expect(app.isRunning)
        // If the driver or the app calls GTK incorrectly, GTK writes a warning to the output.
        #expect(app.output == "")
    }

    @Test func anElementHasNameTextRoleAndStates() throws {
        let app = try Desktop().launch(Products.fixture)
        let button = app["greet-button"]
        #expect(try button.exists)
        #expect(try button.name == "Greet")
        #expect(try button.text == "Greet")
        #expect(try button.role == "push button")
        #expect(try button.accessibleDescription == "")
        #expect(try button.states.isSuperset(of: [.enabled, .sensitive, .showing, .visible, .focusable]))
        #expect(try !button.states.contains(.editable))
        #expect(try app["name-entry"].states.contains(.editable))
        #expect(try app["surprise-label"].exists)
        #expect(try app["surprise-label"].text == "Surprise")
        #expect(try app["surprise-label"].states.isDisjoint(with: [.showing, .visible]))
        #expect(try !app["nothing"].exists)
        #expect(
            try app.tree == """
                frame
                  filler
                    text #name-entry
                    push button #greet-button "Greet"
                    push button #later-button "Later"
                    label #status-label "Hidden" hidden
                    label #status-label "Ready"
                    label #surprise-label "Surprise" hidden

                """)
    }

    @Test func waitsForLaterChanges() throws {
        let app = try Desktop().launch(Products.fixture, arguments: ["--delay=300"])
        try app["later-button"].press()
        let time = try ContinuousClock().measure {
            try app.waitForElement(id: "surprise-label", within: .seconds(60))
            try app["status-label"].waitForText("Later", within: .seconds(60))
        }
        // The waits ended at the events of the app, long before their time limits.
        #expect(time < .seconds(30))
        let description = try app["status-label"].waitForDescription(within: .seconds(10)) { $0.hasSuffix("é") }
        #expect(description == "éééééééééé")
        // The button is disabled until the delay has passed. A press waits until the button is enabled.
        try app["later-button"].press()
        try app["later-button"].press()
        #expect(app.isRunning)
    }

    @Test func anAddedElementIsFoundOnceItIsLaidOut() throws {
        let app = try Desktop().launch(Products.fixture)
        try app["later-button"].press()
        let time = try ContinuousClock().measure { try app.waitForElement(id: "added-label", within: .seconds(60)) }
        #expect(time < .seconds(30))
    }

    @Test func readsADescriptionOfAMegabyte() throws {
        let app = try Desktop().launch(Products.fixture, arguments: ["--size=500000"])
        try app["later-button"].press()
        let long = String(repeating: "é", count: 500_000)
        try app["status-label"].waitForDescription(long, within: .seconds(10))
    }

    @Test func theLastOfManyChangesIsSeen() throws {
        let app = try Desktop().launch(Products.fixture, arguments: ["--burst=2000"])
        try app["name-entry"].type("Ann")
        try app["greet-button"].press()
        try app["status-label"].waitForDescription("Ann was greeted 2000 of 2000 times", within: .seconds(10))
    }

    @Test func errorsNameTheElementAndTheReason() throws {
        let app = try Desktop().launch(Products.fixture, arguments: ["--delay=60000"])
        let limit = Duration.milliseconds(100)
        func message(_ body: () throws -> Void) -> DriverError? { #expect(throws: DriverError.self) { try body() } }
        let ids = ["name-entry", "greet-button", "later-button", "status-label", "status-label", "surprise-label"]
            .map { "\"\($0)\"" }.joined(separator: ", ")

        #expect(
            message { _ = try app["greet"].text } == .notFound("no element has the id \"greet\"; found \(ids)"))
        #expect(
            message { try app["greet"].press(within: limit) }
                == .timedOut("timed out after 0.1 seconds: no element has the id \"greet\"; found \(ids)"))
        #expect(
            message { try app["surprise-label"].press(within: limit) }
                == .timedOut("timed out after 0.1 seconds: \"surprise-label\" is hidden"))
        #expect(
            message { try app.waitForElement(id: "surprise-label", within: limit) }
                == .timedOut("timed out after 0.1 seconds: \"surprise-label\" is hidden"))
        #expect(
            message { try app["greet-button"].waitUntilGone(within: limit) }
                == .timedOut("timed out after 0.1 seconds: \"greet-button\" is still on the screen"))
        #expect(
            message { try app["status-label"].press() } == .failed("\"status-label\" cannot be pressed: it is a label"))
        #expect(
            message { try app["greet-button"].type("x") }
                == .failed("\"greet-button\" does not accept text: it is a push button"))
        #expect(
            message { try app["status-label"].waitForText("Done", within: limit) }
                == .timedOut("timed out after 0.1 seconds: \"status-label\" has the text \"Ready\", not \"Done\""))
        #expect(
            message { try app["status-label"].waitForDescription("x", within: limit) }
                == .timedOut("timed out after 0.1 seconds: \"status-label\" has the description \"\", not \"x\""))
        try app["later-button"].press()
        #expect(
            message { try app["later-button"].press(within: limit) }
                == .timedOut("timed out after 0.1 seconds: \"later-button\" is disabled"))
        try app["surprise-label"].waitUntilGone(within: limit)
        try app["nothing"].waitUntilGone(within: limit)
        #expect(app.output == "")
    }
}
