import DemoModels
import Foundation
import Testing
import Trackproof

@MainActor
@Suite struct WalkTests {
    @Test func tracksEveryEventInOrder() async throws {
        let walk = try await walk()
        #expect(walk.events == healthyEvents)
        #expect(walk.events.compactMap(\.encodingError) == [])
    }

    @Test func reportsEveryStep() async throws {
        let walk = try await walk()
        #expect(
            walk.steps == [
                "Opens the app",
                "Sees the login screen",
                "Signs in with a wrong password: this is not your password",
                "Signs in: welcome, Matt",
                "Sees the menu",
                "Chooses movies in the menu",
                "Sees a grid of 8 posters",
                "Taps the poster of Daredevil",
                "Buys the movie for 19.99 EUR",
                "Chooses points of interest in the menu",
                "Sees 3 points of interest",
                "Opens the details of Old Lighthouse",
                "Adds the point to the favourites",
                "Sees 1 favourite",
            ])
    }

    @Test func idsDifferInEachRun() async throws {
        let runs = [try await walk(makeID: { UUID() }), try await walk(makeID: { UUID() })]
        let sessions = runs.map { run in Set(run.events.map { $0.parameters["session_id"] }) }
        // Each walk has one session id. Its identify event has no session id, so each set also contains `nil`.
        #expect(sessions.map(\.count) == [2, 2])
        #expect(sessions[0].intersection(sessions[1]) == [nil])
        let orders = runs.map { run in run.events.first { $0.name == "purchase" }?.parameters["order_id"] }
        #expect(orders[0] != nil)
        #expect(orders[0] != orders[1])
    }

    @Test func theVendorGetsPurchasesUnderItsOwnName() async throws {
        let names = try await walk().vendorEvents.map(\.name)
        #expect(names.filter { $0 == "ecommerce_purchase" }.count == 1)
        #expect(!names.contains("purchase"))
    }

    @Test func loadingTimeReachesProvidersButNoRecording() async throws {
        let walk = try await walk()
        #expect(walk.vendorEvents.count == walk.events.count + 1)
        #expect(walk.vendorEvents.filter { $0.name == "points_loaded" }.count == 1)
        #expect(!walk.events.contains { $0.name == "points_loaded" })
    }

    @Test func consolePrintsEachEvent() async throws {
        let lines = try await walk().consoleLines
        #expect(lines.count == healthyEvents.count + 1)
        #expect(lines[1] == #"[analytics] screen login {session_id: "\#(fixedID)"}"#)
    }
}
