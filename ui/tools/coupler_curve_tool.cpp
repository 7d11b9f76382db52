// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tools/coupler_curve_tool.h"

#include "authoring/placed_element.h"
#include "ui/session/text.h"
#include "ui/tools/marks.h"
#include "ui/tools/target.h"
#include "ui/tools/tool_text.h"

namespace trammel::ui {

QString CouplerCurveTool::name() const { return tr("Coupler curve"); }

QString CouplerCurveTool::prompt() const {
    return tr("Coupler curve: move the pointer to see the path of that point; click to trace it. Esc: done.");
}

std::optional<FourBarLoop> CouplerCurveTool::loop() const {
    return session_.model() ? findFourBar(*session_.model()) : std::nullopt;
}

std::optional<Vec3> CouplerCurveTool::planePoint() const {
    const auto found = loop();
    if (!found) return std::nullopt;
    return calcPosition(*session_.model(), session_.model()->getInitialState(), found->pivots[1]);
}

DecorativeGeometry CouplerCurveTool::drawCurve(const FourBarLoop& loop, const Vec3& point_G, int samples) const {
    const CompiledModel& model = *session_.model();
    const decor::Polyline path{calcCouplerCurve(loop, model, model.getInitialState(), point_G, samples), true};
    return DecorativeGeometry(path).setRole(DecorationRole::Annotation).setColor(Color(0.95f, 0.35f, 0.1f));
}

void CouplerCurveTool::hover(const Pointer& pointer) {
    preview_ = {};
    const auto found = loop();
    if (!found) {
        preview_.isProblem = true;
        preview_.chip = tr("A coupler curve needs a four-bar: Ground and three links with four pins");
        return;
    }
    constexpr int fine = 180, coarse = 72;
    constexpr Real stepsApart = 4, pale = 0.3;
    const Vec3 u = host_.workPlane() ? Vec3(host_.workPlane()->R().x()) : Vec3(found->axis_G.unitOrthogonal());
    const Vec3 v = found->axis_G.cross(u);
    for (int i = -1; i <= 1; ++i)
        for (int j = -1; j <= 1; ++j) {
            if (i == 0 && j == 0) continue;
            const Vec3 near = pointer.point_G + stepsApart * host_.gridStep() * (Real(i) * u + Real(j) * v);
            preview_.marks.push_back(drawCurve(*found, near, coarse).setOpacity(pale));
        }
    preview_.marks.push_back(drawCurve(*found, pointer.point_G, fine).setLineThickness(3));
    preview_.marks.push_back(snapMark(pointer.point_G));
    preview_.chip = tr("click traces this point of %1").arg(session_.nameOf(found->bodies[2]));
    if (const QString target = targetName(pointer, units_); !target.isEmpty())
        preview_.chip += QStringLiteral(" · ") + target;
}

void CouplerCurveTool::click(const Pointer& pointer) {
    const auto found = loop();
    if (!found) return;
    const CompiledModelPtr model = session_.model();
    const Place place = makePlace(*model, model->getInitialState(), found->bodies[2], pointer.point_G);
    const TypeDescriptor& type = *session_.catalog().typesOf("trace").front();
    const auto added = session_.edit(tr("Trace a coupler point"), [&](const Document& document) {
        auto made =
            addPlacedElement(document, model, type, {SocketPick{type.sockets.front().key, place, {}}}, found->axis_G);
        Result<Edit> edit{std::nullopt, made.diagnostics};
        if (made) edit.value = std::move(made->edit);
        return edit;
    });
    if (added) session_.select(added->element);
    hover(pointer);
}

}  // namespace trammel::ui
