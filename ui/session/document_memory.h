// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>

#include "ui/session/session.h"

namespace trammel::ui {

/// What the user arranged around a document and is no part of it: plots, bookmarks. Kept with the settings by the file's
/// path; that of an untitled document lasts until it is saved, and then is its file's.
class DocumentMemory : public QObject {
    Q_OBJECT

public:
    explicit DocumentMemory(Session& session, QObject* parent = nullptr);

    QJsonValue value(const QString& key) const;
    void setValue(const QString& key, const QJsonValue& value);

Q_SIGNALS:
    /// Another document: everything may be different.
    void replaced();

private:
    void sessionChanged(Aspects aspects);
    void read();
    void write() const;

    Session& session_;
    /// Of the document that the values are of, and how many steps its history had.
    QString path_, title_;
    std::size_t steps_ = 0;
    QJsonObject values_;
};

}  // namespace trammel::ui
