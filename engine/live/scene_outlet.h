// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <deque>
#include <fstream>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "live/local_socket.h"
#include "live/message_stream.h"
#include "live/scene_coder.h"

namespace trammel::live {

/// Shows the scenes of a program in a window, which is another process; where none exists, writes them to a file. A
/// window may also come later. Drops scenes rather than delay the program. Uses no thread: messages pass when a
/// member is called.
class SceneOutlet {
public:
    /// Starts the window and waits until it is ready, or has failed to start. Reports on standard error where the
    /// scenes go.
    /// @param searchPath folders in which to look for the window's program first
    explicit SceneOutlet(const std::vector<std::string>& searchPath);
    /// Waits up to 2 s until the window has received what is queued, and as long for the last scene if that was
    /// dropped.
    ~SceneOutlet();
    SceneOutlet(const SceneOutlet&) = delete;
    SceneOutlet& operator=(const SceneOutlet&) = delete;

    bool hasWindow() const { return window_ && window_->connection->isOpen(); }
    /// The recording; empty if none.
    const std::string& recordingPath() const { return recordingPath_; }

    // Kept for windows that come later.
    void setLook(const Look&);
    void setMenu(const Menu&);
    void setSlider(const Slider&);
    void setBodyNames(const BodyNames&);
    void setCamera(const CameraMove&);

    /// @param mayDrop true: dropped unless the window has received everything before; false: only if it is far behind
    void show(Real time, std::int64_t report, const Scene& scene, bool mayDrop);
    /// To the window only. @p mayDrop as for show()
    void send(const ProgramMessage& message, bool mayDrop);
    /// Sends messages, and accepts windows. Returns when input arrives, at the latest after @p most; a dropped last
    /// scene is shown before it waits.
    void exchange(std::chrono::milliseconds most = std::chrono::milliseconds(0));
    /// Waits until the window has taken everything, at most so long.
    void flush(std::chrono::milliseconds most);
    /// Input from the window, oldest first; removed by the caller.
    std::deque<WindowMessage>& input() { return input_; }
    /// Closes the window. Later scenes are not shown.
    void close();

    struct Counts {
        long shown = 0, dropped = 0, recorded = 0;
        std::size_t bytes = 0;
    };
    const Counts& counts() const { return counts_; }
    void resetCounts() { counts_ = {}; }

private:
    struct Window {
        // A default of the member would not be known to clang while the outer class is incomplete.
        Window() : isReady(false) {}

        std::unique_ptr<Connection> connection;
        MessageReader<WindowMessage> reader;
        SceneEncoder encoder;
        bool isReady;
    };

    bool openWindow(const std::vector<std::string>& searchPath, std::string& why);
    void startRecording(const std::string& why);
    void stopRecording(const std::string& why);
    void record(std::string_view bytes);
    void broadcast(const ProgramMessage& message);
    void welcome(std::unique_ptr<Connection> connection);
    void readWindow();
    /// Shows the last scene if it was dropped, once the window has taken all that came before.
    void showDropped();

    std::unique_ptr<ListeningSocket> socket_;
    std::optional<Window> window_;
    std::string recordingPath_;
    std::ofstream recording_;
    std::size_t recordedBytes_ = 0;
    SceneEncoder recorder_;
    std::deque<WindowMessage> input_;
    Counts counts_;
    bool closed_ = false;

    Look look_;
    std::map<int, Menu> menus_;
    std::map<int, Slider> sliders_;
    BodyNames names_;
    std::optional<CameraMove> camera_;
    struct LastScene {
        Real time = 0;
        std::int64_t report = 0;
        Scene scene;
    };
    std::optional<LastScene> last_;
    bool lastDropped_ = false;
};

}  // namespace trammel::live
