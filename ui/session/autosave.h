// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <memory>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

/// Keeps unsaved work where a crash cannot take it: a copy in the user's data folder, at most some seconds old. It is gone
/// as soon as the document is saved or given up. The document's own file is never touched.
class Autosave : public QObject {
    Q_OBJECT

public:
    explicit Autosave(Session& session, QObject* parent = nullptr);
    ~Autosave() override;

    /// Seconds from an edit to its copy at most.
    void setInterval(int milliseconds) { timer_.setInterval(milliseconds); }
    /// Writes the copy now, if there is anything unsaved.
    void keep();
    /// When the copy was written; invalid when there is none.
    QDateTime keptAt() const { return keptAt_; }

    /// Work of a program that ended without giving it up.
    struct Abandoned {
        QString file;
        QString title;
        QDateTime when;
    };
    /// The newest first.
    static std::vector<Abandoned> findAbandoned();
    static void discard(const Abandoned& work);

Q_SIGNALS:
    /// keptAt() is another.
    void kept();

private:
    void forget();

    Session& session_;
    QTimer timer_;
    QString file_;
    QDateTime keptAt_;
    /// Held while this program runs; tells others that the copy is not abandoned.
    std::unique_ptr<QLockFile> lock_;
};

}  // namespace trammel::ui
