// SPDX-License-Identifier: Apache-2.0
#include "runtime/run_comparison.h"

#include <algorithm>
#include <cstring>

#include "inspect/realization.h"
#include "integrate/integration_failure.h"
#include "multibody/multibody_system.h"
#include "runtime/run_replay.h"

namespace trammel {

namespace {

bool same(const Vector& a, const Vector& b) {
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), std::size_t(a.size()) * sizeof(Real)) == 0;
}

bool sameFrame(const RecordedRun& a, const RecordedRun& b, std::size_t frame, Vector& ya, Vector& yb) {
    if (a.frames->getTime(frame) != b.frames->getTime(frame)) return false;
    a.frames->copyY(frame, ya);
    b.frames->copyY(frame, yb);
    return same(ya, yb);
}

/// True if each element of y has the same meaning in both.
bool haveSameVariables(const RecordedRun& a, const RecordedRun& b) {
    if (a.frames->getNY() != b.frames->getNY()) return false;
    const System &sa = a.model->getSystem(), &sb = b.model->getSystem();
    if (&sa == &sb) return true;
    for (int i = 0; i < a.frames->getNY(); ++i)
        if (sa.describeY(a.initial, i) != sb.describeY(b.initial, i)) return false;
    return true;
}

std::vector<StateDifference> compareRealized(const RecordedRun& a, const State& sa, const RecordedRun& b,
                                             const State& sb) {
    realize(*a.model, sa, Stage::Report);
    realize(*b.model, sb, Stage::Report);
    return compareStates(*a.model, sa, *b.model, sb);
}

/// "The first to differ is 'angle of Crank pin', of stage Position, by 3e-9 of its size. The first cache entry to
/// differ is ..." Empty if only signs of zeros differ.
std::string describeFirst(const std::vector<StateDifference>& differences, Stage& stage) {
    if (differences.empty()) return {};
    const auto firstOf = [&](bool entries) {
        auto first = differences.end();
        for (auto d = differences.begin(); d != differences.end(); ++d)
            if (d->isEntry == entries && (first == differences.end() || d->stage < first->stage)) first = d;
        return first;
    };
    const auto variable = firstOf(false), entry = firstOf(true), none = differences.end();
    // A variable precedes entries of the same stage, which are computed from it.
    const auto first = variable == none || (entry != none && entry->stage < variable->stage) ? entry : variable;
    stage = first->stage;
    std::string text = "The first to differ is " + first->name + ", of stage " + stage.getName() +
                       (first->relative < Infinity ? ", by " + readable(first->relative) + " of its size." : ".");
    if (first != entry && entry != none)
        text += " The first cache entry to differ is " + entry->name + ", of stage " + entry->stage.getName() + ".";
    return text;
}

/// Two replays, step by step.
struct TwoReplays {
    const RecordedRun &a, &b;
    RunReplay replayA{*a.model, a.initial, a.options}, replayB{*b.model, b.initial, b.options};

    /// False if one of them has ended.
    bool advance() {
        const bool moreOfA = replayA.advanceOneStep(), moreOfB = replayB.advanceOneStep();
        return moreOfA && moreOfB;
    }
    bool areSame() const {
        const State &sa = replayA.getState(), &sb = replayB.getState();
        return sa.getTime() == sb.getTime() && same(sa.getY(), sb.getY());
    }
};

/// The first step that differs; 0: none. It may follow the first frame that differs, since frames within a step are
/// projected to the run's own tolerance.
long findStep(const RecordedRun& a, const RecordedRun& b, TaskControl* control) {
    TwoReplays both{a, b};
    const Real start = a.initial.getTime(), end = std::min(a.frames->getEndTime(), b.frames->getEndTime());
    for (long step = 1; both.advance(); ++step) {
        if (!both.areSame()) return step;
        const Real reached = both.replayA.getState().getTime();
        if (reached >= end) break;
        if (!control) continue;
        if (control->isCanceled()) break;
        control->setProgress((reached - start) / (end - start));
    }
    return 0;
}

/// Differences at the beginning of step found.step, otherwise at its end. False if canceled, or if the replays did not
/// reach it.
bool lookIntoStep(const RecordedRun& a, const RecordedRun& b, RunDivergence& found, const TaskControl* control) {
    TwoReplays both{a, b};
    while (both.replayA.getNumSteps() + 1 < found.step)
        if (!both.advance() || (control && control->isCanceled())) return false;
    const bool isFirst = found.step == 1;
    State sa = isFirst ? a.initial : both.replayA.getState(), sb = isFirst ? b.initial : both.replayB.getState();
    const Real start = sa.getTime();
    found.differences = compareRealized(a, sa, b, sb);
    const bool fromItsBeginning = !found.differences.empty();
    if (!both.advance()) return false;
    sa = both.replayA.getState();
    sb = both.replayB.getState();
    if (!fromItsBeginning) found.differences = compareRealized(a, sa, b, sb);
    found.sentence = "Step " + std::to_string(found.step) + ", from " + readable(start) + " s to " +
                     readable(sa.getTime()) + " s" +
                     (sa.getTime() == sb.getTime() ? "" : " in A and " + readable(sb.getTime()) + " s in B") +
                     ", is the first that differs" + (fromItsBeginning ? ", from its start. " : ". ") +
                     describeFirst(found.differences, found.stage);
    return true;
}

}  // namespace

RecordedRun RecordedRun::of(const SimulationRun& run) {
    return {run.getModel(), run.getInitialState(), run.getTrajectory(), optionsToReplay(run)};
}

State RecordedRun::stateAt(std::size_t frame) const {
    State state = initial;
    state.setTime(frames->getTime(frame));
    frames->copyY(frame, state.updY());
    frames->restoreDiscreteVariables(frame, state);
    return state;
}

RunDivergence findDivergence(const RecordedRun& a, const RecordedRun& b, TaskControl* control) {
    RunDivergence found;
    const std::size_t frames = std::min(a.frames->size(), b.frames->size());
    if (frames == 0) {
        found.sentence = "One of the runs has no frames yet.";
        return found;
    }
    // Parameters may differ although the initial poses are equal.
    found.differences = compareRealized(a, a.stateAt(0), b, b.stateAt(0));
    found.time = a.frames->getTime(0);
    if (!found.differences.empty() || !haveSameVariables(a, b)) {
        found.diverges = true;
        found.sentence = "They differ from the start, at " + readable(found.time) + " s, frame 0. ";
        found.sentence += found.differences.empty() ? "Their variables are ordered differently."
                                                    : describeFirst(found.differences, found.stage);
        return found;
    }
    Vector ya(a.frames->getNY()), yb(b.frames->getNY());
    while (found.frame < frames && sameFrame(a, b, found.frame, ya, yb)) ++found.frame;
    if (found.frame == frames) {
        found.sentence = "All " + std::to_string(frames) + " common frames are bitwise identical.";
        return found;
    }
    found.diverges = true;
    found.time = a.frames->getTime(found.frame);
    const std::string where = "frame " + std::to_string(found.frame) + ", at " + readable(found.time) + " s";
    const bool isRecorded = a.options.isRecorded || b.options.isRecorded;
    found.step = isRecorded ? 0 : findStep(a, b, control);
    if (found.step > 0 && lookIntoStep(a, b, found, control)) {
        found.sentence += " The first frame that differs is " + where + ".";
        return found;
    }
    const bool wasCanceled = control && control->isCanceled();
    found.differences = compareRealized(a, a.stateAt(found.frame), b, b.stateAt(found.frame));
    found.sentence = "The first frame that differs is " + where + ". " + describeFirst(found.differences, found.stage) +
                     (isRecorded                        ? " A recorded motion has no steps to look into."
                      : found.step == 0 && !wasCanceled ? " All recomputed steps are identical."
                                                        : " The steps before it were not examined.");
    return found;
}

}  // namespace trammel
