// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QImage>
#include <QProcess>
#include <QString>
#include <deque>

namespace trammel::ui {

/// Makes a video file of pictures, one after the other, by the program ffmpeg if that is there. The file is complete under
/// its name, or not there at all. Nothing here waits for that program.
class VideoWriter : public QObject {
    Q_OBJECT

public:
    enum class Format { Mp4, WebM, Gif };

    /// Where the program is; empty: nowhere.
    static QString program();
    /// Begins to ask the program what it can make, so that whyNot() need not wait for the answer.
    static void prepare();
    /// Why it cannot make that kind, one sentence; empty: it can. Asks the program, once.
    static QString whyNot(Format format);

    /// @param rate pictures for each second
    VideoWriter(const QString& path, Format format, QSize size, int rate);
    /// Ends the program; a file that is not complete is removed.
    ~VideoWriter() override;

    /// Hands over a picture of that size.
    void write(const QImage& picture);
    /// There was more than it has taken yet: wait before the next.
    bool isBehind() const { return waiting_.size() >= MostWaiting; }
    /// There are no more pictures.
    void finish();
    bool isFinished() const { return finished_; }
    /// What went wrong, for the user; empty: nothing.
    const QString& problem() const { return problem_; }

private:
    static constexpr std::size_t MostWaiting = 3;
    void processEnded(int exitCode, QProcess::ExitStatus status);
    /// Hands over so much as the program will soon take.
    void feed();

    const QString path_, part_;
    /// Outlives this until the program has ended.
    QProcess* const process_;
    /// Pictures, and how many bytes of the first have been handed over.
    std::deque<QImage> waiting_;
    qsizetype handedOver_ = 0;
    bool finishing_ = false, finished_ = false;
    QString problem_;
};

}  // namespace trammel::ui
