// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QString>

#include "meta/type_catalog.h"

namespace trammel::ui {

/// Icon of a type: the one named in its row, else "FAMILY.TYPE" if that file exists, else the family's.
inline QString iconNameOf(const TypeDescriptor& type) {
    if (!type.icon.empty()) return QString::fromStdString(type.icon);
    const QString own = QString::fromStdString(type.family + "." + type.key);
    return QFile::exists(QStringLiteral(":/icons/%1.svg").arg(own)) ? own : QString::fromStdString(type.family);
}

}  // namespace trammel::ui
