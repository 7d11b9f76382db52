// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QJsonObject>
#include <QObject>
#include <QString>

#include "ui/session/session.h"

namespace trammel::ui {

/// View settings tied to a document but not stored in it: plots, bookmarks. Stored in the application settings under
/// the file's path. Those of an untitled document move to its file on first save.
class DocumentMemory : public QObject {
    Q_OBJECT

public:
    explicit DocumentMemory(Session& session, QObject* parent = nullptr);

    QJsonValue value(const QString& key) const;
    void setValue(const QString& key, const QJsonValue& value);

Q_SIGNALS:
    /// Another document is loaded; all values may differ.
    void replaced();

private:
    void sessionChanged(SessionChanges changes);
    void read();
    void write() const;

    Session& session_;
    /// Document that the values belong to, and the length of its history.
    QString path_, title_;
    std::size_t steps_ = 0;
    QJsonObject values_;
};

}  // namespace trammel::ui
