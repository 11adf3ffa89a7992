import Testing

@testable import Trackproof

@Suite @MainActor struct ScreenShowingTests {
    /// Tests calls in turn: `+` is an appearance, and `-` a disappearance. Each `+` has a result: whether the screen is
    /// newly shown.
    @Test(arguments: [
        ("+", [true]), ("+++", [true, false, false]), ("+-+-+", [true, true, true]),
        // A missing disappearance hides no showing, and an extra disappearance adds no showing.
        ("++-+", [true, false, true]), ("-+--++", [true, true, false]),
    ])
    func onlyAViewThatWasNotShownBeginsAShowing(calls: String, beginnings: [Bool]) {
        let showing = ScreenShowing()
        let found = calls.compactMap { call -> Bool? in
            if call == "+" { return showing.appear() }
            showing.disappear()
            return nil
        }
        #expect(found == beginnings)
    }
}
