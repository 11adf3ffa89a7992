import Testing

@testable import Trackproof

@Suite @MainActor struct ScreenShowingTests {
    /// Whether a showing began, of each appearance in a row of appearances (`+`) and disappearances (`-`).
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

    @Test func aViewThatStaysBeginsNoOther() {
        #expect(beginnings("+++") == [true, false, false])
    }

    @Test func aViewThatComesBackDoes() {
        #expect(beginnings("+-+-+") == [true, true, true])
    }

    @Test func noShowingIsLostWhereDisappearancesAreFewer() {
        #expect(beginnings("++-+") == [true, false, true])
    }

    @Test func noneIsMadeUpWhereTheyAreMore() {
        #expect(beginnings("-+--++") == [true, true, false])
    }
}
