// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <exception>
#include <memory>
#include <utility>

#include "compile/compiled_model.h"
#include "runtime/background_work.h"
#include "ui/session/left_work.h"

namespace trammel::ui {

/// Destroys @p value, such as the State of a large model, on another thread: that takes as long as to make it. For the GUI
/// thread.
template <class T>
void destroyInBackground(T value) {
    try {
        const auto left = std::make_shared<std::unique_ptr<T>>(std::make_unique<T>(std::move(value)));
        const auto work = std::make_shared<BackgroundWork>([left] { left->reset(); });
        leaveUntil([work] { return work->isFinished(); });
    } catch (const std::exception&) {
        // Without another thread, or memory for one, it is destroyed here. Deleters, which call this, must not throw.
    }
}

/// True on the GUI thread.
bool isInWindow();

/// Shares @p value. It is destroyed on another thread if the last owner is in the window.
template <class T>
std::shared_ptr<const T> sharedWithWindow(std::unique_ptr<const T> value) {
    return {value.release(), [](const T* last) {
                std::unique_ptr<const T> left(last);
                if (isInWindow()) destroyInBackground(std::move(left));
            }};
}

/// @p model with what the window would wait for: a copy of its initial State, made on this thread if @p isDisplayed, and its
/// end, on another thread if the last owner is in the window.
CompiledModelPtr preparedForWindow(CompiledModelPtr model, bool isDisplayed);

/// A copy of @p start, a State of @p model's System. The one prepared for the initial State is moved: it may be realized.
State copyForWindow(const CompiledModelPtr& model, const State& start);

}  // namespace trammel::ui
