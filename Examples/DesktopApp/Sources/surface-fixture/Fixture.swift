import CGtk
import Foundation
import GtkBridge
import GtkKit
import Trackproof
import TrackproofBridge

/// An app that runs the commands of a test: commands that use a `GtkSurface`, and commands that track events.
///
/// The test types a command and its argument into the entry, and presses the button "Run".
@main
@MainActor
final class Fixture {
    private let window = Window("Surface", width: 400, height: 300)
    private lazy var surface = GtkSurface(window)
    private let analytics = Analytics()
    private var command = Entry("command")
    private var log = Label()
    private var reads: [String: Int] = [:]
    private var json = GrowingJSON()

    static func main() {
        MainLoop.start()
        let fixture = Fixture()
        fixture.window.onClose { MainLoop.quit() }
        fixture.show()
        if let bridge = EventBridge.fromEnvironment(surface: fixture.surface) {
            fixture.analytics.addProvider(bridge)
        }
        fixture.window.show()
        MainLoop.run()
    }

    /// Shows a new screen with the entry, the log, the button, and an element whose value is `value`.
    private func show(_ value: String = "") {
        (command, log) = (Entry("command"), Label())
        command.setAccessibleID("command")
        log.setAccessibleID("log")
        let run = Button("Run") { [unowned self] in self.run() }
        run.setAccessibleID("run")
        window.content = Box(.column, command, log, run, ComposedDescription(id: "of-screen") { value })
    }

    private func run() {
        let words = command.text.split(separator: " ", maxSplits: 1).map(String.init)
        guard let first = words.first else { return }
        let argument = words.count > 1 ? words[1] : ""
        switch first {
        case "elements": for number in 1...(Int(argument) ?? 1) { addCounting("element-\(number)") }
        case "text": surface.addElement("text") { argument }
        case "text-later": changeLater(to: argument)
        case "sized": surface.addElement("sized") { String(repeating: "é", count: (Int(argument) ?? 0) / 2) }
        case "change": surface.elementDidChange(argument)
        case "reads": log.text = "\(reads[argument] ?? 0) reads"
        case "screen": show(argument)
        case "paste": paste(argument)
        case "paste-sized": paste(String(repeating: "é", count: (Int(argument) ?? 0) / 2))
        case "letters": pasteLetter(1, of: Int(argument) ?? 1)
        case "insist": insist(argument, times: 0)
        case "copy": gtk_clipboard_set_text(clipboard, argument, -1)
        case "alerts": showAlert(1, of: Int(argument) ?? 1)
        case "alert-later": afterAWhile { $0.showAlert(1, of: 1) }
        case "track": track(Int(argument) ?? 1)
        case "track-long": track(Int(argument) ?? 1, text: String(repeating: "é", count: 500))
        case "json-show": surface.addElement("json") { [unowned self] in json.text }
        case "json": trackAsJSON(Int(argument) ?? 1)
        case "json-paste":
            trackAsJSON(Int(argument) ?? 1)
            gtk_clipboard_set_text(clipboard, json.text, -1)
        case "track-later": afterAWhile { $0.track(1) }
        case "hang": Thread.sleep(forTimeInterval: Double(argument) ?? 1)
        case "fast": surface.speedUpAnimations()
        case "animations": log.text = areAnimationsOn ? "on" : "off"
        default: log.text = "unknown command: \(first)"
        }
    }

    /// Tracks `count` events, one after the other.
    private func track(_ count: Int, text: String? = nil) {
        for number in 1...count { analytics.track(Event("tapped", ["number": number, "text": text])) }
        log.text = "tracked \(count)"
    }

    private func trackAsJSON(_ count: Int) {
        for number in 1...count { json.append("tapped", ["number": "\(number)"]) }
        surface.elementDidChange("json")
        log.text = "tracked \(count)"
    }

    /// Adds an element whose value shows the number of reads so far.
    private func addCounting(_ id: String) {
        surface.addElement(id) { [unowned self] in
            reads[id, default: 0] += 1
            return "\(id), read \(reads[id, default: 0])"
        }
    }

    private func changeLater(to text: String) {
        var value = "not yet"
        surface.addElement("text") { value }
        afterAWhile { fixture in
            value = text
            fixture.surface.elementDidChange("text")
        }
    }

    /// Calls `body` after 300 ms. By then, the driver has handled the changes that the press of the button causes.
    private func afterAWhile(_ body: @escaping @MainActor (Fixture) -> Void) {
        DispatchQueue.main.asyncAfter(deadline: .now() + .milliseconds(300)) {
            MainActor.assumeIsolated { body(self) }
        }
    }

    private func paste(_ text: String) {
        surface.setPasteboard(text) { [unowned self] isEmpty in
            log.text += isEmpty ? "taken, empty;" : "taken, not empty;"
        }
    }

    private func pasteLetter(_ number: Int, of count: Int) {
        surface.setPasteboard("letter \(number)") { [unowned self] isEmpty in
            if !isEmpty { log.text = "letter \(number) was replaced" }
            if number < count { pasteLetter(number + 1, of: count) } else { log.text = "\(number) letters" }
        }
    }

    /// Puts the text on the clipboard, and puts the text there again each time another app takes the clipboard.
    private func insist(_ text: String, times: Int) {
        if times > 0 { log.text = "taken \(times) times" }
        surface.setPasteboard(text) { [unowned self] _ in insist(text, times: times + 1) }
    }

    private func showAlert(_ number: Int, of count: Int) {
        surface.showAlert(
            title: "Event \(number)", message: "{\"number\":\(number)}\n" + String(repeating: "é", count: 1_000),
            button: "Next event"
        ) { [unowned self] in
            log.text += "\(number);"
            if number < count { showAlert(number + 1, of: count) }
        }
    }

    private var clipboard: OpaquePointer? { gtk_clipboard_get(gdk_atom_intern_static_string("CLIPBOARD")) }

    private var areAnimationsOn: Bool {
        var value = GValue()
        g_value_init(&value, trackproof_type_boolean())
        defer { g_value_unset(&value) }
        g_object_get_property(
            UnsafeMutableRawPointer(gtk_settings_get_default())?.assumingMemoryBound(to: GObject.self),
            "gtk-enable-animations", &value)
        return g_value_get_boolean(&value) != 0
    }
}
