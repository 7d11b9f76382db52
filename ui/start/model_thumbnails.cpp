// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/start/model_thumbnails.h"

#include <QCoreApplication>
#include <QCryptographicHash>
#include <QDir>
#include <QFile>
#include <QGuiApplication>
#include <QSaveFile>
#include <QStandardPaths>
#include <algorithm>

#include "ui/start/image_series.h"
#include "ui/theme/theme.h"

namespace trammel::ui {

namespace {

/// Two seconds: full turns of a motor at 30, 60 or 120 rpm.
constexpr int FrameCount = 24;
constexpr Real FrameTime = 1. / 12;
constexpr int PollInterval = 30;
/// Maximum number of cached files; the oldest are deleted.
constexpr int MostKept = 300;
/// Increment when rendering changes.
constexpr int LookVersion = 1;

/// Rendering parameters besides the model.
struct Look {
    QSize pixels;
    QColor top, bottom;
};

Look presentLook() {
    const ThemeColors& colors = Theme::instance().colors();
    return {(QSizeF(ModelThumbnails::Size) * qGuiApp->devicePixelRatio()).toSize(), colors.viewTop, colors.viewBottom};
}

QDir cacheFolder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::CacheLocation) + QStringLiteral("/pictures"));
}

/// Cache file for this content, program version and look.
QString cacheFile(const QString& path, const Look& look) {
    QCryptographicHash hash(QCryptographicHash::Sha1);
    QFile file(path);
    if (file.open(QIODevice::ReadOnly)) hash.addData(&file);
    const QString rest = QStringLiteral("%1 %2 %3 %4x%5")
                             .arg(QCoreApplication::applicationVersion(), look.top.name(), look.bottom.name())
                             .arg(look.pixels.width())
                             .arg(look.pixels.height()) +
                         QString::number(LookVersion);
    hash.addData(rest.toUtf8());
    return cacheFolder().filePath(QString::fromLatin1(hash.result().toHex()) + QStringLiteral(".png"));
}

/// The loop as one image, frames stacked vertically.
QImage stripOf(const std::vector<QImage>& frames) {
    const QSize size = frames.front().size();
    QImage strip(size.width(), size.height() * int(frames.size()), QImage::Format_RGB32);
    for (std::size_t i = 0; i < frames.size(); ++i)
        for (int y = 0; y < size.height(); ++y)
            std::copy_n(frames[i].constScanLine(y), frames[i].bytesPerLine(),
                        strip.scanLine(int(i) * size.height() + y));
    return strip;
}

std::vector<QImage> framesOf(const QImage& strip, const QSize& size) {
    std::vector<QImage> frames;
    if (strip.size() != QSize(size.width(), size.height() * FrameCount)) return frames;
    for (int i = 0; i < FrameCount; ++i) frames.push_back(strip.copy(QRect(QPoint(0, i * size.height()), size)));
    return frames;
}

void keep(const QString& path, const std::vector<QImage>& frames) {
    const QDir folder = cacheFolder();
    if (!folder.mkpath(QStringLiteral("."))) return;
    const QFileInfoList kept = folder.entryInfoList({QStringLiteral("*.png")}, QDir::Files, QDir::Time);
    for (qsizetype i = MostKept; i < kept.size(); ++i) QFile::remove(kept[i].filePath());
    QSaveFile file(path);
    if (file.open(QIODevice::WriteOnly) && stripOf(frames).save(&file, "PNG")) file.commit();
}

/// The cached loop; else renders it, or only its first frame. Empty if the model cannot be rendered.
std::vector<QImage> imagesOf(const QString& path, bool wholeLoop, const Look& look) {
    const QString cached = cacheFile(path, look);
    std::vector<QImage> frames = framesOf(QImage(cached), look.pixels);
    if (!frames.empty()) return frames;
    std::vector<Real> times{0};
    for (int i = 1; i < FrameCount && wholeLoop; ++i) times.push_back(i * FrameTime);
    RenderOptions options;
    options.width = look.pixels.width();
    options.height = look.pixels.height();
    options.top = look.top;
    options.bottom = look.bottom;
    options.axes = false;
    Result<std::vector<QImage>> drawn = drawModelFile(path.toStdString(), times, options);
    if (!drawn) return {};
    if (wholeLoop) keep(cached, *drawn);
    return *drawn;
}

}  // namespace

std::shared_ptr<ModelThumbnails> ModelThumbnails::shared() {
    static std::weak_ptr<ModelThumbnails> present;
    std::shared_ptr<ModelThumbnails> pictures = present.lock();
    if (!pictures) present = pictures = std::shared_ptr<ModelThumbnails>(new ModelThumbnails);
    return pictures;
}

ModelThumbnails::ModelThumbnails() {
    timer_.setInterval(PollInterval);
    connect(&timer_, &QTimer::timeout, this, &ModelThumbnails::poll);
    connect(&Theme::instance(), &Theme::changed, this, &ModelThumbnails::forgetAll);
}

ModelThumbnails::~ModelThumbnails() = default;

void ModelThumbnails::forgetAll() {
    images_.clear();
    waiting_.clear();
    ++generation_;
}

const std::vector<QImage>& ModelThumbnails::of(const QString& path) {
    const auto [entry, isNew] = images_.try_emplace(path);
    if (isNew) {
        // First frames before loops; the latest request first, as it is visible.
        waiting_.insert(waiting_.begin(), {path, false});
        waiting_.push_back({path, true});
        timer_.start();
    }
    return entry->second;
}

void ModelThumbnails::hurry(const QString& path) {
    const auto order = std::find_if(waiting_.begin(), waiting_.end(),
                                    [&path](const Order& o) { return o.wholeLoop && o.path == path; });
    if (order != waiting_.end()) std::rotate(waiting_.begin(), order, order + 1);
}

std::shared_ptr<const void> ModelThumbnails::show() {
    std::shared_ptr<const void> shown = shown_.lock();
    if (!shown) shown_ = shown = std::make_shared<char>();
    if (!waiting_.empty()) timer_.start();
    return shown;
}

void ModelThumbnails::begin() {
    if (waiting_.empty() || shown_.expired()) return timer_.stop();
    current_ = waiting_.front();
    waiting_.erase(waiting_.begin());
    taskGeneration_ = generation_;
    task_ = std::make_unique<BackgroundTask<std::vector<QImage>>>(
        [order = current_, look = presentLook()] { return imagesOf(order.path, order.wholeLoop, look); });
}

void ModelThumbnails::poll() {
    if (!task_) return begin();
    if (!task_->isFinished()) return;
    std::vector<QImage> frames = task_->getResult().value_or(std::vector<QImage>());
    task_.reset();
    if (taskGeneration_ == generation_ && !frames.empty()) {
        for (QImage& frame : frames) frame.setDevicePixelRatio(double(frame.width()) / Size.width());
        // Cached files, and those that cannot be rendered, need no more work.
        if (frames.size() > 1) std::erase_if(waiting_, [this](const Order& o) { return o.path == current_.path; });
        images_[current_.path] = std::move(frames);
        Q_EMIT drawn(current_.path);
    } else if (taskGeneration_ == generation_) {
        std::erase_if(waiting_, [this](const Order& o) { return o.path == current_.path; });
    }
    begin();
}

}  // namespace trammel::ui
