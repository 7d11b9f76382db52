// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/session/document_memory.h"

#include <QCryptographicHash>
#include <QJsonDocument>
#include <QSettings>

namespace trammel::ui {

namespace {
/// Escape slashes: QSettings would make groups of them.
QString keyOf(const QString& path) {
    const QByteArray digest = QCryptographicHash::hash(path.toUtf8(), QCryptographicHash::Sha1).toHex();
    return QStringLiteral("documents/") + QString::fromLatin1(digest);
}
}  // namespace

DocumentMemory::DocumentMemory(Session& session, QObject* parent)
    : QObject(parent),
      session_(session),
      path_(session.path()),
      title_(session.title()),
      steps_(session.history().size()) {
    read();
    connect(&session_, &Session::changed, this, &DocumentMemory::sessionChanged);
}

QJsonValue DocumentMemory::value(const QString& key) const { return values_.value(key); }

void DocumentMemory::setValue(const QString& key, const QJsonValue& value) {
    if (values_.value(key) == value) return;
    values_[key] = value;
    write();
}

void DocumentMemory::sessionChanged(SessionChanges changes) {
    if (!(changes & SessionChange::File)) return;
    const bool renamed = session_.path() != path_ || session_.title() != title_;
    // Saving changes the title but no element; loading changes all.
    const bool loaded =
        (changes & SessionChange::Document) && session_.history().size() == 1 && (renamed || steps_ > 1);
    path_ = session_.path();
    title_ = session_.title();
    steps_ = session_.history().size();
    if (loaded) {
        read();
        Q_EMIT replaced();
    } else if (renamed) {
        write();
    }
}

void DocumentMemory::read() {
    values_ = {};
    if (path_.isEmpty()) return;
    values_ = QJsonDocument::fromJson(QSettings().value(keyOf(path_)).toByteArray()).object();
}

void DocumentMemory::write() const {
    if (!path_.isEmpty()) QSettings().setValue(keyOf(path_), QJsonDocument(values_).toJson(QJsonDocument::Compact));
}

}  // namespace trammel::ui
