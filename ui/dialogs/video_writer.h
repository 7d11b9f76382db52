// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QProcess>
#include <QString>

namespace trammel::ui {

/// Makes a video file of pictures, one after the other, by the program ffmpeg if that is there. The file is complete under
/// its name, or not there at all. Nothing here waits for that program.
class VideoWriter : public QObject {
    Q_OBJECT

public:
    enum class Format { Mp4, WebM, Gif };

    /// Where the program is; empty: nowhere.
    static QString program();
    /// Why it cannot make that kind, one sentence; empty: it can. Asks the program, once.
    static QString whyNot(Format format);

    /// @param rate pictures for each second
    VideoWriter(const QString& path, Format format, QSize size, int rate);
    /// Ends the program; a file that is not complete is removed.
    ~VideoWriter() override;

    /// Hands over a picture of that size.
    void write(const QImage& picture);
    /// There was more than it has taken yet: wait before the next.
    bool isBehind() const;
    /// There are no more pictures.
    void finish();
    bool isFinished() const { return finished_; }
    /// What went wrong, for the user; empty: nothing.
    const QString& problem() const { return problem_; }

private:
    void processEnded(int exitCode, QProcess::ExitStatus status);

    const QString path_, part_;
    const QSize size_;
    /// Outlives this until the program has ended.
    QProcess* const process_;
    bool finished_ = false;
    QString problem_;
};

}  // namespace trammel::ui
