// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFrame>

#include "ui/properties/units.h"
#include "ui/session/session.h"

namespace trammel::ui {

/// Pop-up field for the one number that a new element needs: Enter sets it, Escape dismisses.
class ValuePrompt : public QFrame {
    Q_OBJECT

public:
    /// Asks for @p property of @p element; deletes itself when done.
    ValuePrompt(Session& session, const DisplayUnits& units, ElementId element, const PropertyDescriptor& property,
                QWidget* parent);

    void popUp(const QPoint& globalPosition);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
};

}  // namespace trammel::ui
