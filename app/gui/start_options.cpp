// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/gui/start_options.h"

#include <CLI/CLI.hpp>
#include <sstream>

namespace trammel::app {

namespace {

constexpr int LargestSize = 16384;

/// Parses "1280x800" into the order; returns an error message, empty on success.
std::string readSize(const std::string& text, RenderOrder& order) {
    char sign = 0;
    std::istringstream in(text);
    in >> order.width >> sign >> order.height;
    const bool fits = in && in.eof() && sign == 'x' && order.width > 0 && order.height > 0 &&
                      order.width <= LargestSize && order.height <= LargestSize;
    return fits ? std::string() : "give the size as WIDTHxHEIGHT in pixels, such as 1280x800";
}

}  // namespace

StartOptions readCommandLine(int argc, char** argv) {
    StartOptions options;
    RenderOrder order;
    CLI::App app("Trammel: build mechanisms, run them, and see how every value is computed.", "trammel");
    app.set_version_flag("--version", std::string("trammel ") + TRAMMEL_VERSION);
    app.add_option("FILE", options.files,
                   "Models to open, .trammel or importable, or saved runs, each in its own window");
    app.add_option("--attach", options.program,
                   "Show a running program, by process ID, or a recording of one (.scenes)");
    app.footer("Command line only: trammel-cli.");

    CLI::App* const render = app.add_subcommand("render", "Run a model and write an image of it; needs no display");
    render->add_option("FILE", order.model, "Model, .trammel or importable")->required();
    render->add_option("--at", order.time, "Simulated time of the image, s (default 0)")->check(CLI::NonNegativeNumber);
    render->add_option("-o,--output", order.image, "Image to write (.png)")->required();
    render->add_option("--size", "Size in pixels, such as 1280x800")->each([&order](const std::string& text) {
        if (const std::string wrong = readSize(text, order); !wrong.empty())
            throw CLI::ValidationError("--size", wrong);
    });

    CLI::App* const attach = app.add_subcommand("attach", "Show a running program that has a Visualizer of Trammel");
    attach->add_option("PROCESS", options.program, "Number of its process, or a recording of one (.scenes)")
        ->required();

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& outcome) {
        options.exitCode = app.exit(outcome);
        return options;
    }
    if (render->parsed()) options.render = order;
    return options;
}

}  // namespace trammel::app
