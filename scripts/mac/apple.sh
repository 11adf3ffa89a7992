#!/usr/bin/env bash
# Stands for a tool of Xcode, so that scripts for macOS can be tried on Linux. It knows the options that Apple documents,
# refuses others, and leaves the files that the tool would leave. The name of the link to this file is the tool's name.
set -euo pipefail
name=${0##*/}
refuse() { echo "$name: this is not understood: $*" >&2; exit 64; }

# Prints the tests of a result bundle: those of the suites in the folder that the bundle names.
results() {
    python3 - "$1/folders" <<'END'
import json, pathlib, re, sys
suites = []
for folder in pathlib.Path(sys.argv[1]).read_text().split("\n"):
    for path in sorted(pathlib.Path(folder).rglob("*.swift")) if folder else []:
        tests = re.findall(r"func (test[A-Z]\w*|\w+)\(\)", path.read_text())
        suites.append({"nodeType": "Test Suite", "name": path.stem, "children": [
            {"nodeType": "Test Case", "name": test + "()", "result": "Passed"} for test in tests]})
print(json.dumps({"testNodes": suites}))
END
}

case $name in
sudo) exec "$@" ;;
xcode-select)
    [ "$1" = -s ] || refuse "$@"
    version=${2##*/Xcode_}
    echo "${version%.app}" >"$MAC_TOOLS/.xcode"
    ;;
defaults | codesign) ;;
brew) [ "${1-}" != --prefix ] || echo /opt/homebrew ;;
otool)
    [ -e "$2" ] || refuse "$2, which does not exist"
    echo "	/usr/lib/libSystem.B.dylib (compatibility version 1.0.0, current version 1.0.0)"
    ;;
xcodebuild)
    action= scheme= project= bundle= derived= archive= only= run= configuration=
    while [ $# -gt 0 ]; do
        case $1 in
        -version) echo "Xcode $(cat "$MAC_TOOLS/.xcode" 2>/dev/null || echo 26.3)"; exit ;;
        -downloadPlatform) echo "downloads $2"; exit ;;
        build | test | archive | build-for-testing | test-without-building) action=$1 ;;
        -quiet) ;;
        -scheme) shift; scheme=$1 ;;
        -project) shift; project=$1 ;;
        -resultBundlePath) shift; bundle=$1 ;;
        -derivedDataPath) shift; derived=$1 ;;
        -archivePath) shift; archive=$1 ;;
        -xctestrun) shift; run=$1 ;;
        -configuration) shift; configuration=$1 ;;
        -only-testing:*) only=${1#-only-testing:} ;;
        -destination | -parallel-testing-enabled | -collect-test-diagnostics | -test-timeouts-enabled | \
            -default-test-execution-time-allowance | -maximum-test-execution-time-allowance) shift ;;
        *=*) ;;
        *) refuse "$1" ;;
        esac
        shift
    done
    case $configuration in "" | Debug | Release) ;; *) refuse "the configuration $configuration" ;; esac
    if [ -n "$run" ]; then
        [ -e "$run" ] || refuse "$run, which does not exist"
    elif [ -n "$project" ]; then
        [ -e "$project/xcshareddata/xcschemes/$scheme.xcscheme" ] || refuse "the scheme $scheme"
    else
        [ "$scheme" = trackproof-Package ] || refuse "the scheme $scheme"
    fi
    example=Examples/iOSApp
    case $action in
    build-for-testing)
        mkdir -p "$derived/Build/Products"
        touch "$derived/Build/Products/iOSApp.xctestrun" "$derived/Build/Products/FlowTests.testTheWholeFlow.json"
        ;;
    archive)
        app=$archive/Products/Applications/iOSApp.app
        mkdir -p "$app"
        touch "$app/iOSApp"
        ;;
    test*)
        [ -n "$bundle" ] || exit 0
        [ ! -e "$bundle" ] || refuse "the result bundle $bundle, which exists"
        mkdir -p "$bundle"
        target=${only%%/*}
        case $scheme/$target in
        trackproof-Package/) echo Tests >"$bundle/folders" ;;
        DemoKit/DemoKitTests) echo "$example/KitTests" >"$bundle/folders" ;;
        */iOSAppTests) echo "$example/Tests" >"$bundle/folders" ;;
        */iOSAppUITests) echo "$example/UITests" >"$bundle/folders" ;;
        iOSApp/) printf '%s\n' "$example/Tests" "$example/UITests" >"$bundle/folders" ;;
        *) refuse "-only-testing:$only" ;;
        esac
        # The app sends its events to `trackproof run`, as the session of its UI test does.
        if [ -n "${TEST_RUNNER_TRACKPROOF_BRIDGE-}" ]; then
            python3 - "$TEST_RUNNER_TRACKPROOF_BRIDGE" "${TEST_RUNNER_TRACKPROOF_TOKEN-}" <<'END'
import json, socket, sys
app = socket.create_connection(("127.0.0.1", int(sys.argv[1].rpartition(":")[2])))
lines = [{"hello": 1, "writer": "1-app", "token": sys.argv[2]}]
lines += [{"name": name, "seq": number} for number, name in enumerate(["app_launched", "app_launched", "purchase"], 1)]
app.sendall("".join(json.dumps(line) + "\n" for line in lines + [{"bye": 3}]).encode())
app.shutdown(socket.SHUT_WR)
app.recv(1)
END
        fi
        ;;
    build) ;;
    *) refuse "no action" ;;
    esac
    ;;
xcrun)
    [ "${1-}" != --sdk ] || shift 2
    case ${1-} in
    --find) PATH=$LINUX_PATH command -v "$2" ;;
    --show-sdk-version) echo 26.4 ;;
    --show-sdk-path) echo "$MAC_TOOLS/sdk" ;;
    --show-sdk-platform-path) echo "$MAC_TOOLS/platform" ;;
    simctl)
        case $2 in
        list) echo '{"devices":{"com.apple.CoreSimulator.SimRuntime.iOS-26-4":[{"name":"iPhone 17","udid":"5E1F"}]}}' ;;
        bootstatus | spawn) ;;
        *) refuse "simctl $2" ;;
        esac
        ;;
    xcresulttool)
        [ "$2 $3 $4 $5" = "get test-results tests --path" ] || refuse "$*"
        results "$6"
        ;;
    swift-symbolgraph-extract)
        while [ $# -gt 1 ]; do
            case $1 in -output-dir) out=$2 ;; -module-name) module=$2 ;; esac
            shift
        done
        printf '{"symbols":[{"pathComponents":["A"],"declarationFragments":[{"spelling":"class A"}]}]}' \
            >"$out/$module.symbols.json"
        ;;
    otool) shift; "$MAC_TOOLS/otool" "$@" ;;
    *) refuse "$@" ;;
    esac
    ;;
*) refuse "$name" ;;
esac
