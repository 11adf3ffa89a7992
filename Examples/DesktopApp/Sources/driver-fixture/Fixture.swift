import CGtk
import Foundation

/// An app for the tests of the driver. The app's window has one widget of each kind that the tests need.
@main
@MainActor
struct Fixture {
    private let options: Options
    private let window = gtk_window_new(GTK_WINDOW_TOPLEVEL)
    private let entry = gtk_entry_new()
    private let greet = gtk_button_new_with_label("Greet")
    private let later = gtk_button_new_with_label("Later")
    private let status = gtk_label_new("Ready")
    /// A label that is never shown. It has the same id as `status`, so tests find two elements with this id.
    private let hiddenStatus = gtk_label_new("Hidden")
    private let surprise = gtk_label_new("Surprise")
    private let box = gtk_box_new(GTK_ORIENTATION_VERTICAL, 8)

    static func main() {
        let options = Options(CommandLine.arguments.dropFirst())
        if let status = options.exitAtOnce {
            FileHandle.standardError.write(Data("the fixture was asked to exit\n".utf8))
            exit(status)
        }
        if options.ignoresTermination { signal(SIGTERM, SIG_IGN) }
        gtk_init(nil, nil)
        Fixture(options: options).show()
        gtk_main()
    }

    private init(options: Options) {
        self.options = options
    }

    private func show() {
        guard let window, let box else { return }
        gtk_window_set_default_size(trackproof_window(window), 320, 200)
        gtk_container_set_border_width(trackproof_container(window), 16)
        gtk_container_add(trackproof_container(window), box)
        let widgets = [
            ("name-entry", entry), ("greet-button", greet), ("later-button", later),
            ("status-label", hiddenStatus), ("status-label", status), ("surprise-label", surprise),
        ]
        for (id, widget) in widgets {
            guard let widget else { continue }
            trackproof_set_accessible_id(widget, id)
            gtk_container_add(trackproof_container(box), widget)
        }
        gtk_widget_set_no_show_all(hiddenStatus, 1)
        gtk_widget_set_no_show_all(surprise, 1)
        onSignal("destroy", of: window) { gtk_main_quit() }
        onSignal("clicked", of: greet) { greetByName() }
        onSignal("clicked", of: later) { changeLater() }
        if options.showsWindow { gtk_widget_show_all(window) }
    }

    private func greetByName() {
        let name = gtk_entry_get_text(trackproof_entry(entry)).map { String(cString: $0) } ?? ""
        gtk_label_set_text(trackproof_label(status), "Hello, \(name)!")
        for number in 1...options.burst {
            trackproof_set_accessible_description(status, "\(name) was greeted \(number) of \(options.burst) times")
        }
    }

    private func changeLater() {
        gtk_widget_set_sensitive(later, 0)
        afterDelay(milliseconds: options.delay) {
            if let status = options.exitLater {
                FileHandle.standardError.write(Data("the fixture could not continue\n".utf8))
                exit(status)
            }
            gtk_label_set_text(trackproof_label(status), "Later")
            trackproof_set_accessible_description(status, String(repeating: "é", count: options.size))
            gtk_widget_show(surprise)
            addLabel()
            gtk_widget_set_sensitive(later, 1)
        }
    }

    private func addLabel() {
        guard let label = gtk_label_new("Added") else { return }
        trackproof_set_accessible_id(label, "added-label")
        gtk_container_add(trackproof_container(box), label)
        gtk_widget_show(label)
    }
}

/// The command-line options of the fixture, with which a test chooses its behaviour.
private struct Options {
    var delay: UInt32 = 50
    var size = 10
    var burst = 1
    var exitAtOnce: Int32?
    var exitLater: Int32?
    var showsWindow = true
    var ignoresTermination = false

    init(_ arguments: ArraySlice<String>) {
        for argument in arguments {
            let parts = argument.split(separator: "=").map(String.init)
            let number = parts.count > 1 ? Int(parts[1]) ?? 1 : 1
            switch parts[0] {
            case "--delay": delay = UInt32(number)
            case "--size": size = number
            case "--burst": burst = number
            case "--exit-at-once": exitAtOnce = Int32(number)
            case "--exit-later": exitLater = Int32(number)
            case "--ignore-termination": ignoresTermination = true
            case "--no-window": showsWindow = false
            default: FileHandle.standardError.write(Data("unknown option: \(argument)\n".utf8))
            }
        }
    }
}
