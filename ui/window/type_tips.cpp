// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/window/type_tips.h"

#include <QBuffer>
#include <QHelpEvent>
#include <QToolTip>

#include "ui/dialogs/type_drawing_image.h"
#include "ui/session/text.h"

namespace trammel::ui {

namespace {

/// Scale of the reference drawing.
constexpr qreal TipScale = 0.75;

QString imageTag(const QImage& image) {
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    const QSizeF size = image.deviceIndependentSize();
    return QStringLiteral("<img src='data:image/png;base64,%1' width='%2' height='%3'>")
        .arg(QString::fromLatin1(bytes.toBase64()))
        .arg(qRound(size.width()))
        .arg(qRound(size.height()));
}

}  // namespace

TypeTips::TypeTips(const TypeCatalog& catalog, const QString& family, QMenu& menu)
    : QObject(&menu), catalog_(catalog), family_(family), menu_(menu) {
    menu.installEventFilter(this);
}

bool TypeTips::eventFilter(QObject* watched, QEvent* event) {
    if (watched != &menu_ || event->type() != QEvent::ToolTip) return false;
    const auto& help = *static_cast<QHelpEvent*>(event);
    QAction* const row = menu_.actionAt(help.pos());
    if (!row) return false;
    // "build.joint.pin"; the key of a plugin's type has a dot of its own.
    const TypeDescriptor* const type =
        catalog_.findType(family_.toStdString(), row->objectName().section('.', 2).toStdString());
    if (!type) return false;
    const QImage picture = typeDrawingImage(*type, TipScale, menu_.devicePixelRatioF());
    if (picture.isNull()) return false;
    const QString words = row->toolTip().toHtmlEscaped().replace('\n', QStringLiteral("<br>"));
    // Beside the menu, hiding none of its rows; a tooltip keeps its offset from the requested position.
    const QRect rect = menu_.actionGeometry(row);
    const QPoint beside = menu_.mapToGlobal(QPoint(menu_.width(), rect.top() - rect.height()));
    QToolTip::showText(beside, imageTag(picture) + QStringLiteral("<p>%1</p>").arg(words), &menu_, rect);
    return true;
}

}  // namespace trammel::ui
