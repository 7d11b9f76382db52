// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QFile>
#include <QObject>
#include <QSocketNotifier>
#include <QString>
#include <algorithm>
#include <memory>
#include <vector>

#include "live/local_socket.h"
#include "live/message_stream.h"
#include "live/scene_coder.h"

namespace trammel::ui {

/// A scene of a program at one time. Consecutive frames share unchanged geometry.
struct LiveFrame {
    Real time = 0;
    /// Number of the program's report, from 1.
    std::int64_t report = 0;
    std::shared_ptr<const std::vector<DecorativeGeometry>> geometry;
    std::vector<Transform> poses;
};

/// Messages of a program, from a connection or a recording, with all frames received. If these need more memory than
/// the limit, every second one is discarded.
class LiveFeed : public QObject {
    Q_OBJECT

public:
    /// @param place a recording, the number of a process, or the address that a program passes
    /// @return null, with one sentence in @p problem, if nothing can be shown
    static std::unique_ptr<LiveFeed> open(const QString& place, QString& problem);
    ~LiveFeed() override;

    /// Reads a recording, or starts to listen. Call once, after connecting to the signals.
    void start();
    const std::vector<LiveFrame>& frames() const { return frames_; }
    /// Number of received frames that were discarded.
    std::size_t forgotten() const { return forgotten_; }
    /// Index of a frame after the frames were thinned; that of the next one if it was discarded.
    static std::size_t afterThinning(std::size_t frame, std::size_t first) {
        return (std::max(frame, first) - first + 1) / 2;
    }
    /// Approximate, in bytes.
    void setMemoryLimit(std::size_t limit) { limit_ = limit; }
    /// True while a program is connected.
    bool isLive() const { return connection_ && connection_->isOpen(); }
    void send(const live::WindowMessage& message);

Q_SIGNALS:
    /// A message other than a frame.
    void received(const trammel::live::ProgramMessage& message);
    void framesGrew();
    /// Only the frames @p first, first + 2, ... were kept.
    void framesThinned(std::size_t first);
    /// No more messages follow; the reason, one sentence.
    void ended(const QString& why);

private:
    LiveFeed() = default;
    void readConnection();
    void take(const std::string& bytes);
    void takeFrame(live::Frame frame);
    void thin();
    void fail(const QString& why);

    std::unique_ptr<live::Connection> connection_;
    std::unique_ptr<QSocketNotifier> notifier_;
    std::unique_ptr<QFile> recording_;
    live::MessageReader<live::ProgramMessage> reader_;
    live::SceneDecoder decoder_;
    std::vector<LiveFrame> frames_;
    std::size_t bytes_ = 0, limit_ = std::size_t(1) << 30, forgotten_ = 0;
    bool greeted_ = false, ended_ = false;
};

}  // namespace trammel::ui
