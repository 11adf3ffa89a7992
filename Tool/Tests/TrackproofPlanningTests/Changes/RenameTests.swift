import Testing
import TrackproofPlanning
import TrackproofPlans

/// Tests that the difference finds events and parameters that have another name in the new plan.
struct RenameTests {
    /// Returns the renames between two plans, as `kind: old → new`.
    private func renames(_ old: String, _ new: String) throws -> [String] {
        let difference = PlanDifference(
            old: try plan(#"{"plan": 1, "events": \#(old)}"#), new: try plan(#"{"plan": 1, "events": \#(new)}"#))
        return difference.changes.filter { $0.direction == .renamed }
            .map { "\($0.event) \($0.path): \($0.old ?? "") → \($0.new ?? "")" }
    }

    @Test func theBestPairsAreFound() throws {
        // `movie_opened_1` is similar to both new names, and so is `movie_opened_2`. Each must be paired with the
        // nearest name.
        #expect(
            try renames(
                #"{"movie_opened_1": {}, "movie_opened_2": {}}"#, #"{"movie_opened_2b": {}, "movie_opened_1b": {}}"#)
                == [
                    #"movie_opened_1b : "movie_opened_1" → "movie_opened_1b""#,
                    #"movie_opened_2b : "movie_opened_2" → "movie_opened_2b""#,
                ])
        // A search that pairs each name with the first similar name would miss the best pairs.
        #expect(
            try renames(
                #"{"e": {"parameters": {"price_a": "string", "price_b": "integer"}}}"#,
                #"{"e": {"parameters": {"price_c": "integer", "price_d": "string"}}}"#)
                == [#"e price_c: "price_b" → "price_c""#, #"e price_d: "price_a" → "price_d""#])
    }

    @Test func otherNamesOrOtherParametersAreNoRename() throws {
        #expect(try renames(#"{"movie_opened": {}}"#, #"{"search": {}}"#) == [])
        #expect(try renames(#"{"tap": {}}"#, #"{"taps": {"kind": "screen"}}"#) == [])
        #expect(
            try renames(
                #"{"movie_opened": {"parameters": {"a": "string", "b": "string"}}}"#,
                #"{"movie_openend": {"parameters": {"c": "string", "d": "string"}}}"#) == [])
        #expect(
            try renames(
                #"{"e": {"parameters": {"price_a": "string"}}}"#, #"{"e": {"parameters": {"price_b": "integer"}}}"#)
                == [])
        #expect(
            try renames(
                #"{"e": {"parameters": {"pin_a": {"never": true}}}}"#, #"{"e": {"parameters": {"pin_b": "string"}}}"#)
                == [])
    }

    /// Tests that a first word that many names share does not make two names similar.
    @Test func aCommonFirstWordIsNoRename() throws {
        func events(_ names: [String]) -> String {
            "{" + names.map { #""download_\#($0)": {"parameters": {"id": "integer"}}"# }.joined(separator: ", ") + "}"
        }
        let olds = ["alpha", "bravo", "charlie", "delta", "viewer_seen"]
        #expect(
            try renames(events(olds), events(["viewer_shown"])) == [
                #"download_viewer_shown : "download_viewer_seen" → "download_viewer_shown""#
            ])
        #expect(try renames(events(olds), events(["loop"])) == [])
        // If only a few names begin with the same word, this word makes two names similar.
        #expect(try renames(events(["bravo"]), events(["loop"])).count == 1)
    }

    @Test func nearlyEqualParametersAreARename() throws {
        #expect(
            try renames(
                #"{"movie_opened": {"parameters": {"a": "string", "b": "string", "c": "string"}}}"#,
                #"{"movieOpened": {"parameters": {"a": "string", "b": "string", "d": "integer"}}}"#)
                == [#"movieOpened : "movie_opened" → "movieOpened""#])
        #expect(
            try renames(
                #"{"e": {"parameters": {"items": {"items": {"properties": {"sku": "string"}}}}}}"#,
                #"{"e": {"parameters": {"items": {"items": {"properties": {"skus": {"type": "string", "maxLength": 3}}}}}}}"#
            )
                == [#"e items[].skus: "sku" → "skus""#])
    }

    @Test func aDeclaredReplacementComesBeforeSimilarity() throws {
        #expect(
            try renames(
                #"{"movie_taped": {"replaced_by": "selection"}}"#, #"{"movie_tapped": {}, "selection": {}}"#)
                == [#"selection : "movie_taped" → "selection""#])
        // `tap` was not renamed to `press`, because the old plan already had the event `press`.
        #expect(try renames(#"{"tap": {}, "press": {}}"#, #"{"tap": {"replaced_by": "press"}, "press": {}}"#) == [])
    }

    @Test func manyEventsAreRenamed() throws {
        func events(_ name: String, _ count: Int) -> String {
            let events = (0..<count).map {
                #""\#(name)_\#($0)": {"parameters": {"p\#($0)": "string", "id": "integer"}}"#
            }
            return "{\(events.joined(separator: ", "))}"
        }
        #expect(try renames(events("movie", 100), events("movies", 100)).count == 100)
        // All names change from `movie_1` to `Movie_1`.
        #expect(try renames(events("movie", 1_000), events("Movie", 1_000)).count == 1_000)
    }
}
