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

/// Parallelograms on top of each other, each closed by a pin: loops that meet.
inline QString ladderText(int cells) {
    QString text = QStringLiteral(R"({"trammel": 1, "name": "Ladder", "nextId": %1, "elements": [
    {"id": 1, "family": "force", "type": "gravity", "name": "Gravity"})")
                       .arg(7 * cells + 10);
    const auto bar = [&](int id, const QString& name) {
        text +=
            QStringLiteral(
                R"(, {"id": %1, "family": "body", "type": "bar", "name": "%2", "properties": {"length": 0.1, "mass": 0.2}})")
                .arg(id)
                .arg(name);
    };
    const auto pin = [&](int id, const QString& name, const QString& values, int parent, int child) {
        text +=
            QStringLiteral(
                R"(, {"id": %1, "family": "joint", "type": "pin", "name": "%2", "properties": {%3}, "references": {%4"child": %5}})")
                .arg(id)
                .arg(name, values)
                .arg(parent > 0 ? QStringLiteral("\"parent\": %1, ").arg(parent) : QString())
                .arg(child);
    };
    int below = 0;
    for (int c = 0; c < cells; ++c) {
        const int id = 7 * c + 2;
        const QString n = QString::number(c + 1);
        bar(id, "Left " + n);
        bar(id + 1, "Right " + n);
        bar(id + 2, "Rung " + n);
        pin(id + 3, "Left pin " + n, R"("angle": -1.5707963)", below, id);
        pin(id + 4, "Right pin " + n, R"("angle": -1.5707963, "parentPoint": [0.1, 0, 0])", below, id + 1);
        pin(id + 5, "Rung pin " + n, R"("angle": 1.5707963, "parentPoint": [0.1, 0, 0])", id, id + 2);
        pin(id + 6, "Closing pin " + n, R"("parentPoint": [0.1, 0, 0], "childPoint": [0.1, 0, 0])", id + 1, id + 2);
        below = id + 2;
    }
    return text + QStringLiteral("]}");
}

}  // namespace trammel::ui::testing
