// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QTimer>
#include <cstddef>
#include <functional>
#include <memory>

#include "compile/compiled_model.h"

namespace trammel::ui {

/// Number of elements from which work on a whole model is done in the background; with fewer it takes a few
/// milliseconds.
inline constexpr std::size_t LargeModel = 1000;

/// Compiles one document after another on a background thread.
class ModelCompiler : public QObject {
    Q_OBJECT

public:
    /// @param adopt takes the result by take(); called by the event loop, or with true by finishNow()
    ModelCompiler(std::function<void(bool isAwaited)> adopt, QObject* parent);
    /// Does not wait: a compilation in progress ends on its own.
    ~ModelCompiler() override;

    /// Compiles @p document as compileDocument() does. Only while not busy.
    void start(const Document& document, const CompiledModelPtr& previous);
    /// From start() to take() or discard().
    bool isBusy() const { return work_ != nullptr; }
    /// The document being compiled; only while busy.
    const Document& document() const;
    /// Waits, and has results adopted, until no compilation is in progress.
    void finishNow();
    /// The result; waits for it. Only while busy.
    Result<CompiledModelPtr> take();
    /// Discards the result without waiting for it.
    void discard();
    /// Number of calls of finishNow() while busy: each may have blocked the GUI thread.
    long waits() const { return waits_; }

private:
    struct Work;

    std::function<void(bool)> adopt_;
    std::shared_ptr<Work> work_;
    QTimer timer_{this};
    long waits_ = 0;
};

}  // namespace trammel::ui
