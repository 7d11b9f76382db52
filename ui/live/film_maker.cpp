// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/film_maker.h"

namespace trammel::ui {

namespace {

VideoWriter::Format formatOf(const QString& path) {
    if (path.endsWith(QStringLiteral(".gif"), Qt::CaseInsensitive)) return VideoWriter::Format::Gif;
    if (path.endsWith(QStringLiteral(".webm"), Qt::CaseInsensitive)) return VideoWriter::Format::WebM;
    return VideoWriter::Format::Mp4;
}

/// While the encoder is behind, ms.
constexpr int Pause = 10;

}  // namespace

FilmMaker::FilmMaker(const QString& path, int count, const RenderOptions& look, std::function<Scene(int)> sceneOf,
                     QObject* parent)
    : QObject(parent),
      count_(count),
      look_(look),
      sceneOf_(std::move(sceneOf)),
      writer_(path, formatOf(path), QSize(look.width, look.height), Rate) {
    connect(&timer_, &QTimer::timeout, this, &FilmMaker::drawNext);
    timer_.start(0);
}

void FilmMaker::drawNext() {
    if (!writer_.problem().isEmpty() || writer_.isFinished()) {
        timer_.stop();
        Q_EMIT finished(writer_.problem());
        return;
    }
    timer_.setInterval(next_ >= count_ || writer_.isBehind() ? Pause : 0);
    if (next_ >= count_ || writer_.isBehind()) return;
    const Result<QImage> image = renderer_.draw(sceneOf_(next_), look_);
    if (!image) {
        timer_.stop();
        Q_EMIT finished(QString::fromStdString(image.diagnostics.items().front().message));
        return;
    }
    writer_.write(*image);
    Q_EMIT advanced(++next_);
    if (next_ == count_) writer_.finish();
}

}  // namespace trammel::ui
