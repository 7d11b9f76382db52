// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_comparison.h"

#include <algorithm>
#include <cstring>

#include "compile/realization.h"
#include "integrate/integration_failure.h"

namespace trammel {

namespace {
bool sameFrame(const RecordedRun& a, const RecordedRun& b, std::size_t frame, Vector& ya, Vector& yb) {
    if (a.frames->getTime(frame) != b.frames->getTime(frame)) return false;
    a.frames->copyY(frame, ya);
    b.frames->copyY(frame, yb);
    return std::memcmp(ya.data(), yb.data(), std::size_t(ya.size()) * sizeof(Real)) == 0;
}
}  // namespace

State RecordedRun::stateAt(std::size_t frame) const {
    State state = initial;
    state.setTime(frames->getTime(frame));
    frames->copyY(frame, state.updY());
    frames->restoreDiscreteVariables(frame, state);
    return state;
}

RunDivergence findDivergence(const RecordedRun& a, const RecordedRun& b) {
    RunDivergence found;
    if (&a.model->getSystem() != &b.model->getSystem() || a.frames->getNY() != b.frames->getNY()) {
        found.diverges = true;
        found.sentence = "The runs are of systems with other elements; nothing can be compared.";
        return found;
    }
    Vector ya(a.frames->getNY()), yb(b.frames->getNY());
    const std::size_t frames = std::min(a.frames->size(), b.frames->size());
    std::size_t frame = 0;
    while (frame < frames && sameFrame(a, b, frame, ya, yb)) ++frame;
    const auto compareAt = [&](std::size_t at) {
        const State sa = a.stateAt(at), sb = b.stateAt(at);
        realize(*a.model, sa, Stage::Report);
        realize(*b.model, sb, Stage::Report);
        return compareStates(*a.model, sa, sb);
    };
    // Parameters may differ though the pose of the start is the same.
    if (frames > 0 && frame > 0) {
        found.differences = compareAt(0);
        if (!found.differences.empty()) frame = 0;
    }
    if (frame < frames && found.differences.empty()) found.differences = compareAt(frame);
    if (found.differences.empty()) {
        found.sentence = "All " + std::to_string(frames) + " frames that both runs have are the same to the last bit.";
        return found;
    }
    found.diverges = true;
    found.frame = frame;
    found.time = a.frames->getTime(frame);
    const auto firstOf = [&](bool entries) {
        auto first = found.differences.end();
        for (auto d = found.differences.begin(); d != found.differences.end(); ++d)
            if (d->isEntry == entries && (first == found.differences.end() || d->stage < first->stage)) first = d;
        return first;
    };
    const auto variable = firstOf(false), entry = firstOf(true), none = found.differences.end();
    // A variable of the same stage comes before what is computed from it.
    const auto first = variable == none || (entry != none && entry->stage < variable->stage) ? entry : variable;
    found.stage = first->stage;
    found.sentence = "At " + readable(found.time) + " s, frame " + std::to_string(frame) + ", stage " +
                     found.stage.getName() + ", the first to differ is " + first->name +
                     (first->relative < Infinity ? ", by " + readable(first->relative) + " of its size." : ".");
    if (first != entry && entry != none)
        found.sentence +=
            " The first cache entry to differ is " + entry->name + ", of stage " + entry->stage.getName() + ".";
    return found;
}

}  // namespace trammel
