// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>

#include "ui/session/session.h"

class QMenu;
class QWidget;

namespace trammel::ui {

/// Opening and saving as people know it: asks before work is lost, remembers recent files, finds the examples.
class FileActions : public QObject {
    Q_OBJECT

public:
    FileActions(Session& session, QWidget* window);

    void newDocument();
    void chooseAndOpen();
    /// Opens a file after asking about unsaved work; an example becomes an untitled document.
    bool open(const QString& path, bool asCopy = false);
    /// Opens what was kept of unsaved work; false if it cannot be, which is told.
    bool recover(const QString& path, const QString& title);
    bool save();
    bool saveAs();
    /// True when nothing is lost by going on: saved, or given up by the user.
    bool mayLeave();

    QStringList recentFiles() const;
    /// All .trammel files among the models that come with the program.
    static QStringList exampleFiles();
    /// "four_bar.trammel" -> "Four bar"
    static QString exampleTitle(const QString& path);
    void fillRecent(QMenu* menu);
    void fillExamples(QMenu* menu);

private:
    bool write(const QString& path);
    void remember(const QString& path);
    void reportUnreadable(const QString& path);
    void report(const QString& what, const Diagnostics& problems);
    QString folder() const;

    Session& session_;
    QWidget* window_;
};

}  // namespace trammel::ui
