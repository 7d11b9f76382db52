// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QStringList>
#include <functional>
#include <optional>

#include "ui/session/session.h"

class QMenu;

namespace trammel {
struct ImportFormat;
struct ImportResult;
}  // namespace trammel

namespace trammel::ui {

class MainWindow;
struct OpenedModel;

/// Opening and saving of documents: asks before discarding changes, maintains recent files, lists examples and
/// templates.
///
/// Documents open in a new window unless this one shows an untouched empty document. If no further window can be
/// created, a document replaces the current one after asking about unsaved changes.
class FileActions : public QObject {
    Q_OBJECT

public:
    FileActions(Session& session, MainWindow& window);

    /// Creates an empty document; returns its window, null if the user canceled.
    MainWindow* newDocument();
    void chooseAndOpen();
    /// Opens a file, or raises the window that shows it; examples, and models of saved runs, open as untitled copies.
    bool open(const QString& path, bool asCopy = false);
    /// Imports a file again into this window after asking how; keeps what was edited since.
    void importAgain(const QString& path);
    /// Whether open() accepts a file with that name.
    static bool mayOpen(const QString& path);
    /// Opens a recovery copy, which is removed once the document has one of its own; reports an error and returns false if
    /// it cannot be read.
    bool recover(const QString& path, const QString& title);
    void chooseTemplate();
    bool save();
    bool saveAs();
    /// Asks for a name and saves the document as a user template.
    void saveAsTemplate();
    /// Asks for a model file and reads it, to be part of this model; empty if that fails or is canceled.
    std::optional<Document> chooseModel(QString& name);
    /// Asks for a file name and saves @p part there; the window keeps showing its own model.
    void savePart(const Document& part);
    /// True if no changes would be lost: saved, or discarded by the user.
    bool mayLeave();

    QStringList recentFiles() const;
    /// All .trammel files of the installed models.
    static QStringList exampleFiles();
    void fillRecent(QMenu* menu);
    void fillExamples(QMenu* menu);

private:
    using Read = std::function<bool(Session&)>;
    bool openWith(const QString& path, const Read& read);
    bool isUntouched() const;
    /// Opens a saved run with its model.
    bool openWithRun(const QString& path);
    /// Reads and compiles a model file in the background; empty if canceled.
    std::optional<OpenedModel> readInBackground(const QString& path);
    /// Asks how to import the file, and reads it in the background; empty if canceled.
    std::optional<ImportResult> readImport(const QString& path, const ImportFormat& format);
    bool import(const QString& path, const ImportFormat& format);
    /// The model of a file of another program, to be inserted; reports omissions.
    std::optional<Document> chooseFromImport(const QString& path, const ImportFormat& format);
    bool write(const QString& path);
    bool saveAs(const QString& name);
    enum class Replacement { Agreed, OtherName, Refused };
    /// Asks before a partially read file is replaced.
    Replacement askToReplace(const QString& path);
    /// An unused file name beside the current one.
    QString otherName() const;
    void remember(const QString& path);
    void reportUnreadable(const QString& path, const Session& session);
    /// Reports the problems of a model that is open but could not be built, as for lack of memory: the view is empty.
    void reportUnbuilt(const QString& path);
    void report(const QString& what, const Diagnostics& problems);
    QString folder() const;

    Session& session_;
    MainWindow& window_;
};

}  // namespace trammel::ui
