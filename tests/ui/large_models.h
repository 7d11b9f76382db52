// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace trammel::ui::testing {

/// Pendulums side by side.
inline QString pendulumsText(int count) {
    QString text = QStringLiteral(R"({"trammel": 1, "name": "Pendulums", "nextId": %1, "elements": [
    {"id": 1, "family": "force", "type": "gravity", "name": "Gravity"})")
                       .arg(2 * count + 10);
    for (int i = 0; i < count; ++i)
        text += QStringLiteral(R"(,
    {"id": %1, "family": "body", "type": "bar", "name": "Bar %2", "properties": {"length": 0.3, "mass": 0.4}},
    {"id": %3, "family": "joint", "type": "pin", "name": "Pivot %2", "properties": {"angle": -0.5,
     "parentPoint": [%4, %5, 0]}, "references": {"child": %1}})")
                    .arg(2 * i + 2)
                    .arg(i + 1)
                    .arg(2 * i + 3)
                    .arg(0.35 * (i % 20))
                    .arg(-1.0 * (i / 20));
    return text + QStringLiteral("]}");
}

}  // namespace trammel::ui::testing
