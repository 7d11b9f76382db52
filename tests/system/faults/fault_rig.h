// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

#include "compile/catalog.h"
#include "document/document_file.h"
#include "runtime/simulation_run.h"

namespace trammel::test {

/// A folder that is emptied on request and removed at the end.
class FaultFolder {
public:
    FaultFolder() {
        std::string pattern = (std::filesystem::temp_directory_path() / "trammel-faults-XXXXXX").string();
        EXPECT_NE(mkdtemp(pattern.data()), nullptr);
        path_ = pattern;
    }
    ~FaultFolder() { std::filesystem::remove_all(path_); }
    FaultFolder(const FaultFolder&) = delete;
    FaultFolder& operator=(const FaultFolder&) = delete;

    const std::filesystem::path& path() const { return path_; }
    void clear() const {
        for (const auto& entry : std::filesystem::directory_iterator(path_)) std::filesystem::remove_all(entry);
    }
    std::size_t count() const { return std::size_t(std::distance(std::filesystem::directory_iterator(path_), {})); }

private:
    std::filesystem::path path_;
};

inline std::string contentOf(const std::filesystem::path& file) {
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
}

/// A rod on a pin with gravity; @p name distinguishes documents.
inline Document pendulum(const std::string& name) {
    const auto read = readDocument(R"({"trammel": 1, "name": ")" + name + R"(", "elements": [
      {"id": 1, "family": "body", "type": "bar", "name": "Rod", "properties": {"length": 0.6}},
      {"id": 2, "family": "joint", "type": "pin", "name": "Pivot", "properties": {"angle": -0.5}, "references": {"child": 1}},
      {"id": 3, "family": "force", "type": "gravity", "name": "Gravity"}]})",
                                   builtinCatalog());
    EXPECT_TRUE(read);
    return *read;
}

/// A run of @p frames frames, ended.
inline std::shared_ptr<SimulationRun> runOf(const CompiledModelPtr& model, int frames,
                                            const std::filesystem::path& spillFolder = {}) {
    RunOptions options;
    options.settings = model->getSettings();
    options.settings.frameInterval = 1e-4;
    options.settings.duration = frames * options.settings.frameInterval;
    options.maxBytes = 1;
    options.spillFolder = spillFolder;
    // Equal bytes in every run.
    options.checkpointSeconds = Infinity;
    if (spillFolder.empty()) options.maxBytes = std::size_t(1) << 30;
    auto run = std::make_shared<SimulationRun>(model, model->getInitialState(), options);
    run->start();
    run->wait();
    return run;
}

inline std::string wordsOf(const Diagnostics& diagnostics) {
    std::string all;
    for (const Diagnostic& d : diagnostics) all += d.toString() + "\n";
    return all;
}

}  // namespace trammel::test
