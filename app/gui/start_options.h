// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <optional>
#include <string>
#include <vector>

namespace trammel::app {

/// "trammel render": an image of a model at a time.
struct RenderOrder {
    std::string model;
    std::string image;
    /// Simulated time from the initial pose, s.
    double time = 0;
    int width = 1280, height = 800;
};

/// Parsed command line.
struct StartOptions {
    /// Models to open, each in its own window.
    std::vector<std::string> files;
    std::optional<RenderOrder> render;
    /// A program to show instead: its process number, its address, or a recording of one; empty: none.
    std::string program;
    /// Set if nothing is to start: help was shown, or the command line was invalid.
    std::optional<int> exitCode;
};

/// Parses the command line; prints help, version and errors.
StartOptions readCommandLine(int argc, char** argv);

}  // namespace trammel::app
