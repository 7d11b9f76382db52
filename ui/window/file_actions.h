// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>

#include "ui/session/session.h"

class QMenu;

namespace trammel::ui {

class MainWindow;

/// Opening and saving as people know it: asks before work is lost, remembers recent files, finds examples and templates.
///
/// A document is opened in a window of its own, unless this one shows an empty document that nobody has touched. Where
/// there can be no further window it takes the place of the present document, after asking about unsaved work.
class FileActions : public QObject {
    Q_OBJECT

public:
    FileActions(Session& session, MainWindow& window);

    /// Starts an empty document; returns its window, null when the user wants to keep what there is.
    MainWindow* newDocument();
    void chooseAndOpen();
    /// Opens a file, or raises the window that shows it; an example becomes an untitled document.
    bool open(const QString& path, bool asCopy = false);
    /// Opens what was kept of unsaved work; false if it cannot be, which is told.
    bool recover(const QString& path, const QString& title);
    void chooseTemplate();
    bool save();
    bool saveAs();
    /// Asks for a name and keeps the document among the user's templates.
    void saveAsTemplate();
    /// True when nothing is lost by going on: saved, or given up by the user.
    bool mayLeave();

    QStringList recentFiles() const;
    /// All .trammel files among the models that come with the program.
    static QStringList exampleFiles();
    void fillRecent(QMenu* menu);
    void fillExamples(QMenu* menu);

private:
    using Read = std::function<bool(Session&)>;
    bool openWith(const QString& path, const Read& read);
    bool isUntouched() const;
    bool write(const QString& path);
    void remember(const QString& path);
    void reportUnreadable(const QString& path, const Session& session);
    void report(const QString& what, const Diagnostics& problems);
    QString folder() const;

    Session& session_;
    MainWindow& window_;
};

}  // namespace trammel::ui
