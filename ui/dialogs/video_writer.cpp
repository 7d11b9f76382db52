// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/dialogs/video_writer.h"

#include <QStandardPaths>
#include <algorithm>
#include <map>
#include <memory>

#include "ui/dialogs/problem_lines.h"

namespace trammel::ui {

namespace {
/// Bytes passed on per call, so that a large frame does not block the window.
constexpr qsizetype Portion = qsizetype(1) << 20;
/// Time limit for the program to list its encoders, and to end, ms.
constexpr int Patience = 5000;

struct Codec {
    const char* name;
    QStringList options;
};
struct Encoding {
    const char* muxer;
    /// Preferred codec first.
    std::vector<Codec> codecs;
};

// Most players need even sizes; crops at most one row and column.
const QString EvenSize = QStringLiteral("crop=trunc(iw/2)*2:trunc(ih/2)*2");

const Encoding& encodingOf(VideoWriter::Format format) {
    static const std::map<VideoWriter::Format, Encoding> kinds{
        {VideoWriter::Format::Mp4,
         {"mp4",
          {{"libx264",
            {"-preset", "medium", "-crf", "18", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-vf", EvenSize}},
           {"mpeg4", {"-q:v", "2", "-pix_fmt", "yuv420p", "-movflags", "+faststart", "-vf", EvenSize}}}}},
        {VideoWriter::Format::WebM,
         {"webm",
          {{"libvpx-vp9",
            {"-crf", "24", "-b:v", "0", "-deadline", "realtime", "-cpu-used", "5", "-row-mt", "1", "-pix_fmt",
             "yuv420p"}},
           {"libvpx", {"-crf", "10", "-b:v", "8M", "-pix_fmt", "yuv420p"}}}}},
        // One palette per frame: a global one would need all frames first.
        {VideoWriter::Format::Gif,
         {"gif", {{"gif", {"-vf", "split[a][b];[a]palettegen=stats_mode=single[p];[b][p]paletteuse=new=1"}}}}}};
    return kinds.at(format);
}

/// The program listing its encoders.
struct EncoderQuery {
    std::unique_ptr<QProcess> process = std::make_unique<QProcess>();
    QString answer = {};
};

EncoderQuery& queryEncoders(const QString& program) {
    static std::map<QString, EncoderQuery> known;
    const auto [at, fresh] = known.try_emplace(program);
    if (fresh) at->second.process->start(program, {QStringLiteral("-hide_banner"), QStringLiteral("-encoders")});
    return at->second;
}

/// Output of -encoders.
const QString& encodersOf(const QString& program) {
    EncoderQuery& encoderQuery = queryEncoders(program);
    if (encoderQuery.process) {
        encoderQuery.process->waitForFinished(Patience);
        encoderQuery.answer = QString::fromUtf8(encoderQuery.process->readAllStandardOutput());
        encoderQuery.process.reset();
    }
    return encoderQuery.answer;
}

const Codec* findCodec(VideoWriter::Format format) {
    const QString encoders = encodersOf(VideoWriter::program());
    for (const Codec& codec : encodingOf(format).codecs)
        if (encoders.contains(QStringLiteral(" %1 ").arg(QLatin1StringView(codec.name)))) return &codec;
    return nullptr;
}
}  // namespace

QString VideoWriter::program() { return QStandardPaths::findExecutable(QStringLiteral("ffmpeg")); }

void VideoWriter::prepare() {
    if (const QString found = program(); !found.isEmpty()) queryEncoders(found);
}

QString VideoWriter::unsupportedReason(Format format) {
    if (program().isEmpty()) return tr("ffmpeg, which encodes videos, is not installed.");
    if (!findCodec(format)) return tr("The installed ffmpeg does not support this video format.");
    return {};
}

VideoWriter::VideoWriter(const QString& path, Format format, QSize size, int rate) : process_(new QProcess) {
    const Encoding& kind = encodingOf(format);
    const Codec* const codec = findCodec(format);
    Result<FileReplacement> file = FileReplacement::begin(path.toStdString());
    if (!codec || !file) {
        problem_ = codec ? describeErrors(file.diagnostics) : unsupportedReason(format);
        finished_ = true;
        return;
    }
    file_.emplace(std::move(*file));
    connect(process_, &QProcess::finished, this, &VideoWriter::processEnded);
    connect(process_, &QProcess::bytesWritten, this, &VideoWriter::feed);
    connect(process_, &QProcess::errorOccurred, this, [this](QProcess::ProcessError error) {
        if (error == QProcess::FailedToStart) processEnded(-1, QProcess::CrashExit);
    });
    QStringList arguments{"-hide_banner", "-loglevel", "error", "-y", "-f", "rawvideo", "-pix_fmt", "bgr0"};
    arguments += {"-s", QStringLiteral("%1x%2").arg(size.width()).arg(size.height())};
    arguments += {"-r", QString::number(rate), "-i", "-", "-an", "-c:v", codec->name};
    arguments += codec->options;
    arguments += {"-f", kind.muxer, QStringLiteral("file:") + QString::fromStdString(file_->temporaryPath().string())};
    process_->setStandardOutputFile(QProcess::nullDevice());
    process_->start(program(), arguments);
}

VideoWriter::~VideoWriter() {
    process_->disconnect(this);
    if (process_->state() == QProcess::NotRunning) {
        process_->deleteLater();
    } else {
        connect(process_, &QProcess::finished, process_, &QObject::deleteLater);
        process_->kill();
    }
}

void VideoWriter::write(const QImage& picture) {
    if (finished_) return;
    // RGB32 rows have no padding.
    waiting_.push_back(picture.convertToFormat(QImage::Format_RGB32));
    feed();
}

void VideoWriter::feed() {
    while (!waiting_.empty() && process_->bytesToWrite() < Portion) {
        const QImage& rows = waiting_.front();
        const qsizetype bytes = std::min(Portion, rows.sizeInBytes() - handedOver_);
        if (process_->write(reinterpret_cast<const char*>(rows.constBits()) + handedOver_, bytes) != bytes) return;
        handedOver_ += bytes;
        if (handedOver_ < rows.sizeInBytes()) continue;
        waiting_.pop_front();
        handedOver_ = 0;
    }
    if (finishing_ && waiting_.empty()) process_->closeWriteChannel();
}

void VideoWriter::finish() {
    finishing_ = true;
    feed();
}

void VideoWriter::processEnded(int exitCode, QProcess::ExitStatus status) {
    if (finished_) return;
    finished_ = true;
    if (status != QProcess::NormalExit || exitCode != 0) {
        const QString said = QString::fromUtf8(process_->readAllStandardError()).trimmed().section('\n', -1);
        problem_ = tr("Video encoding failed. Try another format or size, and check the free disk space.");
        if (!said.isEmpty()) problem_ += ' ' + tr("(ffmpeg: %1)").arg(said);
    } else if (const Diagnostics problems = file_->commit(); problems.hasErrors()) {
        problem_ = describeErrors(problems);
    }
    file_.reset();
}

}  // namespace trammel::ui
