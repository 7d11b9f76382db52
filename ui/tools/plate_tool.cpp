// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/plate_tool.h"

#include <algorithm>

#include "ui/session/text.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

QString PlateTool::name() const { return tr("Plate"); }

QString PlateTool::prompt() const {
    if (draft_.corners.empty())
        return tr("Plate: click its first pivot, or type x, y. G: pinned to Ground here. Shift: no hole.");
    return draft_.corners.size() == 1
               ? tr("Plate: click the next pivot. G: pinned to Ground. Shift: no hole. Esc: back.")
               : tr("Plate: click the next pivot; Enter or the first one ends it. G: to Ground. Shift: no hole.");
}

std::optional<Vec3> PlateTool::planePoint() const {
    return draft_.corners.empty() ? std::nullopt : std::optional(draft_.corners.front().point_G);
}

PlateDraft::Corner PlateTool::cornerAt(const Pointer& pointer) const {
    PlateDraft::Corner corner{pointer.point_G, std::nullopt, !(pointer.modifiers & Qt::ShiftModifier)};
    // The surface of Ground counts as empty space; a pivot on it does not.
    const bool joins = pointer.feature && (pointer.feature->place.body.isValid() || pointer.feature->isPivot());
    if (joins && corner.hasHole) corner.joined = pointer.feature->place;
    return corner;
}

bool PlateTool::ends(const Pointer& pointer) const {
    constexpr Real same = 1e-9;
    const auto isAt = [&](const PlateDraft::Corner& corner) {
        return (pointer.point_G - corner.point_G).norm() <= same;
    };
    return !draft_.corners.empty() && (isAt(draft_.corners.front()) || isAt(draft_.corners.back()));
}

void PlateTool::hover(const Pointer& pointer) {
    pointer_ = pointer;
    show();
}

void PlateTool::show() {
    preview_ = {};
    for (const PlateDraft::Corner& corner : draft_.corners) preview_.marks.push_back(snapMark(corner.point_G));
    markTarget(pointer_, preview_.marks);
    PlateDraft shown = draft_;
    if (!ends(pointer_)) shown.corners.push_back(cornerAt(pointer_));
    if (shown.corners.size() > 1) {
        const auto drawn = drawPlate(session_.document(), session_.model(), shown);
        if (!drawn) {
            preview_.chip = reasonsOf(drawn.diagnostics);
            if (shown.corners.back().joined) preview_.chip += tr(" Shift: not joined.");
            preview_.isProblem = true;
            for (std::size_t i = 1; i < shown.corners.size(); ++i)
                preview_.marks.push_back(rubberLine(shown.corners[i - 1].point_G, shown.corners[i].point_G));
            return;
        }
        for (const DecorativeGeometry& g : *drawn) preview_.marks.push_back(ghost(g));
    }
    if (ends(pointer_)) {
        preview_.chip = draft_.corners.size() > 1 ? tr("click or Enter ends it here") : tr("from here");
        return;
    }
    const PlateDraft::Corner& last = shown.corners.back();
    const QString where =
        !last.joined
            ? (last.hasHole ? tr("free pivot (G: pin to Ground)") : tr("corner without hole"))
            : tr("Pin to %1 ✓").arg(last.joined->body.isValid() ? session_.nameOf(last.joined->body) : tr("Ground"));
    preview_.chip = tr("point %1: %2").arg(shown.corners.size()).arg(where);
    if (const QString target = targetName(pointer_, units_); !target.isEmpty())
        preview_.chip += QStringLiteral(" · ") + target;
}

void PlateTool::click(const Pointer& pointer) {
    pointer_ = pointer;
    if (!session_.model()) return;
    if (ends(pointer)) return accept();
    addCorner(cornerAt(pointer));
}

void PlateTool::letter(QChar) {
    if (!session_.model() || ends(pointer_)) return;
    addCorner({pointer_.point_G, Place{{}, "origin", pointer_.point_G}, true});
}

void PlateTool::addCorner(PlateDraft::Corner corner) {
    if (draft_.corners.empty()) {
        draft_.axis_G = host_.planeNormal();
        draft_.sizeUnit = units_.unitFor(Quantity::Length).factor;
    }
    draft_.corners.push_back(std::move(corner));
    show();
}

void PlateTool::accept() {
    if (draft_.corners.size() > 1) add();
}

bool PlateTool::back() {
    if (draft_.corners.empty()) return false;
    draft_.corners.pop_back();
    show();
    return true;
}

void PlateTool::add() {
    Result<PlateEdit> made;
    session_.edit(tr("Plate"), [&](const Document& document) {
        made = addPlate(document, session_.model(), draft_);
        Result<Edit> edit;
        edit.diagnostics = made.diagnostics;
        if (made) edit.value = made->edit;
        return edit;
    });
    if (!made) return;
    session_.select(made->plate);
    draft_.corners.clear();
    preview_ = {};
    if (!made->summary.empty()) Q_EMIT session_.notice(QString::fromStdString(made->summary));
}

}  // namespace trammel::ui
