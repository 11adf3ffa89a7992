import Foundation
import Testing

/// Tests of the pictures that UI tests take when they fail.
@Suite("Screenshots in reports", .timeLimit(.minutes(15)))
struct ScreenshotTests {
    /// A picture with one white pixel.
    private static let png =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg=="

    private func run(_ script: String, _ options: String) async throws -> (place: Workplace, outcome: Outcome) {
        let place = try Workplace()
        try place.write(try #require(Data(base64Encoded: Self.png)), to: "a.png")
        try place.write(script, to: "test.sh")
        return (place, try await place.shell("trackproof run \(options) -- sh test.sh"))
    }

    @Test func eachFormHasThePictures() async throws {
        let (place, outcome) = try await run(
            """
            cp a.png "$TRACKPROOF_SCREENSHOTS/LoginTests%2Ftest%3Cb%3E.1234.png"
            cp a.png "$TEST_RUNNER_TRACKPROOF_SCREENSHOTS/other.5678.png"
            exit 1
            """, "--report html=r.html --report junit=r.xml --report json=r.json --report text=r.txt")
        #expect(outcome.status == 1)
        let html = try place.read("r.html")
        #expect(html.contains("; img-src data:; base-uri 'none'"))
        #expect(
            html.contains(
                """
                <figure><img alt="The screen at the failure of LoginTests/test&lt;b&gt;" \
                src="data:image/png;base64,\(Self.png)"><figcaption>LoginTests/test&lt;b&gt;</figcaption></figure>
                """))
        #expect(html.contains("<figcaption>other</figcaption>"))
        let junit = try place.read("r.xml")
        #expect(
            junit.contains(#"<testcase classname="screenshots" name="LoginTests/test&lt;b&gt;" time="0">"#), "\(junit)")
        #expect(junit.contains("<system-out>[[ATTACHMENT|r.xml.screenshots/1.png]]</system-out>"))
        for name in ["1.png", "2.png"] {
            let data = try Data(contentsOf: URL(fileURLWithPath: place.path + "/r.xml.screenshots/" + name))
            #expect(data.base64EncodedString() == Self.png)
        }
        // The JSON report contains the pictures, so the command can create other reports from it later.
        let again = try await place.shell("trackproof report --from r.json --report html=again.html")
        #expect(again.status == 1)
        #expect(try place.read("again.html") == html)
        #expect(try FileManager.default.contentsOfDirectory(atPath: place.path + "/tmp") == [])
    }

    @Test func otherFilesAreNotShown() async throws {
        let (place, outcome) = try await run(
            """
            echo text > "$TRACKPROOF_SCREENSHOTS/text.png"
            mkfifo "$TRACKPROOF_SCREENSHOTS/pipe.png"
            ln -s /etc/passwd "$TRACKPROOF_SCREENSHOTS/link.png"
            ln -s "$PWD/a.png" "$TRACKPROOF_SCREENSHOTS/link-to-picture.png"
            cp a.png "$TRACKPROOF_SCREENSHOTS/a.txt"
            """, "--report html=r.html")
        #expect(outcome.status == 0, "\(outcome.errors)")
        let html = try place.read("r.html")
        #expect(!html.contains("<figure>"))
        #expect(!html.contains("img-src"))
    }

    @Test func tooManyPicturesAreLeftOut() async throws {
        let (place, outcome) = try await run(
            "for n in $(seq 30); do cp a.png \"$TRACKPROOF_SCREENSHOTS/t$n.1.png\"; done", "--report html=r.html")
        let note = "trackproof: the report contains only 20 of 30 screenshots\n"
        #expect(outcome.errors.contains(note), "\(outcome.errors)")
        #expect(try place.read("r.html").matches(of: /<figure>/).count == 20)
    }

    @Test func withoutAReportThereIsNoFolder() async throws {
        let (_, outcome) = try await run("echo \"folder:$TRACKPROOF_SCREENSHOTS\"", "")
        #expect(outcome.output == "folder:\n")
    }
}
