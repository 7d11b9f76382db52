// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/course_tool.h"

#include "ui/tools/element_edits.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

CourseTool::CourseTool(Session& session, const DisplayUnits& units, const TypeDescriptor& type)
    : session_(session), units_(units), type_(type), mostPoints_(findViaSockets(type)->sockets.size() + 2) {}

QString CourseTool::name() const { return QString::fromStdString(type_.label); }

QString CourseTool::prompt() const {
    if (places_.empty()) return tr("%1: click its start. Empty space is Ground. Esc: back.").arg(name());
    return places_.size() == 1 ? tr("%1: click the next point, or its end. Esc: back.").arg(name())
                               : tr("%1: click the next point; Enter ends it here. Esc: back.").arg(name());
}

Place CourseTool::placeAt(const Pointer& pointer) const {
    return pointer.feature ? pointer.feature->place : Place{{}, "origin", pointer.point_G};
}

bool CourseTool::isLastPoint(const Pointer& pointer) const {
    constexpr Real same = 1e-9;
    return !points_G_.empty() && (pointer.point_G - points_G_.back()).norm() <= same;
}

void CourseTool::hover(const Pointer& pointer) {
    pointer_ = pointer;
    show();
}

void CourseTool::show() {
    preview_ = {};
    for (std::size_t i = 0; i < points_G_.size(); ++i) {
        preview_.marks.push_back(snapMark(points_G_[i]));
        if (i > 0) preview_.marks.push_back(rubberLine(points_G_[i - 1], points_G_[i]));
    }
    markTarget(pointer_, preview_.marks);
    if (isLastPoint(pointer_)) {
        preview_.chip = places_.size() > 1 ? tr("click or Enter ends it here") : tr("from here");
        return;
    }
    if (!points_G_.empty()) preview_.marks.push_back(rubberLine(points_G_.back(), pointer_.point_G));
    const ElementId body = placeAt(pointer_).body;
    preview_.chip =
        tr("point %1: %2").arg(places_.size() + 1).arg(body.isValid() ? session_.nameOf(body) : tr("Ground"));
    if (const QString target = targetName(pointer_, units_); !target.isEmpty())
        preview_.chip += QStringLiteral(" · ") + target;
}

void CourseTool::click(const Pointer& pointer) {
    pointer_ = pointer;
    if (!session_.model()) return;
    if (isLastPoint(pointer)) return accept();
    places_.push_back(placeAt(pointer));
    points_G_.push_back(pointer.point_G);
    if (places_.size() == mostPoints_) return add();
    show();
}

void CourseTool::accept() {
    if (places_.size() > 1) add();
}

bool CourseTool::back() {
    if (places_.empty()) return false;
    places_.pop_back();
    points_G_.pop_back();
    show();
    return true;
}

void CourseTool::add() {
    const auto result = session_.edit(tr("Add %1").arg(name()), [&](const Document& document) {
        auto made = addPlacedElement(document, session_.model(), type_, makeCourse(type_, places_), Vec3(0, 0, 1));
        Result<Edit> edit;
        edit.diagnostics = made.diagnostics;
        if (!made) return edit;
        edit.value = std::move(made->edit);
        roundDefaults(edit, session_.catalog(), units_);
        return edit;
    });
    if (!result) return;
    session_.select(result->element);
    places_.clear();
    points_G_.clear();
    show();
}

}  // namespace trammel::ui
