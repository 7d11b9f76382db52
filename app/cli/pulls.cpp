// SPDX-License-Identifier: Apache-2.0
// Loads on bodies that are not part of a model: parsed from the command line, read from a run file, and printed.
#include <iostream>

#include "app/cli/commands.h"
#include "app/cli/read_numbers.h"
#include "runtime/stored_run.h"

namespace trammel::cli {

namespace {
/// Suffix of a load that rotates with its body.
constexpr std::string_view InBodyAxes = "@body";

/// "BODY:x,y,z=FX,FY,FZ@FROM..TO" or "BODY:x,y,z=FX,FY,FZ,TX,TY,TZ@FROM..TO", optionally followed by "@body"
bool readLoad(const std::string& whole, const CompiledModel& model, int hand, PullTrack& track) {
    const bool inBodyAxes = whole.ends_with(InBodyAxes);
    const std::string text = inBodyAxes ? whole.substr(0, whole.size() - InBodyAxes.size()) : whole;
    const std::size_t at = text.rfind('@'), equals = text.rfind('=', at), colon = text.rfind(':', equals);
    const std::size_t dots = at == text.npos ? at : text.find("..", at);
    PullChange begin{0, hand, {}, {}}, end{0, hand, {}, {}};
    const auto part = [&text](std::size_t from, std::size_t to) {
        return std::string_view(text).substr(from + 1, to - from - 1);
    };
    const auto readWrench = [&](std::string_view numbers) {
        if (readPoint(numbers, begin.load.force)) return true;
        std::size_t comma = 0;
        for (int i = 0; i < 3 && comma != numbers.npos; ++i) comma = numbers.find(',', comma + (i > 0));
        return comma != numbers.npos && readPoint(numbers.substr(0, comma), begin.load.force) &&
               readPoint(numbers.substr(comma + 1), begin.load.torque);
    };
    if (at == text.npos || equals == text.npos || colon == text.npos || dots == text.npos ||
        !readPoint(part(colon, equals), begin.load.station) || !readWrench(part(equals, at)) ||
        !readNumber(part(at, dots), begin.time) || !readNumber(part(dots + 1, text.size()), end.time) ||
        !(end.time > begin.time)) {
        std::cerr << "Error: '--load " << whole
                  << "' is not BODY:x,y,z=FX,FY,FZ@FROM..TO, such as 'Crank:0.1,0,0=0,-5,0@0.5..1' (m, N, s). A torque "
                     "(N m) may follow as TX,TY,TZ; '@body' at the end means components in the body frame.\n";
        return false;
    }
    begin.load.inBodyAxes = inBodyAxes;
    const std::string name = text.substr(0, colon);
    for (const ElementId id : model.getDocument().elementsOf("body"))
        if (model.getDocument().get(id).name == name) begin.body = id;
    if (!begin.body.isValid()) {
        std::cerr << "Error: '--load " << whole << "': the model has no body '" << name << "'.\n";
        return false;
    }
    track.push_back(begin);
    track.push_back(end);
    return true;
}

bool readPullsOf(const std::string& file, RunOptions& options) {
    const Result<OpenedRun> opened = openRun(file);
    report(opened.diagnostics);
    if (!opened) return false;
    options.pulls = opened->run->getTrajectory()->copyPulls();
    options.pullInterval = opened->run->getOptions().pullInterval;
    if (!options.pulls.empty()) return true;
    std::cerr << "Error: no pulls were recorded in the run '" << file << "'.\n";
    return false;
}
}  // namespace

bool planPulls(const RunRequest& request, const CompiledModel& model, RunOptions& options) {
    if (!request.pullsOf.empty() && !readPullsOf(request.pullsOf, options)) return false;
    int hand = HandInView;
    for (const PullChange& change : options.pulls) hand = std::max(hand, change.hand);
    for (const std::string& load : request.loads)
        if (!readLoad(load, model, ++hand, options.pulls)) return false;
    return true;
}

void printPulls(const SimulationRun& run, std::ostream& out) {
    const Document& document = run.getModel()->getDocument();
    for (const PullSpan& span : spansOf(run.getTrajectory()->copyPulls())) {
        const Element* const body = document.find(span.body);
        out << "  '" << (body ? body->name : std::string("?")) << "' "
            << (span.hand == HandInView ? "was pulled in the view" : "was loaded") << " from " << span.from << " s";
        if (std::isfinite(span.to)) out << " to " << span.to << " s";
        out << "\n";
    }
}

}  // namespace trammel::cli
