// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/arrow_range.h"

#include <algorithm>
#include <exception>

#include "inspect/realization.h"
#include "inspect/vector_drawing.h"
#include "runtime/background_task.h"
#include "ui/session/left_work.h"

namespace trammel::ui {

namespace {

/// Number of evenly spaced frames to examine.
constexpr std::size_t FramesLookedAt = 101;
/// Polling interval of the thread, ms.
constexpr int RangeInterval = 15;

ArrowRange::Largest findLargest(const SimulationRun& run, const std::set<std::string>& keys,
                                const TaskControl& control) {
    ArrowRange::Largest largest;
    std::vector<DecorativeGeometry> unused;
    State state = run.getInitialState();
    const std::size_t frames = run.getTrajectory()->size(), count = std::min(FramesLookedAt, frames);
    for (std::size_t k = 0; k < count && !control.isCanceled(); ++k)
        for (const Drawing& drawing : getDrawings()) {
            if (!keys.contains(drawing.key)) continue;
            Real& known = largest[drawing.key];
            try {
                run.restoreFrame((frames - 1) * k / std::max<std::size_t>(count - 1, 1), state);
                realize(*run.getModel(), state, drawing.stage);
                known = std::max(known, appendDrawing(*run.getModel(), drawing, state, 0, unused));
            } catch (const std::exception&) {
                // No such vectors there; the view of that instant reports why.
            }
            unused.clear();
        }
    return largest;
}

}  // namespace

struct ArrowRange::Work {
    Work(std::shared_ptr<const SimulationRun> ofRun, std::set<std::string> drawings)
        : run(std::move(ofRun)), keys(std::move(drawings)) {}
    ~Work() { control.cancel(); }

    const std::shared_ptr<const SimulationRun> run;
    const std::set<std::string> keys;
    TaskControl control;
    /// Last member: its thread ends before the data it uses is destroyed.
    BackgroundTask<Largest> task{[this] { return findLargest(*run, keys, control); }};
};

ArrowRange::ArrowRange(RunList& runs, QObject* parent) : QObject(parent), runs_(runs) {
    timer_.setObjectName(QStringLiteral("arrowRange"));
    timer_.setInterval(RangeInterval);
    connect(&timer_, &QTimer::timeout, this, &ArrowRange::poll);
}
ArrowRange::~ArrowRange() {
    if (!work_) return;
    work_->control.cancel();
    leaveUntil([left = std::shared_ptr<Work>(std::move(work_))] { return left->task.isFinished(); });
}

const ArrowRange::Largest& ArrowRange::of(const SimulationRun* run, const std::set<std::string>& drawings) {
    static const Largest none;
    const RunEntry* const current = runs_.current();
    if (!current || current->run.get() != run || current->isUnderWay() || current->frames().empty()) return none;
    if (run_.lock() != current->run) largest_.clear();
    run_ = current->run;
    std::set<std::string> missing;
    for (const std::string& key : drawings)
        if (!largest_.contains(key)) missing.insert(key);
    if (!missing.empty() && !work_) {
        work_ = std::make_unique<Work>(current->run, std::move(missing));
        timer_.start();
    }
    return largest_;
}

void ArrowRange::poll() {
    if (!work_ || !work_->task.isFinished()) return;
    timer_.stop();
    const std::unique_ptr<Work> done = std::move(work_);
    if (done->run == run_.lock()) {
        for (const std::string& key : done->keys) largest_[key] = 0;
        if (const auto& found = done->task.getResult())
            for (const auto& [key, value] : *found) largest_[key] = value;
    }
    // Also for another run: the view then requests the current one.
    Q_EMIT gathered();
}

}  // namespace trammel::ui
