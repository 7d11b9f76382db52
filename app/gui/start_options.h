// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trammel::app {

/// "trammel render": a picture of a model at a moment.
struct RenderOrder {
    std::string model;
    std::string picture;
    /// Simulated seconds from the start pose.
    double time = 0;
    int width = 1280, height = 800;
};

/// What the command line asks for.
struct StartOptions {
    /// Models to open, each in a window of its own.
    std::vector<std::string> files;
    std::optional<RenderOrder> render;
    /// Set when there is nothing to start: help was shown, or the command line was wrong.
    std::optional<int> exitCode;
};

/// Reads the command line; shows help, version and faults by itself.
StartOptions readCommandLine(int argc, char** argv);

}  // namespace trammel::app
