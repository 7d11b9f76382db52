// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/dimension_overlay.h"

#include "ui/tools/dimension_marks.h"
#include "ui/tools/dimension_tool.h"
#include "ui/tools/tool_host.h"
#include "ui/view/scene_view.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {
constexpr int Digits = 5;
constexpr std::size_t Most = 60;
}  // namespace

DimensionOverlay::DimensionOverlay(Session& session, const DisplayUnits& units, Viewport& viewport, SceneView& scene,
                                   ViewOverlays& overlays, const ToolHost& host)
    : QObject(&viewport), session_(session), units_(units), scene_(scene), host_(host) {
    overlays.setDimensions([this](const Moment& moment, Scene& to) { appendTo(moment, to); });
    // Lines and texts keep their size on the screen.
    connect(&viewport, &Viewport::cameraMoved, this, [this] {
        if (shown_) scene_.refresh();
    });
    connect(&host_, &ToolHost::toolChanged, this, [this] {
        if (shown_) scene_.refresh();
    });
    connect(&session_, &Session::changed, this, [this](SessionChanges changes) {
        if (shown_ && changes & SessionChange::Selection) scene_.refresh();
    });
}

void DimensionOverlay::setShown(bool shown) {
    shown_ = shown;
    scene_.refresh();
}

void DimensionOverlay::appendTo(const Moment& moment, Scene& scene) {
    const CompiledModelPtr& model = session_.displayed().model();
    if (!shown_ || &moment.model != model.get() || dynamic_cast<const DimensionTool*>(host_.tool())) return;
    if (moment.state.getQ() != model->getInitialState().getQ()) return;
    if (foundIn_.lock() != model || foundOf_ != session_.selection()) {
        foundIn_ = model;
        foundOf_ = session_.selection();
        found_ = findDimensions(*model, foundOf_, Most);
    }
    std::vector<DimensionMark> drawn;
    for (std::size_t i = 0; i < found_.size(); ++i) {
        const QString text = formatQuantity(found_[i].value, found_[i].quantity(), units_, Digits);
        drawn.push_back(drawDimension(found_[i], host_.view(), text, false, rankOfAngle(found_, i)));
    }
    placeTexts(drawn, host_.view());
    for (const DimensionMark& mark : drawn) appendMark(mark, scene.geometry);
}

}  // namespace trammel::ui
