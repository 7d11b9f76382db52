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
struct Sheet {
    Scene scene;
    RenderOptions look;
    DrawingsView::Legend legend;
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
    DrawingsView& drawings;
    DrawingsView::Scales scales = drawings.scales();
    /// Of the run last drawn, so that only what differs between frames is written.
    std::shared_ptr<SimulationRun> run = nullptr;
    State state = {};
    /// Outlives the studio while a picture is drawn by it.
    std::shared_ptr<OffscreenRenderer> renderer = std::make_shared<OffscreenRenderer>();

    ExportDialog::Drawing operator()(const ExportDialog::Order& order) {
        try {
            return [renderer = renderer, sheet = std::make_shared<Sheet>(compose(order))] {
                return sheet->draw(*renderer);
            };
        } catch (const std::exception& fault) {
            Result<QImage> none;
            none.diagnostics.error("picture", fault.what(), "Export the part of the run before this instant.");
            return [none] { return none; };
        }
    }

    Sheet compose(const ExportDialog::Order& order) {
        if (!order.run) return sheetOf(scene.moment(), order);
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
        Sheet sheet = sheetOf({model, state, run.get(), order.frame}, order);
        if (isFirst) sheet.run = run;
        // Its own, whatever the view has shown meanwhile.
        sheet.look.floor = Infinity;
        sheet.firstFrame = order.firstFrame;
        sheet.lastFrame = order.lastFrame;
        return sheet;
    }

    Sheet sheetOf(const Moment& moment, const ExportDialog::Order& order) {
        Sheet sheet;
        const auto add = [this](const Moment& at, Scene& to) { drawings.appendTo(at, scales, to); };
        scene.compose(moment, add, sheet.scene);
        sheet.look = viewport.renderOptions(order.size);
        sheet.look.transparent = order.transparent;
        // To be laid over something else, it shows the mechanism alone.
        sheet.look.grid = sheet.look.grid && !order.transparent;
        sheet.look.axes = !order.transparent;
        sheet.look.camera = drawings.cameraAt(moment);
        sheet.legend = drawings.legendOf(moment, scales);
        if (order.timeStamp) sheet.time = moment.state.getTime();
        sheet.ink = QGuiApplication::palette().color(QPalette::WindowText);
        return sheet;
    }
};

}  // namespace

ExportDialog::Studio makePictureStudio(const Viewport& viewport, const SceneView& scene, DrawingsView& drawings) {
    return [studio = std::shared_ptr<Studio>(new Studio{viewport, scene, drawings})](const ExportDialog::Order& order) {
        return (*studio)(order);
    };
}

}  // namespace trammel::ui
