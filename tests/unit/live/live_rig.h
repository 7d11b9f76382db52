// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "live/scene_outlet.h"

namespace trammel::live {

/// A ball on each of @p bodies bodies, at the height of its number.
inline Scene ballsOf(int bodies, Real radius = 1) {
    Scene scene;
    for (int b = 0; b < bodies; ++b) {
        scene.bodyPoses.push_back(Transform(Vec3(0, b, 0)));
        scene.geometry.push_back(DecorativeGeometry(decor::Sphere{radius}).setBodyId(b));
    }
    return scene;
}

inline std::shared_ptr<const TriangleMesh> oneTriangle() {
    TriangleMesh mesh;
    mesh.vertices = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
    mesh.triangles = {0, 1, 2};
    return std::make_shared<const TriangleMesh>(mesh);
}

/// Without a display; sockets and recordings in a folder of the test.
class LiveTest : public testing::Test {
protected:
    LiveTest() {
        std::string name = std::filesystem::temp_directory_path().string() + "/trammel-live-XXXXXX";
        folder_ = mkdtemp(name.data());
        for (const char* display : {"DISPLAY", "WAYLAND_DISPLAY", "QT_QPA_PLATFORM"}) unsetenv(display);
        setenv("XDG_RUNTIME_DIR", folder_.c_str(), 1);
        setenv("TRAMMEL_RECORDING", recording().c_str(), 1);
    }
    ~LiveTest() override { std::filesystem::remove_all(folder_); }

    std::string folder() const { return folder_; }
    std::string recording() const { return folder_ + "/test.scenes"; }

private:
    std::string folder_;
};

/// The other side of a connection: a scripted window.
struct WindowByHand {
    std::unique_ptr<Connection> connection;
    MessageReader<ProgramMessage> reader;

    explicit WindowByHand(const std::string& path) {
        std::string problem;
        connection = Connection::open(path, problem);
        EXPECT_TRUE(connection) << problem;
    }
    void send(const WindowMessage& message) { connection->send(encode(message)); }
    /// All messages of a kind that have arrived.
    template <class Kind>
    std::vector<Kind> read() {
        reader.add(connection->receive());
        std::vector<Kind> found;
        while (auto message = reader.next())
            if (const auto* kind = std::get_if<Kind>(&*message)) found.push_back(*kind);
        EXPECT_EQ(reader.problem(), "");
        return found;
    }
};

/// All scenes of a recording.
inline std::vector<Scene> scenesIn(const std::string& file) {
    std::ifstream in(file, std::ios::binary);
    std::stringstream bytes;
    bytes << in.rdbuf();
    const std::string all = bytes.str();
    EXPECT_EQ(all.substr(0, RecordingHead.size()), RecordingHead);
    MessageReader<ProgramMessage> reader;
    reader.add(std::string_view(all).substr(std::min(all.size(), RecordingHead.size())));
    SceneDecoder decoder;
    std::vector<Scene> scenes;
    while (auto message = reader.next()) {
        if (const auto* mesh = std::get_if<MeshContent>(&*message)) {
            EXPECT_TRUE(decoder.add(*mesh));
        }
        if (auto* frame = std::get_if<Frame>(&*message)) {
            EXPECT_TRUE(decoder.add(std::move(*frame))) << decoder.problem();
            scenes.push_back(decoder.scene());
        }
    }
    EXPECT_EQ(reader.problem(), "");
    return scenes;
}

}  // namespace trammel::live
