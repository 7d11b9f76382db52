// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTimer>
#include <QWidget>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "authoring/fixes.h"
#include "runtime/background_task.h"
#include "ui/session/session.h"

class QDockWidget;
class QPushButton;

namespace trammel::ui {

class FlowLayout;

/// Buttons that answer one problem, each one undo step; nothing where no way out is known.
class FixBar : public QWidget {
    Q_OBJECT

public:
    explicit FixBar(Session& session, QWidget* parent = nullptr);
    ~FixBar() override;

    /// Offers what mends @p problem; one about no element: nothing.
    void offerFor(const Diagnostic& problem);
    /// Offers what mends whatever is wrong with @p element.
    void offerFor(ElementId element) { offerFor(Diagnostic{Severity::Note, {}, {}, {}, element}); }

private:
    /// A search in the background, and whether somebody still waits for it.
    struct Search {
        TaskControl control;
        std::unique_ptr<BackgroundTask<std::vector<Fix>>> task;
    };

    /// Notes which problems the last edit brought.
    void follow();
    /// Whether taking the last edit back takes the problem away.
    bool isOfLastEdit() const;
    /// Begins to find what to offer; it takes some compiling, so only while it can be seen.
    void look();
    /// Shows what the last search has found, and forgets those that nobody waits for.
    void collect();
    void offer(std::vector<Fix> fixes);
    QPushButton* addButton(const QString& label, const QString& tip);

    Session& session_;
    Diagnostic problem_;
    /// All problems there are, by element and message, with the step of History that brought them.
    std::map<std::pair<ElementId, std::string>, std::size_t> since_;
    bool stale_ = false;
    /// The dock that it is in, once it had to wait for it to be seen.
    QDockWidget* dock_ = nullptr;
    FlowLayout* layout_;
    QTimer poll_;
    /// The last one is waited for.
    std::vector<std::unique_ptr<Search>> searches_;
};

/// Makes one edit of a document that is there already.
void applyFix(Session& session, const QString& label, const Document& fixed);

}  // namespace trammel::ui
