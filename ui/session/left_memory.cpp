// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/left_memory.h"

#include <QCoreApplication>
#include <exception>
#include <optional>

#include "inspect/realization.h"

namespace trammel::ui {

namespace {

/// Owner of a large model, as a deleter. It outlives its call as long as someone watches for the end of the model.
struct ModelOwner {
    CompiledModelPtr model;
    std::optional<State> start;

    void operator()(const CompiledModel*) {
        std::pair last(std::move(model), std::move(start));
        start.reset();
        if (isInWindow()) destroyInBackground(std::move(last));
    }
};

}  // namespace

bool isInWindow() {
    const QCoreApplication* const application = QCoreApplication::instance();
    return application && QObject().thread() == application->thread();
}

CompiledModelPtr preparedForWindow(CompiledModelPtr model, bool isDisplayed) {
    ModelOwner owner{std::move(model), {}};
    const CompiledModel* const made = owner.model.get();
    if (isDisplayed) {
        owner.start = made->getInitialState();
        try {
            realize(*made, *owner.start, Stage::Position);
        } catch (const std::exception&) {
            // Reported once it is displayed.
        }
    }
    return {made, std::move(owner)};
}

State copyForWindow(const CompiledModelPtr& model, const State& start) {
    auto* const owner = std::get_deleter<ModelOwner>(model);
    if (!owner || !owner->start || &start != &model->getInitialState()) return start;
    State prepared = std::move(*owner->start);
    owner->start.reset();
    return prepared;
}

}  // namespace trammel::ui
