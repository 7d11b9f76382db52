// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/link_tool.h"

#include <QLineF>
#include <cmath>

#include "authoring/loop_closure.h"
#include "ui/session/model_compiler.h"
#include "ui/session/text.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

QString LinkTool::name() const { return tr("Link"); }

QString LinkTool::prompt() const {
    if (!start_) return tr("Link: click its start, or type x, y (Enter: origin). Empty space is Ground.");
    const QString axes = letters();
    return tr("Click its end, or type a length or %1, %2. %3, %4: direction. Shift: Ground. Esc: back.")
        .arg(axes[0].toLower(), axes[1].toLower(), axes[0], axes[1]);
}

std::optional<Quantity> LinkTool::typedQuantity() const {
    return start_ ? std::optional(Quantity::Length) : std::nullopt;
}

bool LinkTool::takesFeature(const Feature& feature) const {
    // Exclude the start point and its body's points.
    if (!start_) return true;
    return feature.line_G || feature.isSurface() ? feature.place.body != start_->body : !isStart(feature.position_G);
}

bool LinkTool::isStart(const Vec3& point_G) const { return (point_G - start_G_).norm() <= 1e-9; }

std::optional<Vec3> LinkTool::planePoint() const { return start_ ? std::optional(start_G_) : std::nullopt; }

Vec3 LinkTool::axisAcross(const Vec3& way) const {
    constexpr Real inPlane = 1e-9, parallel = 1e-6;
    const Vec3 axis = axis_G_.normalized();
    if (std::abs(way.dot(axis)) <= inPlane) return axis_G_;
    const Vec3 across = axis - way.dot(axis) / way.normSqr() * way;
    if (across.norm() > parallel) return across.normalized();
    return axis.cross(std::abs(axis[0]) < 0.5 ? Vec3(1, 0, 0) : Vec3(0, 1, 0)).normalized();
}

LinkDraft LinkTool::draftAt(const Pointer& pointer, bool endsOnGround) const {
    LinkDraft draft{.start = *start_,
                    .end_G = pointer.point_G,
                    .axis_G = axis_G_,
                    .sizeUnit = units_.unitFor(Quantity::Length).factor};
    if (pointer.isTyped && !pointer.feature) draft.axis_G = axisAcross(pointer.point_G - start_G_);
    if (typed_) {
        draft.length = typed_->si;
        draft.lengthFormula = typed_->formula;
    }
    // With a typed length a surface only determines the direction, unless it is clicked.
    const bool joins = pointer.feature && (!pointer.feature->isSurface() || !typed_ || endsOnGround);
    if (joins && pointer.feature->place.body != start_->body)
        draft.end = pointer.feature->place;
    else if (endsOnGround && start_->body.isValid())
        draft.end = Place{{}, "origin", pointer.point_G};
    return draft;
}

void LinkTool::hover(const Pointer& pointer) {
    // Ignore repeated hovers at the last key press or click.
    if (pointer.isTyped) return show(pointer);
    constexpr qreal still = 2;
    pointed_ = pointed_ || QLineF(pointer.position, stillAt_).length() > still;
    pointer_ = pointer;
    show(steeredPointer());
}

Pointer LinkTool::steeredPointer() const {
    if (pointed_ || !start_) return pointer_;
    Pointer pointer;
    pointer.point_G = start_G_;
    if (typed_ || turned_) pointer.point_G += (typed_ ? typed_->si : 0.1) * direction_;
    return pointer;
}

QString LinkTool::letters() const {
    if (plane_) return start_ ? QStringLiteral("XY") : QString();
    QString inPlane;
    for (int i = 0; start_ && i < 3; ++i)
        if (axis_G_[i] == 0) inPlane += Axes[i];
    return inPlane;
}

void LinkTool::letter(QChar letter) {
    direction_ = Vec3(0.);
    direction_[int(Axes.indexOf(letter))] = 1;
    if (plane_) direction_ = plane_->R() * direction_;
    pointed_ = false;
    turned_ = true;
    stillAt_ = pointer_.position;
    show(steeredPointer());
}

void LinkTool::show(const Pointer& pointer) {
    preview_ = {};
    if (!pointed_ && (start_ || pointer.isTyped)) preview_.place_G = pointer.point_G;
    markTarget(pointer, preview_.marks);
    if (start_ && preview_.marks.empty() && isStart(pointer.point_G)) preview_.marks.push_back(snapMark(start_G_));
    if (!start_) {
        const QString target = pointer.feature && pointer.feature->place.body.isValid()
                                   ? session_.nameOf(pointer.feature->place.body)
                                   : tr("Ground");
        preview_.chip = tr("Pin to %1 ✓").arg(target);
        if (const QString where = targetName(pointer, units_); !where.isEmpty())
            preview_.chip += QStringLiteral(" · ") + where;
        return;
    }
    if (!typed_ && isStart(pointer.point_G)) {
        preview_.chip = tr("start here · click the far end or type a length");
        return;
    }
    const LinkDraft draft = draftAt(pointer, typed_.has_value() || pointer.modifiers & Qt::ShiftModifier);
    const Real length = typed_ ? typed_->si : (pointer.point_G - start_G_).norm();
    QString lengthText = formatQuantity(length, Quantity::Length, units_, 5);
    if (!draft.lengthFormula.empty()) lengthText += QStringLiteral(" = ") + text(draft.lengthFormula);
    const auto refuse = [&](const Diagnostics& why) {
        preview_.chip = reasonsOf(why);
        preview_.isProblem = true;
        preview_.marks.push_back(rubberLine(start_G_, pointer.point_G));
    };
    // Closing a loop compiles the model several times: in a large model, only for the click.
    if (!draft.end || session_.document().size() >= LargeModel) {
        // The rest of the model is unchanged: draw only the new link.
        const auto drawn = drawLink(session_.document(), session_.model(), draft);
        if (!drawn) return refuse(drawn.diagnostics);
        for (const DecorativeGeometry& g : *drawn) preview_.marks.push_back(ghost(g));
        const Vec3 way = Vec3(pointer.point_G - start_G_).normalized();
        preview_.marks.push_back(measureLabel(start_G_ + length / 2 * way, lengthText));
        preview_.chip =
            pointer.feature ? targetName(pointer, units_) : tr("free end · %1").arg(targetName(pointer, units_));
        if (draft.end)
            preview_.chip = tr("Pin to %1 ✓ · %2")
                                .arg(draft.end->body.isValid() ? session_.nameOf(draft.end->body) : tr("Ground"),
                                     targetName(pointer, units_));
        return;
    }
    const Result<LinkEdit>& made = closed(draft);
    if (!made) return refuse(made.diagnostics);
    const AssemblyReport& assembly = made->model->getAssembly();
    if (!assembly.assembled) {
        preview_.isProblem = true;
        preview_.chip =
            tr("cannot close: best gap %1").arg(formatQuantity(assembly.worstError, Quantity::Length, units_, 3));
        preview_.model = made->model;
        return;
    }
    preview_.model = made->model;
    const State& s = made->model->getInitialState();
    const Place origin{made->link, "origin", Vec3(0.)};
    const Vec3 from = calcPosition(*made->model, s, origin), to = calcPosition(*made->model, s, made->tip);
    preview_.marks.push_back(measureLabel((from + to) / 2, lengthText));
    preview_.chip = QString::fromStdString(made->summary) + QStringLiteral(" ✓");
}

const Result<LinkEdit>& LinkTool::closed(const LinkDraft& draft) {
    const auto same = [](const LinkDraft& a, const LinkDraft& b) {
        return a.end->body == b.end->body && a.end->anchor == b.end->anchor && a.end->offset == b.end->offset &&
               a.length == b.length && a.lengthFormula == b.lengthFormula && a.axis_G == b.axis_G &&
               a.start.body == b.start.body && a.start.anchor == b.start.anchor && a.start.offset == b.start.offset;
    };
    if (!tried_ || tried_->model != session_.model() || !same(tried_->draft, draft))
        tried_ = EditAttempt{draft, session_.model(), addLink(session_.document(), session_.model(), draft)};
    return tried_->made;
}

void LinkTool::click(const Pointer& pointer) {
    if (!pointer.isTyped) pointer_ = pointer;
    if (!start_) {
        start_ = pointer.feature ? pointer.feature->place : Place{{}, "origin", pointer.point_G};
        start_G_ = pointer.point_G;
        plane_ = host_.workPlane();
        axis_G_ = host_.planeNormal();
        if (plane_)
            direction_ = plane_->R().x();
        else if (direction_.dot(axis_G_) != 0)
            direction_ = axis_G_[0] == 0 ? Vec3(1, 0, 0) : Vec3(0, 1, 0);
        pointed_ = turned_ = false;
        stillAt_ = pointer.position;
        return show(pointer);
    }
    draw(draftAt(pointer, typed_.has_value() || pointer.modifiers & Qt::ShiftModifier));
}

void LinkTool::setTyped(const std::optional<TypedNumber>& typed) {
    typed_ = typed;
    if (start_) show(steeredPointer());
}

void LinkTool::accept() {
    if (!start_)
        click(pointer_);
    else if (typed_)
        draw(draftAt(steeredPointer(), false));
}

bool LinkTool::back() {
    if (!start_) return false;
    start_.reset();
    typed_.reset();
    show(pointer_);
    return true;
}

void LinkTool::draw(const LinkDraft& draft) {
    Result<LinkEdit> made;
    session_.edit(tr("Link"), [&](const Document& document) {
        made = addLink(document, session_.model(), draft);
        Result<Edit> edit;
        edit.diagnostics = made.diagnostics;
        if (made) edit.value = made->edit;
        return edit;
    });
    if (!made) return;
    typed_.reset();
    const bool closesLoop = made->closure.isValid() && closesLoopOfChoice(*made->model, made->closure);
    lastClosure_ = closesLoop ? made->closure : ElementId();
    session_.select(made->link);
    preview_ = {};
    if (made->closure.isValid()) {
        start_.reset();
        const QString summary = QString::fromStdString(made->summary);
        Q_EMIT session_.notice(closesLoop
                                   ? tr("%1. To close it differently, use the button at the chip or right-click %2.")
                                         .arg(summary, session_.nameOf(made->closure))
                                   : summary);
    } else {
        start_ = made->tip;
        const Vec3 begin_G = start_G_;
        start_G_ = calcPosition(*made->model, made->model->getInitialState(), made->tip);
        if ((start_G_ - begin_G).norm() > 0) direction_ = (start_G_ - begin_G).normalized();
        pointed_ = turned_ = false;
        stillAt_ = pointer_.position;
    }
}

}  // namespace trammel::ui
