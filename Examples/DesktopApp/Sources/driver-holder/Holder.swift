internal import DesktopDriver
internal import Glibc

/// A program that holds a desktop with an app until it is killed. It stands for a process of tests in the driver's own
/// tests.
///
/// It writes the id of the app's process to descriptor 3. Usage: driver-holder APP 3>FILE
@main
struct Holder {
    static func main() throws {
        let desktop = try Desktop()
        let app = try desktop.launch(CommandLine.arguments[1])
        let line = "\(app.processID)\n"
        write(3, line, line.utf8.count)
        while true { pause() }
    }
}
