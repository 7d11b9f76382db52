// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/type_drawing_image.h"

#include <QPainter>
#include <QSvgRenderer>

#include "reference/type_drawing.h"

namespace trammel::ui {

QImage typeDrawingImage(const TypeDescriptor& type, qreal scale, qreal devicePixelRatio) {
    const std::string svg = drawType(type).svg;
    if (svg.empty()) return {};
    QSvgRenderer drawing(QByteArray::fromStdString(svg));
    QImage image(drawing.defaultSize() * scale * devicePixelRatio, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    drawing.render(&painter);
    painter.end();
    image.setDevicePixelRatio(devicePixelRatio);
    return image;
}

}  // namespace trammel::ui
