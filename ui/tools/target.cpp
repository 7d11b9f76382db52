// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/target.h"

#include "ui/session/text.h"
#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {
QString coordinates(const Vec3& p_G, const DisplayUnits& units) {
    constexpr int digits = 4;
    QStringList parts;
    for (int i = 0; i < 3; ++i)
        parts += QStringLiteral("xyz").mid(i, 1) + ' ' + formatQuantity(p_G[i], Quantity::Length, units, digits);
    return parts.join(QStringLiteral(" · "));
}
}  // namespace

QString targetName(const Pointer& pointer, const DisplayUnits& units) {
    if (pointer.feature) {
        QString name = text(pointer.feature->name);
        if (pointer.feature->isSurface()) name += QStringLiteral(" · ") + coordinates(pointer.point_G, units);
        return pointer.alternatives > 1 ? tr("%1 (Tab: %2 here)").arg(name).arg(pointer.alternatives) : name;
    }
    constexpr int digits = 4;
    QStringList parts;
    if (pointer.onGrid) parts += tr("grid");
    for (int i = 0; i < 3; ++i)
        if (pointer.point_G[i] != 0 && pointer.normal_G[i] == 0)
            parts += QStringLiteral("xyz").mid(i, 1) + ' ' +
                     formatQuantity(pointer.point_G[i], Quantity::Length, units, digits);
    return parts.join(QStringLiteral(" · "));
}

void markTarget(const Pointer& pointer, std::vector<DecorativeGeometry>& marks) {
    if (!pointer.feature) return;
    marks.push_back(snapMark(pointer.point_G));
    if (const auto& line = pointer.feature->line_G) marks.push_back(rubberLine(line->first, line->second));
}

}  // namespace trammel::ui
