// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <map>
#include <optional>

#include "ui/session/session.h"

namespace trammel::ui {

/// Keeps what each edit in the undo list dropped from the State in view, and foresees what one would.
class EditLedger : public QObject {
    Q_OBJECT

public:
    explicit EditLedger(Session& session, QObject* parent = nullptr);

    /// What entry @p index of the undo list dropped when it was made, or when it was last gone back to.
    std::optional<Damage> damageOf(std::size_t index) const;

    /// What setting property @p key of @p element to another value near the present one would drop; none if it cannot be
    /// said. Builds and realizes copies only.
    std::optional<Damage> foreseeChange(ElementId element, const std::string& key) const;

    /// Whether each edit is told in a sentence.
    bool isTeaching() const { return teaching_; }
    void setTeaching(bool on) { teaching_ = on; }

Q_SIGNALS:
    void changed();

private:
    void sessionChanged(Aspects aspects);

    Session& session_;
    std::map<std::size_t, Damage> damages_;
    long seen_ = 0;
    bool teaching_ = false;
};

}  // namespace trammel::ui
