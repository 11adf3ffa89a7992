import DesktopDriver
import Glibc

/// A program that starts a desktop with an app, and keeps both until the program is killed.
///
/// The driver's tests start this program in place of a test process, and kill it. The program writes the process id of
/// the app to descriptor 3. Usage: driver-holder APP 3>FILE
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
