// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/target.h"

#include <cmath>

#include "ui/session/text.h"
#include "ui/tools/marks.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

namespace {
/// Lengths below this are rounding errors of zero, m.
constexpr Real noise = 1e-12;

QString coordinate(int axis, Real value, const DisplayUnits& units) {
    constexpr int digits = 4;
    return QStringLiteral("xyz").mid(axis, 1) + ' ' +
           formatQuantity(std::abs(value) < noise ? 0 : value, Quantity::Length, units, digits);
}

QString coordinates(const Vec3& p_G, const DisplayUnits& units) {
    QStringList parts;
    for (int i = 0; i < 3; ++i) parts += coordinate(i, p_G[i], units);
    return parts.join(QStringLiteral(" · "));
}
}  // namespace

QString targetName(const Pointer& pointer, const DisplayUnits& units) {
    if (pointer.feature) {
        QString name = text(pointer.feature->name);
        if (pointer.feature->isSurface()) name += QStringLiteral(" · ") + coordinates(pointer.point_G, units);
        return pointer.alternatives > 1 ? tr("%1 (Tab: %2 here)").arg(name).arg(pointer.alternatives) : name;
    }
    QStringList parts;
    if (pointer.onGrid) parts += tr("grid");
    for (int i = 0; i < 3; ++i)
        if (std::abs(pointer.point_G[i]) >= noise && pointer.normal_G[i] == 0)
            parts += coordinate(i, pointer.point_G[i], units);
    return parts.join(QStringLiteral(" · "));
}

void markTarget(const Pointer& pointer, std::vector<DecorativeGeometry>& marks) {
    if (!pointer.feature) return;
    marks.push_back(snapMark(pointer.point_G));
    if (const auto& line = pointer.feature->line_G) marks.push_back(rubberLine(line->first, line->second));
}

}  // namespace trammel::ui
