// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <optional>

#include "ui/session/edit_cost_log.h"

namespace trammel::ui {

class ValueEditor;

/// Shows what an edit of the field under the pointer would invalidate. Watches the pointer over element forms while
/// active; the estimate is computed in the background.
class EditPreview : public QObject {
    Q_OBJECT

public:
    /// Dynamic property of an editor whose object name differs from the key it edits.
    static constexpr const char* OtherKey = "changesProperty";

    EditPreview(Session& session, EditCostLog& costLog, QObject* parent = nullptr);

    void setActive(bool active);
    /// The last estimate and its field; empty, with a prompt, if none exists.
    const std::optional<InvalidationSummary>& invalidation() const { return invalidation_; }
    const QString& text() const { return text_; }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask();
    void showCost(ElementId element, const QString& key, const std::optional<InvalidationSummary>& invalidation);

    Session& session_;
    EditCostLog& costLog_;
    QPointer<ValueEditor> hovered_;
    QTimer hoverDelay_{this};
    std::optional<InvalidationSummary> invalidation_;
    QString text_;
    bool active_ = false;
};

}  // namespace trammel::ui
