import Testing

@testable import Trackproof

@Suite @MainActor struct ScreenShowingTests {
    /// Returns, for each `+` in `calls`, whether the screen is newly shown. `+` is an appearance, `-` a disappearance.
    private func beginnings(_ calls: String) -> [Bool] {
        let showing = ScreenShowing()
        return calls.compactMap { call in
            if call == "+" { return showing.appear() }
            showing.disappear()
            return nil
        }
    }

    @Test func aViewThatAppearsBeginsAShowing() {
        #expect(beginnings("+") == [true])
    }

    @Test func aViewThatStaysDoesNotBeginAnotherShowing() {
        #expect(beginnings("+++") == [true, false, false])
    }

    @Test func aViewThatComesBackBeginsAnotherShowing() {
        #expect(beginnings("+-+-+") == [true, true, true])
    }

    @Test func aMissingDisappearanceDoesNotHideAShowing() {
        #expect(beginnings("++-+") == [true, false, true])
    }

    @Test func anExtraDisappearanceDoesNotAddAShowing() {
        #expect(beginnings("-+--++") == [true, true, false])
    }
}
