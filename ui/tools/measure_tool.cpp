// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/measure_tool.h"

#include <algorithm>
#include <cmath>

#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

QString MeasureTool::name() const { return tr("Measure"); }

QString MeasureTool::prompt() const {
    switch (points_.size()) {
        case 0: return tr("Measure: click the first point.");
        case 1: return tr("Measure: click the second point. Esc: back.");
        case 2: return tr("Measure: click a third point for the angle at the second. Esc: back.");
        default: return tr("Measure: click to start again. Esc: back.");
    }
}

void MeasureTool::hover(const Pointer& pointer) { show(pointer); }

void MeasureTool::click(const Pointer& pointer) {
    if (points_.size() == 3) points_.clear();
    points_.push_back({pointer.point_G, pointer.feature && pointer.feature->isPivot()});
    show(pointer);
}

bool MeasureTool::back() {
    if (points_.empty()) return false;
    points_.pop_back();
    preview_ = {};
    return true;
}

Vec3 MeasureTool::wayBetween(const Point& from, const Point& to, Real& layers) const {
    Vec3 way = to.p_G - from.p_G;
    const CompiledModelPtr& model = session_.lastModel();
    if (!model || !from.isPivot || !to.isPivot) return way;
    const auto normal = findPlaneNormal(*model, model->getInitialState());
    if (!normal) return way;
    layers = std::abs(way.dot(*normal));
    way -= *normal * way.dot(*normal);
    return way;
}

void MeasureTool::show(const Pointer& pointer) {
    preview_ = {};
    std::vector<Point> shown = points_;
    if (shown.size() < 3 && (shown.empty() || (pointer.point_G - shown.back().p_G).norm() > 1e-12))
        shown.push_back({pointer.point_G, pointer.feature && pointer.feature->isPivot()});
    for (const Point& point : shown) preview_.marks.push_back(snapMark(point.p_G));
    const QString target = points_.size() < 3 ? targetName(pointer, units_) : QString();
    if (points_.size() < 3) markTarget(pointer, preview_.marks);
    if (shown.size() < 2) {
        preview_.chip = target;
        return;
    }
    for (std::size_t i = 0; i + 1 < shown.size(); ++i)
        preview_.marks.push_back(rubberLine(shown[i].p_G, shown[i + 1].p_G));
    Real layers = 0, further = 0;
    const Vec3 way = wayBetween(shown[0], shown[1], layers);
    if (shown.size() == 2) {
        QStringList parts{lengthText(way.norm())};
        for (int i = 0; i < 3; ++i)
            if (std::abs(way[i]) > 1e-12)
                parts += QStringLiteral("Δ%1 %2").arg(QStringLiteral("xyz")[i], lengthText(way[i]));
        preview_.chip = parts.join(QStringLiteral("  "));
        if (layers > 1e-9) preview_.chip += tr("  in the plane; layers %1 apart").arg(lengthText(layers));
        if (pointer.feature && !target.isEmpty()) preview_.chip += QStringLiteral(" · ") + target;
        preview_.marks.push_back(measureLabel((shown[0].p_G + shown[1].p_G) / 2, parts.front()));
        return;
    }
    const Vec3 onward = wayBetween(shown[1], shown[2], further);
    const Real size = way.norm() * onward.norm();
    if (size == 0) return;
    const Real angle = std::acos(std::clamp(-way.dot(onward) / size, -1., 1.));
    preview_.chip = tr("%1 at the second point").arg(formatQuantity(angle, Quantity::Angle, units_, 7));
    preview_.marks.push_back(measureLabel(shown[1].p_G, formatQuantity(angle, Quantity::Angle, units_, 6)));
}

}  // namespace trammel::ui
