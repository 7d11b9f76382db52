// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>
#include <QTimer>
#include <optional>

#include "ui/session/edit_ledger.h"

namespace trammel::ui {

class ValueEditor;

/// Foresees what an edit of the field under the pointer would drop, in words. It watches the pointer over fields of
/// element forms while it is active; the work is done elsewhere, and nothing waits.
class EditPreview : public QObject {
    Q_OBJECT

public:
    /// A dynamic property of an editor whose name is not that of the property that it changes.
    static constexpr const char* OtherKey = "changesProperty";

    EditPreview(Session& session, EditLedger& ledger, QObject* parent = nullptr);

    void setActive(bool active);
    /// What was foreseen last, and for which field; none, and the invitation to point at one.
    const std::optional<Damage>& damage() const { return damage_; }
    const QString& text() const { return text_; }

Q_SIGNALS:
    void changed();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void ask();
    void tell(ElementId element, const QString& key, const std::optional<Damage>& damage);

    Session& session_;
    EditLedger& ledger_;
    QPointer<ValueEditor> hovered_;
    QTimer hoverDelay_;
    std::optional<Damage> damage_;
    QString text_;
    bool active_ = false;
};

}  // namespace trammel::ui
