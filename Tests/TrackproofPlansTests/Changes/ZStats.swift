import Foundation
import Testing
@_spi(Tooling) import Trackproof
@_spi(Tooling) import TrackproofJSON
@_spi(Tooling) import TrackproofPlans
@_spi(Tooling) import TrackproofSnapshots

struct ZStats {
    @Test func stats() throws {
        guard let n = ProcessInfo.processInfo.environment["ZSTATS"].flatMap(Int.init) else { return }
        var invalid = 0, equal = 0, okay = 0, breaks = 0, fits = 0, tried = 0, witnessed = 0
        var unwitnessed: [String: Int] = [:]
        var single: [String: (Int, Int)] = [:]
        var kinds: [String: Int] = [:]
        var errs: [String: Int] = [:]
        var shown = 0
        let only = ProcessInfo.processInfo.environment["ZKIND"]
        for seed in 1000..<(1000 + n) {
            var random = RandomPlans(seed: seed)
            let plan = random.plan()
            let edited = random.edited(plan)
            let pair: (TrackingPlan, TrackingPlan)?
            do throws(PlanErrors) {
                pair = (
                    try TrackingPlan(json: Array(plan.json.utf8), file: "old.json"),
                    try TrackingPlan(json: Array(edited.json.utf8), file: "new.json")
                )
            } catch { errs[String(error.list[0].message.prefix(40)), default: 0] += 1; pair = nil }
            guard let (old, new) = pair else { invalid += 1; continue }
            let d = PlanDifference(old: old, new: new)
            for c in d.changes { kinds[c.kind.rawValue + " " + c.releasedApps.level.rawValue, default: 0] += 1 }
            if d.changes.isEmpty { equal += 1; continue }
            let isBreaking = d.changes.contains { $0.releasedApps.level == .breaks }
            if isBreaking { breaks += 1 } else { okay += 1 }
            let (before, after) = (PlanChecker(old), PlanChecker(new))
            var witness = false
            for _ in 0..<(isBreaking ? 400 : 30) {
                let event = random.event(of: plan)
                for c in [
                    CheckContext(today: "2026-11-23"), CheckContext(platform: "ios", today: "2026-11-23"),
                    CheckContext(platform: "android", today: "2027-11-23"),
                ] {
                    tried += 1
                    if before.errors(event, c).isEmpty {
                        fits += 1; if !after.errors(event, c).isEmpty { witness = true }
                    }
                }
                if witness { break }
            }
            if isBreaking {
                let bs = d.changes.filter { $0.releasedApps.level == .breaks }
                if witness { witnessed += 1 }
                if bs.count == 1 {
                    single[bs[0].kind.rawValue, default: (0, 0)].0 += 1
                    if !witness {
                        single[bs[0].kind.rawValue, default: (0, 0)].1 += 1
                        if bs[0].kind.rawValue == only, shown < 6 {
                            shown += 1; print("UNWITNESSED \(plan.json)\n→ \(edited.json)\n\(d.text())")
                        }
                    }
                }
            }
        }
        print(
            "invalid \(invalid) equal \(equal) ok \(okay) breaks \(breaks) witnessed \(witnessed) fits \(fits)/\(tried)"
        )
        for (k, v) in errs.sorted(by: { $0.value > $1.value }).prefix(8) { print("ERR", k, v) }
        for (k, v) in single.sorted(by: { $0.key < $1.key }) { print("single", k, v.0, "unwitnessed", v.1) }
        for (k, v) in kinds.sorted(by: { $0.key < $1.key }) { print("kind", k, v) }
    }
}
