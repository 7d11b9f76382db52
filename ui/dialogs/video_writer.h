// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QProcess>
#include <QString>
#include <deque>
#include <optional>

#include "document/file_access.h"

namespace trammel::ui {

/// Encodes images to a video file with the ffmpeg program. The file is either complete or absent. Never blocks on the
/// program.
class VideoWriter : public QObject {
    Q_OBJECT

public:
    enum class Format { Mp4, WebM, Gif };

    /// Path of the program; empty if not installed.
    static QString program();
    /// Starts querying the encoders, so that unsupportedReason() need not wait.
    static void prepare();
    /// Why the format is not supported, one sentence; empty if it is. Queries the program once.
    static QString unsupportedReason(Format format);

    /// @param rate frames per second
    VideoWriter(const QString& path, Format format, QSize size, int rate);
    /// Ends the program and removes an incomplete file.
    ~VideoWriter() override;

    /// Queues a frame of the given size.
    void write(const QImage& picture);
    /// True if the queue is full: wait before writing the next frame.
    bool isBehind() const { return waiting_.size() >= MostWaiting; }
    /// Marks the end of the frames.
    void finish();
    bool isFinished() const { return finished_; }
    /// Error message for the user; empty if none.
    const QString& problem() const { return problem_; }

private:
    static constexpr std::size_t MostWaiting = 3;
    void processEnded(int exitCode, QProcess::ExitStatus status);
    /// Passes on as much as the program accepts without blocking.
    void feed();

    /// The file ffmpeg writes to; empty once the video is complete or failed.
    std::optional<FileReplacement> file_;
    /// Deletes itself once the program has ended, possibly after this object.
    QProcess* const process_;
    /// Queued frames, and the bytes of the first already passed on.
    std::deque<QImage> waiting_;
    qsizetype handedOver_ = 0;
    bool finishing_ = false, finished_ = false;
    QString problem_;
};

}  // namespace trammel::ui
