// SPDX-License-Identifier: Apache-2.0
// Models written for other programs into a folder, and read back.
#pragma once

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>

#include "compile/catalog.h"
#include "compile/compiler.h"
#include "formats/stl_writer.h"
#include "import/importer.h"
#include "interchange/robot.h"

namespace trammel {

inline constexpr Real tolerance = 1e-9;

struct RobotFormat {
    const char* ending;
    Result<RobotText> (*write)(const CompiledModel&, const std::string&);
};
inline constexpr RobotFormat urdf{"urdf", writeUrdf}, sdf{"sdf", writeSdf}, mjcf{"xml", writeMjcf},
    osim{"osim", writeOsim};

inline CompiledModelPtr compile(const ImportResult& read) {
    for (const Diagnostic& d : read.diagnostics) ADD_FAILURE() << d.toString();
    if (!read.document) return nullptr;
    const Result<CompiledModelPtr> compiled = compileDocument(*read.document);
    for (const Diagnostic& d : compiled.diagnostics) EXPECT_NE(d.severity, Severity::Error) << d.toString();
    return compiled ? *compiled.value : nullptr;
}

inline CompiledModelPtr readModel(const std::filesystem::path& file) {
    const ImportResult read = importModel(file, builtinCatalog(), {});
    return compile(read);
}

class RobotFiles : public testing::Test {
protected:
    RobotFiles() {
        std::string pattern = (std::filesystem::temp_directory_path() / "trammel-robot-XXXXXX").string();
        folder_ = mkdtemp(pattern.data());
    }
    ~RobotFiles() override { std::filesystem::remove_all(folder_); }
    static std::filesystem::path data(const std::string& name) {
        return std::filesystem::path(TRAMMEL_SOURCE_DIR) / "tests/data/import" / name;
    }
    CompiledModelPtr writeAndRead(const CompiledModel& model, const RobotFormat& format) {
        written_ = format.write(model, "meshes");
        EXPECT_TRUE(written_);
        const std::filesystem::path file = folder_ / (std::string("model.") + format.ending);
        std::ofstream(file, std::ios::binary) << written_->text;
        std::filesystem::create_directory(folder_ / "meshes");
        for (const RobotMesh& mesh : written_->meshes)
            std::ofstream(folder_ / "meshes" / mesh.file, std::ios::binary) << writeStl(*mesh.triangles);
        return readModel(file);
    }
    bool warns(const std::string& place) const {
        for (const Diagnostic& d : written_.diagnostics)
            if (d.place == place) return true;
        return false;
    }

    std::filesystem::path folder_;
    Result<RobotText> written_;
};

}  // namespace trammel
