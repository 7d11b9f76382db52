// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/view/picture_studio.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPalette>
#include <exception>
#include <optional>

#include "inspect/realization.h"
#include "ui/view/drawings_view.h"
#include "ui/view/run_poses.h"
#include "ui/view/scene_view.h"
#include "ui/viewport/offscreen_renderer.h"
#include "ui/viewport/viewport.h"

namespace trammel::ui {

namespace {

constexpr int StampMargin = 14;
constexpr double StampSize = 1.6;
/// Of a film, at which it is looked how low the mechanism gets.
constexpr std::size_t Instants = 120;

/// At the bottom right, in logical pixels.
void paintTime(QPainter& painter, QSizeF size, double seconds, const QColor& color) {
    QFont font = painter.font();
    font.setPointSizeF(font.pointSizeF() * StampSize);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QRectF({}, size).adjusted(StampMargin, StampMargin, -StampMargin, -StampMargin),
                     Qt::AlignRight | Qt::AlignBottom, QStringLiteral("%1 s").arg(seconds, 0, 'f', 3));
}

/// What is put together on the window's thread, to be drawn on another.
struct RenderJob {
    Scene scene;
    RenderOptions look;
    ViewOverlays::Legend legend;
    /// s; none: no time in the picture.
    std::optional<double> time;
    QColor ink;
    /// Of the first picture of a film: where the mechanism will be.
    std::shared_ptr<const SimulationRun> run = nullptr;
    std::size_t firstFrame = 0, lastFrame = 0;

    Result<QImage> draw(OffscreenRenderer& renderer) {
        if (run && look.shadows) look.otherPoses = posesOf(*run, firstFrame, lastFrame, Instants);
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
    ViewOverlays& drawings;
    ViewOverlays::Scales scales = drawings.scales();
    /// Of the run last drawn, so that only what differs between frames is written.
    std::shared_ptr<SimulationRun> run = nullptr;
    State state = {};
    /// Outlives the studio while a picture is drawn by it.
    std::shared_ptr<OffscreenRenderer> renderer = std::make_shared<OffscreenRenderer>();

    ExportDialog::Drawing operator()(const ExportDialog::Order& order) {
        try {
            return [renderer = renderer, job = std::make_shared<RenderJob>(compose(order))] {
                return job->draw(*renderer);
            };
        } catch (const std::exception& fault) {
            Result<QImage> none;
            none.diagnostics.error("picture", fault.what(), "Export the part of the run before this instant.");
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
            realize(model, state, drawings.neededStage());
        } catch (const std::exception&) {
            // A pose without accelerations, say: what needs them is left out, as in the view.
        }
        RenderJob job = jobFor({model, state, run.get(), order.frame}, order);
        if (isFirst) job.run = run;
        // Its own, whatever the view has shown meanwhile.
        job.look.floor = Infinity;
        job.firstFrame = order.firstFrame;
        job.lastFrame = order.lastFrame;
        return job;
    }

    RenderJob jobFor(const Moment& moment, const ExportDialog::Order& order) {
        RenderJob job;
        const auto add = [this](const Moment& at, Scene& to) { drawings.appendTo(at, scales, to); };
        scene.compose(moment, add, job.scene);
        job.look = viewport.renderOptions(order.size);
        job.look.transparent = order.transparent;
        // To be laid over something else, it shows the mechanism alone.
        job.look.grid = job.look.grid && !order.transparent;
        job.look.axes = !order.transparent;
        job.look.camera = drawings.cameraAt(moment);
        job.legend = drawings.legendOf(moment, scales);
        if (order.timeStamp) job.time = moment.state.getTime();
        job.ink = QGuiApplication::palette().color(QPalette::WindowText);
        return job;
    }
};

}  // namespace

ExportDialog::Studio makePictureStudio(const Viewport& viewport, const SceneView& scene, ViewOverlays& drawings) {
    return [studio = std::shared_ptr<Studio>(new Studio{viewport, scene, drawings})](const ExportDialog::Order& order) {
        return (*studio)(order);
    };
}

}  // namespace trammel::ui
