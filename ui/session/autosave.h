// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDateTime>
#include <QLockFile>
#include <QObject>
#include <QTimer>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "ui/session/session.h"

namespace trammel::ui {

/// Writes a recovery copy of unsaved work to the user's data folder within seconds of an edit, on another thread. Deletes it
/// when the document is saved or discarded. Never touches the document's own file.
class Autosave : public QObject {
    Q_OBJECT

public:
    explicit Autosave(Session& session, QObject* parent = nullptr);
    ~Autosave() override;

    /// Writes the copy now if there are unsaved edits, once a copy in progress is complete. A failure is reported once and
    /// retried later.
    /// @return why there is no copy of unsaved edits; empty if there is one, or none is needed
    Diagnostics keep();
    /// Same on another thread: kept() reports that the copy is complete. Later, while a copy is in progress.
    void keepInBackground();
    /// A copy is in progress on another thread.
    bool isKeeping() const { return writing_ != nullptr; }
    /// As keep(), for a program that ends without a question: the copy remains when this object is destroyed.
    Diagnostics keepForNextStart();
    /// Delay of the next copy, ms, after one that took @p copying ms, or failed.
    static int delayAfter(qint64 copying, bool hasFailed);
    /// Time of the last copy; invalid if none.
    QDateTime keptAt() const { return keptAt_; }

    using Writer = std::function<Diagnostics(const Document&, const std::filesystem::path&)>;
    /// Writes copies in place of saveDocumentFile(). Called on any thread.
    void setWriter(Writer writer) { write_ = std::move(writer); }

    /// Copy left by a process that exited without saving.
    struct RecoveryCopy {
        QString file;
        QString title;
        QDateTime when;
    };
    /// Newest first.
    static std::vector<RecoveryCopy> findRecoveryCopies();
    /// True if one of them may be of the model file @p path. Copies know the names of files, not their folders.
    static bool hasCopyOf(const QString& path);
    static void discard(const RecoveryCopy& work);
    /// The document was recovered from @p work, which is discarded once the document has a copy of its own or needs none.
    void replace(const RecoveryCopy& work);

Q_SIGNALS:
    /// keptAt() changed.
    void kept();

private:
    struct Writing;
    void forget();
    void discardReplaced();
    /// Chooses the file of the copies, unless one is in use, and locks it.
    void openFile();
    /// Waits for the copy in progress. True if it succeeded and is of the present document.
    bool finishWriting();
    /// A copy took @p milliseconds.
    void copied(const Diagnostics& problems, qint64 milliseconds);

    Session& session_;
    Writer write_;
    QTimer timer_{this}, poll_{this};
    QString file_;
    QDateTime keptAt_;
    std::optional<RecoveryCopy> replaced_;
    bool isKeptForNextStart_ = false;
    /// The last copy could not be written, and this was reported.
    bool hasFailed_ = false;
    /// Held for the life of the process, and while the file is written; other processes then know that the copy is in use.
    std::shared_ptr<QLockFile> lock_;
    std::shared_ptr<Writing> writing_;
};

}  // namespace trammel::ui
