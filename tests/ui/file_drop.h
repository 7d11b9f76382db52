// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QApplication>
#include <QDragEnterEvent>
#include <QDropEvent>
#include <QMimeData>
#include <QUrl>
#include <QWidget>

namespace trammel::ui::testing {

/// Drops a file on @p window at @p position, as from a file manager; false if it is refused.
inline bool dropFile(QWidget* window, const QString& file, const QPoint& position) {
    QMimeData data;
    data.setUrls({QUrl::fromLocalFile(file)});
    QDragEnterEvent enter(position, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window, &enter);
    if (!enter.isAccepted()) return false;
    QDropEvent dropped(position, Qt::CopyAction, &data, Qt::LeftButton, {});
    QApplication::sendEvent(window, &dropped);
    return true;
}

}  // namespace trammel::ui::testing
