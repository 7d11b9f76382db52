// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/live/live_feed.h"

#include <QFile>
#include <QFileInfo>

namespace trammel::ui {

namespace {

/// Without the shapes shared with the previous frame.
std::size_t sizeOf(const LiveFrame& frame, const LiveFrame* before) {
    const bool shares = before && before->geometry == frame.geometry;
    const std::size_t shapes = shares ? 0 : frame.geometry->size();
    return sizeof frame + frame.poses.size() * sizeof(Transform) + shapes * sizeof(DecorativeGeometry);
}

QString nameOfProcess(const QString& process) {
    QFile file(QStringLiteral("/proc/%1/comm").arg(process));
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).trimmed() : QString();
}

/// Why no window can be shown for a process without an open address.
QString explainRefusal(const QString& process) {
    const QString name = nameOfProcess(process);
    if (name.isEmpty()) return LiveFeed::tr("There is no process %1.").arg(process);
    return LiveFeed::tr(
               "Cannot show process %1 (%2): it must be a program of the same user with a Trammel Visualizer that "
               "still exists.")
        .arg(process, name);
}

}  // namespace

LiveFeed::~LiveFeed() = default;

std::unique_ptr<LiveFeed> LiveFeed::open(const QString& place, QString& problem) {
    std::unique_ptr<LiveFeed> feed(new LiveFeed);
    bool isProcess = false;
    const qlonglong process = place.toLongLong(&isProcess);
    if (!isProcess && QFileInfo(place).isFile()) {
        feed->recording_ = std::make_unique<QFile>(place);
        if (!feed->recording_->open(QIODevice::ReadOnly)) {
            problem = tr("'%1' cannot be read.").arg(place);
            return nullptr;
        }
        if (feed->recording_->read(qint64(live::RecordingHead.size())).toStdString() != live::RecordingHead) {
            problem = tr("'%1' is not a recording of a program.").arg(place);
            return nullptr;
        }
        return feed;
    }
    std::string why;
    feed->connection_ = live::Connection::open(isProcess ? live::socketPath(process) : place.toStdString(), why);
    if (feed->connection_) return feed;
    problem = isProcess ? explainRefusal(place) : QString::fromStdString(why);
    return nullptr;
}

void LiveFeed::start() {
    if (!connection_) {
        // In parts: a recording may be larger than the memory.
        constexpr qint64 part = 1 << 22;
        for (QByteArray bytes = recording_->read(part); !ended_ && !bytes.isEmpty(); bytes = recording_->read(part))
            take(bytes.toStdString());
        recording_.reset();
        if (!ended_) fail(tr("Recording"));
        return;
    }
    notifier_ = std::make_unique<QSocketNotifier>(connection_->descriptor(), QSocketNotifier::Read);
    connect(notifier_.get(), &QSocketNotifier::activated, this, &LiveFeed::readConnection);
    send(live::Ready{});
}

void LiveFeed::send(const live::WindowMessage& message) {
    if (!isLive()) return;
    connection_->send(live::encode(message));
    // The descriptor is closed, so that no read reports the end.
    if (!connection_->isOpen()) fail(tr("The program has ended."));
}

void LiveFeed::readConnection() {
    // Input is small: what a busy program has not accepted follows with the next frame.
    connection_->flush();
    const std::string bytes = connection_->receive();
    // The descriptor is closed: it must not be watched any longer.
    if (!connection_->isOpen()) notifier_->setEnabled(false);
    take(bytes);
    if (!isLive() && !ended_) fail(tr("The program has ended."));
}

void LiveFeed::take(const std::string& bytes) {
    if (ended_) return;
    const std::size_t before = frames_.size();
    bool grew = false;
    reader_.add(bytes);
    while (std::optional<live::ProgramMessage> message = reader_.next()) {
        const auto* const hello = std::get_if<live::Hello>(&*message);
        if (hello && hello->version != live::ProtocolVersion)
            return fail(tr("The program was built with another version of Trammel."));
        greeted_ = greeted_ || hello;
        if (!greeted_) return fail(tr("Another window shows this program."));
        if (auto* frame = std::get_if<live::Frame>(&*message)) {
            takeFrame(std::move(*frame));
            grew = true;
        } else if (const auto* mesh = std::get_if<live::MeshContent>(&*message)) {
            decoder_.add(*mesh);
        } else {
            Q_EMIT received(*message);
            if (std::get_if<live::Goodbye>(&*message)) return fail(tr("The program has ended."));
        }
        if (!decoder_.problem().empty()) return fail(QString::fromStdString(decoder_.problem()));
    }
    if (!reader_.problem().empty()) return fail(QString::fromStdString(reader_.problem()));
    if (grew || frames_.size() != before) Q_EMIT framesGrew();
}

void LiveFeed::takeFrame(live::Frame frame) {
    LiveFrame now;
    now.time = frame.time;
    now.report = frame.report;
    const bool shares = !frames_.empty() && frame.changes.empty() && frames_.back().geometry &&
                        frame.count == frames_.back().geometry->size();
    if (!decoder_.add(std::move(frame))) return;
    now.poses = decoder_.scene().bodyPoses;
    now.geometry = shares ? frames_.back().geometry
                          : std::make_shared<const std::vector<DecorativeGeometry>>(decoder_.scene().geometry);
    bytes_ += sizeOf(now, frames_.empty() ? nullptr : &frames_.back());
    frames_.push_back(std::move(now));
    if (bytes_ > limit_ && frames_.size() > 2) thin();
}

void LiveFeed::thin() {
    // The last one stays.
    const std::size_t first = 1 - frames_.size() % 2;
    std::vector<LiveFrame> kept;
    for (std::size_t i = first; i < frames_.size(); i += 2) kept.push_back(std::move(frames_[i]));
    forgotten_ += frames_.size() - kept.size();
    frames_ = std::move(kept);
    bytes_ = 0;
    for (std::size_t i = 0; i < frames_.size(); ++i) bytes_ += sizeOf(frames_[i], i > 0 ? &frames_[i - 1] : nullptr);
    Q_EMIT framesThinned(first);
}

void LiveFeed::fail(const QString& why) {
    ended_ = true;
    if (notifier_) notifier_->setEnabled(false);
    connection_.reset();
    Q_EMIT framesGrew();
    Q_EMIT ended(why);
}

}  // namespace trammel::ui
