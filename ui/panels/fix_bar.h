// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <memory>
#include <vector>

#include "compile/fixes.h"
#include "runtime/background_task.h"
#include "ui/session/session.h"

class QDockWidget;
class QHBoxLayout;

namespace trammel::ui {

/// Buttons that mend what is wrong with one element, each one undo step; nothing where no way out is known.
class FixBar : public QWidget {
    Q_OBJECT

public:
    explicit FixBar(Session& session, QWidget* parent = nullptr);
    ~FixBar() override;

    /// Offers what mends @p element; none: nothing.
    void offerFor(ElementId element);

private:
    /// A search in the background, and whether somebody still waits for it.
    struct Search {
        TaskControl control;
        std::unique_ptr<BackgroundTask<std::vector<Fix>>> task;
    };

    /// Begins to find what to offer; it takes some compiling, so only while it can be seen.
    void look();
    /// Shows what the last search has found, and forgets those that nobody waits for.
    void collect();
    void offer(const std::vector<Fix>& fixes);

    Session& session_;
    ElementId element_;
    bool stale_ = false;
    /// The dock that it is in, once it had to wait for it to be seen.
    QDockWidget* dock_ = nullptr;
    QHBoxLayout* layout_;
    QTimer poll_;
    /// The last one is waited for.
    std::vector<std::unique_ptr<Search>> searches_;
};

/// Makes one edit of a document that is there already.
void applyFix(Session& session, const QString& label, const Document& fixed);

}  // namespace trammel::ui
