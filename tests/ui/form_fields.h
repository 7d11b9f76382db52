// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QLabel>
#include <QLineEdit>
#include <algorithm>

#include "tests/ui/journey_rig.h"

namespace trammel::ui::testing {

/// The line in the form of the selected element for a property; otherwise null.
inline QLineEdit* fieldOf(JourneyRig& rig, const char* key) {
    auto* const editor = rig.window->findChild<QWidget*>(QString::fromLatin1(key));
    if (auto* const field = qobject_cast<QLineEdit*>(editor)) return field;
    return editor ? editor->findChild<QLineEdit*>() : nullptr;
}

/// Types over the text of a field, without Enter.
inline void typeInto(JourneyRig& rig, const char* key, const char* text) {
    rig.settle();
    auto* const field = fieldOf(rig, key);
    QVERIFY2(field, key);
    field->setFocus();
    // A dialog may just have returned it to the window.
    QTRY_VERIFY2(field->hasFocus(), key);
    field->selectAll();
    rig.type(QString::fromLatin1(text));
}

/// Whether a visible label contains @p words.
inline bool isSaid(JourneyRig& rig, const char* words) {
    const auto labels = rig.window->findChildren<QLabel*>();
    return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
        return label->isVisible() && label->text().contains(QString::fromLatin1(words));
    });
}

}  // namespace trammel::ui::testing
