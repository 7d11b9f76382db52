// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/render_command.h"

#include <QImage>
#include <QString>
#include <iostream>
#include <vector>

#include "ui/start/image_series.h"

namespace trammel::app {

namespace {

void report(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
        if (d.severity != Severity::Note) std::cerr << d.toString() << '\n';
}

}  // namespace

int renderImage(const RenderOrder& order) {
    ui::RenderOptions look;
    look.width = order.width;
    look.height = order.height;
    const Result<std::vector<QImage>> pictures = ui::drawModelFile(order.model, {order.time}, look);
    report(pictures.diagnostics);
    if (!pictures) return 1;
    if (!pictures->front().save(QString::fromStdString(order.image), "PNG")) {
        std::cerr << "trammel: cannot write '" << order.image << "'. Choose an existing, writable folder.\n";
        return 1;
    }
    return 0;
}

}  // namespace trammel::app
