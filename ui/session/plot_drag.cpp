// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/plot_drag.h"

#include <QApplication>
#include <QDrag>
#include <QMimeData>
#include <QMouseEvent>
#include <QWidget>

namespace trammel::ui {

namespace {
const QString OutputsFormat = QStringLiteral("application/x-trammel-outputs");
const QString ElementFormat = QStringLiteral("application/x-trammel-element");
const QString VariableFormat = QStringLiteral("application/x-trammel-variable");
}  // namespace

QMimeData* PlotDrag::toMime() const {
    auto* const mime = new QMimeData;
    if (!outputs.isEmpty()) mime->setData(OutputsFormat, outputs.join('\n').toUtf8());
    if (element.isValid()) mime->setData(ElementFormat, QByteArray::number(qulonglong(element.value)));
    if (variable >= 0) mime->setData(VariableFormat, QByteArray::number(variable));
    return mime;
}

PlotDrag PlotDrag::fromMime(const QMimeData* mime) {
    PlotDrag drag;
    const QString names = QString::fromUtf8(mime->data(OutputsFormat));
    if (!names.isEmpty()) drag.outputs = names.split('\n');
    if (mime->hasFormat(ElementFormat)) drag.element = ElementId{mime->data(ElementFormat).toULongLong()};
    if (mime->hasFormat(VariableFormat)) drag.variable = mime->data(VariableFormat).toInt();
    return drag;
}

void PlotDrag::exec(QWidget* source) const {
    auto* const drag = new QDrag(source);
    drag->setMimeData(toMime());
    drag->exec(Qt::CopyAction);
}

PlotDragSource::PlotDragSource(QWidget* widget, std::function<PlotDrag(const QPoint&)> at)
    : QObject(widget), at_(std::move(at)) {
    widget->installEventFilter(this);
}

bool PlotDragSource::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::MouseButtonPress || event->type() == QEvent::MouseButtonRelease) {
        const auto& mouse = *static_cast<QMouseEvent*>(event);
        pressed_ = event->type() == QEvent::MouseButtonPress && mouse.button() == Qt::LeftButton;
        pressedAt_ = mouse.position().toPoint();
    }
    if (event->type() != QEvent::MouseMove || !pressed_) return false;
    const QPoint here = static_cast<QMouseEvent*>(event)->position().toPoint();
    if ((here - pressedAt_).manhattanLength() < QApplication::startDragDistance()) return false;
    const PlotDrag drag = at_(pressedAt_);
    if (drag.isEmpty()) return false;
    pressed_ = false;
    drag.exec(static_cast<QWidget*>(watched));
    return true;
}

}  // namespace trammel::ui
