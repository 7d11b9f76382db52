// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/picture_studio.h"

#include <QGuiApplication>
#include <QPainter>
#include <QPalette>
#include <exception>

#include "compile/realization.h"
#include "ui/viewport/offscreen_renderer.h"
#include "ui/viewport/viewport.h"
#include "ui/window/drawings_view.h"
#include "ui/window/scene_view.h"

namespace trammel::ui {

namespace {

constexpr int StampMargin = 14;
constexpr double StampSize = 1.6;

/// At the bottom right, in logical pixels.
void paintTime(QPainter& painter, QSizeF size, double seconds, const QColor& color) {
    QFont font = painter.font();
    font.setPointSizeF(font.pointSizeF() * StampSize);
    painter.setFont(font);
    painter.setPen(color);
    painter.drawText(QRectF({}, size).adjusted(StampMargin, StampMargin, -StampMargin, -StampMargin),
                     Qt::AlignRight | Qt::AlignBottom, QStringLiteral("%1 s").arg(seconds, 0, 'f', 3));
}

struct Studio {
    const Viewport& viewport;
    const SceneView& scene;
    DrawingsView& drawings;
    DrawingsView::Scales scales = drawings.scales();
    /// Of the run last drawn, so that only what differs between frames is written.
    std::shared_ptr<SimulationRun> run = nullptr;
    State state = {};
    OffscreenRenderer renderer = {};

    Result<QImage> operator()(const ExportDialog::Order& order) {
        try {
            return compose(order);
        } catch (const std::exception& fault) {
            Result<QImage> none;
            none.diagnostics.error("picture", fault.what(), "Export the part of the run before this instant.");
            return none;
        }
    }

    Result<QImage> compose(const ExportDialog::Order& order) {
        if (!order.run) return draw(scene.moment(), order);
        if (order.run != run) state = order.run->getInitialState();
        run = order.run;
        run->restoreFrame(order.frame, state);
        const CompiledModel& model = *run->getModel();
        realize(model, state, Stage::Position);
        try {
            realize(model, state, drawings.neededStage());
        } catch (const std::exception&) {
            // A pose without accelerations, say: what needs them is left out, as in the view.
        }
        return draw({model, state, run.get(), order.frame}, order);
    }

    Result<QImage> draw(const Moment& moment, const ExportDialog::Order& order) {
        Scene picture;
        const auto add = [this](const Moment& at, Scene& to) { drawings.appendTo(at, scales, to); };
        scene.compose(moment, add, picture);
        RenderOptions look = viewport.renderOptions(order.size);
        look.transparent = order.transparent;
        // To be laid over something else, it shows the mechanism alone.
        look.grid = look.grid && !order.transparent;
        look.axes = !order.transparent;
        look.camera = drawings.cameraAt(moment);
        Result<QImage> drawn = renderer.draw(picture, look);
        if (!drawn) return drawn;
        drawn->setDevicePixelRatio(look.pixelRatio);
        QPainter painter(&*drawn.value);
        painter.setRenderHint(QPainter::Antialiasing);
        drawings.paintLegend(painter, moment, scales);
        if (order.timeStamp)
            paintTime(painter, drawn->deviceIndependentSize(), moment.state.getTime(),
                      QGuiApplication::palette().color(QPalette::WindowText));
        painter.end();
        drawn->setDevicePixelRatio(1);
        return drawn;
    }
};

}  // namespace

ExportDialog::Studio makePictureStudio(const Viewport& viewport, const SceneView& scene, DrawingsView& drawings) {
    return [studio = std::shared_ptr<Studio>(new Studio{viewport, scene, drawings})](const ExportDialog::Order& order) {
        return (*studio)(order);
    };
}

}  // namespace trammel::ui
