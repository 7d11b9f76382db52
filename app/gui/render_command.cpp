// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/render_command.h"

#include <QBuffer>
#include <QImage>
#include <iostream>
#include <vector>

#include "document/file_access.h"
#include "document/output_file.h"
#include "ui/start/image_series.h"

namespace trammel::app {

namespace {

void report(const Diagnostics& diagnostics) {
    for (const Diagnostic& d : diagnostics)
        if (d.severity != Severity::Note) std::cerr << d.toString() << '\n';
}

}  // namespace

int renderImage(const RenderOrder& order) {
    const Diagnostics obstacles = checkWritable(order.image);
    report(obstacles);
    if (obstacles.hasErrors()) return 1;
    ui::RenderOptions look;
    look.width = order.width;
    look.height = order.height;
    const Result<std::vector<QImage>> pictures = ui::drawModelFile(order.model, {order.time}, look);
    report(pictures.diagnostics);
    if (!pictures) return 1;
    QByteArray png;
    QBuffer buffer(&png);
    if (!buffer.open(QIODevice::WriteOnly) || !pictures->front().save(&buffer, "PNG")) {
        std::cerr << "trammel: the image cannot be encoded. Choose a smaller size.\n";
        return 1;
    }
    const Diagnostics written = writeFile(order.image, [&png](std::ostream& out) {
        out.write(png.constData(), png.size());
        return true;
    });
    report(written);
    return written.hasErrors() ? 1 : 0;
}

}  // namespace trammel::app
