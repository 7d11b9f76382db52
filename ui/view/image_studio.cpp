// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/image_studio.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPalette>
#include <exception>
#include <optional>

#include "base/failure_text.h"
#include "inspect/realization.h"
#include "ui/view/run_poses.h"
#include "ui/view/scene_view.h"
#include "ui/view/view_overlays.h"
#include "ui/viewport/offscreen_renderer.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {

constexpr int StampMargin = 14;
constexpr double StampSize = 1.6;
/// Number of frames of a video sampled to find the lowest point of the mechanism.
constexpr std::size_t ImageInstants = 120;

/// At the bottom right, logical pixels.
void paintTime(QPainter& painter, QSizeF size, double seconds, const QColor& color) {
    QFont font = painter.font();
    font.setPointSizeF(font.pointSizeF() * StampSize);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QRectF({}, size).adjusted(StampMargin, StampMargin, -StampMargin, -StampMargin),
                     Qt::AlignRight | Qt::AlignBottom, QStringLiteral("%1 s").arg(seconds, 0, 'f', 3));
}

/// A job composed on the GUI thread and rendered on another.
struct RenderJob {
    Scene scene;
    RenderOptions look;
    ViewOverlays::Legend legend;
    /// Time to show, s; empty: none.
    std::optional<double> time;
    QColor ink;
    /// For the first frame of a video: the run that determines where the mechanism will be.
    std::shared_ptr<const SimulationRun> run = nullptr;
    std::size_t firstFrame = 0, lastFrame = 0;

    Result<QImage> draw(OffscreenRenderer& renderer) {
        if (run && look.shadows) look.otherPoses = posesOf(*run, firstFrame, lastFrame, ImageInstants);
        Result<QImage> drawn = renderer.draw(scene, look);
        if (!drawn) return drawn;
        drawn->setDevicePixelRatio(look.pixelRatio);
        QPainter painter(&*drawn.value);
        painter.setRenderHint(QPainter::Antialiasing);
        legend.paint(painter);
        if (time) paintTime(painter, drawn->deviceIndependentSize(), *time, ink);
        painter.end();
        drawn->setDevicePixelRatio(1);
        return drawn;
    }
};

struct Studio {
    const Viewport& viewport;
    const SceneView& scene;
    ViewOverlays& overlays;
    ViewOverlays::Scales scales = overlays.scales();
    /// The run rendered last, to write only differences between frames.
    std::shared_ptr<SimulationRun> run = nullptr;
    State state = {};
    /// Shared, so that it outlives the studio while rendering.
    std::shared_ptr<OffscreenRenderer> renderer = std::make_shared<OffscreenRenderer>();

    ExportDialog::Drawing operator()(const ExportDialog::Order& order) {
        try {
            return [renderer = renderer, job = std::make_shared<RenderJob>(compose(order))] {
                return job->draw(*renderer);
            };
        } catch (const std::exception& fault) {
            Result<QImage> none;
            none.diagnostics.error("image", failureText(fault), "Export only the part of the run before this frame.");
            return [none] { return none; };
        }
    }

    RenderJob compose(const ExportDialog::Order& order) {
        if (!order.run) return jobFor(scene.moment(), order);
        const bool isFirst = order.run != run;
        if (isFirst) state = order.run->getInitialState();
        run = order.run;
        run->restoreFrame(order.frame, state);
        const CompiledModel& model = *run->getModel();
        realize(model, state, Stage::Position);
        try {
            realize(model, state, overlays.neededStage());
        } catch (const std::exception&) {
            // Overlays that the pose cannot provide, such as accelerations, are omitted as in the view.
        }
        RenderJob job = jobFor({model, state, run.get(), order.frame}, order);
        if (isFirst) job.run = run;
        // Computed for the export, independent of the view.
        job.look.floor = Infinity;
        job.firstFrame = order.firstFrame;
        job.lastFrame = order.lastFrame;
        return job;
    }

    RenderJob jobFor(const Moment& moment, const ExportDialog::Order& order) {
        RenderJob job;
        const auto add = [this](const Moment& at, Scene& to) { overlays.appendTo(at, scales, to); };
        scene.compose(moment, add, job.scene);
        job.look = viewport.renderOptions(order.size);
        job.look.transparent = order.transparent;
        // A transparent image shows only the mechanism.
        job.look.grid = job.look.grid && !order.transparent;
        job.look.axes = !order.transparent;
        job.look.camera = overlays.cameraAt(moment);
        job.legend = overlays.legendOf(moment, scales);
        if (order.timeStamp) job.time = moment.state.getTime();
        job.ink = QGuiApplication::palette().color(QPalette::WindowText);
        return job;
    }
};

}  // namespace

ExportDialog::Studio makeImageStudio(const Viewport& viewport, const SceneView& scene, ViewOverlays& overlays) {
    return [studio = std::make_shared<Studio>(Studio{viewport, scene, overlays})](const ExportDialog::Order& order) {
        return (*studio)(order);
    };
}

}  // namespace trammel::ui
