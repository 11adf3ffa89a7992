import DemoModels
import Foundation
import Trackproof

/// The command that walks through the app once.
///
/// The command writes the steps of the walk to standard output. With `--verbose`, it also writes each event to standard
/// error.
@main
@MainActor
struct DemoCommand {
    static func main() async {
        do throws(DemoArguments.UsageError) {
            let arguments = try DemoArguments(Array(CommandLine.arguments.dropFirst()))
            if arguments.wantsHelp { return print(DemoArguments.help) }
            if arguments.wantsPlan {
                return print(String(decoding: PackageResources.plan_yaml, as: UTF8.self), terminator: "")
            }
            await walk(arguments)
        } catch {
            printError("trackproof-demo-app: \(error)")
            printError(DemoArguments.usage)
            exit(64)
        }
    }

    private static func walk(_ arguments: DemoArguments) async {
        let isVerbose = arguments.isVerbose
        let app = DemoApp(
            regressions: arguments.regressions, console: isVerbose ? printError : nil,
            vendor: { event in
                if isVerbose { printError("[vendor] \(event)") }
            })
        app.analytics.addBridgeOfEnvironment()
        await DemoWalk(through: app, say: { print($0) }).run()
        app.analytics.flush()
    }
}
