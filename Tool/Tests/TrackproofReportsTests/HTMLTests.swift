import Crypto
import Foundation
import Testing
import Trackproof
import TrackproofArchives
import TrackproofPlanning
import TrackproofSnapshots

@testable import TrackproofReports

/// Tests of a report's HTML page. `RenderingTests` compares the content of pages.
@Suite("HTML page of a report")
struct HTMLTests {
    @Test func thePolicyHasTheHashesOfTheStyleAndTheScript() throws {
        let html = Report(try HTMLSamples.run(), []).html
        let style = try #require(html.firstMatch(of: /<style>([\s\S]*?)<\/style>/)).1
        let script = try #require(html.firstMatch(of: /<script>([\s\S]*?)<\/script>/)).1
        #expect(html.contains("style-src 'sha256-\(hash(style))'"))
        #expect(html.contains("script-src 'sha256-\(hash(script))'"))
    }

    private func hash(_ text: Substring) -> String { Data(SHA256.hash(data: Data(text.utf8))).base64EncodedString() }

    @Test func onlyWebAddressesAreLinks() {
        let safe = [
            "https://ci.example/job/1?a=b&c=d#e", "http://localhost:8080/", "HTTPS://EXAMPLE.COM", "https://[::1]/",
        ]
        for url in safe { #expect(url.webHost != nil, "\(url)") }
        let unsafe = [
            "javascript:alert(1)", "data:text/html,x", "//example.com", "https://", "https:///x", "https://:80/",
            "https://good.example@evil.example/", "https://example.com/\"x", "https://example.com/ x", "file:///etc",
            "https://exämple.com/", "\u{1}https://example.com", "vbscript:x", "",
            "https://example.com/" + String(repeating: "x", count: 2_000),
        ]
        for url in unsafe { #expect(url.webHost == nil, "\(url)") }
    }

    @Test func numbersFromOutsideDoNotStopThePage() throws {
        var run = try HTMLSamples.historyRun(0, differences: .max, findings: .min, coverage: .nan)
        run.seconds = -.infinity
        var other = run
        (other.coverage, other.seconds, other.findingCount) = (1e308, 1e308, .max)
        var report = Report(try HTMLSamples.run(), [])
        report.runs[0].seconds = .infinity
        report.history = HistorySummary(runs: [run, other], problems: [], lastSeen: [])
        #expect(report.html.contains("<rect "))
    }

    // MARK: Archives

    @Test func whatIsTheSameForAllEventsIsLeftOut() throws {
        let report = try SampleReports.archive(
            versions: #"{"1.10":10}"#, platforms: #"{"ios":10}"#, periods: #"{"2026-11-02":10}"#)
        #expect(!report.html.contains("Share over time"))
        #expect(!report.text(TextStyle()).contains("version"))
        #expect(report.text(TextStyle()).contains("in 3 events (30.0 %): a#1 … a#9\n"))
    }

    @Test func manyDaysAreJoined() throws {
        let days = (1...28).flatMap { day in (1...12).map { (day, $0) } }.map { day, month in
            #""2025-\#(month < 10 ? "0" : "")\#(month)-\#(day < 10 ? "0" : "")\#(day)":2"#
        }
        let periods = "{" + days.joined(separator: ",") + #","2026-11-02":4}"#
        let page = try SampleReports.archive(periods: periods).html
        #expect(page.contains("<title>2025-12: 0 of 56, 0 %</title>"))
        #expect(page.contains("<title>2026-11: 3 of 4, 75.0 %</title>"))
    }

    @Test func archivesAreMerged() throws {
        var report = try SampleReports.archive()
        var other = report
        other.runs[0].id = "2"
        try report.merge(other)
        let archive = (report.sections.first as? FindingsSection)?.archive
        #expect(archive?.recordCount == 20)
        #expect(archive?.breakdown.facet(ofEvent: "e")?.versions == ["1.9": 8, "1.10": 12])
    }
}
