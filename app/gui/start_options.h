// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>

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
    /// Model to open; empty for none.
    std::string file;
    std::optional<RenderOrder> render;
    /// Set when there is nothing to start: help was shown, or the command line was wrong.
    std::optional<int> exitCode;
};

/// Reads the command line; shows help, version and faults by itself.
StartOptions readCommandLine(int argc, char** argv);

}  // namespace trammel::app
