// SPDX-License-Identifier: Apache-2.0
#include "system/state_file_contents.h"

#include <istream>

#include "system/state_file_format.h"
#include "system/value_text.h"

namespace trammel::state_file {

namespace {
/// Parses lines into FileContents, independently of any model.
class Parser {
public:
    Parser(std::istream& in, Diagnostics& diagnostics) : in_(in), diagnostics_(diagnostics) {}

    FileContents parse() {
        std::string text;
        while (!ended_ && std::getline(in_, text)) {
            ++line_;
            if (!text.empty() && text.back() == '\r') text.pop_back();
            parseLine(text);
            if (diagnostics_.count(Severity::Error) > 20) return contents_;
            read_ += text + "\n";
        }
        if (line_ == 0) {
            diagnostics_.error("line 1", "The file is empty.", "Choose a file that was saved as a State.");
        } else if (!ended_ && headed_) {
            diagnostics_.error(at(line_), "The file is truncated: its last line, 'end', is missing.",
                               "Use another copy of the file.");
        }
        if (ended_ && headed_ && !contents_.time && !diagnostics_.hasErrors())
            diagnostics_.error(at(line_), "The line 'time' is missing.",
                               "Restore the line, or use another copy of the file.");
        for (; ended_ && std::getline(in_, text); ++line_)
            if (!TextReader(text).atEnd()) {
                diagnostics_.error(at(line_ + 1), "Unexpected content after the line 'end'.",
                                   "Remove the lines after 'end'.");
                break;
            }
        return std::move(contents_);
    }

private:
    void parseLine(const std::string& text) {
        TextReader in(text);
        if (in.atEnd() || in.rest().starts_with('#')) return;
        if (!headed_) {
            if (in.rest() != heading) {
                diagnostics_.error(at(line_),
                                   "This is not a State file; the first line should be '" + std::string(heading) + "'.",
                                   "Choose a file that was saved as a State.");
                ended_ = true;
            }
            headed_ = true;
            return;
        }
        std::string kind;
        in.word(kind);
        if (kind == "end") {
            ended_ = true;
            std::string checksum;
            if (in.expect("checksum") && (!in.word(checksum) || checksum != checksumOf(read_)))
                diagnostics_.error(at(line_), "The file is damaged: its checksum does not match.",
                                   "Use another copy. After editing by hand, remove 'checksum ...'.");
            return requireEnd(in);
        }
        const bool understood = kind == "system"      ? in.quoted(contents_.system)
                                : kind == "time"      ? in.real(contents_.time.emplace())
                                : kind == "subsystem" ? parseSubsystem(in)
                                                      : parseVariable(kind, in);
        if (!understood)
            diagnostics_.error(at(line_), "Cannot parse this line of kind '" + kind + "': " + text,
                               "Restore the line, or use another copy of the file.");
        else
            requireEnd(in);
    }

    void requireEnd(TextReader& in) {
        if (!in.atEnd())
            diagnostics_.error(at(line_), "Unexpected text at the end of the line: " + std::string(in.rest()),
                               "Restore the line, or use another copy of the file.");
    }

    bool parseSubsystem(TextReader& in) {
        SubsystemLines& s = contents_.subsystems.emplace_back();
        s.line = line_;
        return in.quoted(s.name) && in.expect("version") && in.quoted(s.version);
    }

    bool parseVariable(const std::string& kind, TextReader& in) {
        if (contents_.subsystems.empty()) return false;
        SubsystemLines& s = contents_.subsystems.back();
        if (kind == "discrete") {
            DiscreteLine& v = s.discrete.emplace_back();
            v.line = line_;
            return in.quoted(v.name) && in.expect("type") && in.quoted(v.type) && in.expect("invalidates") &&
                   in.word(v.stage) && in.expect("updated") && in.real(v.updated) && in.expect("=") &&
                   takeRest(in, v.value);
        }
        if (kind == "next") {
            if (s.discrete.empty() || !s.discrete.back().next.empty()) return false;
            s.discrete.back().nextLine = line_;
            return in.expect("=") && takeRest(in, s.discrete.back().next);
        }
        if (kind == "q" || kind == "u" || kind == "z") {
            ContinuousLine& c = (kind == "q" ? s.q : kind == "u" ? s.u : s.z).emplace_back();
            c.line = line_;
            if (!in.quoted(c.name) || !in.expect("=") || !in.real(c.value)) return false;
            return kind == "q" || (in.expect("weight") && in.real(c.weight));
        }
        if (kind == "qerr-weights" || kind == "uerr-weights") {
            WeightsLine& w = kind == "qerr-weights" ? s.qErrWeights : s.uErrWeights;
            w.line = line_;
            std::int64_t n = 0;
            if (!w.weights.empty() || !in.integer(n) || n < 0) return false;
            for (Real weight = 0; n > 0; --n) {
                if (!in.real(weight)) return false;
                w.weights.push_back(weight);
            }
            return true;
        }
        return false;
    }

    static bool takeRest(TextReader& in, std::string& value) {
        value = in.rest();
        in = TextReader({});
        return !value.empty();
    }

    std::istream& in_;
    Diagnostics& diagnostics_;
    FileContents contents_;
    /// All lines so far, as input of the checksum.
    std::string read_;
    int line_ = 0;
    bool headed_ = false, ended_ = false;
};
}  // namespace

FileContents parse(std::istream& in, Diagnostics& diagnostics) { return Parser(in, diagnostics).parse(); }

}  // namespace trammel::state_file
