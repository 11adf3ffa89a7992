import Foundation
import Trackproof
import TrackproofPlatform

/// The rules of Snowplow for the items of a request. An item that breaks a rule becomes a bad row at Snowplow.
///
/// Sources: the schema `payload_data` 1-0-4 in snowplow/iglu-central; the enrichment in snowplow/enrich (`EventEnrichments`,
/// `ConversionUtils`, `ClientEnrichments`, `MiscEnrichments`), in the versions of April 2026.
enum SnowplowPayload {
    /// Checks an item against the schema `payload_data`, which a POST must fit as a whole.
    static func check(_ fields: WireFields) throws(WireRejection) {
        for member in fields.rest {
            guard names.contains(member.name) else {
                throw WireRejection(
                    kind: .fatal, field: fields.place(of: member.name),
                    "the schema payload_data does not have this field")
            }
            guard member.value.string != nil else {
                throw .wrongType(
                    kind: .fatal, fields.place(of: member.name), expected: "a string", found: member.value)
            }
        }
        for name in ["tv", "p", "e"] where fields[name] == nil {
            throw WireRejection(kind: .fatal, field: fields.place(of: name), "missing, expected a string")
        }
    }

    /// Returns whether Snowplow makes one bad row of the whole request because of a rejection.
    static func isFatal(_ rejection: WireRejection) -> Bool {
        rejection.kind == .fatal || rejection.kind != .tooLarge && rejection.isOfItem
    }

    /// Checks the values that the enrichment reads. A wrong value costs only its own event.
    static func checkValues(_ fields: WireFields) throws(WireRejection) {
        for (rule, names) in rules {
            for name in names {
                guard let text = fields[name]?.string, !rule.fits(text) else { continue }
                throw WireRejection(
                    field: fields.place(of: name), "expected \(rule.rawValue), found \(text.quotedForDisplay)")
            }
        }
    }

    /// Returns the JSON in a field, or throws a rejection if it is nested more deeply than the enrichment accepts.
    static func check(_ json: EventValue, at place: WirePlace) throws(WireRejection) -> EventValue {
        // The default of `maxJsonDepth`, snowplow/enrich. It also counts the values in the innermost array or object.
        if json.isDeeper(than: 40) { throw WireRejection(field: "\(place)", "expected at most 40 levels of JSON") }
        return json
    }

    private enum Rule: String {
        case platform = "a platform such as web, mob, pc, srv, app, tv, cnsl, iot or headset"
        case uuid = "a UUID"
        case milliseconds = "milliseconds since 1970"
        case integer = "an integer of 32 bits"
        case decimal = "a number"
        case size = "a width and a height, such as 390x844"
        case flag = "0 or 1"

        func fits(_ text: String) -> Bool {
            switch self {
            case .platform: ["web", "iot", "app", "mob", "pc", "cnsl", "tv", "srv", "headset"].contains(text)
            case .uuid: UUID(uuidString: text) != nil
            case .milliseconds: Int64(text).map { (-62_167_219_200_000...253_402_300_799_999).contains($0) } ?? false
            // The enrichment reads the word `null` as an absent value.
            case .integer: text == "null" || Int32(text) != nil
            case .decimal: text == "null" || EventValue.string(text).readAsNumber.string == nil
            case .size:
                text.split(separator: "x", omittingEmptySubsequences: false).count == 2
                    && text.split(separator: "x").allSatisfy { Int32($0) != nil }
            case .flag: text == "0" || text == "1"
            }
        }
    }

    private static let rules: [(Rule, [String])] = [
        (.platform, ["p"]), (.uuid, ["eid", "sid"]), (.milliseconds, ["dtm", "stm", "ttm"]),
        (.integer, ["tid", "vid", "ti_qu", "pp_mix", "pp_max", "pp_miy", "pp_may"]),
        (.decimal, ["se_va", "tr_tt", "tr_tx", "tr_sh", "ti_pr"]), (.size, ["res", "ds", "vp"]),
        (.flag, ["f_pdf", "f_qt", "f_realp", "f_wma", "f_dir", "f_fla", "f_java", "f_gears", "f_ag", "cookie"]),
    ]

    /// The members that the schema allows. Each is a string.
    private static let names = Set(
        """
        ad_ad ad_ba ad_ca ad_uid aid cd co cookie cs ctype cx ds dtm duid e eid f_ag f_dir f_fla f_gears f_java f_pdf f_qt
        f_realp f_wma fp ip lang mac nuid p page pp_max pp_may pp_mix pp_miy refr res sa se_ac se_ca se_la se_pr se_va sid
        sn sp st stm ti_ca ti_cu ti_id ti_na ti_nm ti_pr ti_qu ti_sk tid tna tnuid tr_af tr_ci tr_co tr_cu tr_id tr_sh
        tr_st tr_tt tr_tx ttm tv tz ua ue_na ue_pr ue_px uid url vid vp
        """.split(whereSeparator: \.isWhitespace).map(String.init))
}

extension EventValue {
    fileprivate func isDeeper(than levels: Int) -> Bool {
        guard levels > 0 else { return true }
        return switch self {
        case .array(let values): values.contains { $0.isDeeper(than: levels - 1) }
        case .object(let members): members.contains { $0.value.isDeeper(than: levels - 1) }
        default: false
        }
    }
}
