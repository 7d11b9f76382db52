// SPDX-License-Identifier: Apache-2.0
#include "live/scene_outlet.h"

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <iostream>

#include "live/viewer_program.h"

namespace trammel::live {

namespace {

using std::chrono::milliseconds;
using Clock = std::chrono::steady_clock;

constexpr milliseconds LongestStart(15000), LongestEnd(2000), LookInterval(50);
/// Beyond this the window is too far behind to receive every scene.
constexpr std::size_t MostQueued = std::size_t(64) << 20;
constexpr std::size_t LongestRecording = std::size_t(2) << 30;

milliseconds until(Clock::time_point end) {
    return std::max(milliseconds(0), std::chrono::duration_cast<milliseconds>(end - Clock::now()));
}

void say(const std::string& sentence) { std::cerr << "trammel: " << sentence << '\n'; }

}  // namespace

SceneOutlet::SceneOutlet(const std::vector<std::string>& searchPath) {
    // The first of several visualizers of a program has the address of the process number.
    if (const std::string place = socketPath(getpid()); !place.empty()) {
        std::string free = place;
        for (int n = 2; access(free.c_str(), F_OK) == 0 && n < 100; ++n) {
            std::string unused;
            if (!Connection::open(free, unused)) break;
            free = place + '-' + std::to_string(n);
        }
        socket_ = ListeningSocket::open(free);
    }
    std::string why;
    if (!openWindow(searchPath, why)) startRecording(why);
}

SceneOutlet::~SceneOutlet() {
    if (lastDropped_) flush(LongestEnd);
    showDropped();
    if (hasWindow() && !closed_) window_->connection->send(encode(ProgramMessage(Goodbye{false})));
    flush(LongestEnd);
}

bool SceneOutlet::openWindow(const std::vector<std::string>& searchPath, std::string& why) {
    if (!hasDisplay()) return why = "There is no display.", false;
    const std::string program = findViewer(searchPath);
    if (program.empty()) return why = "The program 'trammel' was not found; set TRAMMEL_PROGRAM to its path.", false;
    if (!socket_) return why = "There is no private folder to connect in; set XDG_RUNTIME_DIR.", false;
    Viewer viewer(program, socket_->path());
    const Clock::time_point end = Clock::now() + LongestStart;
    while (viewer.isRunning() && until(end).count() > 0) {
        if (!window_) socket_->wait(std::min(LookInterval, until(end)));
        exchange(window_ ? std::min(LookInterval, until(end)) : milliseconds(0));
        if (window_ && window_->isReady) return true;
    }
    window_.reset();
    return why = "The window did not open.", false;
}

// --- Recording ---

void SceneOutlet::startRecording(const std::string& why) {
    const char* const path = std::getenv("TRAMMEL_RECORDING");
    recordingPath_ = path && *path ? path : programName() + ".scenes";
    if (recordingPath_ == "none") {
        recordingPath_.clear();
        return;
    }
    recording_.open(recordingPath_, std::ios::binary | std::ios::trunc);
    if (!recording_) return stopRecording("it cannot be written");
    say(why + " The scenes go to the file '" + recordingPath_ + "'; 'trammel attach " + recordingPath_ +
        "' shows them.");
    record(RecordingHead);
    record(encode(ProgramMessage(Hello{ProtocolVersion, programName(), getpid()})));
}

void SceneOutlet::stopRecording(const std::string& why) {
    say("The recording '" + recordingPath_ + "' ends: " + why + ".");
    recordingPath_.clear();
    recording_.close();
}

void SceneOutlet::record(std::string_view bytes) {
    if (recordingPath_.empty()) return;
    if (recordedBytes_ + bytes.size() > LongestRecording) return stopRecording("it has reached 2 GB");
    recordedBytes_ += bytes.size();
    recording_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!recording_) stopRecording("it cannot be written");
}

// --- Settings ---

void SceneOutlet::broadcast(const ProgramMessage& message) {
    const std::string bytes = encode(message);
    if (hasWindow() && window_->connection->queued() <= MostQueued) window_->connection->send(bytes);
    record(bytes);
}
void SceneOutlet::setLook(const Look& look) { broadcast(look_ = look); }
void SceneOutlet::setMenu(const Menu& menu) { broadcast(menus_[menu.id] = menu); }
void SceneOutlet::setSlider(const Slider& slider) { broadcast(sliders_[slider.id] = slider); }
void SceneOutlet::setBodyNames(const BodyNames& names) { broadcast(names_ = names); }
void SceneOutlet::setCamera(const CameraMove& move) { broadcast(*(camera_ = move)); }

// --- Scenes ---

void SceneOutlet::show(Real time, std::int64_t report, const Scene& scene, bool mayDrop) {
    if (closed_) return;
    if (!recordingPath_.empty()) {
        const std::string bytes = recorder_.encodeScene(time, report, scene);
        record(bytes);
        recording_.flush();
        counts_.recorded += bytes.empty() ? 0 : 1;
    }
    last_ = LastScene{time, report, scene};
    lastDropped_ = false;
    if (!hasWindow()) return;
    const std::size_t behind = window_->connection->queued();
    if (mayDrop ? behind > 0 : behind > MostQueued) {
        lastDropped_ = true;
        ++counts_.dropped;
        return;
    }
    const std::string bytes = window_->encoder.encodeScene(time, report, scene);
    if (bytes.empty()) {
        ++counts_.dropped;
        return;
    }
    window_->connection->send(bytes);
    counts_.bytes += bytes.size();
    ++counts_.shown;
}

void SceneOutlet::showDropped() {
    if (!lastDropped_ || !hasWindow() || window_->connection->queued() > 0) return;
    lastDropped_ = false;
    window_->connection->send(window_->encoder.encodeScene(last_->time, last_->report, last_->scene));
}

void SceneOutlet::send(const ProgramMessage& message, bool mayDrop) {
    if (hasWindow() && !(mayDrop && window_->connection->queued() > 0)) window_->connection->send(encode(message));
}

// --- Windows ---

void SceneOutlet::welcome(std::unique_ptr<Connection> connection) {
    window_.emplace();
    window_->connection = std::move(connection);
    const auto send = [this](const ProgramMessage& message) { window_->connection->send(encode(message)); };
    send(Hello{ProtocolVersion, programName(), getpid()});
    send(look_);
    for (const auto& [id, menu] : menus_) send(menu);
    for (const auto& [id, slider] : sliders_) send(slider);
    send(names_);
    lastDropped_ = false;
    if (last_) window_->connection->send(window_->encoder.encodeScene(last_->time, last_->report, last_->scene));
    if (camera_) send(*camera_);
}

void SceneOutlet::readWindow() {
    window_->reader.add(window_->connection->receive());
    while (std::optional<WindowMessage> message = window_->reader.next()) {
        if (const auto* ready = std::get_if<Ready>(&*message)) {
            if (ready->version == ProtocolVersion)
                window_->isReady = true;
            else
                say("The window is of another version of Trammel.");
        } else {
            input_.push_back(std::move(*message));
        }
    }
    if (!window_->reader.problem().empty()) say("The messages of the window are invalid: it is no longer used.");
    if (!window_->connection->isOpen() || !window_->reader.problem().empty()) window_.reset();
}

void SceneOutlet::exchange(milliseconds most) {
    if (!hasWindow()) reapViewers();
    if (!socket_ || closed_) return;
    if (hasWindow()) {
        window_->connection->flush();
        if (most.count() > 0 && input_.empty()) {
            showDropped();
            if (hasWindow()) window_->connection->wait(most);
        }
        window_->connection->flush();
        readWindow();
    } else {
        if (most.count() > 0) socket_->wait(most);
    }
    if (hasWindow()) {
        // One window at a time: a second one sees the connection end.
        if (std::unique_ptr<Connection> other = socket_->accept()) other->send(encode(ProgramMessage(Goodbye{false})));
    } else if (std::unique_ptr<Connection> next = socket_->accept()) {
        welcome(std::move(next));
    }
}

void SceneOutlet::flush(milliseconds most) {
    const Clock::time_point end = Clock::now() + most;
    while (hasWindow() && window_->connection->queued() > 0 && until(end).count() > 0) {
        window_->connection->wait(until(end));
        window_->connection->flush();
        readWindow();
    }
}

void SceneOutlet::close() {
    if (closed_) return;
    if (hasWindow()) window_->connection->send(encode(ProgramMessage(Goodbye{true})));
    flush(LongestEnd);
    closed_ = true;
    window_.reset();
    socket_.reset();
}

}  // namespace trammel::live
