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

/// Buttons with fixes for a problem, each one undo step; hidden if no fix is known.
///
/// Fixes belong to one document: an edit disables the buttons until fixes for the edited document are found.
class FixBar : public QWidget {
    Q_OBJECT

public:
    explicit FixBar(Session& session, QWidget* parent = nullptr);
    ~FixBar() override;

    /// Offers fixes for @p problem; none for a problem without element.
    void offerFor(const Diagnostic& problem);
    /// Offers fixes for any problem of @p element.
    void offerFor(ElementId element) { offerFor(Diagnostic{Severity::Note, {}, {}, {}, element}); }

private:
    /// A background search, and whether its result is still wanted.
    struct Search {
        TaskControl control;
        std::unique_ptr<BackgroundTask<std::vector<Fix>>> task;
    };

    /// Records which problems the last edit caused.
    void follow();
    /// True if undoing the last edit removes the problem.
    bool isOfLastEdit() const;
    /// Searches for fixes; this compiles candidates, so only while visible.
    void searchFixes();
    /// Shows results of the last search and deletes canceled ones.
    void collect();
    void offer(std::vector<Fix> fixes);
    /// Searches again after an edit.
    void lookAgain();
    /// Applies a fix as one edit; does nothing if the document has changed since the search.
    void apply(const Fix& fix);
    QPushButton* addButton(const QString& label, const QString& tip);

    Session& session_;
    Diagnostic problem_;
    /// Index in History of the edit that caused each problem, by element and message.
    std::map<std::pair<ElementId, std::string>, std::size_t> since_;
    bool stale_ = false;
    /// True while the search waits for the document to be compiled.
    bool waits_ = false;
    /// The document of the current fixes.
    Document base_;
    /// The containing dock, set once the search had to wait for its visibility.
    QDockWidget* dock_ = nullptr;
    FlowLayout* layout_;
    QTimer poll_{this};
    /// The last one is current, the others are canceled.
    std::vector<std::unique_ptr<Search>> searches_;
};

}  // namespace trammel::ui
