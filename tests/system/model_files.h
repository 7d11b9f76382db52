// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <ostream>
#include <string>
#include <vector>

#include "compile/compiled_model.h"

namespace trammel::test {

/// A model file of the gallery.
struct ModelFile {
    std::filesystem::path path;
    /// Below models/, without the extension.
    std::string name;
};
void PrintTo(const ModelFile& file, std::ostream* out);

/// All models/**/*.trammel, by name.
std::vector<ModelFile> modelFiles();
std::string caseName(const ::testing::TestParamInfo<ModelFile>& info);

std::string textOf(const std::filesystem::path& path);
/// Reads a model file; any diagnostic is a test failure.
Document read(const ModelFile& file);
/// Reads and compiles a model file; errors are test failures.
CompiledModelPtr compiled(const ModelFile& file);

class EveryModel : public ::testing::TestWithParam<ModelFile> {};

}  // namespace trammel::test
