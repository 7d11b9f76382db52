// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QFileInfo>
#include <QString>

namespace trammel::ui {

/// Size and time of change of a file, to notice that another program has written it.
struct FileStamp {
    qint64 size = -1;
    QDateTime changed;

    /// The default for a file that does not exist.
    static FileStamp of(const QString& path) {
        const QFileInfo file(path);
        return file.exists() ? FileStamp{file.size(), file.lastModified()} : FileStamp{};
    }
    bool operator==(const FileStamp&) const = default;
};

}  // namespace trammel::ui
