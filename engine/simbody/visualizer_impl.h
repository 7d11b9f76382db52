// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <vector>

#include "live/program_inspector.h"
#include "simbody/visualizer_input.h"

namespace SimTK {

/// Shared by all handles of a Visualizer. Members have the meaning of those of the Visualizer.
class Visualizer::Impl : public std::enable_shared_from_this<Visualizer::Impl> {
public:
    using Clock = std::chrono::steady_clock;

    Impl(const MultibodySystem& system, const Array_<String>& searchPath);
    ~Impl();

    void report(const State& state);
    void draw(const State& state, bool mayDrop);
    /// Passes on messages and calls listeners; waits for input at most so long.
    void exchange(std::chrono::milliseconds most = std::chrono::milliseconds(0));
    void sendLook() { outlet.setLook(look); }
    void connect(InputListener* listener);
    /// While a listener is called: no further input is delivered until it returns.
    bool isDelivering() const { return delivering_; }

    Real frameRate() const { return desiredRate > 0 ? desiredRate : 30; }
    int bufferFrames() const;

    struct RubberBand {
        MobilizedBodyIndex b1, b2;
        Vec3 station1, station2;
        DecorativeLine line;
    };

    const MultibodySystem& system;
    trammel::live::SceneOutlet outlet;
    trammel::live::ProgramInspector inspector{system, outlet};
    trammel::live::Look look;
    CoordinateDirection up;
    Mode mode = PassThrough;
    Real desiredRate = 0, scale = 1, desiredBuffer = -1;
    bool closesAtEnd = false;
    Array_<InputListener*> listeners;
    Array_<FrameController*> controllers;
    std::vector<std::unique_ptr<DecorationGenerator>> generators;
    std::vector<DecorativeGeometry> decorations;
    std::vector<RubberBand> rubberBands;
    std::map<int, trammel::live::Slider> sliders;
    long reports = 0, skipped = 0;
    double waited = 0;

private:
    void waitUntil(Clock::time_point due);
    bool isDueInRealTime(const State& state);
    trammel::Scene makeScene(const State& state);

    Clock::time_point nextFrame_{};
    /// RealTime: an instant in real and in simulated time, and the simulated time of the last frame.
    Clock::time_point originAt_{};
    Real originTime_ = NaN, lastTime_ = NaN;
    bool delivering_ = false;
    std::size_t namesSent_ = 0;
};

}  // namespace SimTK
