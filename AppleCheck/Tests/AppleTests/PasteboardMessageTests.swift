import Testing

@testable import TrackproofBridge

extension AppleTests {
    @MainActor
    struct PasteboardMessageTests {
        let pasteboard = FakePasteboard()

        @Test(arguments: [true, false])
        func aTakenMessageReportsOnceWhetherThePasteboardIsEmpty(isEmptied: Bool) async {
            let message = PasteboardMessage(pasteboard)
            var calls: [Bool] = []
            message.put("text") { calls.append($0) }
            #expect(pasteboard.text == "text")
            #expect(await pasteboard.isLookedAt(times: 3))
            #expect(calls == [])
            pasteboard.text = isEmptied ? nil : "another"
            #expect(await eventually { !calls.isEmpty })
            #expect(calls == [isEmptied])
        }

        @Test func aTakenMessageNoLongerLooks() async {
            let message = PasteboardMessage(pasteboard)
            var calls = 0
            message.put("text") { _ in calls += 1 }
            pasteboard.text = nil
            #expect(await eventually { calls == 1 })
            let looks = pasteboard.looks
            // Waits until a second message has checked its pasteboard four times. If the first message were still
            // active, it would check its own pasteboard in this time too.
            let other = FakePasteboard()
            let otherMessage = PasteboardMessage(other)
            otherMessage.put("other") { _ in }
            #expect(await other.isLookedAt(times: 4))
            #expect(pasteboard.looks == looks)
            withExtendedLifetime((message, otherMessage)) {}
        }

        @Test func onTakenCanPutTheNextMessage() async {
            let message = PasteboardMessage(pasteboard)
            var taken: [String] = []
            message.put("1") { _ in
                taken.append("1")
                message.put("2") { _ in taken.append("2") }
            }
            pasteboard.text = nil
            #expect(await eventually { taken == ["1"] })
            #expect(pasteboard.text == "2")
            pasteboard.text = nil
            #expect(await eventually { taken == ["1", "2"] })
        }

        @Test func aMessageWaitsWhileThePasteboardIsInaccessible() async {
            let message = PasteboardMessage(pasteboard)
            pasteboard.isReachable = false
            var taken = 0
            message.put("text") { _ in taken += 1 }
            #expect(await pasteboard.isLookedAt(times: 3))
            #expect(pasteboard.text == nil)
            pasteboard.isReachable = true
            #expect(await eventually { pasteboard.text == "text" })
            pasteboard.isReachable = false
            pasteboard.text = nil
            #expect(await pasteboard.isLookedAt(times: 3))
            #expect(taken == 0)
            pasteboard.isReachable = true
            #expect(await eventually { taken == 1 })
            withExtendedLifetime(message) {}
        }

        @Test func aMessageThatTheSystemDropsIsPutAgain() async {
            let message = PasteboardMessage(pasteboard)
            pasteboard.drops = true
            var taken = 0
            message.put("text") { _ in taken += 1 }
            #expect(await pasteboard.isLookedAt(times: 3))
            #expect(pasteboard.text == nil)
            pasteboard.drops = false
            #expect(await eventually { pasteboard.text == "text" })
            #expect(taken == 0)
            withExtendedLifetime(message) {}
        }
    }
}

/// A pasteboard that counts how often a message checks it.
@MainActor
final class FakePasteboard: SystemPasteboard {
    var text: String?
    var isReachable = true
    var drops = false
    private(set) var looks = 0
    private var message: String?

    var isAccessible: Bool {
        looks += 1
        return isReachable
    }

    func put(_ text: String) -> Bool {
        guard !drops else { return false }
        self.text = text
        message = text
        return true
    }

    var content: PasteboardContent {
        guard let text else { return .nothing }
        return text == message ? .message : .somethingElse
    }

    /// Waits until a message has checked the pasteboard `times` more times. Returns `false` if ten seconds pass first.
    func isLookedAt(times: Int) async -> Bool {
        let goal = looks + times
        return await eventually { looks >= goal }
    }
}
