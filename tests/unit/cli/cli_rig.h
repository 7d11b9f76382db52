// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

namespace trammel::test {

/// How the program ended, and what it wrote to standard output and standard error together.
struct Outcome {
    int code;
    std::string text;
};
inline Outcome call(const std::string& arguments) {
    const std::string command = std::string("'" TRAMMEL_CLI "' ") + arguments + " 2>&1";
    FILE* pipe = popen(command.c_str(), "r");
    Outcome outcome{-1, {}};
    std::array<char, 4096> buffer{};
    while (const std::size_t n = std::fread(buffer.data(), 1, buffer.size(), pipe))
        outcome.text.append(buffer.data(), n);
    const int status = pclose(pipe);
    outcome.code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    return outcome;
}

inline const std::string fourBar = "'" TRAMMEL_SOURCE_DIR "/models/four_bar.trammel'";

inline std::vector<std::string> lines(const std::filesystem::path& path) {
    std::ifstream in(path);
    std::vector<std::string> all;
    for (std::string line; std::getline(in, line);) all.push_back(line);
    return all;
}

/// With a folder of its own for each test.
class CommandLine : public ::testing::Test {
protected:
    std::filesystem::path folder =
        std::filesystem::temp_directory_path() / ("trammel-cli-test-" + std::to_string(getpid()));
    void SetUp() override { std::filesystem::create_directories(folder); }
    void TearDown() override { std::filesystem::remove_all(folder); }
    std::string file(const std::string& name, const std::string& text) {
        std::ofstream(folder / name) << text;
        return "'" + (folder / name).string() + "'";
    }
};

}  // namespace trammel::test
